"""Where other devices find this machine, found out without sending anything."""

from __future__ import annotations

import socket

import pytest

from helper.errors import SurroundingsFailed
from helper.serve import addresses
from helper.serve.addresses import Found
from helper.serve.server import Server
from tests.serve.conftest import Running, Serve


class Probe:
    """A UDP socket of a machine whose ways are known."""

    ways: dict[str, str] = {}
    sent: list[str] = []

    def __init__(self, *_: object) -> None:
        self.at = ""

    def __enter__(self) -> Probe:
        return self

    def __exit__(self, *_: object) -> None:
        return None

    def connect(self, target: tuple[str, int]) -> None:
        if target[0] not in self.ways:
            raise OSError(101, "Network is unreachable")
        self.at = self.ways[target[0]]

    def getsockname(self) -> tuple[str, int]:
        return self.at, 1

    def fileno(self) -> int:
        return -1


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> type[Probe]:
    monkeypatch.setattr(Probe, "ways", {})
    monkeypatch.setattr(socket, "socket", Probe)
    monkeypatch.setattr(addresses, "_interfaces", dict)
    monkeypatch.setattr(addresses, "_by_name", list)
    return Probe


def test_the_address_of_the_default_route_comes_first(machine: type[Probe], monkeypatch: pytest.MonkeyPatch) -> None:
    machine.ways.update({"192.0.2.1": "192.168.1.5", "10.255.255.255": "10.8.0.2"})
    monkeypatch.setattr(addresses, "_interfaces", lambda: {"10.8.0.2": "tun0", "192.168.1.5": "wlan0", "127.0.0.1": "lo"})
    assert addresses.addresses() == [Found("192.168.1.5", "wlan0"), Found("10.8.0.2", "tun0")]


def test_a_network_without_a_way_out_is_found_too(machine: type[Probe]) -> None:
    machine.ways["192.168.255.255"] = "192.168.178.20"
    assert addresses.addresses() == [Found("192.168.178.20")]


def test_the_machines_own_name_is_the_last_resort(machine: type[Probe], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "_by_name", lambda: ["127.0.1.1", "172.16.0.9", "0.0.0.0"])
    assert addresses.addresses() == [Found("172.16.0.9")]


def test_on_no_network_there_is_none(machine: type[Probe]) -> None:
    assert addresses.addresses() == []


def test_this_very_machine_can_be_asked() -> None:
    assert all(not found.address.startswith("127.") for found in addresses.addresses())


def test_without_a_network_only_this_machine_is_answered(serve: Serve, record: str) -> None:
    assert serve().server.server_address[0] == "127.0.0.1"


def test_on_a_network_the_offered_addresses_are_hosts(serve: Serve, record: str) -> None:
    table = serve(addresses=["192.168.1.5"])
    assert table.server.server_address[0] == "0.0.0.0"
    assert table.get("/en/", Host=f"192.168.1.5:{table.port}").status == 200
    assert table.get("/en/", Host=f"192.168.1.6:{table.port}").status == 421


def test_a_connection_to_an_address_that_is_not_offered_is_closed(serve: Serve, record: str) -> None:
    table = serve(addresses=["192.168.1.5"])

    class Accepted:
        def getsockname(self) -> tuple[str, int]:
            return "203.0.113.7", table.port

    assert not table.server.verify_request(Accepted(), ("203.0.113.8", 1))


def test_a_port_that_is_taken_is_said(serve: Serve, record: str) -> None:
    table: Running = serve()
    with pytest.raises(SurroundingsFailed, match="cannot_listen"):
        Server(table.server.table, table.port)
