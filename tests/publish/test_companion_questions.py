"""What the phone asks before it records, and how it answers what cannot be read."""

from __future__ import annotations

import pytest

from tests.publish.companion_page import Element
from tests.publish.test_companion_record import Phone

KINDS = ("food", "luxury", "health", "education", "media")
OUT_OF_WORK = {"working": {"unskilled": 3, "worker_health": 1, "worker_education": 1}, "middle": {"unskilled": 1, "worker_education": 2}}
PUBLIC = "public_hospital_2,public_university_2,regional_tv_station_2"


def sat_down(*roles: str, language: str = "en") -> Phone:
    names = [role.title() for role in roles]
    return Phone("hegemony", language).new(*names, start="full", **{f"role.P{n}": role for n, role in enumerate(roles, 1)})


def form_of(phone: Phone) -> Element:
    return next(one for one in phone.part("said").all("form"))


def sent(form: Element, **chosen: str) -> list[tuple[str, str]]:
    """Return the fields of a form as they stand, apart from those chosen: by the companies asked about, in their order."""
    fields = [(one.get("name"), one.get("value")) for one in form.all("input") if one.get("type") == "hidden"]
    lists = [one.get("name") for one in form.all("select")]
    return [*fields, *zip(lists, chosen.values(), strict=True)]


def test_each_company_that_can_be_filled_is_a_question_of_its_own() -> None:
    phone = sat_down("working", "middle", "capitalist", "state")
    told = {f"{role}.unemployed": str(sum(kinds.values())) for role, kinds in OUT_OF_WORK.items()}
    for role, kinds in OUT_OF_WORK.items():
        told |= {f"{role}.unemployed.{kind}": str(kinds.get(kind, 0)) for kind in ("unskilled", *(f"worker_{one}" for one in KINDS))}
    phone.ask("observe", list(told.items()))
    phone.ask("play", [("~move", "turn.card_policy"), ("~seat", "P1"), ("policy", "1"), ("section", "B"), ("public", PUBLIC)])
    before = len(phone.book)
    phone.ask("play", sent(form_of(phone), hospital="middle", university="middle"))
    assert len(phone.book) == before
    phone.ask("play", sent(form_of(phone), hospital="working"))
    assert len(phone.book) == before + 1
    figures = phone.status()["figures"]
    assert (figures["companies.public_hospital_2.crew"], figures["companies.public_university_2.crew"]) == ("working", "middle")


def test_no_class_chosen_is_an_answer_too() -> None:
    phone = sat_down("working", "middle", "capitalist", "state")
    told = {"working.unemployed": "2", "middle.unemployed": "0"}
    told |= {
        f"working.unemployed.{kind}": str(int(kind in ("unskilled", "worker_health")))
        for kind in ("unskilled", *(f"worker_{one}" for one in KINDS))
    }
    phone.ask("observe", list(told.items()))
    phone.ask("play", [("~move", "turn.card_policy"), ("~seat", "P1"), ("policy", "1"), ("section", "B"), ("public", PUBLIC)])
    before = len(phone.book)
    phone.ask("play", sent(form_of(phone), hospital=""))
    assert len(phone.book) == before + 1
    assert phone.status()["figures"]["companies.public_hospital_2.workers"] == []


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "A line is not complete. Its parts: Company, worker, from where."),
        ("de", "Eine Zeile ist nicht vollständig. Ihre Teile: Unternehmen, Arbeiter, woher."),
        ("it", "Una riga non è completa. Le sue parti: Azienda, lavoratore, da dove."),
    ],
)
def test_a_line_that_is_not_complete_is_answered_by_what_it_is_made_of(language: str, said: str) -> None:
    phone = sat_down("working", "capitalist", language=language)
    phone.ask("play", [("~move", "assign_workers"), ("~seat", "P1"), ("assignments~1~0", "clinic_1")])
    assert said in phone.part("said").text


def test_what_is_named_twice_is_said_by_its_word() -> None:
    phone = sat_down("working", "capitalist")
    phone.ask(
        "play",
        [
            ("~move", "adjust_wages"),
            ("~seat", "P2"),
            *((f"wages~{n}~{k}", v) for n in (1, 2) for k, v in ((0, "shopping_mall_1"), (1, "3"))),
        ],
    )
    assert "“Shopping Mall 1” is given twice" in phone.part("said").text


VOTE = [
    ("ballot~1~0", "working"),
    ("ballot~1~1", "for"),
    ("ballot~1~2", "2"),
    ("ballot~2~0", "capitalist"),
    ("ballot~2~1", "against"),
    ("ballot~2~2", "1"),
]


def test_cubes_of_a_class_that_nobody_plays_are_a_line_without_a_side() -> None:
    phone = sat_down("working", "capitalist")
    phone.ask("play", [("~words", "propose"), ("~words", "3"), ("~words", "B"), ("~words", "now")])
    before = len(phone.book)
    phone.ask("play", [("~move", "immediate_vote"), *VOTE, ("ballot~3~0", "middle"), ("ballot~3~2", "2")])
    assert len(phone.book) == before + 1


def test_answers_stay_in_their_form_when_they_are_refused() -> None:
    phone = sat_down("working", "capitalist")
    phone.ask("play", [("~words", "propose"), ("~words", "3"), ("~words", "B"), ("~words", "now")])
    phone.ask("resolve")
    form, out = form_of(phone), phone.part("said")
    place = form.get("data-out")
    assert place in [one.get("id") for one in out.all("div")]
    for answers in ([*VOTE, ("ballot~3~0", "middle"), ("ballot~3~1", "for"), ("ballot~3~2", "2")], [("ballot~1~0", "working")]):
        phone.shown.clear()
        phone.ask("resolve", answers, out=place)
        assert [*phone.shown] == [place]


def test_the_form_of_a_line_carries_out_what_the_line_says_and_not_what_the_round_has_come_to() -> None:
    phone = Phone("capital-lux-2").new("Anna", "Bert", start="full", **{"option.set": "a"})
    phone.ask("observe", [("capital.hidden.pink", "1")])
    line = next(one for one in phone.part("now").all("details") if one.get("id").startswith("open.move.tile.agent.reveal"))
    form = line.all("form")[0]
    assert not [one for one in form.all("input") if one.get("name") == "~seat"]
    given = [(one.get("name"), one.get("value")) for one in form.all("input") if one.get("type") == "hidden"]
    phone.ask(form.get("data-ask"), [*given, ("amount", "-2"), ("~force", "yes")])
    assert "Pink: the limit changes by -2" in phone.part("said").text.replace("\N{MINUS SIGN}", "-")
    assert phone.status()["round"] == 1
