"""Options of this test suite, a home of its own for each worker, what is made once for all of them, and other definitions."""

from __future__ import annotations

import gc
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from helper.definitions.load import load
from tests.workshop import Workshop, build_site, program

pytest_plugins = ["tests.summary"]
SITE_URL = "https://example.org/table/"
HOMES = ("HELPER_DATA", "HELPER_CONFIG", "HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")
"""What says where a person keeps things; that of compiled catalogs stays shared, since these are named by their content."""

settings.register_profile("tests", deadline=None, print_blob=True, derandomize="CI" in os.environ)
settings.load_profile("tests")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-records", action="store_true", help="rewrite tests/records/*.txt from what the program says now")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Run single tests and files in this process, since workers take longer to start than these to run; else one worker more than cores.

    A browser or a server is often waited for, and the one more works meanwhile.
    """
    alone = config.args and all("::" in one or one.endswith(".py") for one in config.args)
    return 0 if alone else (os.cpu_count() or 1) + 1


@pytest.hookimpl(trylast=True)
def pytest_collection_finish(session: pytest.Session) -> None:
    """Leave what stays for the whole run out of the search for garbage, which would read it again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def home() -> Iterator[Path]:
    """Give each worker a home of its own: no test finds what a person keeps, or what another worker left."""
    with tempfile.TemporaryDirectory(prefix="home-") as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("HELPER_CACHE", os.environ.get("HELPER_CACHE") or str(cache_of_user()))
        for name in HOMES:
            patch.setenv(name, str(Path(folder) / name.lower()))
        yield Path(folder)


def cache_of_user() -> Path:
    from helper.i18n.checkout import cache_folder

    return cache_folder()


@pytest.fixture
def update_records(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update-records"))


@pytest.fixture
def other_definitions(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Let definitions be read anew, for a test that changes where they come from; afterwards they are the real ones again."""
    load.cache_clear()
    yield monkeypatch
    monkeypatch.undo()
    load.cache_clear()


@pytest.fixture(scope="session")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    """Return where things are made once for all workers."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "workshop"
    folder.mkdir(exist_ok=True)
    return Workshop(folder)


@pytest.fixture(scope="session")
def companion_site(workshop: Workshop) -> Path:
    """Return the site with the companion, in a folder that hosts call `table`; a strict build made it without a warning."""
    program("node", package="nodejs")
    program("npm", package="npm")

    def made(folder: Path) -> None:
        said = build_site(folder / "table", companion=True, SITE_URL=SITE_URL)
        assert "WARNING" not in said, said

    return workshop.make("companion", made) / "table"


@pytest.fixture(scope="session")
def site(companion_site: Path) -> Path:
    """Return the built site, as it is put on a host."""
    return companion_site


@pytest.fixture(scope="session")
def offline_site(workshop: Workshop) -> Path:
    """Return the site as it is downloaded, to be read from disk."""
    return workshop.make("offline", lambda folder: build_site(folder, offline=True))
