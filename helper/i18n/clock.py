"""The time of day where somebody reads, of a time as records keep it."""

from __future__ import annotations


def local_clock(at: str) -> str:
    """Return hours and minutes by the clock of this machine, or of the browser; what is no time comes back as it is."""
    from datetime import datetime

    try:
        return datetime.fromisoformat(at.replace("Z", "+00:00")).astimezone().strftime("%H:%M")
    except ValueError:
        return at
