"""Write `locales/helper.pot` and bring every `.po` up to date with it. Needs Babel; for a checkout only.

The template holds, in this order: the sentences of each game, those of faults, the program's own, and the words of
Click and Typer, taken from the installed packages. No dates and no line numbers: the files change when a message does.
"""

from __future__ import annotations

import importlib.util
import json
import re
from collections.abc import Iterable, Iterator
from contextlib import redirect_stderr
from difflib import get_close_matches
from io import BytesIO, StringIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as BabelMessage
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

from helper.definitions.load import GAMES
from helper.definitions.schema import Sentence
from helper.frozen import Frozen
from helper.i18n.catalogs import CHECKOUT, DOMAIN, PACKAGE
from helper.i18n.checkout import locale_of
from helper.i18n.extract import game_sentences, notes
from helper.i18n.faults import SOURCE as FAULTS
from helper.i18n.faults import sentences_of

SAID = {"say": None, "say_n": (1, 2), "later": None, "_": None, "gettext": None, "ngettext": (1, 2)}
NOT_SHOWN = ("_hatch_build.py", "dev.py", "bench")
HEADER = """\
# Messages of tabletop-helper. Written by `python -m helper.dev write`: translate the msgstr lines, leave the others.
# docs/contributing says how."""
_UNSTEADY = re.compile(
    r'^"(Project-Id-Version|POT-Creation-Date|PO-Revision-Date|Generated-By|Report-Msgid-Bugs-To'
    r"|Last-Translator: FULL NAME|Language-Team: [\w-]* ?<LL@li.org>).*\n",
    re.MULTILINE,
)


_PREVIOUS = re.compile(r"^#\|.*\n", re.MULTILINE)
NEAR = 0.75
"""How alike two sentences of the program are of which one took the place of the other."""


class Message(Frozen):
    """One message of the template; `context` is None for the program's own."""

    context: str | None
    text: str
    plural: str = ""
    comments: tuple[str, ...] = ()


def all_messages() -> Iterator[Message]:
    """Yield everything translatable, in the order of the template."""
    for path in sorted(GAMES.glob("*/game.toml")):
        yield from map(_of_sentence, game_sentences(path.parent))
    yield from map(_of_sentence, fault_sentences())
    own = [path for path in PACKAGE.rglob("*.py") if path.relative_to(PACKAGE).parts[0] not in NOT_SHOWN]
    yield from _said_in(own)
    for package in ("click", "typer"):
        found = importlib.util.find_spec(package)
        assert found is not None
        assert found.origin is not None
        yield from _said_in(list(Path(found.origin).parent.glob("*.py")), f"Said by {package.title()}")


def fault_sentences() -> list[Sentence]:
    """Return the sentences of `faults.toml` as the checkout has them now."""
    import tomllib

    return list(sentences_of(tomllib.loads(FAULTS.read_text(encoding="utf-8"))).values())


def template(messages: Iterable[Message] | None = None) -> Catalog:
    """Return the template that every catalog follows, of all messages or of those that were found already."""
    catalog = Catalog(project="tabletop-helper", header_comment=HEADER, fuzzy=False)
    for message in all_messages() if messages is None else messages:
        id = (message.text, message.plural) if message.plural else message.text
        catalog.add(id, auto_comments=message.comments, context=message.context)
    return catalog


def files() -> dict[Path, str]:
    """Return what `helper.pot` and every `.po` should hold."""
    pot = template()
    found = {CHECKOUT / f"{DOMAIN}.pot": text_of(pot)}
    for path in sorted(CHECKOUT.glob(f"*/LC_MESSAGES/{DOMAIN}.po")):
        found[path] = updated(path.read_bytes(), path.parent.parent.name, pot)
    return found


def updated(po: bytes, lang: str, pot: Catalog) -> str:
    """Return a `.po` brought up to date: translations of unchanged messages stay, those of changed ones wait to be read again.

    What waits is marked fuzzy, holds the English that it translated, and is never shown.
    """
    earlier = _translated_before(po)
    catalog = read_po(BytesIO(_PREVIOUS.sub("", po.decode()).encode()), locale=str(locale_of(lang)), abort_invalid=True)
    was = [message for message in catalog if message.id and _is_translated(message)]
    catalog.update(pot, no_fuzzy_matching=True, update_header_comment=True, update_creation_date=False)
    present = {(message.context, _first(message)) for message in catalog if message.id}
    by_context = {message.context: message for message in was if message.context}
    gone = {_first(message): message for message in was if not message.context and (None, _first(message)) not in present}
    for message in catalog:
        if message.id and not _is_translated(message):
            near = get_close_matches(_first(message), gone, 1, NEAR) if gone and not message.context else ()
            source = gone[near[0]] if near else by_context.get(message.context or "")
            if source:
                _wait(message, source, catalog.num_plurals)
                message.previous_id = earlier.get((source.context, _first(source))) or _ids(source)
        elif message.fuzzy:
            message.previous_id = earlier.get((message.context, _first(message)), [])
    return text_of(catalog)


def _wait(message: BabelMessage, source: BabelMessage, plurals: int) -> None:
    """Give a changed message its old translation, to be read again."""
    strings = source.string if isinstance(source.string, tuple) else (source.string,)
    message.string = (*strings, *strings[-1:] * plurals)[:plurals] if message.pluralizable else strings[0]
    message.flags.add("fuzzy")


def _translated_before(po: bytes) -> dict[tuple[str | None, str], list[str]]:
    """Return the English that each waiting translation was made of, by context and English of today."""
    found = {}
    for block in po.decode().split("\n\n"):
        before = [json.loads(text) for text in re.findall(r'^#\| msgid(?:_plural)? (".*")$', block, re.MULTILINE)]
        context, now = (re.search(rf'^{what} (".*")$', block, re.MULTILINE) for what in ("msgctxt", "msgid"))
        if before and now:
            found[json.loads(context[1]) if context else None, json.loads(now[1])] = before
    return found


def _is_translated(message: BabelMessage) -> bool:
    return any(message.string) if isinstance(message.string, tuple) else bool(message.string)


def _ids(message: BabelMessage) -> list[str]:
    return list(message.id) if isinstance(message.id, (list, tuple)) else [message.id]


def _first(message: BabelMessage) -> str:
    return _ids(message)[0]


def fresh(lang: str, pot: Catalog | None = None) -> str:
    """Return a new `.po` with every message of the template untranslated and the plural forms of its language."""
    catalog = Catalog(locale=str(locale_of(lang)), header_comment=HEADER, fuzzy=False)
    catalog.update(pot or template(), no_fuzzy_matching=True, update_creation_date=False)
    return text_of(catalog)


def text_of(catalog: Catalog) -> str:
    """Return a catalog as text that is the same whenever its messages are."""
    made = BytesIO()
    write_po(made, catalog, width=0, no_location=True, ignore_obsolete=True, include_previous=True)
    return _UNSTEADY.sub("", made.getvalue().decode())


def _of_sentence(sentence: Sentence) -> Message:
    return Message(sentence.context, sentence.text, sentence.plural, tuple(notes(sentence)))


def _said_in(paths: list[Path], comment: str = "") -> Iterator[Message]:
    """Yield the messages that Python code says, in alphabetical order: where they stand in it changes too often."""
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    for path in sorted(paths):
        with redirect_stderr(StringIO()):  # it warns of every f-string, also where a value is one
            extracted = extract_from_file("python", path, keywords=SAID, comment_tags=("Translators:",), strip_comment_tags=True)
        for _, texts, noted, _ in extracted:
            one, other = (texts[0], texts[1]) if isinstance(texts, tuple) else (texts, "")
            if one:
                found.setdefault((one, other), (*noted, *([comment] if comment else [])))
    for (one, other), comments in sorted(found.items(), key=lambda entry: (entry[0][0].casefold(), entry[0])):
        yield Message(None, one, other, comments)
