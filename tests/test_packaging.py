"""What is built and given away: a wheel of compiled definitions and catalogs, and a source archive that makes the same."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

from helper.definitions.load import discover, read
from helper.i18n import catalogs
from tests.workshop import Workshop

ROOT = Path(__file__).parents[1]
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def built(workshop: Workshop) -> Path:
    """Build the source archive, and the wheel from it; give the folder they are in."""

    def make(folder: Path) -> None:
        command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stdout + done.stderr

    return workshop.make("archives", make)


@pytest.fixture(scope="module")
def unpacked(built: Path, workshop: Workshop) -> Path:
    """Unpack the wheel as an installer would, away from the checkout."""

    def make(folder: Path) -> None:
        (wheel,) = built.glob("*.whl")
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(folder)

    return workshop.make("site-packages", make)


def names(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_the_wheel_carries_every_language_compiled_with_its_symbols(unpacked: Path) -> None:
    held = names(unpacked)
    for lang in catalogs.languages()[1:]:
        assert f"helper/_locales/{lang}/LC_MESSAGES/helper.mo" in held
        symbols = json.loads((unpacked / f"helper/_locales/{lang}.json").read_bytes())
        assert set(symbols) == set(catalogs.Symbols._fields)


def test_the_wheel_carries_every_definition_compiled_and_just_as_it_is_written(unpacked: Path) -> None:
    for game in discover():
        assert json.loads((unpacked / f"helper/_compiled/{game}.game.json").read_bytes()) == read(game)
    faults = tomllib.loads((ROOT / "helper/i18n/faults.toml").read_text(encoding="utf-8"))
    assert json.loads((unpacked / "helper/_compiled/faults.json").read_bytes()) == faults


def test_the_wheel_carries_no_source_of_what_is_compiled_and_nothing_of_the_build(unpacked: Path) -> None:
    held = names(unpacked)
    assert [name for name in held if name.endswith((".toml", ".po", ".pot"))] == []
    assert not any("_hatch_build" in name or "/tests/" in name or "__pycache__" in name for name in held)
    assert "helper/py.typed" in held


def test_the_unpacked_wheel_answers_in_every_language_without_babel_and_without_a_cache(unpacked: Path) -> None:
    code = (
        "import sys; sys.modules['babel'] = sys.modules['platformdirs'] = None\n"
        "from helper.definitions.load import discover, load\n"
        "from helper.errors import Fault\n"
        "from helper.i18n import catalogs\n"
        "from helper.i18n.words import Words\n"
        "for game in discover():\n"
        "    for lang in catalogs.languages():\n"
        "        words = Words(lang, load(game))\n"
        "        print(lang, words.value(1234), words.fault(Fault('no_key', {'given': game})), words.vocabulary() != {})\n"
        "        catalogs.bind(lang)\n"
    )
    environ = {name: value for name, value in os.environ.items() if not name.startswith(("HELPER_", "PYTHONPATH"))}
    command = [sys.executable, "-B", "-c", code]  # others look at what is unpacked meanwhile
    environ["PYTHONPATH"] = str(unpacked)
    done = subprocess.run(command, cwd=unpacked, env=environ, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert len(lines) == len(discover()) * len(catalogs.languages())
    assert lines[0].startswith("en 1,234")


def test_the_source_archive_holds_what_a_distributor_needs(built: Path) -> None:
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as opened:
        held = {name.partition("/")[2] for name in opened.getnames()}
    assert {"pyproject.toml", "LICENSE", "README.md", "locales/helper.pot", "tests/test_packaging.py", "helper/_hatch_build.py"} <= held
    assert {f"locales/{lang}/LC_MESSAGES/helper.po" for lang in catalogs.languages()[1:]} <= held
    assert {path.relative_to(ROOT).as_posix() for path in ROOT.glob("docs/examples/*") if path.is_file()} <= held
    assert not any(name.endswith((".mo", ".pyc")) for name in held)


def test_every_requirement_has_an_upper_bound() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = [*project["dependencies"], *(wish for extra in project["optional-dependencies"].values() for wish in extra)]
    assert [wish for wish in asked if not wish.startswith("tabletop-helper[") and "<" not in wish and "==" not in wish] == []


def test_an_editable_install_compiles_nothing() -> None:
    hatchling = pytest.importorskip("hatchling.builders.hooks.plugin.interface")
    from helper._hatch_build import CompiledFiles

    assert issubclass(CompiledFiles, hatchling.BuildHookInterface)
    hook = object.__new__(CompiledFiles)
    build: dict[str, object] = {"force_include": {}}
    hook.initialize("editable", build)
    hook.finalize("editable", build, "")
    assert build == {"force_include": {}}
