"""What happens at once when a policy changes, and what it means for everybody: rule `policy.change`, calculator `policy`.

Covers the multiplier, wages, prices, tariffs, and what waits for the Preparation; public companies are in `public`.
"""

from __future__ import annotations

from collections.abc import Mapping

from helper.definitions.inputs import Reading
from helper.definitions.schema import GameDefinition, Phrase, Term
from helper.engine.effects import Effects
from helper.engine.resolution import Cell, Grid, Resolution, Step
from helper.errors import Fault, UnreadableInput
from helper.games.hegemony import taxes
from helper.games.hegemony.old_facts import CAPITALIST, FAVOURED, MIDDLE, STATE, card, cell, figure, in_play, row
from helper.games.hegemony.public import opening_cost, resize
from helper.games.hegemony.turns import WAGES, grant
from helper.games.hegemony.values import Bill, show

Sections = Mapping[str, str]
SOCIAL = 5


def at_once(definition: GameDefinition, sections: Sections, change: Bill, with_state: bool) -> list[Step]:
    """Return what follows at once when a policy changes, in order, apart from what depends on the companies on the board."""
    policy, after = change.policy, {**sections, change.policy: change.section}
    before = sections[policy]
    steps = [Step("policy.change", "moved", {"policy": Term(policy), "before": before or None, "section": change.section})]
    if not before:
        return steps

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
    if policy in ("taxation", *taxes.WELFARE) and all(sections[one] for one in ("taxation", *taxes.WELFARE)):
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


def change(definition: GameDefinition, effects: Effects, bill: Bill, arguments: Mapping[str, object] = {}) -> None:
    """Move a policy in a record and carry out what follows at once, as far as the figures are known.

    Which public companies open or close (`public`) and who works in them (`crews`) are decisions of the table, in `arguments`.
    """
    sections = {policy: str(effects.read(f"policies.{policy}") or "") for policy in definition.axes["policy"]}
    with_state = in_play(effects.position, STATE)
    effects.steps.extend(at_once(definition, sections, bill, with_state))
    effects.set(f"policies.{bill.policy}", bill.section)
    _grant(effects, bill.policy)
    if bill.policy == "labor":
        _raise_wages(definition, effects, bill.section, with_state)
    if bill.policy == "fiscal" and sections["fiscal"]:
        resize(definition, effects, sections["fiscal"], bill.section, arguments)


def _grant(effects: Effects, policy: str) -> None:
    """Let owners set anew what the change lets them: other wages, or their prices of the goods it concerns."""
    goods = {"trade": ("food", "luxury"), **{one: (one.removeprefix("welfare_"),) for one in taxes.WELFARE}}
    for role in (MIDDLE, CAPITALIST) if policy in goods else (MIDDLE, CAPITALIST, STATE) if policy == "labor" else ():
        effects.position = grant(effects.position, role, goods.get(policy, (WAGES,)))


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
    counted = [sections[policy] for policy in definition.axes["policy"][:SOCIAL]]
    table = definition.tables["final_policies"]
    return {role: cell(row(table, counted.count(letter)), role) for role, letter in FAVOURED.items()}


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


def told_sections(definition: GameDefinition, figures: Mapping[str, object]) -> dict[str, str]:
    """Return the section of every policy that is told, together as `policies` or each by itself."""
    listed = figures.get("policies")
    found = {one.policy: one.section for one in listed if isinstance(one, Bill)} if isinstance(listed, tuple) else {}
    return found | {policy: str(figures[f"policies.{policy}"]) for policy in definition.axes["policy"] if f"policies.{policy}" in figures}


def read_sections(definition: GameDefinition, figures: Mapping[str, object], wanted: tuple[str, ...] = ()) -> dict[str, str]:
    """Return the section of every policy (or of those `wanted`), by `told_sections`.

    Raises UnreadableInput naming what is missing.
    """
    found = told_sections(definition, figures)
    absent = [f"policies.{policy}" for policy in wanted or definition.axes["policy"] if policy not in found]
    if absent:
        raise UnreadableInput(*(Fault("tell_first", {"key": path}, path) for path in absent))
    return found
