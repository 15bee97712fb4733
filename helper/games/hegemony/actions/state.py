"""The State's actions, lobbying, benefits and loans: rules of `15_state_and_money.toml`."""

from __future__ import annotations

from helper.definitions.schema import Term
from helper.engine.play import Play
from helper.engine.position import Board
from helper.engine.rules import Values
from helper.engine.verdict import View
from helper.games.hegemony import figures as f
from helper.games.hegemony.facts import CAPITALIST, STATE, cash
from helper.games.hegemony.figures import CODE
from helper.games.hegemony.money import move_legitimacy, pay, pay_or_borrow, receive
from helper.games.hegemony.seating import in_play, role_of, seat_of
from helper.games.hegemony.storage import store

LOBBY, EVENT, MEET = CODE.rule("lobby"), CODE.rule("event_action"), CODE.rule("meet_mps")
TAX, CAMPAIGN = CODE.rule("extra_tax"), CODE.rule("campaign")
BENEFITS, REPAY = CODE.rule("receive_benefits"), CODE.rule("pay_off_loan")
MEDIA = f.SERVICES("influence")


@LOBBY.needs("lobby_paid")
def _lobby_paid(at: View) -> Values:
    money = cash(at, CAPITALIST)
    if money < at.own("cost"):
        yield {"seat": at.seat, "money": money}


@LOBBY.does
def _lobby(play: Play) -> None:
    role = role_of(play, play.move.seat)
    lobbied = play.note("lobbied", seat=play.move.seat)
    pay(lobbied, role, play.own("cost"), capital_first=True)
    lobbied.add(f.INFLUENCE(role), play.own("influence"))


@EVENT.needs("event_open")
def _event_open(at: View) -> Values:
    if not at[f.EVENTS]:
        yield {}


@EVENT.does
def _event(play: Play) -> None:
    play.note("done", seat=play.move.seat).take(f.EVENTS, 1)


@MEET.needs("influence_to_give")
def _influence_to_give(at: View) -> Values:
    held = at[f.INFLUENCE(STATE)]
    if held < at.own("influence"):
        yield {"seat": at.seat, "influence_held": held}


@MEET.does
def _meet(play: Play) -> None:
    other, influence, met = play.given(f.CLASS), play.own("influence"), play.under(MEET.id, "met")
    met.take(f.INFLUENCE(STATE), influence).add(f.INFLUENCE(other), influence)
    move_legitimacy(met, other, play.own("steps"))
    play.note("met", role=Term(other), legitimacy=play.get(f.LEGITIMACY(other)))


def lowest(at: Board) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the classes that certainly lose legitimacy by an Extra Tax, and those among which the State chooses."""
    classes = at.axis("class")
    values = dict(zip(classes, at.need(*map(f.LEGITIMACY, classes)), strict=True))
    bound = sorted(values.values())[at.number(TAX.id, "classes") - 1]
    certain = tuple(role for role in classes if values[role] < bound)
    return certain, tuple(role for role in classes if values[role] == bound)


def _losers(at: Board, named: tuple[str, ...]) -> tuple[str, ...]:
    """Return who loses legitimacy: as named, and the lowest with them, in the order of status where equals remain."""
    wanted = at.number(TAX.id, "classes")
    if len(named) >= wanted:
        return named
    certain, equal = lowest(at)
    return tuple(dict.fromkeys((*certain, *named, *equal)))[:wanted]


def _named(at: View | Play) -> tuple[str, ...]:
    return tuple(dict.fromkeys(at.named(f.LOSERS) or ()))


@TAX.needs("legitimacy_to_lose")
def _legitimacy_to_lose(at: View) -> Values:
    for role in _losers(at, _named(at)):
        legitimacy = at[f.LEGITIMACY(role)]
        if legitimacy <= at.number("state.legitimacy", "lowest"):
            yield {"role": Term(role), "legitimacy": legitimacy}


@TAX.needs("lowest_classes")
def _lowest_classes(at: View) -> Values:
    certain, equal = lowest(at)
    losers = _losers(at, _named(at))
    left_out = [role for role in certain if role not in losers]
    for number, role in enumerate(losers):
        if role not in (*certain, *equal) or number >= at.own("classes") or (left_out and role in equal):
            yield {"role": Term(role)}


def _ask_who_loses(play: Play, named: tuple[str, ...]) -> None:
    """Ask the State where more classes are equal than lose, and it has not named them."""
    certain, equal = play.fact(lowest) or ((), ())
    open_to_all = tuple(role for role in equal if role not in named)
    wanted = play.own("classes") - len({*certain, *named})
    if 0 < wanted < len(open_to_all):
        play.ask(f.LOSERS, TAX.id, "which", roles=tuple(map(Term, open_to_all)), wanted=wanted)


@TAX.does
def _tax(play: Play) -> None:
    """Take the tax, and legitimacy from those who lose it: where that is not known, each class that is not named may."""
    named, tax = _named(play), play.own("tax")
    losers = play.fact(_losers, named)
    if losers is None:
        losers = named
        play.under(TAX.id, "lost").forget(*(f.LEGITIMACY(other) for other in play.axis("class") if other not in named))
    else:
        _ask_who_loses(play, named)
    for other in play.axis("class"):
        seat = seat_of(play, other)
        if seat:
            paying = play.under(TAX.id, "paid")
            for _ in range(pay_or_borrow(paying, other, tax)):
                play.note("loan", seat=seat)
            play.note("paid", seat=seat).add(f.TREASURY, tax)
    for other in losers:
        move_legitimacy(play.under(TAX.id, "lost"), other, -play.own("loss"))
        play.note("lost", role=Term(other), legitimacy=play.get(f.LEGITIMACY(other)))


@CAMPAIGN.needs("so_much_influence")
def _so_much_influence(at: View) -> Values:
    named = at.given(f.GIVEN_INFLUENCE)
    if named > at.own("most"):
        yield {"named": named}


@CAMPAIGN.needs("media_influence_there")
def _media_influence_there(at: View) -> Values:
    media = at[MEDIA]
    if media < at.given(f.GIVEN_INFLUENCE):
        yield {"media": media}


@CAMPAIGN.does
def _campaign(play: Play) -> None:
    influence = play.given(f.GIVEN_INFLUENCE)
    moved = play.note("moved", seat=play.move.seat, influence=influence)
    moved.take(MEDIA, influence).add(f.INFLUENCE(STATE), influence)


@BENEFITS.needs("state_is_played")
def _state_is_played(at: View) -> Values:
    if not in_play(at, STATE):
        yield {}


@BENEFITS.needs("benefits_there")
def _benefits_there(at: View) -> Values:
    items = [f.BENEFITS(at.role, item) for item in at.axis("item")]
    if not any(at.get(item, 0) for item in items) and not any(at.need(*items)):
        yield {"seat": at.seat}


@BENEFITS.does
def _benefits(play: Play) -> None:
    """Give a class what lies on its space: cubes go into the bag, goods to Goods & Services or the storage."""
    role = role_of(play, play.move.seat)
    items = {item: amount for item in play.axis("item") if (amount := play.get(f.BENEFITS(role, item)))}
    taken = play.note("taken", seat=play.move.seat, items=tuple(Term(item, amount) for item, amount in items.items()))
    for item, amount in items.items():
        if item == "money":
            receive(taken, role, amount)
        elif item == "influence":
            taken.add(f.INFLUENCE(role), amount)
        elif item == "voting_cube":
            left = play.number("political_pressure", "all_cubes") - play.get(f.BAG(role), 0)
            taken.add(f.BAG(role), min(amount, left))
        elif role == CAPITALIST:
            store(taken, role, f.STORAGE(role, item), item, amount, play.move.seat)
        else:
            taken.add(f.GOODS(role, item), amount)
        taken.set(f.BENEFITS(role, item), 0)
    play.step("passive_benefit", "scored").add(f.POINTS(STATE), play.own("points"))


@REPAY.needs("has_a_loan")
def _has_a_loan(at: View) -> Values:
    if not at[f.LOANS(at.role)]:
        yield {"seat": at.seat}


@REPAY.needs("loan_paid")
def _loan_paid(at: View) -> Values:
    money = cash(at, at.role)
    if money < at.own("cost"):
        yield {"seat": at.seat, "money": money}


@REPAY.does
def _repay(play: Play) -> None:
    role = role_of(play, play.move.seat)
    repaid = play.note("repaid", seat=play.move.seat)
    pay(repaid, role, play.own("cost"), capital_first=True)
    repaid.take(f.LOANS(role), 1)
