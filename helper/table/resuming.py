"""What is known of an evening, worded: enough to lay the table again."""

from __future__ import annotations

from helper.engine.journal import Journal
from helper.table.evening import Evening
from helper.table.showing import shown, status
from helper.table.wording import Speaker

NOTHING = (0, False, "", ())


def known(journal: Journal, language: str) -> dict[str, object]:
    """Return the status of a record; under `told`, as pairs of texts, who plays what, and every figure that is known and is something."""
    evening = Evening(journal)
    speaker = Speaker(evening.definition, language, evening.header.seats, evening.header.roles)
    position = evening.position
    paths = [path for path in evening.figures(position) if position.figures[path] not in NOTHING]
    roles = evening.header.roles
    seated = [(str(speaker.named(seat)), speaker.words.term(roles[seat])) for seat in evening.header.seats if seat in roles]
    told = [(speaker.figure(path), shown(evening, speaker, path, position.figures[path])) for path in paths]
    return {**status(evening, speaker), "told": [*seated, *told]}
