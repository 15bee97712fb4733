"""Every mistake that players are known to make is answered by a reminder, where it is needed and in every language.

The trace names the rows of the facts' list of mistakes and quotes nothing; where the facts lie beside the checkout, its rows
are counted too.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from helper import reference
from helper.definitions.load import load
from helper.definitions.schema import Reminder
from helper.i18n.words import Words
from tests.missing import home, speaks

TRACE: dict[str, Any] = tomllib.loads((Path(__file__).parent / "mistakes.toml").read_text(encoding="utf-8"))
MISTAKES: list[dict[str, Any]] = TRACE["mistakes"]
FACTS = Path(__file__).parents[3] / "shared" / "rules" / "hegemony.md"
LANGUAGES = ("en", "de", "it")


def reminder(named: str) -> Reminder:
    """Return the reminder that `rule:reminder` names."""
    rule, _, id = named.partition(":")
    return next(one for one in load(TRACE["game"]).rules[rule].reminders if one.id == id)


def shown(checklist: str, language: str) -> list[str]:
    """Return all that a checklist reminds of, at its steps and after them."""
    answer: dict[str, Any] = reference.checklist(TRACE["game"], checklist, language)
    at_end: list[str] = answer["reminders"]
    return [text for step in answer["steps"] for text in step["reminders"]] + at_end


def test_every_row_is_there_in_order() -> None:
    rows = [one["row"] for one in MISTAKES]
    assert rows == sorted(rows)
    assert set(rows) == set(range(1, TRACE["rows"] + 1))


@pytest.mark.parametrize("one", MISTAKES, ids=lambda one: f"{one['row']}: {one['what']}")
def test_every_mistake_names_reminders_that_exist_and_checklists_that_show_them(one: dict[str, Any]) -> None:
    assert set(one) == {"row", "what", "reminders", "shows"}
    assert one["what"]
    assert one["reminders"]
    assert one["shows"]
    known = {f"{rule.id}:{each.id}" for rule in load(TRACE["game"]).rules.values() for each in rule.reminders}
    assert set(one["reminders"]) <= known
    assert set(one["shows"]) == {when for named in one["reminders"] for when in reminder(named).when}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_mistake_is_answered_in_each_checklist_it_names(language: str) -> None:
    words = Words(language, load(TRACE["game"]))
    said = {when: shown(when, language) for one in MISTAKES for when in one["shows"]}
    red: list[str] = []
    for one in MISTAKES:
        texts = {named: reminder(named).text for named in one["reminders"]}
        row = f'Mistake {one["row"]} ("{one["what"]}")'
        red += [
            f"{row}: the reminder {named}{home(named)} is not translated to {language}. Translate it in locales/{language}."
            for named, text in texts.items()
            if not words.is_translated(text)
        ]
        red += [
            f'{row}: the checklist "{when}" shows none of {", ".join(texts)}. Say so in "when" of one of them.'
            for when in one["shows"]
            if not {words.sentence(text) for text in texts.values()} & set(said[when])
        ]
    speaks(red)


def test_the_facts_list_as_many_mistakes() -> None:
    if not FACTS.is_file():
        pytest.skip("the facts do not lie beside this checkout")
    part = FACTS.read_text(encoding="utf-8").partition("### 11.4 ")[2].partition("\n### ")[0]
    table = re.findall(r"^\|.*\|$", part, re.MULTILINE)
    assert len(table) - len(("head", "rule")) == TRACE["rows"]
