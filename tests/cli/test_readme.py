"""The README is true: its Python runs, its commands exist, the page of commands names every one."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.cli.conftest import Helper

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONSOLE = [
    line[2:] for block in re.findall(r"```console\n(.*?)```", README, re.DOTALL) for line in block.splitlines() if line.startswith("$ ")
]
HELPER = [shlex.split(line, comments=True)[1:] for line in CONSOLE if line.startswith("helper ")]


def test_the_python_of_the_readme_runs() -> None:
    blocks = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert blocks
    for block in blocks:
        exec(compile(block, "README.md", "exec"), {})


def test_every_console_line_is_played(helper: Helper, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In their order, in a record of their own; a line with `…` only has to name a command that exists."""
    assert len(HELPER) > 8
    monkeypatch.chdir(tmp_path)
    for words in HELPER:
        if words[0] in ("site", "serve"):  # one takes long, the other goes on until it is ended
            continue
        whole = "…" not in words
        result = helper("--yes", *[word for word in words if word != "…"])
        assert result.code == 0 or not whole, (words, result.err)


@pytest.mark.parametrize("words", HELPER, ids=" ".join)
def test_a_command_of_the_readme_stands_on_the_page_of_commands(words: list[str]) -> None:
    page = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    name = next(word for word in words if not word.startswith("-") and word not in ("de", "it", "en"))
    assert f"## helper {name}\n" in page


@pytest.mark.parametrize("path", [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))], ids=lambda path: path.name)
def test_every_relative_link_leads_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), target
