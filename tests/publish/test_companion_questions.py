"""What the phone asks before it records, and how it answers what cannot be read."""

from __future__ import annotations

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
