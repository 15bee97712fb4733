"""The command `table`: line by line, piped or typed."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import time

from helper.cli.sitting import following
from helper.cli.terminal import Terminal
from tests.cli.conftest import ROOT, Helper
from tests.waiting import SECONDS, is_waiting, until


def test_each_line_is_a_command_or_a_move(evening: Helper) -> None:
    result = evening("table", given="base b5\nplay base b4\n?\n\n# a note\nscore --json\n")
    assert result.code == 0
    assert "Recorded as entry 2." in result.out
    assert "Recorded as entry 3." in result.out
    assert "Cleo base CARD [to=DISTRICT]: allowed" in result.out
    assert '"total": 5' in result.out


def test_errors_never_end_it_but_show_in_the_exit_code(evening: Helper) -> None:
    result = evening("table", given="bace b5\nanna base b9\n'open\n--json --json\nbase b5\n")
    assert result.code == 2
    assert len(result.err.splitlines()) == 4
    assert "Recorded as entry 2." in result.out


def test_quit_ends_it(evening: Helper) -> None:
    assert evening("table", given="quit\nbase b5\n").out == ""


def test_words_are_completed_by_what_may_follow(evening: Helper) -> None:
    terminal = Terminal("en")
    first = following([], terminal)
    assert {"Anna", "base", "capital", "status"} <= set(first)
    assert {"base", "place"} <= set(following(["anna"], terminal))
    assert {"Blue", "Green"} <= set(following(["place"], terminal))
    assert {"capital.blue=", "P1.gold=", "emperor="} <= set(following(["observe"], terminal))
    assert "Bert" in following(["legal"], terminal)


def test_interrupting_what_is_piped_in_ends_it_and_keeps_what_was_recorded(evening: Helper) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "helper.cli", "table"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL) and None,
    )
    assert process.stdin
    assert process.stdout
    process.stdin.write(b"anna base b5\n")
    process.stdin.flush()
    said = [process.stdout.readline()]
    while said[-1] and b"Turn: Bert" not in said[-1]:
        said.append(process.stdout.readline())
    assert b"Recorded as entry 2.\n" in said
    assert until(lambda: is_waiting(process.pid))  # for the next line
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=SECONDS)
    assert (process.returncode, err) == (130, b"")
    assert "Blue 5" in evening("log").out


def test_it_works_on_a_terminal_with_tab(evening: Helper) -> None:
    pid, screen = pty.fork()
    if pid == 0:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # ignored, if the tests were started in the background
        os.chdir(ROOT)
        os.execv(sys.executable, [sys.executable, "-m", "helper.cli", "table"])

    def send(keys: bytes, wanted: bytes) -> None:
        seen, end = b"", time.monotonic() + SECONDS
        os.write(screen, keys)
        while wanted not in seen and time.monotonic() < end:
            if select.select([screen], [], [], 0.2)[0]:
                seen += os.read(screen, 4096)
        assert wanted in seen, seen.decode(errors="replace")

    try:
        send(b"", b"> ")
        send(b"an\tba\tb5\n", b"Recorded as entry 2.\r\nTurn: Bert\r\n> ")
        send(b"half a line", b"half a line")
        assert until(lambda: is_waiting(pid))  # a signal that comes while a key is handled waits for the next key
        send(b"\x03", b"\n> ")  # Ctrl-C leaves the line, not the table
        send(b"quit\n", b"quit")
        assert os.waitpid(pid, 0)[1] == 0
    except BaseException:
        os.kill(pid, signal.SIGKILL)
        raise
