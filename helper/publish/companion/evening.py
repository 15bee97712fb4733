"""An evening on the phone: where it stands, what may be done now and why not, who is ahead, what was entered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from helper.engine.journal import CHANGE, REDO, Event, last_that_counts, last_undone
from helper.i18n.clock import local_clock
from helper.i18n.words import later
from helper.publish.companion.answers import MARKS, grid, notes, verdict
from helper.publish.companion.bars import chart
from helper.publish.companion.controls import choice, hidden
from helper.publish.companion.forms import MANY, argument_controls
from helper.publish.companion.markup import NOTHING, Html, joined, tag, text, upper_first
from helper.publish.companion.pressing import press
from helper.publish.companion.sheet import Sheet
from helper.table.evening import Evening
from helper.table.legality import legal
from helper.table.saying import doubtful, halted, marks, undeclared
from helper.table.showing import course, entry_text, log, score, status
from helper.table.wording import VERDICTS, Speaker

Answer = Mapping[str, Any]
FIRST = ("legal", "disputed", "unknown", "illegal")
ENTERED_BY = {"phone": later("a phone"), "terminal": later("the terminal")}
EVERYTHING = "*"


class Night:
    """An `Evening` as one phone sees it: `me` is its seat, empty where it is nobody's; `secret` keeps scores out of sight till the end."""

    def __init__(self, sheet: Sheet, evening: Evening, me: str = "", may_write: bool = True, secret: bool = False) -> None:
        header = evening.header
        self.sheet = sheet.seated(header)
        self.evening = evening
        self.speaker = Speaker(evening.definition, sheet.words.lang, header.seats, header.roles)
        self.me = me if me in header.seats else ""
        self.may_write = may_write
        self.secret = secret
        self.status: Answer = status(evening, self.speaker)

    @property
    def hides(self) -> bool:
        """Return whether what tells who is ahead stays out of sight for now."""
        return self.secret and not self.status["over"]

    def text_of(self, event: Event) -> str:
        """Return what an entry says; while scores stay out of sight, only what was done or told."""
        if not self.hides or event.kind == CHANGE:
            return entry_text(self.evening, self.speaker, event)
        entry = next(one for one in self.evening.entries if one.event.n in (event.n, event.target))
        if entry.event.kind == "move":
            move = self.evening.move(entry.body)
            who = self.sheet.name(move.seat) if move.seat else ""
            return " ".join(filter(None, (who, self.sheet.words.sentence(self.evening.definition.rules[move.rule].title))))
        figures = entry.body.get("figures")
        return "; ".join(self.speaker.figure(path) for path in figures) if isinstance(figures, Mapping) else ""

    @property
    def seats(self) -> list[str]:
        """Return the seats, one's own first."""
        return sorted(self.evening.header.seats, key=lambda seat: seat != self.me)

    def own_first(self, found: Answer) -> Answer:
        """Return a table with one's own row, or column, before those of the others, without what stays out of sight."""
        roles = self.evening.header.roles
        own = {self.me, roles.get(self.me, "")} - {""}
        start = found.get("against", 0) + 1
        gone = found.get("scores", ()) if self.hides else ()
        order = sorted(range(start, len(found["columns"])), key=lambda place: found["columns"][place]["value"] not in own)

        def arranged(cells: Sequence[Answer]) -> list[Answer]:
            return [cells[place] for place in (*range(start), *order) if place not in gone]

        rows = sorted(found["rows"], key=lambda row: row[0]["value"] not in own)
        return {**found, "columns": arranged(found["columns"]), "rows": [arranged(row) for row in rows]}


def now(night: Night) -> Html:
    """Return where the evening stands, what is due, and what may be done."""
    sheet, state = night.sheet, night.status
    parts = [tag("h2", text(state["record"]))]
    if state["round"]:
        parts.append(tag("p", sheet.say("Round: {round} of {rounds}", round=state["round"], rounds=state["rounds"]), class_="big"))
    parts.append(_turn(night))
    if night.may_write:
        parts.extend((_decisions(night), _warnings(night), moves(night), _telling(night)))
    else:
        where = sheet.words.say("This phone")
        looking = sheet.words.say("You are looking on: to enter something, scan the code or type it under “{view}”.", view=where)
        parts.extend((notes([looking]), _warnings(night), moves(night)))
    parts.extend(grid(sheet, night.own_first(one)) for one in state["grids"])
    return joined(parts)


def _turn(night: Night) -> Html:
    sheet, state = night.sheet, night.status
    if state["to_move_name"]:
        said = sheet.say("Turn: {name}", name=state["to_move_name"])
    elif state["over"]:
        export = press(sheet.say("Save a copy"), "export") if night.may_write else NOTHING
        why = sheet.say("The game is over. A copy in a file is safe even when this browser forgets its pages.")
        return tag("div", tag("p", why), export, class_="notes")
    elif state["resolves"]:
        said = sheet.say("Next: {what}", what=upper_first(state["resolves"]["title"]))
        if night.may_write:
            see = press(sheet.say("See what happens"), "resolve", main=True)
            return joined((tag("p", said, class_="big"), tag("p", see, class_="actions")))
    else:
        return NOTHING
    return tag("p", said, class_="big")


def _warnings(night: Night) -> Html:
    sheet, state = night.sheet, night.status
    lines = [sheet.words.say("Entry {n} would come out otherwise by the rules of today.", n=one["n"]) for one in state["changed"]]
    lines.extend(line for one in doubtful(sheet.words, state) for line in one)
    lines.extend(undeclared(sheet.words, state))
    if state["stops_at"]:
        lines.append(sheet.words.say("The record cannot be followed beyond entry {n}; correct or undo it.", n=state["stops_at"]))
        lines.extend(state["stopped_by"])
    return notes(lines)


def _decisions(night: Night) -> Html:
    """Return what is due, each with its choices to press; what has none is entered by its move below."""
    parts = []
    for due in night.status["due"]:
        seat = [["~seat", due["seat"]]] if due["seat"] else []
        keys = [
            press(text(upper_first(shown)), "play", [["~words", due["rule"]], ["~words", choice], *seat], main=True)
            for choice, shown in zip(due["choices"], due["choices_shown"], strict=True)
        ]
        parts.append(
            tag("div", tag("p", night.sheet.say("To decide now: {what}", what=due["text"])), tag("p", keys, class_="actions"), class_="due")
        )
    return joined(parts)


def moves(night: Night) -> Html:
    """Return every move with its verdict and why, what is allowed first; each opens to be entered."""
    every = _every_move(night)
    title = night.sheet.say("What may I do now?")
    return joined((tag("h2", title), tag("div", [_move(night, one, place) for place, one in every], class_="moves")))


def _every_move(night: Night) -> list[tuple[int, Answer]]:
    """Return the moves, what is allowed first, each with its place among those of its rule: the others may come and go."""
    found: Any = legal(night.evening, night.speaker, {"seat": night.me} if night.me else {})
    counted: dict[str, int] = {}
    placed = []
    for one in found["moves"]:
        counted[one["rule"]] = counted.get(one["rule"], 0) + 1
        placed.append((counted[one["rule"]], one))
    return sorted(placed, key=lambda pair: FIRST.index(pair[1]["verdict"]))


def _move(night: Night, one: Answer, place: int) -> Html:
    sheet = night.sheet
    mark = tag(
        "span",
        text(MARKS[one["verdict"]]),
        class_=f"mark {one['verdict']}",
        role="img",
        aria_label=sheet.words.say(VERDICTS[one["verdict"]]),
    )
    given = [shown for shown in one["shown"] if shown]
    said = ": ".join(filter(None, [one["title"], ", ".join(given)]))
    summary = tag("summary", mark, tag("strong", text(said)), tag("small", text(one["name"])) if one["name"] else NOTHING)
    form = f"move.{one['rule']}.{place}"
    entry = NOTHING
    if night.may_write and any(sheet.types[night.evening.declared(key).type].fields for key in one["open"]):
        # Lists of fields are long: they come when they are asked for.
        asked = [["~move", one["rule"]], ["~place", place], *([["~seat", one["seat"]]] if one["seat"] else [])]
        button = press(sheet.say("Enter it…"), "form", asked, main=True, out=form)
        entry = tag("div", tag("p", button, class_="actions"), id=form)
    elif night.may_write:
        entry = tag("div", move_form(night, form, one), id=form)
    return tag("details", summary, verdict(sheet, one), entry, id=f"open.{form}")


def asked_form(night: Night, rule: str, place: str) -> tuple[str, Html] | None:
    """Return the form of a move that was asked for, and the element that it belongs into; None where there is none such now."""
    for number, one in _every_move(night):
        if one["rule"] == rule and str(number) == place:
            form = f"move.{rule}.{place}"
            return form, move_form(night, form, one)
    return None


def move_form(night: Night, form: str, one: Answer) -> Html:
    """Return what a move is entered with: who makes it, and its arguments."""
    sheet = night.sheet
    rule = sheet.definition.rules[one["rule"]]
    asked = "resolve" if rule.id == night.evening.game.resolves(night.evening.position).rule else "play"
    fields = [hidden("~move", one["rule"])]
    fields += [hidden(key, value if not isinstance(value, list) else ",".join(map(str, value))) for key, value in one["arguments"].items()]
    if asked == "play" and (one["seat"] or rule.kind != "procedure"):
        seats = [(seat, sheet.name(seat)) for seat in night.seats]
        fields.append(hidden("~seat", one["seat"]) if one["seat"] else choice(form, "~seat", sheet.words.say("Who"), seats, night.me))
    wanted = [] if asked == "resolve" else list(one["open"])
    unseen = [
        key
        for key in (rule.move.parameters if rule.move else ())
        if key not in sheet.definition.typed(rule) and key not in one["arguments"]
    ]
    button = tag("button", sheet.say("See what happens") if asked == "resolve" else sheet.say("Enter it"), type="submit", class_="main")
    return tag(
        "form",
        fields,
        argument_controls(sheet, form, [*wanted, *(unseen if asked == "play" else [])]),
        tag("p", button, class_="actions"),
        data_ask=asked,
        data_out="said",
    )


def _telling(night: Night) -> Html:
    """Return the parts of the table of which figures can be told."""
    sheet = night.sheet
    sections = record_sections(night)
    keys = [press(_section_title(night, id), "tell", [["~section", id]], out="tell") for id in sections]
    keys.insert(0, press(sheet.say("All of it"), "tell", [["~section", EVERYTHING]], out="tell"))
    untold = [str(one["text"]) for one in night.status["untold"]]
    lines = notes([sheet.words.say("Not told yet: {figures}", figures="; ".join(untold))]) if untold else NOTHING
    return joined((tag("h2", sheet.say("Tell what lies there")), lines, tag("p", keys, class_="actions"), tag("div", id="tell")))


def _section_title(night: Night, section: str) -> Html:
    return text(night.sheet.name(section)) if section in night.sheet.names else night.sheet.title(section)


def record_sections(night: Night) -> list[str]:
    """Return the sections of figures that a record keeps; a section for each value of a long axis is told by that axis."""
    found: dict[str, None] = {}
    for declared in night.evening.definition.inputs:
        if declared.record and declared.section:
            axis = declared.section[1:-1] if declared.section.startswith("<") else ""
            values: Sequence[str] = [declared.section]
            if axis:
                values = night.seats if axis == "seat" else night.evening.definition.axes[axis]
                values = [axis] if len(values) > MANY else values
            found.update(dict.fromkeys(values))
    return list(found)


def board(night: Night, as_final: bool = False) -> Html:
    """Return who is ahead and why, line by line, and the points by round."""
    sheet = night.sheet
    found: Any = score(night.evening, night.speaker, as_final)
    if night.hides:
        return notes([sheet.words.say("Scores are out of sight until the end.")])
    parts = [notes(halted(sheet.words, found))]
    parts += [tag("p", sheet.say("As if the game ended now:"), class_="big")] if found["as_final"] else []
    if found["text"]:
        parts.append(tag("p", text(found["text"]), class_="big"))
    for one in sorted(found["scores"], key=lambda one: (one["seat"] != night.me, one["rank"] or len(found["scores"]) + 1)):
        parts.append(_sheet_of(night, one))
    if not found["final"] or found["as_final"]:
        other = (
            press(sheet.say("As it stands"), "score", out="board")
            if as_final
            else press(sheet.say("If it ended now"), "score", [["~final", "yes"]], out="board")
        )
        parts.append(tag("p", other, class_="actions"))
    return joined((*parts, _chart(night)))


def _sheet_of(night: Night, one: Answer) -> Html:
    sheet = night.sheet
    name = tag("bdi", text(one["name"]))
    if one["untold"]:
        missing = "; ".join(str(figure["text"]) for figure in one["untold"])
        return tag(
            "section", tag("h3", name), notes([sheet.words.say("Points not known; tell {figures}", figures=missing)]), class_="score"
        )
    total = tag("span", text(sheet.words.value(one["total"])), class_="total")
    place = tag("span", sheet.say("Place {n}", n=one["rank"]), class_="place") if one["rank"] else NOTHING
    lines = [tag("li", tag("span", text(line["text"])), sheet.rule_of(line["rule"])) for line in one["lines"]]
    return tag("section", tag("h3", name, place, total), tag("ul", lines), class_="score own" if one["seat"] == night.me else "score")


def _chart(night: Night) -> Html:
    """Return the points by round as a picture, and as a table for whoever cannot see it."""
    points = course(night.evening)
    rounds: dict[object, Mapping[str, int | None]] = {}
    for one in points:
        told = one["points"]
        assert isinstance(told, dict)
        rounds[one["round"]] = told
    if len(rounds) < 2 and not any(value for told in rounds.values() for value in told.values()):
        return NOTHING
    sheet = night.sheet
    heads = [str(one) for one in rounds]
    lines = {sheet.name(seat): [told.get(seat) for told in rounds.values()] for seat in night.seats}
    title = sheet.words.say("Points by round")
    rows = [
        tag("tr", tag("th", tag("bdi", text(name)), scope="row"), [tag("td", text(sheet.words.value(one))) for one in line])
        for name, line in lines.items()
    ]
    columns = [tag("th", text(title), scope="col"), *(tag("th", text(head), scope="col") for head in heads)]
    table = tag("table", tag("thead", tag("tr", columns)), tag("tbody", rows))
    return tag(
        "figure",
        tag("figcaption", text(title)),
        chart(title, heads, lines),
        tag("div", table, class_="grid", tabindex="0", role="group", aria_label=title),
    )


def entries(night: Night) -> Html:
    """Return every entry, the last one first; those withdrawn or corrected stay, with what became of them."""
    sheet = night.sheet
    found: Any = log(night.evening, night.speaker)
    if not found["entries"]:
        return tag("p", sheet.say("Nothing is recorded yet."))
    lines = [_entry(night, one) for one in reversed(found["entries"])]
    return joined((history(night), tag("ol", lines, class_="log", reversed=True)))


def _entry(night: Night, one: Answer) -> Html:
    sheet = night.sheet
    is_worded = one["counts"] and not night.hides
    told = one["text"] if is_worded else night.text_of(night.evening.journal.events[one["n"] - 1])
    said = tag("span" if one["counts"] else "del", text(f"{one['n']}. {told}"))
    by = tag("small", text(" · ".join(filter(None, [local_clock(one["at"]), entered_by(night, one["by"]), *marks(sheet.words, one)]))))
    inside = [tag("li", text(step["text"]), class_="silent" if step["silent"] else None) for step in one["steps"]]
    more = (
        tag("details", tag("summary", sheet.say("Steps")), tag("ul", inside), id=f"steps.{one['n']}")
        if len(inside) > 1 and not night.hides
        else NOTHING
    )
    may_correct = night.may_write and one["counts"] and one["kind"] != CHANGE
    correct = press(sheet.say("Correct"), "edit", [["~n", one["n"]]], out=f"edit.{one['n']}") if may_correct else NOTHING
    put_right = (tag("div", id=f"edit.{one['n']}"), tag("div", id=f"edited.{one['n']}")) if correct else ()
    return tag("li", said, tag("br"), by, more, correct, *put_right, class_=None if one["counts"] else "gone")


def entered_by(night: Night, by: str) -> str:
    """Return from where, or by whom, an entry came."""
    return night.sheet.words.say(ENTERED_BY[by]) if by in ENTERED_BY else night.sheet.name(by)


def history(night: Night) -> Html:
    """Return undo and redo, each saying what it will undo or bring back."""
    if not night.may_write:
        return NOTHING
    sheet, events = night.sheet, night.evening.journal.events
    keys = []
    last, undone = last_that_counts(events), last_undone(events)
    if last is not None:
        said = night.text_of(last)
        keys.append(press(sheet.say("Undo {n}: {text}", n=last.n, text=said), "undo", [["~target", last.n]]))
    if undone is not None and undone.target:
        target = night.evening.journal.events[undone.target - 1]
        again = Event(len(events) + 1, "", "", "", REDO, target=undone.n)
        brought = Evening(night.evening.journal._replace(events=(*events, again)))
        said = Night(night.sheet, brought, night.me, night.may_write, night.secret).text_of(target)
        keys.append(press(sheet.say("Bring back {n}: {text}", n=target.n, text=said), "redo", [["~target", undone.n]]))
    return tag("p", keys, class_="actions history") if keys else NOTHING


def who_am_i(night: Night) -> Html:
    """Return the form that says whose phone this is."""
    offered = [(seat, night.sheet.name(seat)) for seat in night.evening.header.seats]
    inside = choice("me", "~me", night.sheet.words.say("This phone is of"), offered, night.me)
    return tag("form", inside, data_me=True, data_keep="me")
