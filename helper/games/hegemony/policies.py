"""What happens at once when a policy changes, and what it means for everybody: rule `policy.change`, calculator `policy`.

Covers the multiplier, wages, public companies, prices, tariffs, and what waits for the Preparation. Leaves out the placing
of unemployed workers in new public companies and services above the new limit, which the table carries out and enters.
"""

from __future__ import annotations

from collections.abc import Mapping

from helper.definitions.inputs import Reading
from helper.definitions.schema import GameDefinition, Phrase, Term
from helper.engine.effects import Effects
from helper.engine.resolution import Cell, Grid, Resolution, Step
from helper.errors import Fault, UnreadableInput
from helper.games.hegemony import taxes
from helper.games.hegemony.crews import check_unions, vacate
from helper.games.hegemony.facts import MIDDLE, STATE, card, cell, row, seat_of
from helper.games.hegemony.money import pay_or_borrow
from helper.games.hegemony.values import Bill, show

Sections = Mapping[str, str]
SOCIAL = 5


def figure(definition: GameDefinition, policy: str, section: str, key: str) -> int:
    """Return a figure of a section of a policy."""
    return cell(row(definition.tables[f"policy_{policy}"], section), key)


def at_once(definition: GameDefinition, sections: Sections, change: Bill, with_state: bool) -> list[Step]:
    """Return what follows at once when a policy changes, in order, apart from what depends on the companies on the board."""
    policy, after = change.policy, {**sections, change.policy: change.section}
    before = sections[policy]
    steps = [Step("policy.change", "moved", {"policy": Term(policy), "before": before, "section": change.section})]

    def both(key: str) -> dict[str, object]:
        return {"before": figure(definition, policy, before, key), "now": figure(definition, policy, change.section, key)}

    if policy == "fiscal":
        values = both("public_companies")
        was, now = int(str(values["before"])), int(str(values["now"]))
        outcome = "more" if now > was else "fewer"
        steps.append(Step("policy.change", outcome, {**values, "cost": opening_cost(definition, was, now)}))
        if with_state:
            steps.append(Step("policy.change", "choose"))
    if policy == "labor":
        steps += [Step("policy.change", "minimum", both("minimum_wage")), Step("policy.change", "may_move")]
    if policy in ("taxation", *taxes.WELFARE):
        was, now = taxes.multiplier(definition, sections), taxes.multiplier(definition, after)
        steps.append(Step("policy.change", "multiplier_stays" if was == now else "multiplier", {"before": was, "now": now}))
    if policy in taxes.WELFARE:
        service = {"good": Term(policy.removeprefix("welfare_"))}
        steps += [Step("policy.change", "price", {**service, **both("price")}), Step("policy.change", "may_reprice", service)]
        if with_state:
            steps.append(Step("policy.change", "tile"))
    if policy == "trade":
        for good in ("food", "luxury"):
            base, duty = cell(row(definition.tables["import_base"], good), "price"), both(f"tariff_{good}")
            values = {key: base + int(str(value)) for key, value in duty.items()}
            steps.append(Step("policy.change", "import", {"good": Term(good), **values, "tariff": duty["now"]}))
        steps.append(Step("policy.change", "may_reprice", {"good": (Term("food"), Term("luxury"))}))
        steps.append(Step("policy.change", "deals", both("deals")))
    if policy == "immigration":
        steps.append(Step("policy.change", "later", both("workers")))
    return steps


def opening_cost(definition: GameDefinition, was: int, now: int) -> int:
    """Return what the treasury pays for public companies that open: all beyond the first row cost the same."""
    later = [one for one in definition.tables["companies"].rows if one["owner"] == STATE and cell(one, "row") > 1]
    return max(0, now - was) * cell(later[0], "cost")


def change(definition: GameDefinition, effects: Effects, bill: Bill) -> None:
    """Move a policy in a record and carry out what follows at once, as far as the figures are known."""
    sections = {policy: str(effects.read(f"policies.{policy}") or "") for policy in definition.axes["policy"]}
    with_state = seat_of(effects.position, STATE) is not None
    if all(sections.values()):
        effects.steps.extend(at_once(definition, sections, bill, with_state))
    effects.set(f"policies.{bill.policy}", bill.section)
    if bill.policy == "labor":
        _raise_wages(definition, effects, bill.section, with_state)
    if bill.policy == "fiscal" and sections["fiscal"]:
        _resize(definition, effects, sections["fiscal"], bill.section, with_state)


def _raise_wages(definition: GameDefinition, effects: Effects, section: str, with_state: bool) -> None:
    """Raise wages below the minimum; a State that nobody plays always pays the minimum, also where that is less than before."""
    minimum = figure(definition, "labor", section, "minimum_wage")
    for id in definition.axes["company"]:
        level, wage = effects.count(f"companies.{id}.level"), cell(card(definition, id), f"l{minimum}")
        if not effects.read(f"companies.{id}.open") or level is None or not wage:
            continue
        falls = level > minimum and card(definition, id)["owner"] == STATE and not with_state
        if level < minimum or falls:
            effects.set(f"companies.{id}.level", minimum)
            effects.step("policy.change", "lowered" if falls else "raised", place=show(id), level=minimum, wage=wage)


def _resize(definition: GameDefinition, effects: Effects, was: str, now: str, with_state: bool) -> None:
    """Open or close whole rows of public companies; with the State in play it chooses, so they become unknown."""
    before, after = (figure(definition, "fiscal", section, "public_companies") for section in (was, now))
    for _ in range(pay_or_borrow(definition, effects, STATE, opening_cost(definition, before, after))):
        effects.step("policy.change", "loan")
    public = [id for id in definition.axes["company"] if card(definition, id)["owner"] == STATE and fits_players(definition, effects, id)]
    if with_state and after > before and after == len(public):
        for id in public:
            if effects.read(f"companies.{id}.open") is False:
                _open(definition, effects, id)
            else:
                effects.set(f"companies.{id}.open", True)
        return
    if with_state:
        _left_to_the_state(definition, effects, public, after < before)
        return
    size = figure(definition, "fiscal", "C", "public_companies")
    for id in public:
        is_open = effects.read(f"companies.{id}.open")
        number = cell(card(definition, id), "row") * size
        if is_open is False and number <= after:
            _open(definition, effects, id)
        elif is_open is True and number > after:
            vacate(effects, id)
            effects.set(f"companies.{id}.open", False)
            effects.add("state.treasury", cell(card(definition, id), "cost"))
            effects.step("policy.change", "closed", place=show(id))
    check_unions(definition, effects)


def _left_to_the_state(definition: GameDefinition, effects: Effects, public: list[str], closes: bool) -> None:
    """Forget what depends on the companies that the State chooses: with those that close, also who loses their work there."""
    if closes:
        effects.set("state.treasury", None)
        working = [id for id in public if effects.read(f"companies.{id}.workers")]
        for role in {str(effects.read(f"companies.{id}.crew")) for id in working}:
            for path in (f"{role}.unemployed", *(f"{role}.unemployed.{kind}" for kind in definition.axes["worker"])):
                effects.set(path, None)
        for industry in {str(card(definition, id)["industry"]) for id in working}:
            if effects.read(f"unions.{industry}") is True:
                effects.set(f"unions.{industry}", None)
        if working:
            effects.step("policy.change", "laid_off")
    for id in public:
        if cell(card(definition, id), "row") > 1 or closes:
            effects.set(f"companies.{id}.open", None)


def fits_players(definition: GameDefinition, effects: Effects, id: str) -> bool:
    """Return whether a company card is used with as many players."""
    found = card(definition, id)
    return cell(found, "least") <= len(effects.position.seats) <= cell(found, "most")


def _open(definition: GameDefinition, effects: Effects, id: str) -> None:
    minimum = figure(definition, "labor", str(effects.read("policies.labor") or "C"), "minimum_wage")
    for what, value in (("open", True), ("workers", ()), ("committed", False), ("strike", False), ("level", minimum)):
        effects.set(f"companies.{id}.{what}", value)
    effects.step("policy.change", "opened", place=show(id))


def summary(definition: GameDefinition, sections: Sections, figures: Mapping[str, object]) -> dict[str, object]:
    """Return what the policies mean for everybody: taxes, prices, wages, points at the end."""
    food, luxury = (cell(row(definition.tables["import_base"], good), "price") for good in ("food", "luxury"))
    trade = {good: figure(definition, "trade", sections["trade"], f"tariff_{good}") for good in ("food", "luxury")}
    return {
        "policies": {policy: sections[policy] for policy in definition.axes["policy"]},
        "tax_multiplier": taxes.multiplier(definition, sections),
        "taxes": taxes.of_classes(definition, sections, figures),
        "prices": {
            "public_health": figure(definition, "welfare_health", sections["welfare_health"], "price"),
            "public_education": figure(definition, "welfare_education", sections["welfare_education"], "price"),
            "import_food": food + trade["food"],
            "import_luxury": luxury + trade["luxury"],
        },
        "tariffs": trade,
        "minimum_wage": figure(definition, "labor", sections["labor"], "minimum_wage"),
        "wages": wages(definition, sections, figures),
        "public_companies": figure(definition, "fiscal", sections["fiscal"], "public_companies"),
        "business_deals": figure(definition, "trade", sections["trade"], "deals"),
        "new_workers": figure(definition, "immigration", sections["immigration"], "workers"),
        "end_points": end_points(definition, sections),
    }


def wages(definition: GameDefinition, sections: Sections, figures: Mapping[str, object]) -> dict[str, int] | None:
    """Return the wage of each company that was told, not below the minimum; None where no company was."""
    minimum = figure(definition, "labor", sections["labor"], "minimum_wage")
    found = {}
    for id in definition.axes["company"]:
        level = figures.get(f"companies.{id}.level")
        if isinstance(level, int):
            found[id] = cell(card(definition, id), f"l{max(level, minimum)}")
    return found or None


def end_points(definition: GameDefinition, sections: Sections) -> dict[str, int]:
    """Return the points at the end for the policies that stand in each class's own section."""
    favoured = {"working": "A", MIDDLE: "B", "capitalist": "C"}
    counted = [sections[policy] for policy in definition.axes["policy"][:SOCIAL]]
    table = definition.tables["final_policies"]
    return {role: cell(row(table, counted.count(letter)), role) for role, letter in favoured.items()}


def calculate(definition: GameDefinition, reading: Reading) -> Resolution:
    """Answer the calculator `policy`: what follows at once, then before and after for everybody.

    Raises UnreadableInput where a policy was not told, or nothing changes.
    """
    sections = read_sections(definition, reading.figures)
    bill = reading.figures.get("change")
    if not isinstance(bill, Bill):
        raise UnreadableInput(Fault("tell_first", {"key": "change"}, "change"))
    if sections[bill.policy] == bill.section:
        raise UnreadableInput(Fault("no_change", {"given": bill.section}, "change"))
    steps = at_once(definition, sections, bill, True)
    after = {**sections, bill.policy: bill.section}
    if bill.policy == "labor":
        before_wages, after_wages = wages(definition, sections, reading.figures) or {}, wages(definition, after, reading.figures) or {}
        minimum = figure(definition, "labor", bill.section, "minimum_wage")
        for id, wage in after_wages.items():
            if wage != before_wages[id]:
                steps.append(Step("policy.change", "raised", {"place": show(id), "level": minimum, "wage": wage}))
    result = {
        "at_once": [{"rule": one.rule, "outcome": one.outcome, "values": one.values} for one in steps],
        "before": summary(definition, sections, reading.figures),
        "after": summary(definition, after, reading.figures),
    }
    return Resolution(result, tuple(steps), (), (comparison(definition, sections, after, reading.figures),))


def comparison(definition: GameDefinition, before: Sections, after: Sections, figures: Mapping[str, object]) -> Grid:
    """Return before and after side by side: taxes, prices, tariffs, wages, companies, deals, new workers, points at the end."""
    rows = [
        (label, was, now) for (label, was), (_, now) in zip(*(_lines(definition, one, figures) for one in (before, after)), strict=True)
    ]
    return Grid(Term("policies"), ("", Term("before"), Term("after")), tuple(rows))


def _lines(definition: GameDefinition, sections: Sections, figures: Mapping[str, object]) -> list[tuple[Cell, int]]:
    """Return what policies mean, line by line, each called by words of the game."""
    food = {good: cell(row(definition.tables["import_base"], good), "price") for good in ("food", "luxury")}
    tariffs = {good: figure(definition, "trade", sections["trade"], f"tariff_{good}") for good in food}
    lines: list[tuple[Cell, int]] = [(Term("tax_multiplier"), taxes.multiplier(definition, sections))]
    for role, paid in taxes.of_classes(definition, sections, figures).items():
        lines += [(Phrase((Term(role), Term(f"{kind}_tax"))), amount) for kind, amount in paid.items()]
    for policy in taxes.WELFARE:
        service = Term(policy.removeprefix("welfare_"))
        lines.append((Phrase((Term(STATE), Term("price"), service)), figure(definition, policy, sections[policy], "price")))
    for good, base in food.items():
        lines.append((Phrase((Term("foreign_market"), Term("price"), Term(good))), base + tariffs[good]))
        lines.append((Phrase((Term("tariff"), Term(good))), tariffs[good]))
    lines.append((Term("minimum_wage"), figure(definition, "labor", sections["labor"], "minimum_wage")))
    lines += [(Phrase((Term("wage"), show(id))), wage) for id, wage in (wages(definition, sections, figures) or {}).items()]
    lines.append((Term("public_company"), figure(definition, "fiscal", sections["fiscal"], "public_companies")))
    lines.append((Term("deals"), figure(definition, "trade", sections["trade"], "deals")))
    lines.append((Term("immigration"), figure(definition, "immigration", sections["immigration"], "workers")))
    lines += [(Phrase((Term("final_points"), Term(role))), points) for role, points in end_points(definition, sections).items()]
    return lines


def read_sections(definition: GameDefinition, figures: Mapping[str, object], wanted: tuple[str, ...] = ()) -> dict[str, str]:
    """Return the section of every policy (or of those `wanted`), from `policies` or told one by one.

    Raises UnreadableInput naming what is missing.
    """
    listed = figures.get("policies")
    found = {one.policy: one.section for one in listed if isinstance(one, Bill)} if isinstance(listed, tuple) else {}
    found |= {policy: str(figures[f"policies.{policy}"]) for policy in definition.axes["policy"] if f"policies.{policy}" in figures}
    absent = [f"policies.{policy}" for policy in wanted or definition.axes["policy"] if policy not in found]
    if absent:
        raise UnreadableInput(*(Fault("tell_first", {"key": path}, path) for path in absent))
    return found
