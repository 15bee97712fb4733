"""The end of a round, and the points: rules `resolution.*` and `final.*`.

Covers leftover cards, limits (with modifiers and, as an option, gold paid for them), discards, bonus cards, ties, the
Emperor marker, scoring and the final tie-break. Works on flat figures, so a calculator and a record share it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from helper.definitions.inputs import Reading
from helper.definitions.schema import GameDefinition, Term
from helper.engine.resolution import Cell, Grid, Resolution, Step, Warned
from helper.engine.scoresheet import ScoreLine, Scoresheet, Standing, rank
from helper.errors import Fault, Forbidden, UnreadableInput
from helper.frozen import Frozen
from helper.games.capital_lux_2.pile import EMPTY, Card, Pile, write_pile
from helper.games.capital_lux_2.position import ROB, alone, limit_of, reading, tile

Figures = Mapping[str, object]


class Settled(Frozen):
    """What the end of a round changes (figures by path), its steps, and the parts of its answer."""

    changes: Figures
    steps: tuple[Step, ...]
    limits: dict[str, dict[str, int]]
    busts: list[dict[str, object]]
    bonuses: list[dict[str, object]]


def settle(definition: GameDefinition, figures: Figures, seats: tuple[str, ...], options: Mapping[str, str]) -> Settled:
    """Resolve a round: leftover cards, then every limit, then every bonus.

    What is not in `figures` counts as empty. Gold for a limit is taken as it is told: `refused_payments` judges it. Raises
    UnreadableInput naming every district whose highest card decides, where it was told only by its sum.
    """
    table = dict(figures)
    steps: list[Step] = []
    for seat in seats:
        _leftover(table, seat, steps)
    judged = tuple(seat for seat in seats if seat != ROB or _judges_rob(definition, options))
    steps.extend(Step("solo.resolution", "left_out", {"seat": seat}) for seat in seats if seat not in judged)
    limits = _limits(definition, table, judged, steps)
    busts = _busts(definition, table, judged, limits, _may_pay(definition, options), steps)
    untold = [f"capital.{district}" for district in definition.axes["district"] if _needs_top(definition, table, judged, district)]
    if untold:
        raise UnreadableInput(*(Fault("top_needed", {"key": path}, path) for path in untold))
    bonuses = [_bonus(definition, table, judged, district, steps) for district in definition.axes["district"]]
    changes = {path: value for path, value in table.items() if figures.get(path) != value or path not in figures}
    return Settled(changes, tuple(steps), limits, busts, bonuses)


def _judges_rob(definition: GameDefinition, options: Mapping[str, str]) -> bool:
    """Return whether a seat called ROB is resolved like a player; it is, unless a game alone says otherwise."""
    return not alone(options) or reading(definition, options, "rob_resolved") == "yes"


def _pile(table: Figures, path: str) -> Pile:
    found = table.get(path)
    return found if isinstance(found, Pile) else EMPTY


def _number(table: Figures, path: str) -> int:
    found = table.get(path)
    return found if isinstance(found, int) else 0


def _leftover(table: dict[str, object], seat: str, steps: list[Step]) -> None:
    cards = table.get(f"players.{seat}.hand")
    hand = cards if isinstance(cards, tuple) else ()
    for card in hand:
        path = f"players.{seat}.{card.colour}"
        table[path] = _pile(table, path).add(card)
    terms = tuple(card.term for card in hand)
    if seat == ROB and hand:
        steps.append(Step("solo.leftover", "entered", {"seat": seat, "cards": terms}))
    else:
        steps.append(Step("round.leftover", "entered" if hand else "none", {"seat": seat, "cards": terms}))


def _limits(definition: GameDefinition, table: dict[str, object], seats: tuple[str, ...], steps: list[Step]) -> dict[str, dict[str, int]]:
    limits: dict[str, dict[str, int]] = {seat: {} for seat in seats}
    for district in definition.axes["district"]:
        change = _number(table, f"capital.adjust.{district}")
        if change:
            steps.append(Step("resolution.modifiers", "changed", {"district": Term(district), "amount": change}))
        for seat in seats:
            own = _number(table, f"players.{seat}.adjust.{district}")
            if own:
                values = {"seat": seat, "district": Term(district), "amount": own}
                steps.append(Step("resolution.modifiers", "changed_own", values))
            limit = limit_of(definition, _pile(table, f"capital.{district}"), table, district, seat)
            limits[seat][district] = limit + _payment(definition, table, seat, district, steps)
    return limits


def _payment(definition: GameDefinition, table: dict[str, object], seat: str, district: str, steps: list[Step]) -> int:
    """Take the gold that a seat pays for its own limit, as far as it has any; return by how much that raises the limit."""
    paid = _number(table, f"players.{seat}.pays.{district}")
    if not paid:
        return 0
    rule = definition.rules["tile.merchant.payment"]
    table[f"players.{seat}.gold"] = max(0, _number(table, f"players.{seat}.gold") - paid)
    steps.append(Step(rule.id, "paid", {"seat": seat, "district": Term(district), "paid": paid}))
    return _raised(definition, paid)


def _raised(definition: GameDefinition, paid: int) -> int:
    rule = definition.rules["tile.merchant.payment"]
    return paid // rule.number("gold") * rule.number("limit")


def _may_pay(definition: GameDefinition, options: Mapping[str, str]) -> bool:
    """Return whether gold may be paid for limits in this game."""
    option = definition.rules["tile.merchant.payment"].option
    return reading(definition, options, option) == "yes" and tile(definition, options, "yellow") == "merchant"


def refused_payments(
    definition: GameDefinition, figures: Figures, seats: tuple[str, ...], options: Mapping[str, str]
) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield each payment for a limit that may not be: the condition of `tile.merchant.payment` it fails, and its values."""
    table = dict(figures)
    for seat in seats:
        _leftover(table, seat, [])
    is_on = _may_pay(definition, options)
    for seat in seats:
        gold = _number(table, f"players.{seat}.gold")
        for district in definition.axes["district"]:
            paid = _number(table, f"players.{seat}.pays.{district}")
            if not paid:
                continue
            limit = limit_of(definition, _pile(table, f"capital.{district}"), table, district, seat)
            excess = max(0, _pile(table, f"players.{seat}.{district}").sum - limit)
            values = {"seat": seat, "district": Term(district), "excess": excess, "paid": paid, "gold_owned": gold}
            if not is_on:
                yield "payment_allowed", values
            if is_on and _raised(definition, paid) != excess:
                yield "payment_whole", values
            if is_on and paid > gold:
                yield "payment_owned", values
            gold = max(0, gold - paid)


def _busts(
    definition: GameDefinition,
    table: dict[str, object],
    seats: tuple[str, ...],
    limits: dict[str, dict[str, int]],
    may_pay: bool,
    steps: list[Step],
) -> list[dict[str, object]]:
    """Discard what exceeds its limit; where its owner could have kept it for gold, say so."""
    busts: list[dict[str, object]] = []
    for district in definition.axes["district"]:
        for seat in seats:
            path = f"players.{seat}.{district}"
            pile, limit = _pile(table, path), limits[seat][district]
            lost = not pile.is_empty and pile.sum > limit
            values = {"seat": seat, "district": Term(district), "sum": pile.sum, "limit": limit}
            steps.append(Step("resolution.limit", "lost" if lost else "safe", values))
            excess = pile.sum - limit
            if lost and may_pay and _raised(definition, _number(table, f"players.{seat}.gold")) >= excess:
                values = {"seat": seat, "district": Term(district), "excess": excess, "key": f"{seat}.pays.{district}"}
                steps.append(Step("tile.merchant.payment", "not_paid", values))
            if lost:
                cards = None if pile.cards is None else write_pile(pile, district)
                busts.append({"player": seat, "district": district, "sum": pile.sum, "limit": limit, "cards": cards})
                table[path] = EMPTY if pile.cards is not None else Pile(None)
    return busts


def _needs_top(definition: GameDefinition, table: Figures, seats: tuple[str, ...], district: str) -> bool:
    """Return whether the bonus of a district is given, and nobody told the card that it is."""
    lying = _pile(table, f"capital.{district}")
    best = max((_pile(table, f"players.{seat}.{district}").sum for seat in seats), default=0)
    return best >= definition.rules["resolution.bonus"].number("least") and lying.top is None and not lying.is_empty


def _bonus(
    definition: GameDefinition, table: dict[str, object], seats: tuple[str, ...], district: str, steps: list[Step]
) -> dict[str, object]:
    sums = {seat: _pile(table, f"players.{seat}.{district}").sum for seat in seats}
    best = max(sums.values())
    term = Term(district)
    if best < definition.rules["resolution.bonus"].number("least"):
        steps.append(Step("resolution.bonus", "nobody", {"district": term}))
        return {"district": district, "winner": None}
    leaders = [seat for seat in seats if sums[seat] == best]
    path = f"capital.{district}"
    pile = _pile(table, path)
    card = pile.top
    if card is not None:
        table[path] = pile.without_top()
    if len(leaders) == 1:
        winner = leaders[0]
        won = _values(table, f"players.{winner}.bonus")
        if card is not None:
            table[f"players.{winner}.bonus"] = (*won, card)
        outcome = "won" if card is not None else "won_nothing"
        steps.append(Step("resolution.bonus", outcome, {"district": term, "seat": winner, "sum": best, "card": card}))
        return {"district": district, "winner": winner, "card": card}
    gold = definition.rules["resolution.tie"].number("gold")
    for seat in leaders:
        table[f"players.{seat}.gold"] = _number(table, f"players.{seat}.gold") + gold
    outcome = "tied" if card is not None else "tied_empty"
    values = {"district": term, "seats": tuple(leaders), "sum": best, "gold": gold, "card": card}
    steps.append(Step("resolution.tie", outcome, values))
    return {"district": district, "tied": leaders, "gold": gold, "discarded": card}


def _values(table: Figures, path: str) -> tuple[int, ...]:
    found = table.get(path)
    return found if isinstance(found, tuple) else ()


def sheet(definition: GameDefinition, table: Figures, seat: str, untold: tuple[str, ...] = ()) -> Scoresheet:
    """Return the points of a seat: cards left in the base, bonus cards, gold; `untold` are districts of which nobody told anything."""
    value = definition.rules["final.gold"].number("gold_value")
    gold = _number(table, f"players.{seat}.gold")
    cards = _number(table, f"players.{seat}.cards") + sum(
        _pile(table, f"players.{seat}.{district}").sum for district in definition.axes["district"]
    )
    bonus = sum(_values(table, f"players.{seat}.bonus"))
    return Scoresheet(
        seat,
        (
            ScoreLine("final.cards", "points", cards, {"points": cards}),
            ScoreLine("final.bonus", "points", bonus, {"points": bonus}),
            ScoreLine("final.gold", "points", gold * value, {"gold": gold, "gold_value": value, "points": gold * value}),
        ),
        untold,
    )


def standing(
    definition: GameDefinition,
    table: Figures,
    seats: tuple[str, ...],
    final: bool,
    options: Mapping[str, str],
    untold: Mapping[str, tuple[str, ...]] = {},
) -> Standing:
    """Return who is ahead; with `final`, who wins and how a tie was broken: less gold, then a shared victory.

    Alone against ROB nobody shares a victory, and the difference is rated (`solo.win`, `solo.rating`). Nobody wins while the
    base of a seat is `untold`.
    """
    sheets = tuple(sheet(definition, table, seat, untold.get(seat, ())) for seat in seats)
    gold = {seat: _number(table, f"players.{seat}.gold") for seat in seats}
    ranks = rank(sheets, lambda one: (one.total, -gold[one.seat]))
    if not final or any(one.untold for one in sheets) or not sheets:
        return Standing(sheets, ranks, final and bool(sheets))
    winners = tuple(one.seat for one, place in zip(sheets, ranks, strict=True) if place == 1)
    if alone(options) and ROB in seats:
        return _against_rob(definition, Standing(sheets, ranks, True, winners))
    best = max(one.total for one in sheets)
    level = tuple(one.seat for one in sheets if one.total == best)
    if len(winners) > 1:
        return Standing(sheets, ranks, True, winners, "shared", Step("final.tie_break", "shared", {"seats": winners}))
    if len(level) > 1:
        others = tuple(seat for seat in level if seat not in winners)
        step = Step("final.tie_break", "fewer_gold", {"seat": winners[0], "others": others})
        return Standing(sheets, ranks, True, winners, "fewer_gold", step)
    return Standing(sheets, ranks, True, winners, None, Step("final.tie_break", "wins", {"seat": winners[0], "points": best}))


def _against_rob(definition: GameDefinition, standing: Standing) -> Standing:
    """Return who won a game alone, and how clearly."""
    if len(standing.winners) > 1:
        return standing._replace(winners=(), tie_break="level", verdict=Step("solo.win", "level"))
    winner = standing.winners[0]
    other = ROB if winner != ROB else next(one.seat for one in standing.sheets if one.seat != ROB)
    difference, label = rating(definition, standing)
    outcome = "ahead" if difference else "less_gold"
    values = {"seat": winner, "other": other, "difference": abs(difference), "rating": Term(label)}
    if winner != ROB and label:
        outcome += "_rated"
    return standing._replace(tie_break=None if difference else "fewer_gold", verdict=Step("solo.win", outcome, values))


def rating(definition: GameDefinition, standing: Standing) -> tuple[int, str]:
    """Return by how many points the player is ahead of ROB, and the label of the band; empty where no source knows one."""
    points = {one.seat: one.total for one in standing.sheets}
    difference = next(total for seat, total in points.items() if seat != ROB) - points[ROB]
    for row in definition.tables["rating"].rows:
        low, high = row["low"], row.get("high")
        if isinstance(low, int) and low <= difference and (not isinstance(high, int) or difference <= high):
            return difference, str(row["label"])
    return difference, ""


def answer(definition: GameDefinition, settled: Settled, table: Figures, standing: Standing) -> dict[str, object]:
    """Return the answer of the calculator `round`, of plain values with ids only."""
    districts = definition.axes["district"]
    seats = [one.seat for one in standing.sheets]
    return {
        "limits": settled.limits,
        "busts": settled.busts,
        "bonuses": settled.bonuses,
        "capital": {district: write_pile(_pile(table, f"capital.{district}"), district) for district in districts},
        "players": {
            seat: {
                "bases": {district: write_pile(_pile(table, f"players.{seat}.{district}"), district) for district in districts},
                "bonus": list(_values(table, f"players.{seat}.bonus")),
                "gold": _number(table, f"players.{seat}.gold"),
            }
            for seat in seats
        },
        **scores(definition, table, standing),
    }


def scores(definition: GameDefinition, table: Figures, standing: Standing) -> dict[str, object]:
    """Return the points as plain values, one row a player."""
    rows = [
        {
            "player": one.seat,
            "cards": one.lines[0].points,
            "bonus": one.lines[1].points,
            "gold": _number(table, f"players.{one.seat}.gold"),
            "gold_points": one.lines[2].points,
            "total": None if one.untold else one.total,
            "rank": place or None,
        }
        for one, place in zip(standing.sheets, standing.ranks, strict=True)
    ]
    found: dict[str, object] = {
        "scores": rows,
        "final": standing.final,
        "winners": list(standing.winners),
        "tie_break": standing.tie_break,
    }
    if standing.verdict and standing.verdict.rule == "solo.win":
        difference, label = rating(definition, standing)
        is_rated = ROB not in standing.winners and bool(standing.winners)
        found["solo"] = {"difference": difference, "rating": label if is_rated and label else None}
    return found


def calculate(definition: GameDefinition, name: str, given: Reading, options: Mapping[str, str]) -> Resolution:
    """Answer the calculators `round` and `final` from figures alone.

    Raises UnreadableInput for more players than the box has room for, or more cards of a colour than the box holds,
    Forbidden where gold is paid that may not be.
    """
    if name == "rob-turn":
        from helper.games.capital_lux_2.rob import calculate as calculate_rob

        return calculate_rob(definition, given, options)
    seats = given.seats
    low, high = definition.calculators[name].seats
    if not low <= len(seats) <= high:
        raise UnreadableInput(Fault("wrong_seats", {"given": len(seats), "low": low, "high": high}))
    if alone(options):
        given = _with_rob(given)
        seats = given.seats
    if name == "final":
        result = standing(definition, given.figures, seats, True, options)
        return Resolution(scores(definition, given.figures, result), _score_steps(result), grids=(points_grid(result),))
    _count_colours(definition, given.figures)
    refused = refused_payments(definition, given.figures, seats, options)
    faults = [Fault("condition", {"rule": "tile.merchant.payment", "condition": failed, "values": values}) for failed, values in refused]
    if faults:
        raise Forbidden(*faults)
    settled = settle(definition, given.figures, seats, options)
    table = {**given.figures, **settled.changes}
    result = standing(definition, table, seats, given.figures.get("round") == definition.rounds, options)
    steps = (*settled.steps, *_score_steps(result))
    warnings = tuple(Warned(f"{one.rule}:{one.outcome}", one.values) for one in gold_short(definition, table, seats))
    return Resolution(answer(definition, settled, table, result), steps, warnings, (*limit_grid(definition, settled), points_grid(result)))


def _with_rob(given: Reading) -> Reading:
    """Return what was read with ROB in his seat: the one called so, else the second of the two.

    Raises UnreadableInput where there are not two.
    """
    if len(given.seats) != 2:
        raise UnreadableInput(Fault("alone_only", {"given": len([seat for seat in given.seats if seat != ROB])}))
    if ROB in given.seats:
        return given
    first, second = given.seats
    prefix = f"players.{second}."
    figures = {
        f"players.{ROB}.{path.removeprefix(prefix)}" if path.startswith(prefix) else path: value for path, value in given.figures.items()
    }
    return given._replace(figures=figures, seats=(first, ROB))


def points_grid(standing: Standing) -> Grid:
    """Return the points of each player as a table, whoever is ahead first."""
    order = sorted(zip(standing.ranks, standing.sheets, strict=True), key=lambda pair: pair[0])
    rows: list[tuple[Cell, ...]] = [
        (sheet.seat, *(line.points for line in sheet.lines), None if sheet.untold else sheet.total) for _, sheet in order
    ]
    return Grid(Term("points"), (Term("players"), Term("cards"), Term("bonus"), Term("gold"), Term("points")), tuple(rows))


def limit_grid(definition: GameDefinition, settled: Settled) -> tuple[Grid, ...]:
    """Return the limits as a table; a single row where they are the same for everybody."""
    districts = definition.axes["district"]
    alike = len({tuple(limits.values()) for limits in settled.limits.values()}) == 1
    rows = tuple(
        (Term("limit") if alike else seat, *(limits[district] for district in districts)) for seat, limits in settled.limits.items()
    )
    columns: tuple[Cell, ...] = ("", *(Term(district) for district in districts))
    return (Grid(Term("limit"), columns, rows[:1] if alike else rows),)


def _score_steps(standing: Standing) -> tuple[Step, ...]:
    """Return what the points of each player are made of, then who wins, where the game is over."""
    parts = ("cards", "bonus", "gold_points")
    totals = (
        Step(
            "final.score",
            "total",
            {"seat": one.seat, "points": one.total, **{part: line.points for part, line in zip(parts, one.lines, strict=True)}},
        )
        for one in standing.sheets
    )
    return (*totals, *((standing.verdict,) if standing.verdict else ()))


def gold_short(definition: GameDefinition, table: Figures, seats: tuple[str, ...]) -> tuple[Step, ...]:
    """Return that more gold is out than the box holds, where it is."""
    rule = definition.rules["components.gold"]
    out, supply = sum(_number(table, f"players.{seat}.gold") for seat in seats), rule.number("supply")
    return (Step(rule.id, "short", {"given": out, "supply": supply}),) if out > supply else ()


def colours(figures: Figures) -> dict[str, int]:
    """Return how many cards of each colour lie openly on the table or are about to enter it."""
    seen: dict[str, int] = {}
    for value in figures.values():
        cards = (value,) if isinstance(value, Card) else value.cards or () if isinstance(value, Pile) else value
        for card in cards if isinstance(cards, tuple) else ():
            if isinstance(card, Card):
                seen[card.colour] = seen.get(card.colour, 0) + 1
    return seen


def _count_colours(definition: GameDefinition, figures: Figures) -> None:
    most = definition.rules["components.citizens"].number("per_colour")
    for colour, seen in colours(figures).items():
        if seen > most:
            raise UnreadableInput(Fault("too_many_cards", {"colour": Term(colour), "given": seen, "most": most}))
