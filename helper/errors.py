"""The exception tree, one screen.

An error carries faults: codes with values, worded only at the edge (`helper/i18n/faults.toml`).
The exit code is what the terminal ends with.
"""

from __future__ import annotations

from collections.abc import Mapping

from helper.frozen import Frozen


class Fault(Frozen):
    """One thing that is wrong: a code of `faults.toml`, the place, and the values its sentence needs."""

    code: str
    values: Mapping[str, object] = {}
    where: str = ""


class HelperError(Exception):
    """Anything the program tells its reader instead of an answer."""

    exit_code = 4

    def __init__(self, *faults: Fault) -> None:
        super().__init__("; ".join(f"{fault.where} {fault.code} {dict(fault.values)}".strip() for fault in faults))
        self.faults = faults


class UnreadableInput(HelperError):
    """What was typed or filed cannot be read: what, where, and the nearest right thing."""

    exit_code = 2


class Forbidden(HelperError):
    """The rules, or the state of the record, say no."""

    exit_code = 1


class Damaged(HelperError):
    """A record or a definition is damaged: what, where, and what is still safe."""

    exit_code = 3


class SurroundingsFailed(HelperError):
    """Disk, permission, a missing extra, no checkout."""

    exit_code = 4


class Declined(HelperError):
    """The reader said no to a question, or broke off."""

    exit_code = 130
