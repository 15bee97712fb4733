"""A real browser and the built site, served as a plain folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).parent.parent.parent


class Quiet(SimpleHTTPRequestHandler):
    """Serve files and say nothing."""

    def log_message(self, format: str, *args: object) -> None:
        pass


class Host(ThreadingHTTPServer):
    """Takes as many visitors at once as browsers send."""

    request_queue_size = 128


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        if os.environ.get("CI"):
            pytest.fail("no Chromium, and CI requires it: apt-get install chromium")
        pytest.skip("no Chromium here: apt-get install chromium")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield found
        found.close()


def built(folder: Path, offline: bool = False, companion: bool = False) -> Path:
    given = f"{str(folder)!r}, strict=True, offline={offline}, companion={companion}"
    script = f"from helper.publish.build import build; build({given})"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))}
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=env, timeout=300)
    assert run.returncode == 0, run.stderr
    return folder


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(built(tmp_path_factory.mktemp("site"))) as found:
        yield found


@pytest.fixture(scope="session")
def companion_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the site with the companion."""
    if not (shutil.which("node") and shutil.which("npm")):
        if os.environ.get("CI"):
            pytest.fail("no Node, and CI requires it: apt-get install nodejs npm")
        pytest.skip("no Node and npm here, which the companion is built with")
    return built(tmp_path_factory.mktemp("companion") / "table", companion=True)


@pytest.fixture(scope="session")
def companion_address(companion_folder: Path) -> Iterator[str]:
    """Serve the site with the companion below a path of its own, as many hosts do."""
    with served(companion_folder.parent) as found:
        yield f"{found}table/"


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder and give its address."""
    server = Host(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def on_disk(tmp_path_factory: pytest.TempPathFactory) -> str:
    return built(tmp_path_factory.mktemp("offline"), offline=True).as_uri() + "/"
