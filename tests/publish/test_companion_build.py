"""What the companion is made of on a static host: which modules travel, that they answer there, and what is kept offline."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest

from helper.definitions.load import discover, has_engine
from helper.errors import HelperError, SurroundingsFailed, UnreadableInput
from helper.i18n import catalogs
from helper.publish import companion
from helper.publish.build import build
from helper.publish.companion_build import bytecode, packing, placing, runtime
from helper.publish.companion_build.offline import precached, write_service_worker
from helper.publish.companion_build.travelling import travelling
from tests.test_layers import FOR_ALL, MAY_IMPORT

ROOT = Path(__file__).parents[2]
PLAYABLE = [game for game in discover() if has_engine(game)]
LANGUAGES = catalogs.languages()
LAYERS = {"__init__", "publish", "reference"} | MAY_IMPORT["table"] | FOR_ALL
ANSWER = """\
import importlib.util, json, sys
sys.path.append("/app")
from helper.publish.companion.desk import respond_json
answers = [respond_json(json.dumps(one)) for one in json.loads(open("/work/requests.json").read())]
json.dump({"magic": importlib.util.MAGIC_NUMBER.hex(), "answers": answers}, open("/work/answers.json", "w"))
"""
RUNNER = """\
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
const [runtime, work, app, library] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(runtime + "/pyodide.mjs").href);
const { info } = JSON.parse(readFileSync(runtime + "/pyodide-lock.json", "utf8"));
const python = await loadPyodide({ stdLibURL: library, lockFileContents: { info, packages: {} } });
python.mountNodeFS("/work", work);
python.mountNodeFS("/app", app);
python.runPython(readFileSync(work + "/answer.py", "utf8"));
"""


@pytest.fixture(scope="session")
def node() -> str:
    """Return Node, with npm beside it: without either there is nothing to compile with."""
    found = shutil.which("node")
    if found is None or shutil.which("npm") is None:
        if os.environ.get("CI"):
            pytest.fail("no Node, and CI requires it: apt-get install nodejs npm")
        pytest.skip("no Node here: apt-get install nodejs npm")
    try:
        runtime.runtime_folder()
    except SurroundingsFailed as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"the runtime cannot be had here: {error}")
    return found


@pytest.fixture(scope="session")
def code(node: str) -> dict[str, bytes]:
    return packing.code()


# Which modules travel


def test_nothing_travels_that_lies_above_the_desk_or_serves_a_checkout() -> None:
    names = set(travelling())
    assert "helper/publish/companion/desk.py" in names
    assert {name.split("/")[1].removesuffix(".py") for name in names} <= LAYERS
    assert not names & {"helper/i18n/checkout.py", "helper/household/files.py", "helper/publish/plugin.py", "helper/publish/build.py"}
    assert "helper/definitions/lint.py" in names, "a record may bring a house file along, which is checked there as well"
    assert not [name for name in names if "companion_build" in name or "/cards/" in name]


def test_every_module_of_a_game_that_can_be_played_travels() -> None:
    names = set(travelling())
    for game in PLAYABLE:
        folder = ROOT / "helper" / "games" / game.replace("-", "_")
        assert {path.relative_to(ROOT).as_posix() for path in folder.rglob("*.py")} <= names


def test_a_module_follows_whoever_imports_it_unless_it_serves_a_checkout_or_a_type_checker(tmp_path: Path) -> None:
    sources = {
        "helper/__init__.py": "",
        "helper/desk.py": "from typing import TYPE_CHECKING\nfrom helper.near import one\nif TYPE_CHECKING:\n    import helper.typed\n",
        "helper/near.py": "def one():\n    from helper import later, tools\n",
        "helper/later.py": "import helper.whole\n",
        "helper/tools.py": "import babel\n",
        "helper/typed.py": "",
        "helper/whole/__init__.py": "from importlib import import_module\n",
        "helper/whole/part/__init__.py": "",
        "helper/whole/part/deep.py": "from . import beside\n",
        "helper/whole/part/beside.py": "",
        "helper/alone.py": "",
    }
    for name, text in sources.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    left = {"helper/tools.py", "helper/typed.py", "helper/alone.py"}
    assert set(travelling("helper.desk", tmp_path)) == set(sources) - left


# Fetching


def archive_of(files: dict[str, bytes]) -> bytes:
    packed = BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for name, content in files.items():
            entry = tarfile.TarInfo(f"package/{name}")
            entry.size = len(content)
            archive.addfile(entry, BytesIO(content))
    return packed.getvalue()


@pytest.fixture
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HELPER_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def npm_that_does(monkeypatch: pytest.MonkeyPatch, script: str, folder: Path) -> None:
    npm = folder / "bin" / "npm"
    npm.parent.mkdir()
    npm.write_text(f"#!{sys.executable}\nimport sys\nfrom pathlib import Path\n{script}\n")
    npm.chmod(0o755)
    monkeypatch.setenv("PATH", str(npm.parent))


def fault_of(error: pytest.ExceptionInfo[HelperError]) -> str:
    return error.value.faults[0].code


def test_without_npm_it_is_said_what_to_install(empty_cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SurroundingsFailed) as error:
        runtime.runtime_folder()
    assert fault_of(error) == "no_node"


@pytest.mark.skipif(sys.platform == "win32", reason="a script stands for npm")
def test_without_a_network_it_is_said_what_npm_said(empty_cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    npm_that_does(monkeypatch, "sys.exit('npm error network no way out')", tmp_path)
    with pytest.raises(SurroundingsFailed) as error:
        runtime.runtime_folder()
    assert fault_of(error) == "no_runtime"
    assert error.value.faults[0].values["problem"] == "npm error network no way out"
    assert not empty_cache.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="a script stands for npm")
def test_another_package_than_the_pinned_one_is_not_used(empty_cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    npm_that_does(monkeypatch, "Path(sys.argv[-1], 'pyodide.tgz').write_bytes(b'forged')", tmp_path)
    with pytest.raises(SurroundingsFailed) as error:
        runtime.runtime_folder()
    assert fault_of(error) == "other_runtime"
    assert not empty_cache.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="a script stands for npm")
def test_what_was_fetched_once_is_used_without_npm(empty_cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = archive_of({name: name.encode() for name in runtime.FILES})
    (tmp_path / "given.tgz").write_bytes(archive)
    monkeypatch.setattr(runtime, "INTEGRITY", f"sha512-{base64.b64encode(hashlib.sha512(archive).digest()).decode()}")
    given = str(tmp_path / "given.tgz")
    npm_that_does(monkeypatch, f"Path(sys.argv[-1], 'pyodide.tgz').write_bytes(Path({given!r}).read_bytes())", tmp_path)
    folder = runtime.runtime_folder()
    assert {name: (folder / name).read_bytes() for name in runtime.FILES} == {name: name.encode() for name in runtime.FILES}
    monkeypatch.setenv("PATH", "")
    assert runtime.runtime_folder() == folder


@pytest.mark.slow
def test_what_was_compiled_once_is_used_without_node(code: dict[str, bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert packing.code() == code


def test_a_copy_for_the_disk_is_refused_with_the_companion() -> None:
    with pytest.raises(UnreadableInput) as error:
        build(offline=True, companion=True)
    assert fault_of(error) == "companion_on_disk"


# Compiling and packing


@pytest.mark.slow
def test_what_does_not_compile_is_told_with_its_place(node: str, empty_cache: Path) -> None:
    shutil.copytree(runtime_of_the_user(), empty_cache / "companion" / f"pyodide-{runtime.VERSION}")
    with pytest.raises(SurroundingsFailed) as error:
        bytecode.modules({"helper/broken.py": b"def f(:"})
    assert fault_of(error) == "cannot_compile"


def runtime_of_the_user() -> Path:
    """Return the folder of the runtime as it was before a test named another cache."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("HELPER_CACHE")
        return runtime.runtime_folder()


@pytest.mark.slow
def test_the_same_sources_make_the_same_bytecode_and_no_docstring_is_in_it(node: str, empty_cache: Path) -> None:
    folder = empty_cache / "companion"
    shutil.copytree(runtime_of_the_user(), folder / f"pyodide-{runtime.VERSION}")
    source = (
        b'"""Told to nobody."""\nfrom __future__ import annotations\n\ndef f(x):\n    """Nor this."""\n    return x in {"a", "b", "c"}\n'
    )
    first = bytecode.modules({"helper/one.py": source, "helper/two.py": b"assert True"})
    assert set(first) == {"helper/one.pyc", "helper/two.pyc"}
    assert b"Told" not in first["helper/one.pyc"]
    assert b"Nor" not in first["helper/one.pyc"]
    for kept in folder.glob("bytecode-*.zip"):
        kept.unlink()
    assert bytecode.modules({"helper/one.py": source, "helper/two.py": b"assert True"}) == first


@pytest.mark.slow
def test_the_whole_standard_library_is_there_as_bytecode(node: str) -> None:
    with zipfile.ZipFile(runtime.runtime_folder() / "python_stdlib.zip") as given:
        wanted = {f"{name}c" if name.endswith(".py") else name for name in given.namelist() if not name.endswith("/")}
    with zipfile.ZipFile(BytesIO(bytecode.standard_library())) as made:
        assert set(made.namelist()) == wanted
        assert len({made.read(name)[:16] for name in made.namelist() if name.endswith(".pyc")}) == 1


def test_a_container_gives_back_what_was_put_in() -> None:
    files = {"a/ü.json": "{}ß".encode(), "b": b"", "c": bytes(300)}
    assert packing.unpacked(packing.packed(files)) == files
    assert packing.packed(files) == packing.packed(dict(files))


@pytest.mark.slow
def test_definitions_catalogs_and_faults_travel_as_a_wheel_carries_them(code: dict[str, bytes]) -> None:
    pytest.importorskip("hatchling")
    from helper._hatch_build import compiled_files

    wheel = {f"helper/{name}": content for name, content in compiled_files(ROOT).items()}
    travels = {**packing.definitions(discover()), "helper/_compiled/faults.json": code["helper/_compiled/faults.json"]}
    for lang in LANGUAGES:
        travels.update(packing.words(lang))
    assert travels == wheel


@pytest.mark.slow
def test_the_packs_answer_in_every_language_for_every_game(node: str, code: dict[str, bytes], tmp_path: Path) -> None:
    """All that is asked is what every page asks first; a missing module or file would be told as a breakdown."""
    app, work = tmp_path / "app", tmp_path / "work"
    work.mkdir()
    for files in map(packing.unpacked, packing.packs(discover(), LANGUAGES).values()):
        for name, content in files.items():
            path = app / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
    asked = [
        {
            "context": {"game": game, "language": lang, "rules": ""},
            "ask": ask,
            "fields": [],
            "me": [],
            "stamp": ["x", "2026-01-01T00:00:00Z"],
        }
        for lang in LANGUAGES
        for game in PLAYABLE
        for ask in ("record", "nothing")
    ]
    (work / "requests.json").write_text(json.dumps(asked))
    (work / "answer.py").write_text(ANSWER)
    (work / "run.mjs").write_text(RUNNER)
    (work / "library.zip").write_bytes(bytecode.standard_library())
    folder = runtime.runtime_folder()
    command = [node, str(work / "run.mjs"), str(folder), str(work), str(app), str(work / "library.zip")]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr
    told = json.loads((work / "answers.json").read_text())
    from helper.publish.companion.desk import respond_json

    assert told["answers"] == [respond_json(json.dumps(one)) for one in asked]
    magic = bytes.fromhex(told["magic"])
    assert {content[:4] for name, content in code.items() if name.endswith(".pyc")} == {magic}
    assert not [name for name in code if name.endswith(".py")]


# Folders named by content


def test_a_mark_changes_if_and_only_if_a_name_or_a_content_does() -> None:
    files = {"a": b"1", "b": b"2"}
    mark = placing.mark_of(files)
    assert placing.mark_of({"b": b"2", "a": b"1"}) == mark
    others = [{"a": b"1", "b": b"3"}, {"a": b"1", "c": b"2"}, {"a": b"1"}, {"a": b"12", "b": b""}, {"a": b"2", "b": b"1"}]
    assert len({placing.mark_of(other) for other in others} | {mark}) == len(others) + 1


def test_the_worker_is_told_where_the_runtime_lies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(placing, "packs", lambda games, languages: {"code.pack": b"1"})
    shell = placing.shell_and_packs("../there/", {}, ())
    assert b'"../there/"' in shell["worker.js"]
    assert placing.SERVICE_WORKER not in shell
    assert placing.mark_of(shell) != placing.mark_of(placing.shell_and_packs("../elsewhere/", {}, ()))


def test_no_script_of_the_engine_names_a_game_or_a_key_of_an_answer() -> None:
    for name in ("worker.js", "sw.js"):
        text = (companion.ASSETS / name).read_text(encoding="utf-8")
        assert not [game for game in discover() if game in text or game.replace("-", "_") in text or game.split("-")[0] in text]
        assert not re.findall(r"\b(verdict|steps|scores?|result|warnings|reasons)\b", text)


def test_no_runtime_is_committed() -> None:
    if shutil.which("git") is None:
        pytest.skip("no git here")
    run = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    if run.returncode:
        pytest.skip("not a checkout of git")
    assert not [name for name in run.stdout.splitlines() if name.endswith((".wasm", ".pyc", ".pack", ".mjs")) and "compile.mjs" not in name]


# The service worker


def listed(worker: str) -> dict[str, str]:
    found = re.search(r"new Map\((\[\[.*?\]\])\);", worker)
    assert found
    return dict(json.loads(found[1]))


@pytest.fixture
def small_site(tmp_path: Path) -> Path:
    lunr = "assets/javascripts/lunr"
    kept = (
        "index.html",
        "de/index.html",
        "de/search/search_index.json",
        "assets/site.css",
        "companion/1/code.pack",
        f"{lunr}/min/lunr.de.min.js",
        f"{lunr}/min/lunr.multi.min.js",
        f"{lunr}/min/lunr.stemmer.support.min.js",
        f"{lunr}/tinyseg.js",
        "companion/p/python_stdlib.zip",
        "de/ü.html",
    )
    left = (
        "a.js.map",
        "de/cards.pdf",
        "sitemap.xml",
        "404.html",
        f"{lunr}/min/lunr.it.min.js",
        f"{lunr}/wordcut.js",
        "companion/p/NOTICE.txt",
    )
    for name in (*kept, *left):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    return tmp_path


def test_all_is_kept_offline_but_what_nobody_reads_there(small_site: Path) -> None:
    addresses = set(precached(small_site, {"de", "ja"}))
    lunr = "assets/javascripts/lunr"
    assert {
        "",
        "de/",
        "de/search/search_index.json",
        "assets/site.css",
        "companion/1/code.pack",
        "companion/p/python_stdlib.zip",
    } < addresses
    assert {f"{lunr}/min/lunr.de.min.js", f"{lunr}/min/lunr.multi.min.js", f"{lunr}/tinyseg.js", "de/%C3%BC.html"} < addresses
    assert len(addresses) == 11


def test_the_service_worker_changes_if_and_only_if_the_site_does(small_site: Path) -> None:
    def written() -> str:
        write_service_worker(small_site, {"de"})
        return (small_site / "sw.js").read_text(encoding="utf-8")

    first = written()
    assert written() == first
    (small_site / "de" / "index.html").write_text("changed")
    second = written()
    assert [address for address, mark in listed(second).items() if listed(first)[address] != mark] == ["de/"]
    versions = {re.search(r'VERSION = "(\w+)"', text)[1] for text in (first, second)}  # type: ignore[index]
    assert len(versions) == 2
    (small_site / "cards.pdf").write_text("not kept")
    assert written() == second


# The site


class Addresses(HTMLParser):
    """Take every address from a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        wanted = ("href", "src", "data-worker", "data-sw", "data-scope-of-site")
        self.found += [value for key, value in attrs if key in wanted and value and not value.startswith("#")]


@pytest.mark.slow
def test_every_game_has_its_page_in_every_language_and_the_rules_lead_there(site: Path) -> None:
    for lang in LANGUAGES:
        home = Addresses((site / lang / "index.html").read_text(encoding="utf-8")).found
        for game in PLAYABLE:
            page = site / lang / game / "companion" / "index.html"
            assert page.is_file()
            assert f"{game}/companion/" in home
            assert "companion/" in Addresses((site / lang / game / "index.html").read_text(encoding="utf-8")).found


@pytest.mark.slow
def test_every_address_of_a_page_exists_and_none_is_foreign(site: Path) -> None:
    top = "http://here/"
    for page in sorted(site.glob("*/*/companion/index.html")):
        here = urljoin(top, page.relative_to(site).as_posix())
        addresses = Addresses(page.read_text(encoding="utf-8")).found
        told = json.loads((page.parent / "manifest.json").read_text(encoding="utf-8"))
        addresses += [told["start_url"], told["scope"], *(icon["src"] for icon in told["icons"])]
        assert any(address.endswith("companion.js") for address in addresses)
        for address in addresses:
            whole = urljoin(here, address)
            assert whole.startswith(top), address
            file = site / unquote(urlsplit(whole).path).removeprefix("/")
            assert (file / "index.html" if file.is_dir() else file).is_file(), address


@pytest.mark.slow
def test_the_service_worker_keeps_every_page_and_every_part_of_the_engine(site: Path) -> None:
    kept = listed((site / "sw.js").read_text(encoding="utf-8"))
    for path in site.rglob("*"):
        name = path.relative_to(site).as_posix()
        needed = path.suffix in (".html", ".css", ".json", ".pack", ".wasm", ".png") or name.startswith("companion/")
        if path.is_file() and needed and name != "404.html" and path.name != "NOTICE.txt":
            address = name.removesuffix("index.html") if path.name == "index.html" else name
            assert kept[address] == hashlib.sha256(path.read_bytes()).hexdigest()[:16]
    assert not [address for address in kept if address.endswith((".map", ".pdf", ".gz"))]
    for lang in LANGUAGES[1:]:
        assert f"assets/javascripts/lunr/min/lunr.{lang}.min.js" in kept


@pytest.mark.slow
def test_shell_and_runtime_lie_in_two_folders_named_by_their_content(site: Path) -> None:
    for folder in (site / "companion").iterdir():
        files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        assert folder.name.endswith(placing.mark_of(files))
    names = [folder.name for folder in (site / "companion").iterdir()]
    assert len(names) == 2
    assert sum(name.startswith(f"pyodide-{runtime.VERSION}-") for name in names) == 1
