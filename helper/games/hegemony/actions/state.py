"""The State's actions, lobbying, benefits and loans: rules of `15_state_and_money.toml`."""

from __future__ import annotations

from collections.abc import Mapping

from helper.definitions.schema import GameDefinition, Term
from helper.engine.bridge import Effects, Predicate, View, argument
from helper.engine.move import Move
from helper.engine.verdict import Unknown
from helper.games.hegemony.actions.trade import store
from helper.games.hegemony.actions.turn import Apply, Values
from helper.games.hegemony.old_facts import CAPITALIST, STATE, Read, cash, count, reading, role_of, seat_of
from helper.games.hegemony.old_money import move_legitimacy, pay, pay_or_borrow, receive

LOBBY, EVENT, MEET, TAX, CAMPAIGN = "lobby", "event_action", "meet_mps", "extra_tax", "campaign"
BENEFITS, REPAY = "receive_benefits", "pay_off_loan"


def _number(move: Move, key: str) -> int:
    value = argument(move, key)
    assert isinstance(value, int)
    return value


def _lobby_paid(view: View, move: Move) -> Values:
    cost, money = view.definition.rules[LOBBY].number("cost"), cash(view.read, CAPITALIST)
    if money < cost:
        yield {"seat": move.seat, "money": money}


def _lobby(definition: GameDefinition, effects: Effects, move: Move, role: str) -> None:
    rule = definition.rules[LOBBY]
    pay(effects, role, rule.number("cost"), capital_first=True)
    effects.add(f"{role}.influence", rule.number("influence"))
    effects.step(move.rule, "lobbied", seat=move.seat)


def _event_open(view: View, move: Move) -> Values:
    if not view.count("state.events"):
        yield {}


def _event(definition: GameDefinition, effects: Effects, move: Move, role: str) -> None:
    effects.take("state.events", 1)
    effects.step(move.rule, "done", seat=move.seat)


def _influence_to_give(view: View, move: Move) -> Values:
    held = view.count("state.influence")
    if held < view.definition.rules[MEET].number("influence"):
        yield {"seat": move.seat, "influence_held": held}


def _meet(definition: GameDefinition, effects: Effects, move: Move, role: str) -> None:
    rule, other = definition.rules[MEET], str(move.arguments["class"])
    effects.take("state.influence", rule.number("influence"))
    effects.add(f"{other}.influence", rule.number("influence"))
    move_legitimacy(definition, effects, other, rule.number("steps"))
    legitimacy = effects.count(f"state.legitimacy.{other}")
    effects.step(move.rule, "met", role=Term(other), legitimacy=legitimacy)


def lowest(definition: GameDefinition, read: Read) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the classes that certainly lose legitimacy by an Extra Tax, and those among which the State chooses."""
    classes = definition.axes["class"]
    values = {role: count(read, f"state.legitimacy.{role}") for role in classes}
    losing = definition.rules[TAX].number("classes")
    bound = sorted(values.values())[losing - 1]
    certain = tuple(role for role in classes if values[role] < bound)
    return certain, tuple(role for role in classes if values[role] == bound)


def _named(move: Move) -> tuple[str, ...]:
    given = move.arguments.get("losers")
    return tuple(dict.fromkeys(str(role) for role in given)) if isinstance(given, tuple) else ()


def _losers(definition: GameDefinition, read: Read, move: Move) -> tuple[str, ...]:
    """Return who loses legitimacy: as named, and the lowest with them, in the order of status where equals remain."""
    named, wanted = _named(move), definition.rules[TAX].number("classes")
    if len(named) >= wanted:
        return named
    certain, equal = lowest(definition, read)
    return tuple(dict.fromkeys((*certain, *named, *equal)))[:wanted]


def _ask_who_loses(definition: GameDefinition, effects: Effects, move: Move) -> None:
    """Ask the State where more classes are equal than lose, and it has not named them."""
    certain, equal = lowest(definition, reading(effects.position))
    open_to_all = tuple(role for role in equal if role not in _named(move))
    wanted = definition.rules[TAX].number("classes") - len({*certain, *_named(move)})
    if 0 < wanted < len(open_to_all):
        effects.ask("losers", TAX, "which", roles=tuple(Term(role) for role in open_to_all), wanted=wanted)


def _legitimacy_to_lose(view: View, move: Move) -> Values:
    for role in _losers(view.definition, view.read, move):
        legitimacy = view.count(f"state.legitimacy.{role}")
        if legitimacy <= view.definition.rules["state.legitimacy"].number("lowest"):
            yield {"role": Term(role), "legitimacy": legitimacy}


def _lowest_classes(view: View, move: Move) -> Values:
    certain, equal = lowest(view.definition, view.read)
    losers = _losers(view.definition, view.read, move)
    wanted = view.definition.rules[TAX].number("classes")
    left_out = [role for role in certain if role not in losers]
    for number, role in enumerate(losers):
        if role not in (*certain, *equal) or number >= wanted or (left_out and role in equal):
            yield {"role": Term(role)}


def _tax(definition: GameDefinition, effects: Effects, move: Move, role: str) -> None:
    """Take the tax, and legitimacy from those who lose it: where that is not known, each class that is not named may."""
    rule = definition.rules[TAX]
    try:
        losers = _losers(definition, reading(effects.position), move)
        _ask_who_loses(definition, effects, move)
    except Unknown:
        losers = _named(move)
        if len(losers) < rule.number("classes"):
            for other in definition.axes["class"]:
                effects.add(f"state.legitimacy.{other}", 0 if other in losers else None)
    for other in definition.axes["class"]:
        seat = seat_of(effects.position, other)
        if seat:
            loans = pay_or_borrow(definition, effects, other, rule.number("tax"))
            for _ in range(loans):
                effects.step(move.rule, "loan", seat=seat)
            effects.add("state.treasury", rule.number("tax"))
            effects.step(move.rule, "paid", seat=seat)
    for other in losers:
        move_legitimacy(definition, effects, other, -rule.number("loss"))
        effects.step(move.rule, "lost", role=Term(other), legitimacy=effects.count(f"state.legitimacy.{other}"))


def _so_much_influence(view: View, move: Move) -> Values:
    named = _number(move, "influence")
    if named > view.definition.rules[CAMPAIGN].number("most"):
        yield {"named": named}


def _media_influence_there(view: View, move: Move) -> Values:
    media = view.count("state.services.influence")
    if media < _number(move, "influence"):
        yield {"media": media}


def _campaign(definition: GameDefinition, effects: Effects, move: Move, role: str) -> None:
    influence = _number(move, "influence")
    effects.take("state.services.influence", influence)
    effects.add("state.influence", influence)
    effects.step(move.rule, "moved", seat=move.seat, influence=influence)


def _state_is_played(view: View, move: Move) -> Values:
    if not seat_of(view.position, STATE):
        yield {}


def _items(view_read: Read, definition: GameDefinition, role: str) -> dict[str, int]:
    found = {item: count(view_read, f"benefits.{role}.{item}") for item in definition.axes["item"]}
    return {item: amount for item, amount in found.items() if amount}


def _benefits_there(view: View, move: Move) -> Values:
    role = role_of(view.position, move.seat)
    told = [f"benefits.{role}.{item}" for item in view.definition.axes["item"] if f"benefits.{role}.{item}" in view.position.figures]
    if not any(view.count(path) for path in told) and not _items(view.read, view.definition, role):
        yield {"seat": move.seat}


def _benefits(definition: GameDefinition, effects: Effects, move: Move, role: str) -> None:
    """Give a class what lies on its space: cubes go into the bag, goods to Goods & Services or the storage."""
    told = {item: effects.count(f"benefits.{role}.{item}") for item in definition.axes["item"]}
    items = {item: amount for item, amount in told.items() if amount}
    effects.step(move.rule, "taken", seat=move.seat, items=tuple(Term(item, amount) for item, amount in items.items()))
    for item, amount in items.items():
        if item == "money":
            receive(effects, role, amount)
        elif item == "influence":
            effects.add(f"{role}.influence", amount)
        elif item == "voting_cube":
            in_bag, all_cubes = effects.count(f"bag.{role}") or 0, definition.rules["political_pressure"].number("all_cubes")
            effects.add(f"bag.{role}", min(amount, all_cubes - in_bag))
        elif role == CAPITALIST:
            store(definition, effects, move.rule, role, f"{role}.storage.{item}", item, amount, move.seat)
        else:
            effects.add(f"{role}.goods.{item}", amount)
        effects.set(f"benefits.{role}.{item}", 0)
    effects.add("state.points", definition.rules[BENEFITS].number("points"))
    effects.step("passive_benefit", "scored")


def _has_a_loan(view: View, move: Move) -> Values:
    if not view.count(f"{role_of(view.position, move.seat)}.loans"):
        yield {"seat": move.seat}


def _loan_paid(view: View, move: Move) -> Values:
    cost, money = view.definition.rules[REPAY].number("cost"), cash(view.read, role_of(view.position, move.seat))
    if money < cost:
        yield {"seat": move.seat, "money": money}


def _repay(definition: GameDefinition, effects: Effects, move: Move, role: str) -> None:
    pay(effects, role, definition.rules[REPAY].number("cost"), capital_first=True)
    effects.take(f"{role}.loans", 1)
    effects.step(move.rule, "repaid", seat=move.seat)


PREDICATES: Mapping[str, Predicate] = {
    "lobby_paid": _lobby_paid,
    "event_open": _event_open,
    "influence_to_give": _influence_to_give,
    "legitimacy_to_lose": _legitimacy_to_lose,
    "lowest_classes": _lowest_classes,
    "so_much_influence": _so_much_influence,
    "media_influence_there": _media_influence_there,
    "state_is_played": _state_is_played,
    "benefits_there": _benefits_there,
    "has_a_loan": _has_a_loan,
    "loan_paid": _loan_paid,
}
APPLY: Mapping[str, Apply] = {
    LOBBY: _lobby,
    EVENT: _event,
    MEET: _meet,
    TAX: _tax,
    CAMPAIGN: _campaign,
    BENEFITS: _benefits,
    REPAY: _repay,
}
