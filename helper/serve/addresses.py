"""Addresses under which other devices of the same network reach this machine.

Nothing is sent to find them, unless the machine's own name is all there is to go by.
"""

from __future__ import annotations

import contextlib
import ipaddress
import socket
import sys

from helper.frozen import Frozen

LOOPBACK = "127.0.0.1"
FAR_AWAY = ("192.0.2.1", "10.255.255.255", "192.168.255.255", "172.31.255.255", "169.254.255.255")
"""Addresses that are asked for the way to them: the first leads through the default route, the others through a network of theirs."""
_SIOCGIFADDR = 0x8915


class Found(Frozen):
    """An address of this machine, and what its interface is called, where that can be known."""

    address: str
    interface: str = ""


def addresses() -> list[Found]:
    """Return the addresses of this machine on its networks, the likeliest first; none where it is on no network."""
    named = _interfaces()
    found = [address for address in dict.fromkeys([*_routed(), *named]) if _is_usable(address)]
    # Looking its own name up may take a machine long, and ask others.
    return [Found(address, named.get(address, "")) for address in found or dict.fromkeys(filter(_is_usable, _by_name()))]


def _routed() -> list[str]:
    """Return the addresses that packets would leave from. Connecting a UDP socket only looks the way up: no packet goes out."""
    found = []
    for target in FAR_AWAY:
        with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((target, 9))
            found.append(str(probe.getsockname()[0]))
    return found


def _interfaces() -> dict[str, str]:
    """Return the interfaces by their addresses, where the system tells (Linux)."""
    found: dict[str, str] = {}
    if sys.platform != "linux":
        return found
    import fcntl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            with contextlib.suppress(OSError):
                answer = fcntl.ioctl(probe.fileno(), _SIOCGIFADDR, name.encode()[:15].ljust(256, b"\0"))
                found[socket.inet_ntoa(answer[20:24])] = name
    return found


def _by_name() -> list[str]:
    """Return what this machine's own name stands for."""
    with contextlib.suppress(OSError, UnicodeError):
        return [str(one[4][0]) for one in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET, socket.SOCK_STREAM)]
    return []


def _is_usable(address: str) -> bool:
    found = ipaddress.ip_address(address)
    return not (found.is_loopback or found.is_unspecified or found.is_multicast)
