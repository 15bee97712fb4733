"""What is typed as an answer: beginnings that fit several, yes and no, none, and cards told by what stands on them."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Helper, Typing

BEGUN = {
    "en": "Error: “pro” could be propose and production; write a little more of it.\n",
    "de": "Fehler: „pro“ ist nicht eindeutig: propose und produktion. Schreib etwas mehr davon.\n",
    "it": "Errore: «pro» può essere proponi e produzione; scrivine un po' di più.\n",
}


@pytest.fixture
def hegemony(helper: Helper) -> Helper:
    seats = ("Anna=working", "Bert=middle", "Cleo=capitalist", "Dora=state")
    assert helper("new", "hegemony", *seats, "--start", "full").code == 0
    return helper


@pytest.mark.parametrize("lang", BEGUN)
def test_a_beginning_of_several_moves_names_those_that_begin_so(hegemony: Helper, lang: str) -> None:
    for words in (["pro", "3", "b"], ["anna", "pro", "3", "b"]):
        assert hegemony("play", *words, "--lang", lang).err == BEGUN[lang]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("calc hegemony po", ""),
        ("calc hegemony pr", "“pr” could be prosperity, production and preparation; write a little more of it."),
        ("checklist hegemony pr", "“pr” could be preparation and production; write a little more of it."),
        ("observe policies.t=A", "policies: “t” could be taxation and trade; write a little more of it."),
        ("observe companies.h.level=1", "companies: “h” could be hospital and hotel; write a little more of it."),
        ("play anna pol x", "“pol” could be policy and political_pressure; write a little more of it."),
    ],
)
def test_a_beginning_of_several_things_names_those_that_begin_so(hegemony: Helper, words: str, said: str) -> None:
    found = hegemony(*words.split())
    assert said in found.err
    assert found.err.count(", ") < 3 or not said


ANSWERS = {
    "en": ("Go on? [y/N]: ", "yes y YES ye Y", "no n NO", "maybe j ja", "“maybe” is neither yes nor no; answer “yes” or “no”."),
    "de": ("Weitermachen? [j/N]: ", "ja j JA yes y", "nein n no Nein", "vielleicht s", "weder Ja noch Nein; antworte „ja“ oder „nein“."),
    "it": ("Procedere? [s/N]: ", "sì si s Sì SI yes y", "no n No", "forse j", "non è né un sì né un no; rispondi «sì» o «no»."),
}


@pytest.mark.parametrize("lang", ANSWERS)
def test_yes_and_no_are_read_in_the_language_and_in_english(helper: Helper, typing: Typing, lang: str) -> None:
    asked, yes, no, neither, said = ANSWERS[lang]
    for word in ("", *no.split()):
        assert helper("new", "capital-lux-2", "Anna", "Bert", "--name", "Friday").code == 0
        found = typing("record", "delete", "Friday", "--lang", lang, typed=(word,))
        assert found.code == 130
        assert found.err.count(asked) == 1
        assert helper("record", "delete", "Friday", "--yes").code == 0
    for word in yes.split():
        assert helper("new", "capital-lux-2", "Anna", "Bert", "--name", "Friday").code == 0
        found = typing("record", "delete", "Friday", "--lang", lang, typed=(word,))
        assert (word, found.code, found.err.count(asked)) == (word, 0, 1)
    assert helper("new", "capital-lux-2", "Anna", "Bert", "--name", "Friday").code == 0
    found = typing("record", "delete", "Friday", "--lang", lang, typed=(*neither.split(), yes.split()[0]))
    assert found.code == 0
    assert said in found.err
    assert found.err.count(asked) == len(neither.split()) + 1


def test_the_end_of_what_is_typed_is_no_yes(helper: Helper, typing: Typing) -> None:
    assert helper("new", "capital-lux-2", "Anna", "Bert", "--name", "Friday").code == 0
    assert typing("record", "delete", "Friday", typed=()).code == 130
    assert len(helper("record", "list", "--json").json["records"]) == 1


@pytest.mark.parametrize(
    ("lang", "yes", "no"),
    [("en", "yes y true 1", "no n false 0"), ("de", "ja j yes y", "nein n no"), ("it", "sì si s yes y", "no n")],
)
def test_a_figure_of_yes_or_no_reads_the_same_words(hegemony: Helper, lang: str, yes: str, no: str) -> None:
    for words, value in ((yes, True), (no, False)):
        for word in words.split():
            found = hegemony("observe", f"demonstration={word}", "--lang", lang)
            assert found.code == 0, found.err
            assert hegemony("status", "--json").json["figures"]["demonstration"] is value, word


NO_WORDS = {
    "en": "- – none nothing nobody",
    "de": "- keine keins keiner nichts niemand none",
    "it": "- nessuna nessuno niente nulla none",
}


@pytest.mark.parametrize("lang", NO_WORDS)
def test_none_is_read_as_a_dash_or_a_word_for_it(helper: Helper, typing: Typing, lang: str) -> None:
    for word in NO_WORDS[lang].split():
        helper("new", "hegemony", "Anna=working", "Cleo=capitalist", "--start", "full")
        helper("adjust", "phase=production", "demonstration=yes")
        found = typing("resolve", "--lang", lang, typed=(word,))
        assert found.code == 0, (word, found.err)
        for told in (f"deals={word}", f"market.capitalist={word}", f"companies.college_1.workers={word}"):
            answer = helper("observe", told, "--lang", lang)
            assert answer.code == 0, answer.err
        helper("new", "capital-lux-2", "Anna", "Bert")
        answer = helper("observe", f"capital.blue={word}", f"P1.hand={word}", "--lang", lang, "--json")
        assert answer.code == 0, answer.err
        assert helper("status", "--json").json["figures"]["capital.blue"] == []


DEALS = {
    "en": ("food 6 for 40 Vardis and food 4, luxury 8 for 60 Vardis", "food 7, for 50 Vardis: that does not lie open.", "food 6"),
    "de": ("Nahrung 6 für 40 Vardis und Nahrung 4, Luxus 8 für 60 Vardis", "Nahrung 7, für 50 Vardis: Das liegt nicht offen.", "Nahrung 6"),
    "it": ("Cibo 6 per 40 Vardis e Cibo 4, Lusso 8 per 60 Vardis", "Cibo 7, per 50 Vardis: non è scoperto.", "Cibo 6"),
}


@pytest.mark.parametrize("lang", DEALS)
@pytest.mark.parametrize("typed", ["1,7", "6f,4f8l", "6food,food 4 luxury 8"])
def test_a_business_deal_is_told_by_what_stands_on_it(hegemony: Helper, lang: str, typed: str) -> None:
    lying, not_open, goods = DEALS[lang]
    assert lying in hegemony("observe", f"deals={typed}", "--lang", lang).out
    assert lying in hegemony("log", "--lang", lang).out
    hegemony("adjust", "turn.over=no")
    refused = hegemony("play", "cleo", "deal", "2", "--lang", lang)
    assert refused.code == 1
    assert not_open in " ".join(refused.out.split())
    first = hegemony("play", "cleo", "deal", "1", "--force", "--lang", lang).out.splitlines()[0]
    assert goods in first
    assert "40 Vardis" in first
    unknown = hegemony("play", "cleo", "deal", "99", "--lang", lang)
    assert unknown.code == 2
    assert f"{goods} " in unknown.err
    assert " 7," not in unknown.err.partition(goods)[0]


CARD = {
    "en": "Open export card: food: 3 for 25, 7 for 55 Vardis, luxury: 4 for 25, 8 for 45 Vardis, health: 2 for 10, 6 for 35 Vardis,",
    "de": "Offene Exportkarte: Nahrung: 3 für 25, 7 für 55 Vardis, Luxus: 4 für 25, 8 für 45 Vardis, Gesundheit: 2 für 10, 6 für 35",
    "it": "Carta esportazione scoperta: Cibo: 3 per 25, 7 per 55 Vardis, Lusso: 4 per 25, 8 per 45 Vardis, Sanità: 2 per 10, 6 per 35",
}


@pytest.mark.parametrize("lang", CARD)
@pytest.mark.parametrize("typed", ["1", "3food:25,7food:55", "7food:55", "8luxury45,2 health for 10"])
def test_an_export_card_is_told_by_its_transactions(hegemony: Helper, lang: str, typed: str) -> None:
    told = hegemony("observe", f"export_card={typed}", "--lang", lang)
    assert told.code == 0, told.err
    assert CARD[lang] in told.out
    assert hegemony("status", "--json").json["figures"]["export_card"] == 1


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("3f:25", "export_card: 3food:25 stand on several cards; add another lot of the card."),
        ("3f:26", "export_card: No card has 3food:26 on it; look again."),
        ("3f:25,3f:26", "export_card: No card has 3food:25 and 3food:26 on it; look again."),
        ("17", "export_card: 17 is out of range; it goes from 1 to 16."),
        ("food", "export_card: “food” is no lot of a card; write how many, of what, and for how much, as in 3food:25."),
        ("-", "export_card: “-” is no lot of a card"),
        ("3x:25", "export_card: “x” is not known here"),
    ],
)
def test_an_export_card_that_there_is_not_is_refused(hegemony: Helper, typed: str, said: str) -> None:
    found = hegemony("observe", f"export_card={typed}")
    assert found.code == 2
    assert said in found.err
