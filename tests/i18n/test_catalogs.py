"""Which language is spoken, and where its catalog comes from."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from helper.errors import Damaged, UnreadableInput
from helper.i18n import catalogs
from helper.i18n.checkout import compiled, machine_catalogs, symbol_file

ROOT = Path(__file__).parents[2]
HEADER = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'


def put(folder: Path, lang: str, body: str = "") -> Path:
    path = folder / lang / "LC_MESSAGES" / "helper.po"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(HEADER + body, encoding="utf-8")
    return path


@pytest.fixture
def locales(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a folder of languages of its own, and an empty cache."""
    folder = tmp_path / "locales"
    for lang in ("de", "it", "pt_BR", "pt"):
        put(folder, lang, 'msgid "yes"\nmsgstr "' + lang + '"\n')
    monkeypatch.setenv("HELPER_LOCALES", str(folder))
    monkeypatch.setenv("HELPER_CACHE", str(tmp_path / "cache"))
    for name in ("_catalogs", "_symbols", "_added"):
        monkeypatch.setattr(catalogs, name, {})
    return folder


def test_english_comes_first_and_a_folder_makes_a_language(locales: Path) -> None:
    assert catalogs.languages() == ("en", "de", "it", "pt", "pt_BR")
    put(locales, "uk")
    assert "uk" in catalogs.languages()


@pytest.mark.parametrize(
    ("asked", "spoken"),
    [
        ("de", "de"),
        ("de_AT", "de"),
        ("de-AT.UTF-8", "de"),
        ("DE", "de"),
        ("pt_BR", "pt_BR"),
        ("pt-br", "pt_BR"),
        ("pt_PT@euro", "pt"),
        ("C", "en"),
        ("POSIX", "en"),
        ("en_GB", "en"),
    ],
)
def test_a_language_is_found_by_any_way_of_writing_it(locales: Path, asked: str, spoken: str) -> None:
    assert catalogs.choose(asked) == spoken


def test_a_language_asked_for_that_does_not_exist_is_refused_with_those_that_do(locales: Path) -> None:
    with pytest.raises(UnreadableInput) as refused:
        catalogs.choose("tlh")
    (fault,) = refused.value.faults
    assert fault.code == "unknown_language"
    assert fault.values["given"] == "tlh"
    assert fault.values["known"] == ["en", "de", "it", "pt", "pt_BR"]


@pytest.mark.parametrize("asked", ["", "..", "../de", "de/../de", "\0", "1", "_", "-"])
def test_what_is_no_language_is_refused(locales: Path, asked: str) -> None:
    with pytest.raises(UnreadableInput):
        catalogs.choose(asked)


@pytest.mark.parametrize(
    ("environ", "spoken"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "it_IT"}, "it"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"HELPER_LANG": "it", "LC_ALL": "C"}, "it"),
        ({"LANG": "tlh", "LANGUAGE": "xx:de:it"}, "de"),
        ({"LANG": "", "LC_MESSAGES": "tlh"}, "en"),
    ],
)
def test_without_a_wish_the_environment_decides_and_nothing_in_it_is_an_error(locales: Path, environ: dict[str, str], spoken: str) -> None:
    assert catalogs.choose(None, environ) == spoken


def test_a_catalog_answers_in_english_what_it_does_not_hold(locales: Path) -> None:
    assert catalogs.catalog("de").gettext("yes") == "de"
    assert catalogs.catalog("de").gettext("never translated") == "never translated"
    assert catalogs.exact("de").gettext("never translated") == ""


def test_a_fuzzy_entry_is_never_used(locales: Path) -> None:
    catalogs.add("de", put(locales, "de", '#, fuzzy\nmsgid "yes"\nmsgstr "vielleicht"\n'))
    assert catalogs.catalog("de").gettext("yes") == "yes"


def test_a_plural_with_an_empty_form_counts_as_untranslated(locales: Path) -> None:
    catalogs.add("de", put(locales, "de", 'msgid "card"\nmsgid_plural "cards"\nmsgstr[0] "Karte"\nmsgstr[1] ""\n'))
    assert catalogs.catalog("de").ngettext("card", "cards", 2) == "cards"
    assert catalogs.catalog("de").ngettext("card", "cards", 1) == "card"


def test_a_catalog_that_is_no_po_is_reported_as_damaged_with_its_place(locales: Path) -> None:
    with pytest.raises(Damaged) as damaged:
        machine_catalogs(b"this is no catalog", "de", "locales/de.po")
    assert damaged.value.faults[0].where == "locales/de.po"


def test_an_edited_catalog_is_compiled_anew_and_an_unchanged_one_is_kept(locales: Path) -> None:
    first = compiled("de", locales / "de/LC_MESSAGES/helper.po")
    assert compiled("de", locales / "de/LC_MESSAGES/helper.po") == first
    assert compiled("de", put(locales, "de", 'msgid "no"\nmsgstr "nein"\n')) != first


def test_a_cache_that_cannot_be_written_is_replaced_by_a_temporary_one(
    locales: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("HELPER_CACHE", str(tmp_path / "file"))
    folder = compiled("it", locales / "it/LC_MESSAGES/helper.po")
    assert folder is not None
    assert (folder / "it/LC_MESSAGES/helper.mo").is_file()


def test_two_processes_may_compile_the_same_catalog_at_once(locales: Path) -> None:
    code = "from helper.i18n import catalogs; print(catalogs.catalog('de').gettext('yes'), catalogs.symbols('de').decimal)"
    running = [subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    assert [process.communicate(timeout=60)[0].strip() for process in running] == ["de ,"] * 4


def test_without_babel_a_checkout_speaks_english_and_says_once_what_to_install(locales: Path) -> None:
    code = (
        "import sys; sys.modules['babel'] = None\n"
        "from helper.i18n.words import Words\n"
        "print(Words('de').say('yes'), Words('it').say('yes'))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "yes yes\n"
    assert done.stderr.count("\n") == 1
    assert "[site]" in done.stderr


def test_binding_a_language_translates_for_the_whole_process(locales: Path) -> None:
    code = "from helper.i18n import catalogs; catalogs.bind('de'); import gettext; print(gettext.gettext('yes'), gettext.gettext('other'))"
    environ = {**os.environ, "LANGUAGE": "it"}
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True, env=environ)
    assert done.stdout.split() == ["de", "other"]


def test_speaking_a_language_again_imports_neither_babel_nor_anything_else_slow(locales: Path) -> None:
    code = (
        "import sys; from helper.i18n.words import Words; Words('de').value(1)\n"
        "print(*({'babel', 'platformdirs', 'locale', 'dataclasses', 'tomllib', 'importlib.metadata'} & set(sys.modules)))"
    )
    catalogs.catalog("de")
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == ""


def test_english_needs_no_symbol_file_and_writes_as_british_english_does() -> None:
    theirs = json.loads(symbol_file("en_GB"))
    ours = catalogs.ENGLISH._asdict()
    assert {**theirs, "name": "English", "grouping": (3, 3)} == ours


def test_a_language_that_babel_does_not_know_counts_and_writes_as_its_relative() -> None:
    assert json.loads(symbol_file("ar-XB"))["direction"] == "rtl"
    assert json.loads(symbol_file("en-XA"))["name"] == "English (en-XA)"
