"""Whose requests are answered: those to one of our own addresses, from one of our own pages."""

from __future__ import annotations

from collections.abc import Iterable

from helper.serve.addresses import LOOPBACK

HTTP_PORT = 80
OURS = (LOOPBACK, "localhost", "[::1]")


def hosts(addresses: Iterable[str], port: int) -> frozenset[str]:
    """Return every Host that a request to this table may name."""
    names = [*OURS, *addresses]
    bare = names if port == HTTP_PORT else []
    return frozenset([*(f"{name}:{port}" for name in names), *bare])


def is_ours(host: list[str], known: frozenset[str]) -> bool:
    """Return whether a request names one of our hosts, once. Any other name, a foreign one that was made to lead here, is refused."""
    return len(host) == 1 and host[0].strip().lower() in known


def is_from_here(host: str, origin: str | None, site: str | None) -> bool:
    """Return whether what changes something was sent by a page of this very address; where a browser does not say, it is refused."""
    if site is not None and site != "same-origin":
        return False
    if origin is None:
        return site == "same-origin"
    return origin.lower() == f"http://{host.strip().lower()}"


def may_read(host: str, origin: str | None, site: str | None, navigates: bool) -> bool:
    """Return whether what only reads may be answered: pages open from anywhere, all else is for our own pages."""
    if origin is not None and origin.lower() != f"http://{host.strip().lower()}":
        return False
    return navigates or site in (None, "same-origin", "none")
