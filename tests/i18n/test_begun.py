"""A language that is begun, with a few sentences of its own, turns no test red: whoever begins one edits nothing else."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from helper.i18n.catalog_files import fresh
from helper.i18n.catalogs import CHECKOUT, languages
from tests.languages import COMPLETE, SPOKEN

ROOT = CHECKOUT.parent
BEGUN = next(lang for lang in ("pt", "nl", "sv") if lang not in languages())
SENTENCES = {
    "capital-lux-2/game:edition": "Gerações, segunda edição; segundo um resumo alemão das regras",
    "capital-lux-2/term:blue.sheet": "azul",
    "hegemony/term:clinic.box": "Clínica",
    "hegemony/term:working.sheet": "classe trabalhadora",
    "helper/fault:declined": "Nada foi alterado.",
}
COPIED = ("helper", "tests", "locales", "docs", "pyproject.toml", "README.md", "mkdocs.yml", "LICENSE")
HELD = (
    "tests/i18n/test_catalog_files.py",
    "tests/definitions/test_house.py",
    "tests/publish/test_changes.py",
    "tests/publish/test_house.py",
    "tests/publish/test_pages.py",
    "tests/publish/test_roles.py",
    "tests/publish/test_sources.py",
    "tests/publish/test_tables.py",
    "tests/games/elsewhere/test_elsewhere.py",
    "tests/games/hegemony/test_short_forms.py",
    "tests/test_reference.py",
)
"""Where tests go through every language there is."""
OF_A_LANGUAGE = " and ".join((f"({BEGUN}] or language or translation)", *(f"not {lang}]" for lang in SPOKEN)))


def begin(catalog: Path) -> None:
    text = fresh(BEGUN)
    for context, said in SENTENCES.items():
        text, found = re.subn(rf'(msgctxt "{re.escape(context)}"\nmsgid .*\nmsgstr )""', rf'\1"{said}"', text)
        assert found == 1, context
    catalog.parent.mkdir(parents=True)
    catalog.write_text(text, encoding="utf-8")


@pytest.mark.slow
def test_a_language_that_is_begun_leaves_every_test_green(tmp_path: Path) -> None:
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
        else:
            shutil.copy(ROOT / name, tmp_path / name)
    begin(tmp_path / "locales" / BEGUN / "LC_MESSAGES" / "helper.po")
    environ = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")}
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-n0",
            "-v",
            "-p",
            "no:cacheprovider",
            "-m",
            "not browser and not slow",
            "-k",
            OF_A_LANGUAGE,
            *HELD,
        ],
        cwd=tmp_path,
        env={**environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        encoding="utf-8",
    )
    red = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    assert not red, "\n".join((*red, "Begin the language by hand to see more:", f"python -m helper.dev new-language {BEGUN}"))
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert f"[{BEGUN}]" in done.stdout, "the tests of the copy have not seen the language"


def test_only_what_has_a_catalog_is_held_to_being_complete() -> None:
    assert {*COMPLETE} < {*languages()}
    assert SPOKEN[0] == languages()[0]
