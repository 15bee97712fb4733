"""Carrying out moves: plays, the known powers, general effects of the others, leftover cards, the end of the round.

Total on illegal moves too: the table is right, and a forced move must still leave a position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from helper.definitions.inputs import declared
from helper.definitions.schema import HOUSE, GameDefinition, Term
from helper.engine.move import Applied, Move
from helper.engine.position import Due, Position
from helper.engine.resolution import Step
from helper.errors import Fault, UnreadableInput
from helper.games.capital_lux_2 import rob
from helper.games.capital_lux_2.pile import TYPES, Card, Pile
from helper.games.capital_lux_2.position import (
    ROB,
    after,
    alone,
    ending,
    hand,
    is_passed_over,
    new_round,
    passed_over,
    pile,
    piles,
    reading,
    tile,
    to_move,
)
from helper.games.capital_lux_2.resolve import answer, gold_short, limit_grid, settle, standing

RESOLVE = "resolution.order"


def draft(definition: GameDefinition, position: Position, move: Move) -> Move:
    """Return the move with what may be left out: a card's own district, whose turn or gold it is, the lowest card."""
    rule = definition.rules[move.rule]
    parameters = rule.move.parameters if rule.move else ()
    filled = dict(move.arguments)
    card = filled.get("card")
    if "to" in parameters and isinstance(card, Card):
        filled.setdefault("to", card.colour)
    if "whose" in parameters and move.rule != "effect.limit" and move.seat:
        filled.setdefault("whose", move.seat)
    if "drawn" in parameters:
        filled.setdefault("drawn", 1)
    if "taken" in parameters and "district" in filled:
        found = pile(position, f"capital.{filled['district']}")
        if found and found.lowest:
            filled.setdefault("taken", found.lowest)
    return move._replace(arguments=filled)


def moves(definition: GameDefinition, position: Position, seat: str | None) -> tuple[Move, ...]:
    """Return the moves to judge for a seat: decisions due, plays, effects, and what belongs to the end of the round."""
    due = tuple(
        Move(one.rule, one.seat, {"district": choice.id}) for one in position.due if seat in (None, one.seat) for choice in one.choices
    )
    if any(one.mandatory for one in position.due):
        return due
    found: list[Move] = list(due)
    mover = to_move(position)
    over = position.number("turn.plays") > 0 and mover is None
    who = seat or mover
    if alone(position.options) and who in (ROB, None) and (not over or seat):
        found.append(Move(rob.TURN, ROB, {}))
    if who != ROB and (not over or seat):
        found += [Move("play.base", who, {}), Move("play.capital", who, {})]
    district = position.word("turn.district")
    last = position.word("turn.last")
    if district and last and not _is_known(definition, position, district) and seat in (None, last):
        found += [Move(rule.id, last, {}) for rule in definition.rules.values() if rule.kind == "effect"]
    for one in position.seats if seat is None else (seat,):
        if over and position.number(f"players.{one}.held") != len(hand(position, one)):
            found.append(Move("round.leftover", one, {}))
    for colour in definition.axes["district"]:
        if position.number(f"capital.hidden.{colour}"):
            found.append(Move("tile.agent.reveal", None, {"district": colour}))
    if seat is None or over:
        found.append(Move(RESOLVE, None, {}))
    return tuple(found)


def _is_known(definition: GameDefinition, position: Position, district: str) -> bool:
    return tile(definition, position.options, district) in _POWERS


def completions(definition: GameDefinition, position: Position, move: Move) -> tuple[Move, ...]:
    """Return nothing: the small choices are enumerated by `moves` already."""
    return ()


def apply(definition: GameDefinition, position: Position, move: Move) -> Applied:
    """Carry out a move.

    Raises UnreadableInput where a figure is needed that nobody told, naming it.
    """
    return _APPLY[move.rule](definition, position, draft(definition, position, move))


def _play(definition: GameDefinition, position: Position, move: Move, capital: bool) -> Applied:
    card, seat = move.arguments["card"], move.seat or position.seats[0]
    assert isinstance(card, Card)
    began = position.word("turn.last") or position.word("emperor")
    position = _pass_over(position)
    stop = ending(position)
    district = card.colour if capital else str(move.arguments["to"])
    path = f"capital.{district}" if capital else f"players.{seat}.{district}"
    found = pile(position, path)
    changes: dict[str, object] = {
        "turn.last": seat,
        "turn.district": district if capital else "",
        "turn.ending": stop,
        "turn.next": "",
        "turn.plays": position.number("turn.plays") + 1,
        f"players.{seat}.held": max(0, position.number(f"players.{seat}.held") - 1),
    }
    changes |= _out_of_hand(position, seat, card)
    if found is not None:
        changes[path] = found.add(card)
    if not began and not alone(position.options):
        changes["emperor"] = seat
    played = position.put(changes)
    steps = [Step(move.rule, "played", {"seat": seat, "card": card.term})]
    if capital:
        played = _power(definition, played, seat, district, steps)
    if not stop:
        steps.extend(_come_to_an_end(played))
    return Applied(played, tuple(steps))


def _out_of_hand(position: Position, seat: str, card: Card) -> dict[str, object]:
    """Return the figure of a told hand that a card leaves; of one in which nobody told it, none."""
    told = hand(position, seat)
    if card not in told:
        return {}
    at = told.index(card)
    return {f"players.{seat}.hand": (*told[:at], *told[at + 1 :])}


def _pass_over(position: Position) -> Position:
    """Return the position in which play has gone on: who may decide has declined, who must may still do so."""
    left = (due for due in position.due if due.mandatory or due.overdue)
    return position._replace(due=tuple(due._replace(mandatory=False, overdue=True) for due in left))


def _come_to_an_end(position: Position) -> Iterator[Step]:
    """Yield that the round comes to its end, if the turn just taken brings it on, and who has a turn yet."""
    stop = ending(position)
    if stop and not alone(position.options):
        yield Step("round.trigger", "triggered", {"seat": stop})
    elif stop:
        if stop != ROB:
            yield Step("solo.round_end", "hand", {"seat": stop})
        mover = to_move(position)
        if mover:
            yield Step("solo.last_turn", "one_more", {"seat": mover})


def _rob(definition: GameDefinition, position: Position, move: Move) -> Applied:
    """Carry out a turn of ROB: no power, whatever he plays."""
    stop, who = ending(position), ROB if alone(position.options) else move.seat or position.seats[0]
    effects, answer = rob.turn(definition, _pass_over(position), move.arguments)
    played = effects.position.put(
        {
            "turn.last": who,
            "turn.district": "",
            "turn.ending": stop or (who if answer["round_ends"] else ""),
            "turn.next": "",
            "turn.plays": position.number("turn.plays") + 1,
            "turn.rob_cards": rob.turned_up_with(definition, position, move.arguments),
        }
    )
    steps = (*effects.steps, *(() if stop else _come_to_an_end(played)))
    return Applied(played, steps, questions=tuple(effects.questions))


def _power(definition: GameDefinition, position: Position, seat: str, district: str, steps: list[Step]) -> Position:
    lies = tile(definition, position.options, district)
    if lies in _POWERS:
        return _POWERS[lies](definition, position, seat, steps)
    rule = definition.rules.get(f"tile.{lies}")
    if rule and HOUSE in rule.sources:
        steps.append(Step("power.mandatory", "house_text", {"district": Term(district), "text": rule.text}))
    else:
        steps.append(Step("power.mandatory", "see_tile", {"district": Term(district)}))
    return position


def _agent(definition: GameDefinition, position: Position, seat: str, steps: list[Step]) -> Position:
    choices = tuple(Term(district) for district in definition.axes["district"])
    return position._replace(due=(Due("tile.agent", seat, Term("agent"), choices, True), *position.due))


def _cleric(definition: GameDefinition, position: Position, seat: str, steps: list[Step]) -> Position:
    may_take_own = reading(definition, position.options, "cleric_district") == "any"
    own = position.word("turn.district")
    choices, lies = [], False
    for district in definition.axes["district"]:
        found = pile(position, f"capital.{district}")
        if (district != own or may_take_own) and (found is None or not found.is_empty):
            choices.append(Term(district))
            lies = lies or found is not None
    if not choices:
        steps.append(Step("power.mandatory", "impossible", {"tile": Term("cleric")}))
        return position
    return position._replace(due=(Due("tile.cleric", seat, Term("cleric"), tuple(choices), lies), *position.due))


def _merchant(definition: GameDefinition, position: Position, seat: str, steps: list[Step]) -> Position:
    gold = definition.rules["tile.merchant"].number("gold")
    out = sum(position.number(f"players.{one}.gold") for one in position.seats)
    if out + gold > definition.rules["components.gold"].number("supply"):
        steps.append(Step("power.mandatory", "impossible", {"tile": Term("merchant")}))
        return position
    steps.append(Step("tile.merchant", "gained", {"seat": seat, "gold": gold}))
    return position.put({f"players.{seat}.gold": position.number(f"players.{seat}.gold") + gold})


def _scholar(definition: GameDefinition, position: Position, seat: str, steps: list[Step]) -> Position:
    cards = definition.rules["tile.scholar"].number("cards")
    steps.append(Step("tile.scholar", "drawn", {"seat": seat, "cards": cards}))
    return position.put({f"players.{seat}.held": position.number(f"players.{seat}.held") + cards})


_POWERS: Mapping[str, Callable[[GameDefinition, Position, str, list[Step]], Position]] = {
    "agent": _agent,
    "cleric": _cleric,
    "merchant": _merchant,
    "scholar": _scholar,
}


def _settle_due(position: Position, move: Move) -> Position:
    """Return the position without the decision that the move gives, one of an earlier play left over."""
    fitting = [due for due in position.due if due.rule == move.rule]
    given = next((due for due in fitting if due.seat == move.seat), fitting[0] if fitting else None)
    return position._replace(due=tuple(due for due in position.due if due is not given))


def _trigger(position: Position, steps: list[Step]) -> Applied:
    """Return what was applied, with the note that the round comes to its end where the last power left no card."""
    if not position.word("turn.ending"):
        steps.extend(_come_to_an_end(position))
    return Applied(position, tuple(steps))


def _place(definition: GameDefinition, position: Position, move: Move) -> Applied:
    district = str(move.arguments["district"])
    path = f"capital.hidden.{district}"
    steps = [Step(move.rule, "placed", {"seat": move.seat, "district": Term(district)})]
    return _trigger(_settle_due(position, move).put({path: position.number(path) + 1}), steps)


def _reveal(definition: GameDefinition, position: Position, move: Move) -> Applied:
    district, amount = str(move.arguments["district"]), move.arguments["amount"]
    assert isinstance(amount, int)
    path = f"capital.adjust.{district}"
    changes = {path: position.number(path) + amount, f"capital.hidden.{district}": 0}
    return Applied(position.put(changes), (Step(move.rule, "revealed", {"district": Term(district), "amount": amount}),))


def _take(definition: GameDefinition, position: Position, move: Move) -> Applied:
    district, card = str(move.arguments["district"]), move.arguments.get("taken")
    if not isinstance(card, Card):
        raise UnreadableInput(Fault("missing_argument", {"name": declared(definition, "taken").label}, f"capital.{district}"))
    changes = _moved(position, card, f"capital.{district}", f"{move.seat}.{card.colour}")
    steps = [Step(move.rule, "taken", {"seat": move.seat, "card": card.term, "district": Term(district)})]
    return _trigger(_settle_due(position, move).put(changes), steps)


def _moved(position: Position, card: Card, source: str, target: str) -> dict[str, object]:
    """Return the figures that change when a card moves; a hand or a district that is not known stays as it is."""
    changes: dict[str, object] = {}
    for place, is_source in ((source, True), (target, False)):
        if place in position.seats:
            path = f"players.{place}.held"
            held = changes.get(path, position.number(path))
            assert isinstance(held, int)
            changes[path] = max(0, held + (-1 if is_source else 1))
            changes |= _out_of_hand(position, place, card) if is_source else {}
        elif "." in place:
            path = place if place.startswith("capital.") else f"players.{place}"
            before = changes.get(path, pile(position, path))
            if isinstance(before, Pile):
                changes[path] = before.without(card) if is_source else before.add(card)
    return changes


def _move_card(definition: GameDefinition, position: Position, move: Move) -> Applied:
    card, source, target = (move.arguments[key] for key in ("card", "from_place", "to_place"))
    assert isinstance(card, Card)
    show = TYPES["place"].show
    values = {"card": card.term, "from_place": show(source), "to_place": show(target)}
    return Applied(position.put(_moved(position, card, str(source), str(target))), (Step(move.rule, "moved", values),))


def _gold(definition: GameDefinition, position: Position, move: Move) -> Applied:
    amount, whose = move.arguments["amount"], move.arguments["whose"]
    assert isinstance(amount, int)
    path = f"players.{whose}.gold"
    changes = {path: max(0, position.number(path) + amount)}
    return Applied(position.put(changes), (Step(move.rule, "changed", {"seat": whose, "change": amount}),))


def _draw(definition: GameDefinition, position: Position, move: Move) -> Applied:
    drawn, whose = move.arguments["drawn"], move.arguments["whose"]
    assert isinstance(drawn, int)
    path = f"players.{whose}.held"
    return Applied(position.put({path: position.number(path) + drawn}), (Step(move.rule, "drawn", {"seat": whose, "cards": drawn}),))


def _limit(definition: GameDefinition, position: Position, move: Move) -> Applied:
    district, amount, whose = str(move.arguments["district"]), move.arguments["amount"], move.arguments.get("whose")
    assert isinstance(amount, int)
    path = f"players.{whose}.adjust.{district}" if whose else f"capital.adjust.{district}"
    values: dict[str, object] = {"district": Term(district), "amount": amount}
    step = Step(move.rule, "changed_own", {**values, "seat": whose}) if whose else Step(move.rule, "changed", values)
    return Applied(position.put({path: position.number(path) + amount}), (step,))


def _again(definition: GameDefinition, position: Position, move: Move) -> Applied:
    whose = str(move.arguments["whose"])
    return Applied(position.put({"turn.next": whose}), (Step(move.rule, "given", {"seat": whose}),))


def _leftover(definition: GameDefinition, position: Position, move: Move) -> Applied:
    cards = move.arguments["cards"]
    assert isinstance(cards, tuple)
    changes = {f"players.{move.seat}.hand": cards, f"players.{move.seat}.held": len(cards)}
    return Applied(position.put(changes), (Step(move.rule, "entered", {"seat": move.seat, "cards": tuple(card.term for card in cards)}),))


def _resolve(definition: GameDefinition, position: Position, move: Move) -> Applied:
    robs = rob.leftover(definition, position)
    untold = [path for path, found in piles(definition, position) if found is None]
    if untold:
        raise UnreadableInput(*(Fault("tell_first", {"key": path}, path) for path in untold))
    laid = position.put({f"players.{ROB}.hand": robs}) if robs else position
    settled = settle(definition, laid.figures, position.seats, position.options)
    number = position.number("round")
    final = number >= definition.rounds
    table = {**laid.figures, **settled.changes}
    marks = {f"turn.passed_over.{seat}": is_passed_over(definition, position, seat) for seat in position.seats}
    marked = passed_over(definition, position.put(marks))
    result = standing(definition, table, position.seats, final, position.options, marked)
    steps = [*settled.steps, *gold_short(definition, table, position.seats)]
    changes: dict[str, object] = {**settled.changes, **marks}
    emperor = position.word("emperor")
    if final:
        changes["turn.over"] = True
        steps.append(Step("game.rounds", "over"))
    else:
        if emperor:
            changes["emperor"] = after(position, emperor)
            steps.append(Step("resolution.emperor", "moves", {"seat": after(position, emperor)}))
        changes["round"] = number + 1
        steps.append(Step("game.rounds", "next", {"round": number + 1}))
    if result.verdict:
        steps.append(result.verdict)
    laid = laid.put(changes)._replace(due=())
    for path in rob.entered(definition, position):
        laid = laid.forget(path)
    settled_position = new_round(definition, laid)
    return Applied(settled_position, tuple(steps), answer(definition, settled, table, result), limit_grid(definition, settled))


_APPLY: Mapping[str, Callable[[GameDefinition, Position, Move], Applied]] = {
    "play.base": lambda definition, position, move: _play(definition, position, move, False),
    "play.capital": lambda definition, position, move: _play(definition, position, move, True),
    rob.TURN: _rob,
    "tile.agent": _place,
    "tile.agent.reveal": _reveal,
    "tile.cleric": _take,
    "effect.move": _move_card,
    "effect.gold": _gold,
    "effect.draw": _draw,
    "effect.limit": _limit,
    "effect.turn": _again,
    "round.leftover": _leftover,
    RESOLVE: _resolve,
}
