"""Buttons that ask the engine something outside a form."""

from __future__ import annotations

import json
from collections.abc import Sequence

from helper.publish.companion.markup import Html, tag


def press(said: Html, ask: str, fields: Sequence[Sequence[object]] = (), sure: str = "", main: bool = False, out: str = "said") -> Html:
    """Return a button that asks `ask` with fields; with `sure`, that question must be answered first.

    `out` is the element where it is said when that is not possible.
    """
    sent = json.dumps([[str(name), str(value)] for name, value in fields], ensure_ascii=False)
    return tag(
        "button", said, type="button", data_ask=ask, data_with=sent, data_sure=sure or None, class_="main" if main else None, data_out=out
    )
