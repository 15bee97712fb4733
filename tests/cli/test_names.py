"""Names: kept and compared as typed, folded only to find somebody; what people are really called, and what no name holds."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Helper

ALIKE = [("José", "Jose"), ("Müller", "Mueller"), ("Groß", "Gross"), ("Anna", "anna"), ("Anna Maria", "Anna-Maria"), ("Ægir", "Aegir")]
PERSIAN, FAMILY, SCOTLAND, TANAKA = "علی‌رضا", "👨‍👩‍👧‍👦", "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f", "田中　太郎"
SINGLE = [PERSIAN, FAMILY, SCOTLAND, TANAKA, "A=B", "=B", "A=B=C", "D'Arcy", "O\u00a0Neill"]


def seats(helper: Helper) -> list[str]:
    return list(helper("status", "--json").json["seats"].values())


@pytest.mark.parametrize("pair", ALIKE, ids=" ".join)
def test_two_who_are_written_otherwise_are_two(helper: Helper, pair: tuple[str, str]) -> None:
    assert helper("new", "capital-lux-2", *pair).code == 0
    assert seats(helper) == list(pair)
    for seat, name in zip(("P1", "P2"), pair, strict=True):
        told = helper("observe", f"{name}.blue.sum=3", "--json")
        assert [one["path"] for one in told.json["figures"]] == [f"players.{seat}.blue"], told.err
        assert helper("legal", name, "--json").json["seat"] == seat


@pytest.mark.parametrize("pair", ALIKE, ids=" ".join)
def test_two_who_are_written_otherwise_are_two_with_roles(helper: Helper, pair: tuple[str, str]) -> None:
    first, second = pair
    assert helper("new", "hegemony", f"{first}=working", f"{second}=capitalist").code == 0
    for name, role in ((first, "working"), (second, "capitalist")):
        told = helper("observe", f"{name}.loans=1", "--json")
        assert [one["path"] for one in told.json["figures"]] == [f"{role}.loans"], told.err
    voted = helper("play", first, "vote", f"{second}:for:0:0", "--dry-run", "--json")
    assert voted.json["arguments"]["ballot"] == ["capitalist:for:0:0"], voted.err


ASKS = {
    "en": "“{0}” could be P1 (José) and P2 (Jose); write the name as it stands here, or the seat.",
    "de": "„{0}“ ist nicht eindeutig: P1 (José) und P2 (Jose). Schreib den Namen so, wie er hier steht, oder den Platz.",
    "it": "«{0}» può essere P1 (José) e P2 (Jose); scrivi il nome così come è riportato qui, oppure il posto.",
}


@pytest.mark.parametrize("lang", ASKS)
@pytest.mark.parametrize("typed", ["JOSE", "jos"])
@pytest.mark.parametrize("words", ["play {} base b5", "legal {}", "observe {}.blue.sum=3", "play zoe base b5"])
def test_who_of_two_is_meant_is_asked_naming_these_alone(helper: Helper, lang: str, typed: str, words: str) -> None:
    assert helper("new", "capital-lux-2", "José", "Jose", "Zoe").code == 0
    found = helper(*words.format(typed).split(), "--lang", lang)
    if "zoe" in words:
        assert found.code == 0, found.err
    else:
        assert (found.code, found.out) == (2, "")
        assert ASKS[lang].format(typed) in found.err


def test_a_beginning_that_two_roles_begin_with_is_asked_too(helper: Helper) -> None:
    assert helper("new", "hegemony", "José=working", "Jose=capitalist").code == 0
    found = helper("play", "P1", "vote", "JOSE:for", "--dry-run")
    assert found.code == 2
    assert "could be" in found.err
    assert "José" not in helper("play", "P1", "vote", "Zoe:for", "--dry-run").err


def test_a_name_is_kept_composed_and_found_either_way(helper: Helper) -> None:
    assert helper("new", "capital-lux-2", "Jose\u0301 ", "Bert", "--name", "Cafe\u0301").code == 0
    assert seats(helper) == ["José", "Bert"]
    for typed in ("José", "Jose\u0301", "jose"):
        assert helper("legal", typed, "--json").json["seat"] == "P1"
    for typed in ("Café", "Cafe\u0301", "cafe"):
        assert helper("record", "use", typed, "--json").json["name"] == "Café"
    assert helper("new", "capital-lux-2", "José", "Jose\u0301").code == 2


@pytest.mark.parametrize("name", SINGLE, ids=ascii)
def test_whatever_is_printable_is_a_name(helper: Helper, name: str) -> None:
    made = helper("new", "capital-lux-2", name, "Cleo", "--name", f"by {name}")
    assert made.code == 0, made.err
    assert seats(helper) == [name, "Cleo"]
    assert f"Turn: {name}\n" in helper("observe", "emperor=P1").out + helper("status").out
    assert helper("record", "use", f"by {name}").code == 0


@pytest.mark.parametrize("name", SINGLE, ids=ascii)
def test_a_record_with_such_a_name_travels(process: Helper, name: str) -> None:
    assert process("new", "capital-lux-2", name, "Cleo").code == 0
    text = process("record", "export").out
    taken = process("record", "import", "-", "--name", f"{name} again", "--json", given=text)
    assert taken.code == 0, taken.err
    assert taken.json["name"] == f"{name} again"
    assert process("record", "use", f"{name} again").code == 0
    assert list(process("status", "--json").json["seats"].values()) == [name, "Cleo"]


UNSEEN = {
    "\x1b[31mred": ("U+001B", {"en": "cannot be a player's name: it holds a sign that nobody sees, U+001B."}),
    "a\u202eb": ("U+202E", {"de": "kann kein Spielername sein: Darin steht ein Zeichen, das niemand sieht, U+202E."}),
    "a\u2066b": ("U+2066", {"it": "non può essere il nome di un giocatore: contiene un segno che nessuno vede, U+2066."}),
    "a\u200fb": ("U+200F", {}),
    "a\u2028b": ("U+2028", {}),
    "a\u200bb": ("U+200B", {}),
    "a\ufeffb": ("U+FEFF", {}),
    "a\nb": ("U+000A", {}),
}


HARMLESS = ("U+200B", "U+FEFF")  # on a screen: they have no width, and turn nothing


@pytest.mark.parametrize("name", UNSEEN, ids=ascii)
def test_what_controls_or_turns_text_is_in_no_name_and_is_said(helper: Helper, name: str) -> None:
    sign, said = UNSEEN[name]
    for words in (["new", "capital-lux-2", name, "Bert"], ["new", "capital-lux-2", "Anna", "Bert", "--name", name]):
        found = helper(*words)
        assert (found.code, found.out) == (2, "")
        assert sign in found.err
        assert name not in found.err or sign in HARMLESS
    for lang, sentence in said.items():
        assert sentence in helper("new", "capital-lux-2", name, "Bert", "--lang", lang).err
    assert helper("record", "list", "--json").json["records"] == []


@pytest.mark.parametrize("name", ["", " ", "\u200d", "\u00a0\u200c"], ids=ascii)
@pytest.mark.parametrize(
    ("lang", "said", "of_record"),
    [
        ("en", "A player's name is empty; write one.", "The name of the record is empty; write one."),
        ("de", "Ein Spielername ist leer; schreib einen.", "Der Name der Aufzeichnung ist leer; schreib einen."),
        ("it", "Il nome di un giocatore è vuoto; scrivine uno.", "Il nome della registrazione è vuoto; scrivine uno."),
    ],
)
def test_a_name_of_which_nothing_is_seen_is_refused(helper: Helper, name: str, lang: str, said: str, of_record: str) -> None:
    found = helper("new", "capital-lux-2", name, "Bert", "--lang", lang)
    assert found.code == 2
    assert said in found.err
    if "\u200d" in name:
        assert of_record in helper("new", "capital-lux-2", "Anna", "Bert", "--name", name, "--lang", lang).err


def test_a_name_that_is_too_long_is_refused(helper: Helper) -> None:
    assert f"A player's name has 200 signs at most, and more begin with “{'x' * 40}”." in helper("new", "capital-lux-2", "x" * 201, "B").err
    said = helper("new", "capital-lux-2", "A", "B", "--name", "x" * 201).err
    assert f"The name of a record has 200 signs at most, and more begin with “{'x' * 40}”." in said


ELSEWHERE = {
    "en": "“P2=Anna” stands in the place of P1 here",
    "de": "„P2=Anna“ steht hier auf dem Platz von P1",
    "it": "«P2=Anna» qui sta al posto di P1",
}


@pytest.mark.parametrize("lang", ELSEWHERE)
def test_a_seat_before_a_name_is_not_the_name_and_must_be_its_own(helper: Helper, lang: str) -> None:
    assert helper("new", "capital-lux-2", "P1=Anna", "P2=A=B").code == 0
    assert seats(helper) == ["Anna", "A=B"]
    found = helper("new", "capital-lux-2", "P2=Anna", "P1=Bert", "--lang", lang)
    assert found.code == 2
    assert ELSEWHERE[lang] in found.err


def test_where_a_game_has_roles_what_is_none_behind_the_sign_is_refused_with_those_there_are(helper: Helper) -> None:
    found = helper("new", "hegemony", "A=B", "C=capitalist")
    assert found.code == 2
    assert "“B” is not known here; it is one of working, middle, capitalist and state." in found.err
    assert helper("new", "hegemony", "A=B=working", "C=capitalist").code == 0
    assert seats(helper) == ["A=B", "C"]


def test_somebody_called_what_another_plays_is_asked_for(helper: Helper) -> None:
    assert helper("new", "hegemony", "State=working", "Bert=middle", "Cleo=capitalist", "Dora=state").code == 0
    found = helper("legal", "state")
    assert found.code == 0
    found = helper("legal", "State")
    assert (found.code, found.out) == (2, "")
    assert "“State” could be P4 (Dora) and P1 (State)" in found.err
    assert helper("legal", "P4", "--json").json["seat"] == "P4"


def test_records_are_compared_as_typed_and_looked_up_folded(helper: Helper) -> None:
    for name in ("José", "Jose", "Friday", "friday"):
        assert helper("new", "capital-lux-2", "Anna", "Bert", "--name", name).code == 0
        assert helper("new", "capital-lux-2", "Anna", "Bert", "--name", name).code == 2
    for name in ("José", "Jose", "Friday", "friday"):
        assert helper("record", "use", name, "--json").json["name"] == name
    found = helper("record", "use", "FRIDAY")
    assert found.code == 2
    assert "“FRIDAY” could be Friday and friday; write the name as it stands here." in found.err


def test_a_hand_of_two_who_read_alike_is_asked_for(helper: Helper) -> None:
    assert helper("new", "capital-lux-2", "José", "Jose", "--option", "set=a").code == 0
    for typed, wanted in (("José", "P1"), ("Jose", "P2")):
        assert helper("observe", f"emperor={typed}", "--json").json["figures"][0]["value"] == {"P1": "José", "P2": "Jose"}[wanted]
    found = helper("observe", "emperor=JOSE")
    assert found.code == 2
    assert "P1 (José) and P2 (Jose)" in found.err
