"""What happens around a command: closed pipes, full disks, crashes, several processes, surprises. And what it imports."""

from __future__ import annotations

import os
import random
import re
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from helper.cli import running
from helper.store import Store, default_path
from tests.cli.conftest import EXAMPLE, ROOT, Helper
from tests.waiting import SECONDS, is_taken, is_waiting, until

pytestmark = pytest.mark.slow

TABLE = [sys.executable, "-m", "helper.cli", "table"]


def test_a_closed_pipe_ends_quietly() -> None:
    command = f"{sys.executable} -m helper.cli rules capital-lux-2 | head -1; echo ${{PIPESTATUS[0]}}"
    found = subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, text=True)
    assert found.stderr == ""
    assert found.stdout.splitlines()[-1] == "0"


def redirected(words: str) -> tuple[int, str, str]:
    """Return how a command ends whose streams a shell redirects, what it prints and what it complains of."""
    found = subprocess.run(["bash", "-c", f"{sys.executable} -m helper.cli {words}"], cwd=ROOT, capture_output=True, text=True)
    return found.returncode, found.stdout, found.stderr


def test_an_answer_longer_than_a_pipe_is_read_ends_quietly_too() -> None:
    command = f"{sys.executable} -m helper.cli rules hegemony | head -0; echo ${{PIPESTATUS[0]}}"
    found = subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, text=True)
    assert (found.stdout, found.stderr) == ("0\n", "")


@pytest.mark.parametrize("nowhere", [">&-", ">/dev/full", ">&- <&-"])
def test_an_answer_that_cannot_be_written_says_that_the_entry_stands(evening: Helper, nowhere: str) -> None:
    before = len(Store().load()[1].events)
    code, _, err = redirected(f"play base b5 {nowhere}")
    assert code == running.FAILED
    assert err.startswith("Error: The answer cannot be written: ")
    assert "Whatever the command recorded is kept" in err
    assert len(err.splitlines()) == 1
    assert len(Store().load()[1].events) == before + 1


@pytest.mark.parametrize("nowhere", [">&-", ">/dev/full"])
@pytest.mark.parametrize("words", ["status", "rules hegemony", "record export", "--help"])
def test_no_answer_of_any_length_is_lost_without_a_word(evening: Helper, words: str, nowhere: str) -> None:
    code, _, err = redirected(f"{words} {nowhere}")
    assert code == running.FAILED
    assert len(err.splitlines()) == 1, err
    assert err.startswith("Error: The answer cannot be written: ")


@pytest.mark.parametrize(("words", "code"), [("nope", 2), ("status", 0), ("play P1 nope", 2), ("record delete Friday", 2)])
@pytest.mark.parametrize("nowhere", ["2>&-", "2>/dev/full"])
def test_a_complaint_that_cannot_be_written_changes_no_exit_code(evening: Helper, words: str, code: int, nowhere: str) -> None:
    assert redirected(f"{words} {nowhere}")[0] == code


def test_with_every_stream_closed_a_command_still_ends_as_documented(evening: Helper) -> None:
    assert redirected("status <&- >&- 2>&-") == (running.FAILED, "", "")


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [("table", 0, ""), ("record delete Friday", 2, "--yes"), ("record import -", 2, "no record of an evening"), ("status", 0, "")],
)
def test_a_closed_input_is_as_an_empty_one(evening: Helper, words: str, code: int, said: str) -> None:
    closed = redirected(f"{words} <&-")
    assert closed == redirected(f"{words} </dev/null")
    assert closed[0] == code
    assert said in closed[2]
    assert bool(closed[2]) == bool(said)


def test_looking_up_loads_nothing_of_the_store_the_site_or_the_engine() -> None:
    code = (
        "import sys; from helper.cli import main; code = main({argv!r}); "
        "print(code, *sorted(set(sys.modules) & {{'sqlite3', 'platformdirs', 'mkdocs', 'babel', 'rich', 'typst', 'pydantic', {more}}}))"
    )
    # Rich is there for Typer's sake only; the catalogs of a checkout may need platformdirs, so this is English.
    for argv, more in (
        (["rules", "capital-lux-2", "limit"], "'helper.table', 'helper.games.capital_lux_2', 'helper.store'"),
        (["search", "capital-lux-2", "gold"], "'helper.table', 'helper.store'"),
        (["checklist", "capital-lux-2", "setup"], "'helper.table', 'helper.store'"),
        (["calc", "capital-lux-2", "round", "--file", EXAMPLE], "'helper.store', 'helper.reference'"),
    ):
        found = subprocess.run([sys.executable, "-c", code.format(argv=argv, more=more)], cwd=ROOT, capture_output=True, text=True)
        assert found.stdout.splitlines()[-1] == "0", found.stdout.splitlines()[-1] + found.stderr


def test_a_surprise_is_one_line_and_not_a_traceback(helper: Helper, monkeypatch: pytest.MonkeyPatch) -> None:
    from helper import reference

    def fail(language: str) -> dict[str, object]:
        raise RuntimeError("something odd")

    monkeypatch.setattr(reference, "games", fail)
    result = helper("games")
    assert result.code == running.FAILED
    assert result.err == "Error: This should not have happened: RuntimeError: something odd\n"
    monkeypatch.setenv("HELPER_DEBUG", "1")
    assert "Traceback" in helper("games").err


def test_breaking_off_says_so() -> None:
    # What a shell started in the background ignores the signal, and so would whatever it starts.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    started = subprocess.Popen(
        [*TABLE[:3], "record", "import", "-"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    signal.signal(signal.SIGINT, before)
    assert started.stdin
    started.stdin.write(b"{")
    started.stdin.flush()
    assert until(lambda: is_taken(started.stdin.fileno()) and is_waiting(started.pid))  # type: ignore[union-attr]
    assert started.poll() is None
    started.send_signal(signal.SIGINT)
    _, err = started.communicate(timeout=SECONDS)
    assert started.returncode == 130
    assert b"Traceback" not in err


def test_a_folder_that_cannot_be_used_is_named(process: Helper, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = process("status", HELPER_DATA=str(tmp_path / "file" / "below"))
    assert result.code == 4
    assert "HELPER_DATA" in result.err
    assert "Traceback" not in result.err


def test_a_full_disk_records_nothing_and_loses_nothing(evening: Helper) -> None:
    path = default_path()
    before = Store().load()[1]
    size = path.stat().st_size

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size // 2, size // 2))

    found = subprocess.run(
        [*TABLE[:3], "play", "base", "b5"], cwd=ROOT, capture_output=True, text=True, preexec_fn=limited, env={**os.environ}
    )
    assert found.returncode == 4, found.stdout + found.stderr
    assert "what was recorded before is safe" in found.stderr.lower()
    assert "Traceback" not in found.stderr
    assert Store().load()[1] == before
    assert evening("play", "base", "b5").code == 0


def test_two_processes_writing_at_once_lose_nothing(evening: Helper) -> None:
    lines = "".join(f"adjust P1.gold={n}\n" for n in range(15))
    writers = [subprocess.Popen(TABLE, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    for writer in writers:
        assert writer.stdin
        writer.stdin.write(lines)
        writer.stdin.close()
    confirmed = [number for writer in writers if writer.stdout for number in re.findall(r"Recorded as entry (\d+)", writer.stdout.read())]
    assert [writer.wait() for writer in writers] == [0, 0]
    assert sorted(map(int, confirmed)) == list(range(2, 32))
    assert len(Store().load()[1].events) == 31


def test_a_killed_process_loses_nothing_that_was_confirmed(evening: Helper) -> None:
    chance = random.Random(1)
    for _ in range(4):
        before = len(Store().load()[1].events)
        victim = subprocess.Popen(
            TABLE, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"}
        )
        assert victim.stdin
        assert victim.stdout
        victim.stdin.write("".join(f"adjust P1.gold={n % 90}\n" for n in range(400)))
        victim.stdin.flush()
        wanted, last = chance.randint(1, 12), before
        for line in victim.stdout:
            if found := re.match(r"Recorded as entry (\d+)", line):
                last = int(found[1])
                if last >= before + wanted:
                    break
        victim.kill()
        last = max([last, *map(int, re.findall(r"Recorded as entry (\d+)", victim.stdout.read()))])
        victim.wait()
        assert len(Store().load()[1].events) >= last > before
        assert evening("status").code == 0


def test_a_site_without_its_parts_says_what_is_missing(helper: Helper, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from helper.publish import build

    monkeypatch.setattr(build, "CHECKOUT", tmp_path)
    result = helper("site", "build")
    assert result.code == 4
    assert "checkout" in result.err


def test_the_pages_of_the_site_are_written_as_markdown(helper: Helper, tmp_path: Path) -> None:
    folder = tmp_path / "pages"
    result = helper("site", "export", str(folder), "--json")
    assert result.code == 0
    assert "index.md" in result.json["pages"]
    assert (folder / "de" / "index.md").is_file()
    assert helper("site", "export", str(folder)).code == 2
