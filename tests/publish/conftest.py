"""One build of the site for all tests that look at it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent


def run_build(site: Path, strict: bool = True, offline: bool = False, **environment: str) -> subprocess.CompletedProcess[str]:
    """Build the site in a process of its own, since languages are found once for each."""
    script = f"from helper.publish.build import build; build({str(site)!r}, strict={strict}, offline={offline})"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH")))), **environment}
    return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=env, timeout=300)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the built site, which a strict build made without a warning."""
    folder = tmp_path_factory.mktemp("site")
    run = run_build(folder, SITE_URL="https://example.org/table/")
    assert run.returncode == 0, run.stderr
    assert "WARNING" not in run.stderr
    return folder


@pytest.fixture(scope="session")
def offline_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the site as it is downloaded."""
    folder = tmp_path_factory.mktemp("offline")
    run = run_build(folder, offline=True)
    assert run.returncode == 0, run.stderr
    return folder


@pytest.fixture(scope="session")
def pseudo_run(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, subprocess.CompletedProcess[str]]:
    """Return the site in the pseudo-languages and in one that neither theme nor search knows, and how the build went."""
    from helper.i18n.catalog_files import all_messages
    from helper.i18n.pseudo import pseudo_po, write_pseudo

    locales, folder = tmp_path_factory.mktemp("locales"), tmp_path_factory.mktemp("pseudo")
    listed = list(all_messages())
    write_pseudo(locales, listed)
    unknown = locales / "rm" / "LC_MESSAGES" / "helper.po"
    unknown.parent.mkdir(parents=True)
    unknown.write_text(pseudo_po(listed[:3], "rm"), encoding="utf-8")
    return folder, run_build(folder, HELPER_LOCALES=str(locales), HELPER_CACHE=str(tmp_path_factory.mktemp("cache")))
