"""The end of a round, and the points: rules `resolution.*` and `final.*`.

Covers leftover cards, limits (with modifiers and, as an option, gold paid for them), discards, bonus cards, ties, scoring and the
final tie-break. A record carries it out on its own position, a calculator on an empty table filled with what it is told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from helper.definitions.schema import Term
from helper.engine.play import Cause, Procedure
from helper.engine.resolution import Cell, Grid, Step
from helper.engine.scoresheet import ScoreLine, Scoresheet, Standing, rank
from helper.errors import Fault, UnreadableInput
from helper.frozen import Frozen
from helper.games.capital_lux_2.figures import BASE, BONUS, CAPITAL, CARDS_LEFT, CHANGE, GOLD, HAND, OWN_CHANGE, PAYS
from helper.games.capital_lux_2.pile import EMPTY, Card, Pile, write_pile
from helper.games.capital_lux_2.position import ROB, alone, limit_of, tile

if TYPE_CHECKING:
    from helper.engine.position import Board, Glance

PAYMENT = "tile.merchant.payment"


class Settled(Frozen):
    """How the end of a round came out: the parts of its answer."""

    limits: dict[str, dict[str, int]]
    busts: list[dict[str, object]]
    bonuses: list[dict[str, object]]


def settle(play: Procedure) -> Settled:
    """Resolve a round: leftover cards, then every limit, then every bonus.

    Gold for a limit is taken as it is told: `refused_payments` judges it. Raises UnreadableInput naming every district whose
    highest card decides, where it was told only by its sum.
    """
    for seat in play.seats:
        _leftover(play, seat)
    judged = tuple(seat for seat in play.seats if seat != ROB or _judges_rob(play))
    for seat in play.seats:
        if seat not in judged:
            play.step("solo.resolution", "left_out", seat=seat)
    limits = _limits(play, judged)
    busts = _busts(play, judged, limits)
    untold = [CAPITAL(district) for district in play.axis("district") if _needs_top(play, judged, district)]
    if untold:
        raise UnreadableInput(*(Fault("top_needed", {"key": path}, path) for path in untold))
    return Settled(limits, busts, [_bonus(play, judged, district) for district in play.axis("district")])


def _judges_rob(at: Glance) -> bool:
    """Return whether a seat called ROB is resolved like a player; it is, unless a game alone says otherwise."""
    return not alone(at.options) or at.option("rob_resolved") == "yes"


def _leftover(play: Procedure, seat: str) -> None:
    hand = play[HAND(seat)]
    rule = "solo.leftover" if seat == ROB and hand else "round.leftover"
    _enter(play.step(rule, "entered" if hand else "none", seat=seat, cards=tuple(card.term for card in hand)), seat, hand)


def _enter(cause: Cause, seat: str, hand: tuple[Card, ...]) -> None:
    """Lay the cards left in a hand into the base."""
    for card in hand:
        base = BASE(seat, card.colour)
        cause.set(base, cause.play.get(base, EMPTY).add(card))


def _limits(play: Procedure, seats: tuple[str, ...]) -> dict[str, dict[str, int]]:
    limits: dict[str, dict[str, int]] = {seat: {} for seat in seats}
    for district in play.axis("district"):
        change = play[CHANGE(district)]
        if change:
            play.step("resolution.modifiers", "changed", district=Term(district), amount=change)
        for seat in seats:
            own = play[OWN_CHANGE(seat, district)]
            if own:
                play.step("resolution.modifiers", "changed_own", seat=seat, district=Term(district), amount=own)
            limit = limit_of(play, play[CAPITAL(district)], district, seat)
            limits[seat][district] = limit + _payment(play, seat, district)
    return limits


def _payment(play: Procedure, seat: str, district: str) -> int:
    """Take the gold that a seat pays for its own limit, as far as it has any; return by how much that raises the limit."""
    paid = play[PAYS(seat, district)]
    if not paid:
        return 0
    play.step(PAYMENT, "paid", seat=seat, district=Term(district), paid=paid).take(GOLD(seat), paid)
    return _raised(play, paid)


def _raised(at: Glance, paid: int) -> int:
    rule = at.rule(PAYMENT)
    return paid // rule.number("gold") * rule.number("limit")


def _may_pay(at: Glance) -> bool:
    """Return whether gold may be paid for limits in this game."""
    return at.option(at.rule(PAYMENT).option) == "yes" and tile(at, "yellow") == "merchant"


def refused_payments(at: Board) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield each payment for a limit that may not be: the condition of `tile.merchant.payment` it fails, and its values."""
    payments = [(seat, district, at[PAYS(seat, district)]) for seat in at.seats for district in at.axis("district")]
    payments = [one for one in payments if one[2]]
    if not payments:
        return
    play = Procedure.of(at)
    for seat in play.seats:
        _enter(play.under("round.leftover", "entered"), seat, play[HAND(seat)])
    is_on, left = _may_pay(play), {seat: play[GOLD(seat)] for seat in play.seats}
    for seat, district, paid in payments:
        limit = limit_of(play, play.get(CAPITAL(district), EMPTY), district, seat)
        excess = max(0, play.get(BASE(seat, district), EMPTY).sum - limit)
        values = {"seat": seat, "district": Term(district), "excess": excess, "paid": paid, "gold_owned": left[seat]}
        if not is_on:
            yield "payment_allowed", values
        if is_on and _raised(play, paid) != excess:
            yield "payment_whole", values
        if is_on and paid > left[seat]:
            yield "payment_owned", values
        left[seat] = max(0, left[seat] - paid)


def _busts(play: Procedure, seats: tuple[str, ...], limits: dict[str, dict[str, int]]) -> list[dict[str, object]]:
    """Discard what exceeds its limit; where its owner could have kept it for gold, say so."""
    busts: list[dict[str, object]] = []
    for district in play.axis("district"):
        for seat in seats:
            pile, limit = play[BASE(seat, district)], limits[seat][district]
            excess = pile.sum - limit
            lost = not pile.is_empty and excess > 0
            outcome = "lost" if lost else "safe"
            said = play.step("resolution.limit", outcome, seat=seat, district=Term(district), sum=pile.sum, limit=limit)
            if not lost:
                continue
            if _may_pay(play) and _raised(play, play[GOLD(seat)]) >= excess:
                play.step(
                    PAYMENT,
                    "not_paid",
                    seat=seat,
                    district=Term(district),
                    excess=excess,
                    key=PAYS(seat, district).removeprefix("players."),
                )
            cards = None if pile.cards is None else write_pile(pile, district)
            busts.append({"player": seat, "district": district, "sum": pile.sum, "limit": limit, "cards": cards})
            said.set(BASE(seat, district), EMPTY if pile.cards is not None else Pile(None))
    return busts


def _needs_top(play: Procedure, seats: tuple[str, ...], district: str) -> bool:
    """Return whether the bonus of a district is given, and nobody told the card that it is."""
    lying = play[CAPITAL(district)]
    best = max((play[BASE(seat, district)].sum for seat in seats), default=0)
    return best >= play.number("resolution.bonus", "least") and lying.top is None and not lying.is_empty


def _bonus(play: Procedure, seats: tuple[str, ...], district: str) -> dict[str, object]:
    sums = {seat: play[BASE(seat, district)].sum for seat in seats}
    best = max(sums.values())
    term = Term(district)
    if best < play.number("resolution.bonus", "least"):
        play.step("resolution.bonus", "nobody", district=term)
        return {"district": district, "winner": None}
    leaders = [seat for seat in seats if sums[seat] == best]
    path = CAPITAL(district)
    pile = play[path]
    card = pile.top
    if len(leaders) == 1:
        winner = leaders[0]
        outcome = "won" if card is not None else "won_nothing"
        won = play.step("resolution.bonus", outcome, district=term, seat=winner, sum=best, card=card)
        if card is not None:
            won.set(path, pile.without_top()).set(BONUS(winner), (*play[BONUS(winner)], card))
        return {"district": district, "winner": winner, "card": card}
    gold = play.number("resolution.tie", "gold")
    outcome = "tied" if card is not None else "tied_empty"
    tied = play.step("resolution.tie", outcome, district=term, seats=tuple(leaders), sum=best, gold=gold, card=card)
    if card is not None:
        tied.set(path, pile.without_top())
    for seat in leaders:
        tied.add(GOLD(seat), gold)
    return {"district": district, "tied": leaders, "gold": gold, "discarded": card}


def sheet(at: Board, seat: str, untold: tuple[str, ...] = ()) -> Scoresheet:
    """Return the points of a seat: cards left in the base, bonus cards, gold; `untold` are districts of which nobody told anything."""
    value = at.rule("final.gold").number("gold_value")
    gold, bonus = at[GOLD(seat)], sum(at[BONUS(seat)])
    cards = at.get(CARDS_LEFT(seat), 0) + sum(at.get(BASE(seat, district), EMPTY).sum for district in at.axis("district"))
    return Scoresheet(
        seat,
        (
            ScoreLine("final.cards", "points", cards, {"points": cards}),
            ScoreLine("final.bonus", "points", bonus, {"points": bonus}),
            ScoreLine("final.gold", "points", gold * value, {"gold": gold, "gold_value": value, "points": gold * value}),
        ),
        untold,
    )


def standing(at: Board, final: bool, untold: Mapping[str, tuple[str, ...]] = {}) -> Standing:
    """Return who is ahead; with `final`, who wins and how a tie was broken: less gold, then a shared victory.

    Alone against ROB nobody shares a victory, and the difference is rated (`solo.win`, `solo.rating`). Nobody wins while the
    base of a seat is `untold`.
    """
    sheets = tuple(sheet(at, seat, untold.get(seat, ())) for seat in at.seats)
    ranks = rank(sheets, lambda one: (one.total, -at[GOLD(one.seat)]))
    if not final or any(one.untold for one in sheets) or not sheets:
        return Standing(sheets, ranks, final and bool(sheets))
    winners = tuple(one.seat for one, place in zip(sheets, ranks, strict=True) if place == 1)
    if alone(at.options) and ROB in at.seats:
        return _against_rob(at, Standing(sheets, ranks, True, winners))
    best = max(one.total for one in sheets)
    level = tuple(one.seat for one in sheets if one.total == best)
    if len(winners) > 1:
        return Standing(sheets, ranks, True, winners, "shared", Step("final.tie_break", "shared", {"seats": winners}))
    if len(level) > 1:
        others = tuple(seat for seat in level if seat not in winners)
        step = Step("final.tie_break", "fewer_gold", {"seat": winners[0], "others": others})
        return Standing(sheets, ranks, True, winners, "fewer_gold", step)
    return Standing(sheets, ranks, True, winners, None, Step("final.tie_break", "wins", {"seat": winners[0], "points": best}))


def _against_rob(at: Board, standing: Standing) -> Standing:
    """Return who won a game alone, and how clearly."""
    if len(standing.winners) > 1:
        return standing._replace(winners=(), tie_break="level", verdict=Step("solo.win", "level"))
    winner = standing.winners[0]
    other = ROB if winner != ROB else next(one.seat for one in standing.sheets if one.seat != ROB)
    difference, label = rating(at, standing)
    outcome = "ahead" if difference else "less_gold"
    values = {"seat": winner, "other": other, "difference": abs(difference), "rating": Term(label)}
    if winner != ROB and label:
        outcome += "_rated"
    return standing._replace(tie_break=None if difference else "fewer_gold", verdict=Step("solo.win", outcome, values))


def rating(at: Board, standing: Standing) -> tuple[int, str]:
    """Return by how many points the player is ahead of ROB, and the label of the band; empty where no source knows one."""
    points = {one.seat: one.total for one in standing.sheets}
    difference = next(total for seat, total in points.items() if seat != ROB) - points[ROB]
    for row in at.definition.tables["rating"].rows:
        low, high = row["low"], row.get("high")
        if isinstance(low, int) and low <= difference and (not isinstance(high, int) or difference <= high):
            return difference, str(row["label"])
    return difference, ""


def answer(at: Board, settled: Settled, standing: Standing) -> dict[str, object]:
    """Return the answer of the calculator `round`, of plain values with ids only."""
    districts = at.axis("district")
    seats = [one.seat for one in standing.sheets]
    return {
        "limits": settled.limits,
        "busts": settled.busts,
        "bonuses": settled.bonuses,
        "capital": {district: write_pile(at[CAPITAL(district)], district) for district in districts},
        "players": {
            seat: {
                "bases": {district: write_pile(at[BASE(seat, district)], district) for district in districts},
                "bonus": list(at[BONUS(seat)]),
                "gold": at[GOLD(seat)],
            }
            for seat in seats
        },
        **scores(at, standing),
    }


def scores(at: Board, standing: Standing) -> dict[str, object]:
    """Return the points as plain values, one row a player."""
    rows = [
        {
            "player": one.seat,
            "cards": one.lines[0].points,
            "bonus": one.lines[1].points,
            "gold": at[GOLD(one.seat)],
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
        difference, label = rating(at, standing)
        is_rated = ROB not in standing.winners and bool(standing.winners)
        found["solo"] = {"difference": difference, "rating": label if is_rated and label else None}
    return found


def points_grid(standing: Standing) -> Grid:
    """Return the points of each player as a table, whoever is ahead first."""
    order = sorted(zip(standing.ranks, standing.sheets, strict=True), key=lambda pair: pair[0])
    rows: list[tuple[Cell, ...]] = [
        (sheet.seat, *(line.points for line in sheet.lines), None if sheet.untold else sheet.total) for _, sheet in order
    ]
    return Grid(Term("points"), (Term("players"), Term("cards"), Term("bonus"), Term("gold"), Term("points")), tuple(rows))


def limit_grid(at: Glance, settled: Settled) -> tuple[Grid, ...]:
    """Return the limits as a table; a single row where they are the same for everybody."""
    districts = at.axis("district")
    alike = len({tuple(limits.values()) for limits in settled.limits.values()}) == 1
    rows = tuple(
        (Term("limit") if alike else seat, *(limits[district] for district in districts)) for seat, limits in settled.limits.items()
    )
    columns: tuple[Cell, ...] = ("", *(Term(district) for district in districts))
    return (Grid(Term("limit"), columns, rows[:1] if alike else rows),)


def score_steps(standing: Standing) -> tuple[Step, ...]:
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


def gold_short(at: Glance) -> tuple[Step, ...]:
    """Return that more gold is out than the box holds, where it is."""
    rule = at.rule("components.gold")
    out, supply = sum(at.get(GOLD(seat), 0) for seat in at.seats), rule.number("supply")
    return (Step(rule.id, "short", {"given": out, "supply": supply}),) if out > supply else ()


def colours(values: Iterable[object]) -> dict[str, int]:
    """Return how many cards of each colour lie openly on the table or are about to enter it."""
    seen: dict[str, int] = {}
    for value in values:
        cards = (value,) if isinstance(value, Card) else value.cards or () if isinstance(value, Pile) else value
        for card in cards if isinstance(cards, tuple) else ():
            if isinstance(card, Card):
                seen[card.colour] = seen.get(card.colour, 0) + 1
    return seen
