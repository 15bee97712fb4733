"""The command that serves the table: what it says at its start, whom it lets in, and how it ends."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from helper.cli import serving
from helper.serve.addresses import Found
from helper.serve.server import Server
from tests.cli.conftest import ROOT, Helper
from tests.waiting import SECONDS

Start = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def start() -> Iterator[Start]:
    """Start the command in a process of its own."""
    running: list[subprocess.Popen[str]] = []

    def run(*argv: str, **environment: str) -> subprocess.Popen[str]:
        made = subprocess.Popen(
            [sys.executable, "-m", "helper.cli", "serve", "--port", "0", *argv],
            cwd=ROOT,
            env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            # A suite that runs in the background hands on that interrupts are ignored.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL) and None,
        )
        running.append(made)
        return made

    yield run
    for one in running:
        if one.poll() is None:
            one.kill()
        one.communicate(timeout=SECONDS)


def announced(process: subprocess.Popen[str]) -> dict[str, Any]:
    """Return what the command says at its start as JSON."""
    assert process.stdout
    lines = []
    for line in process.stdout:
        lines.append(line)
        if line.rstrip() == "}":
            break
    found: dict[str, Any] = json.loads("".join(lines))
    return found


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Server]:
    """Make the command in this process end as soon as it would serve; return what it would have served."""
    found: list[Server] = []

    def serve(self: Server) -> None:
        found.append(self)
        self.end()
        raise KeyboardInterrupt

    monkeypatch.setattr(Server, "serve", serve)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    return found


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM], ids=lambda how: how.name)
def test_it_serves_until_it_is_interrupted_and_ends_quietly(evening: Helper, start: Start, how: signal.Signals) -> None:
    process = start("--json")
    found = announced(process)
    assert found["address"] == "127.0.0.1"
    assert found["record"] == "Friday"
    assert found["join"] == f"{found['url']}#join={found['code']}"
    with urllib.request.urlopen(found["url"], timeout=SECONDS) as page:
        assert page.status == 200
        assert 'data-engine="http"' in page.read().decode()
    process.send_signal(how)
    out, err = process.communicate(timeout=SECONDS)
    assert process.returncode == 0
    assert out == ""
    assert err == "The table is no longer served; the record is kept.\n"


def test_what_a_phone_enters_stands_in_the_record(evening: Helper, start: Start) -> None:
    process = start("--json")
    found = announced(process)
    body = {
        "context": {"game": "capital-lux-2", "language": "en", "rules": ""},
        "ask": "observe",
        "fields": [["players.P1.gold", "7"]],
        "me": [],
        "stamp": ["00112233445566778899", "2026-11-29T20:00:00Z"],
    }
    headers = {"Content-Type": "application/json", "Origin": found["url"].rstrip("/"), "X-Join": found["code"]}
    request = urllib.request.Request(f"{found['url']}ask", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=SECONDS) as answer:
        assert "said" in json.load(answer)["put"]
    entries = evening("log", "--json").json["entries"]
    assert entries[-1]["by"] == "phone"
    assert "7" in entries[-1]["text"]


def test_the_first_who_ask_all_at_once_are_all_answered(evening: Helper, start: Start) -> None:
    found = announced(start("--json"))
    body = {"context": {"game": "capital-lux-2", "language": "de", "rules": ""}, "ask": "record", "fields": [], "me": []}
    headers = {"Content-Type": "application/json", "Origin": found["url"].rstrip("/")}
    answers: list[str] = []

    def ask() -> None:
        request = urllib.request.Request(f"{found['url']}ask", json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:
            answers.append("".join(json.load(answer)["put"].values()))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 8
    assert all("Friday" in answer for answer in answers)


def test_piped_it_says_one_fact_a_line_and_draws_nothing(evening: Helper, started: list[Server]) -> None:
    result = evening("serve", "--port", "0")
    assert result.code == 0
    port = started[0].port
    lines = result.out.splitlines()
    code = started[0].table.door.code if started[0].table.door else ""
    assert lines == [
        "Record: Friday",
        f"On this machine alone: http://127.0.0.1:{port}/",
        f"Join code, for entering moves: {code[:4]}-{code[4:]}",
        f"With the code: http://127.0.0.1:{port}/#join={code}",
    ]
    assert started[0].server_address[0] == "127.0.0.1"


def test_on_a_screen_of_a_network_a_code_is_drawn(evening: Helper, started: list[Server], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "addresses", lambda: [Found("192.168.1.5", "wlan0"), Found("10.8.0.2", "tun0")])
    monkeypatch.setattr("helper.cli.terminal.Terminal.pretty", True)
    monkeypatch.setenv("COLUMNS", "100")
    out = evening("serve", "--lan", "--port", "0").out
    port = started[0].port
    assert "█" in out
    assert f"For devices of this network: http://192.168.1.5:{port}/ (wlan0)" in out
    assert f"Also: http://10.8.0.2:{port}/" in out
    assert "Ctrl-C ends it." in out
    assert started[0].server_address[0] == "0.0.0.0"
    assert "█" not in evening("serve", "--port", "0").out
    monkeypatch.setenv("COLUMNS", "30")
    assert "█" not in evening("serve", "--lan", "--port", "0").out


def test_the_address_that_is_shown_can_be_chosen(evening: Helper, started: list[Server], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "addresses", lambda: [Found("192.168.1.5", "wlan0"), Found("10.8.0.2", "tun0")])
    for given in ("10.8.0.2", "tun0"):
        found = evening("serve", "--lan", "--port", "0", "--address", given, "--json").json
        assert (found["address"], found["interface"], found["lan"]) == ("10.8.0.2", "tun0", True)
        assert found["others"] == [f"http://192.168.1.5:{found['port']}/"]
    refused = evening("serve", "--lan", "--address", "10.0.0.1")
    assert refused.code == 2
    assert "192.168.1.5" in refused.err
    assert evening("serve", "--address", "10.8.0.2").code == 2


def test_off_every_network_it_says_so(evening: Helper, started: list[Server], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "addresses", list)
    result = evening("serve", "--lan")
    assert result.code == 4
    assert "on no network" in result.err
    assert started == []


def test_without_segno_only_the_network_is_missing(evening: Helper, started: list[Server], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "segno", None)
    result = evening("serve", "--lan")
    assert result.code == 4
    assert "tabletop-helper[lan]" in result.err
    assert evening("serve", "--port", "0").code == 0


def test_without_a_record_it_serves_and_says_that_none_is_kept(helper: Helper, started: list[Server]) -> None:
    result = helper("serve", "--port", "0")
    assert result.code == 0
    assert "No record is served" in result.out
    assert "#join" not in result.out
    found = helper("serve", "--port", "0", "--json").json
    assert (found["record"], found["game"], found["code"], found["join"]) == (None, None, None, None)


def test_a_record_is_named_or_the_current_one(evening: Helper, started: list[Server]) -> None:
    assert evening("new", "hegemony", "A=working", "B=capitalist", "--name", "Monday").code == 0
    assert evening("serve", "--port", "0", "--json").json["game"] == "hegemony"
    assert evening("serve", "--port", "0", "--json", "--record", "fri").json["record"] == "Friday"
    unknown = evening("serve", "--record", "Fridai")
    assert unknown.code == 2
    assert "Friday" in unknown.err


def test_the_code_stays_for_the_evening_unless_a_new_one_is_wanted(evening: Helper, started: list[Server]) -> None:
    first, again = (evening("serve", "--port", "0", "--json").json["code"] for _ in range(2))
    assert first == again
    assert evening("serve", "--port", "0", "--json", "--new-code").json["code"] != first


def test_scores_may_be_hidden(evening: Helper, started: list[Server]) -> None:
    for options in ([], ["--hide-scores"]):
        assert evening("serve", "--port", "0", *options).code == 0
    assert [one.table.hides_scores for one in started] == [False, True]


def test_a_port_that_is_taken_is_named(evening: Helper) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        result = evening("serve", "--port", str(port))
    assert result.code == 4
    assert str(port) in result.err
    assert "--port" in result.err
    assert len(result.err.splitlines()) == 1


@pytest.mark.parametrize("port", ["-1", "70000", "x"])
def test_a_port_that_cannot_be_is_refused(evening: Helper, port: str) -> None:
    assert evening("serve", "--port", port).code == 2


def test_the_command_says_it_in_the_readers_language(evening: Helper, started: list[Server]) -> None:
    assert evening("serve", "--help").code == 0
    assert evening("serve", "--port", "0", "--lang", "de").code == 0


def test_the_folder_of_records_has_nothing_beside_them_but_the_code(evening: Helper, started: list[Server], tmp_path: Path) -> None:
    evening("serve", "--port", "0")
    names = {path.name for path in (tmp_path / "kept").iterdir()}
    assert "join.json" in names
    assert not [name for name in names if name.endswith(".tmp")]
