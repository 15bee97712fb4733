"""What happens at once when a policy changes, and what it means for everybody: rule `policy.change`, calculator `policy`.

Covers the multiplier, wages, prices, tariffs, and what waits for the Preparation; public companies are in `public`.
"""

from __future__ import annotations

from collections.abc import Mapping

from helper.definitions.schema import GameDefinition, Phrase, Term
from helper.engine.play import Play
from helper.engine.position import Board, Glance
from helper.engine.resolution import Cell, Grid, Resolution, Step
from helper.errors import Fault, UnreadableInput
from helper.games.hegemony import figures as f
from helper.games.hegemony import taxes
from helper.games.hegemony.facts import CAPITALIST, FAVOURED, MIDDLE, STATE, cell, figure, owner_of, row, wage_of
from helper.games.hegemony.prices import IMPORTED
from helper.games.hegemony.public import opening_cost, resize
from helper.games.hegemony.seating import in_play
from helper.games.hegemony.turns import ALL_WAGES, grant
from helper.games.hegemony.values import Bill, show

Sections = Mapping[str, str]
SOCIAL = 5
CHANGE = "policy.change"


def at_once(definition: GameDefinition, sections: Sections, change: Bill, with_state: bool) -> list[Step]:
    """Return what follows at once when a policy changes, in order, apart from what depends on the companies on the board."""
    policy, after = change.policy, {**sections, change.policy: change.section}
    before = sections[policy]
    steps = [Step(CHANGE, "moved", {"policy": Term(policy), "before": before or None, "section": change.section})]
    if not before:
        return steps

    def both(key: str) -> dict[str, object]:
        return {"before": figure(definition, policy, before, key), "now": figure(definition, policy, change.section, key)}

    if policy == "fiscal":
        values = both("public_companies")
        was, now = int(str(values["before"])), int(str(values["now"]))
        outcome = "more" if now > was else "fewer"
        steps.append(Step(CHANGE, outcome, {**values, "cost": opening_cost(definition, was, now)}))
        if with_state:
            steps.append(Step(CHANGE, "choose"))
    if policy == "labor":
        steps += [Step(CHANGE, "minimum", both("minimum_wage")), Step(CHANGE, "may_move")]
    if policy in ("taxation", *taxes.WELFARE) and all(sections[one] for one in ("taxation", *taxes.WELFARE)):
        was, now = taxes.multiplier(definition, sections), taxes.multiplier(definition, after)
        steps.append(Step(CHANGE, "multiplier_stays" if was == now else "multiplier", {"before": was, "now": now}))
    if policy in taxes.WELFARE:
        service = {"good": Term(policy.removeprefix("welfare_"))}
        steps += [Step(CHANGE, "price", {**service, **both("price")}), Step(CHANGE, "may_reprice", service)]
        if with_state:
            steps.append(Step(CHANGE, "tile"))
    if policy == "trade":
        for good in IMPORTED:
            base, duty = cell(row(definition.tables["import_base"], good), "price"), both(f"tariff_{good}")
            values = {key: base + int(str(value)) for key, value in duty.items()}
            steps.append(Step(CHANGE, "import", {"good": Term(good), **values, "tariff": duty["now"]}))
        steps.append(Step(CHANGE, "may_reprice", {"good": (Term("food"), Term("luxury"))}))
        steps.append(Step(CHANGE, "deals", both("deals")))
    if policy == "immigration":
        steps.append(Step(CHANGE, "later", both("workers")))
    return steps


def change(play: Play, bill: Bill) -> None:
    """Move a policy in a record and carry out what follows at once, as far as the figures are known.

    Which public companies open or close (`public`) and who works in them (`crews`) are decisions of the table, in the arguments.
    """
    sections = {policy: play.get(f.POLICY(policy), "") for policy in play.axis("policy")}
    with_state = in_play(play, STATE)
    play.steps.extend(at_once(play.definition, sections, bill, with_state))
    play.under(CHANGE, "moved").set(f.POLICY(bill.policy), bill.section)
    _grant(play, bill.policy)
    if bill.policy == "labor":
        _raise_wages(play, bill.section, with_state)
    if bill.policy == "fiscal" and sections["fiscal"]:
        resize(play, sections["fiscal"], bill.section)


def _grant(play: Play, policy: str) -> None:
    """Let owners set anew what the change lets them: other wages, or their prices of the goods it concerns."""
    goods = {"trade": IMPORTED, **{one: (one.removeprefix("welfare_"),) for one in taxes.WELFARE}}
    for role in (MIDDLE, CAPITALIST) if policy in goods else (MIDDLE, CAPITALIST, STATE) if policy == "labor" else ():
        grant(play, role, goods.get(policy, (ALL_WAGES,)))


def _raise_wages(play: Play, section: str, with_state: bool) -> None:
    """Raise wages below the minimum; a State that nobody plays always pays the minimum, also where that is less than before."""
    minimum = figure(play.definition, "labor", section, "minimum_wage")
    for id in play.axis("company"):
        level, wage = play.get(f.LEVEL(id)), wage_of(play.definition, id, minimum)
        if not play.get(f.OPEN(id), False) or level is None or not wage:
            continue
        falls = level > minimum and owner_of(play.definition, id) == STATE and not with_state
        if level < minimum or falls:
            raised = play.step(CHANGE, "lowered" if falls else "raised", place=show(id), level=minimum, wage=wage)
            raised.set(f.LEVEL(id), minimum)


def summary(at: Glance, sections: Sections) -> dict[str, object]:
    """Return what the policies mean for everybody: taxes, prices, wages, points at the end."""
    definition = at.definition
    food, luxury = (cell(row(definition.tables["import_base"], good), "price") for good in IMPORTED)
    trade = {good: figure(definition, "trade", sections["trade"], f"tariff_{good}") for good in IMPORTED}
    return {
        "policies": {policy: sections[policy] for policy in definition.axes["policy"]},
        "tax_multiplier": taxes.multiplier(definition, sections),
        "taxes": taxes.of_classes(definition, sections, taxes.told(at)),
        "prices": {
            "public_health": figure(definition, "welfare_health", sections["welfare_health"], "price"),
            "public_education": figure(definition, "welfare_education", sections["welfare_education"], "price"),
            "import_food": food + trade["food"],
            "import_luxury": luxury + trade["luxury"],
        },
        "tariffs": trade,
        "minimum_wage": figure(definition, "labor", sections["labor"], "minimum_wage"),
        "wages": wages(at, sections),
        "public_companies": figure(definition, "fiscal", sections["fiscal"], "public_companies"),
        "business_deals": figure(definition, "trade", sections["trade"], "deals"),
        "new_workers": figure(definition, "immigration", sections["immigration"], "workers"),
        "end_points": end_points(definition, sections),
    }


def wages(at: Glance, sections: Sections) -> dict[str, int] | None:
    """Return the wage of each company whose level was told, not below the minimum; None where no company was."""
    minimum = figure(at.definition, "labor", sections["labor"], "minimum_wage")
    levels = {id: level for id in at.axis("company") if (level := at.get(f.LEVEL(id))) is not None}
    return {id: wage_of(at.definition, id, max(level, minimum)) for id, level in levels.items()} or None


def end_points(definition: GameDefinition, sections: Sections) -> dict[str, int]:
    """Return the points at the end for the policies that stand in each class's own section."""
    counted = [sections[policy] for policy in definition.axes["policy"][:SOCIAL]]
    table = definition.tables["final_policies"]
    return {role: cell(row(table, counted.count(letter)), role) for role, letter in FAVOURED.items()}


def calculate(at: Board) -> Resolution:
    """Answer the calculator `policy`: what follows at once, then before and after for everybody.

    Raises UnreadableInput where a policy was not told, or nothing changes.
    """
    sections, bill = read_sections(at), at.get(f.CHANGE)
    if bill is None:
        raise UnreadableInput(Fault("tell_first", {"key": f.CHANGE}, f.CHANGE))
    if sections[bill.policy] == bill.section:
        raise UnreadableInput(Fault("no_change", {"given": bill.section}, f.CHANGE))
    steps = at_once(at.definition, sections, bill, True)
    after = {**sections, bill.policy: bill.section}
    if bill.policy == "labor":
        before_wages, minimum = wages(at, sections) or {}, figure(at.definition, "labor", bill.section, "minimum_wage")
        for id, wage in (wages(at, after) or {}).items():
            if wage != before_wages[id]:
                steps.append(Step(CHANGE, "raised", {"place": show(id), "level": minimum, "wage": wage}))
    result = {
        "at_once": [{"rule": one.rule, "outcome": one.outcome, "values": one.values} for one in steps],
        "before": summary(at, sections),
        "after": summary(at, after),
    }
    return Resolution(result, tuple(steps), (), (comparison(at, sections, after),))


def comparison(at: Glance, before: Sections, after: Sections) -> Grid:
    """Return before and after side by side: taxes, prices, tariffs, wages, companies, deals, new workers, points at the end."""
    rows = [(label, was, now) for (label, was), (_, now) in zip(_lines(at, before), _lines(at, after), strict=True)]
    return Grid(Term("policies"), ("", Term("before"), Term("after")), tuple(rows))


def _lines(at: Glance, sections: Sections) -> list[tuple[Cell, int]]:
    """Return what policies mean, line by line, each called by words of the game."""
    definition = at.definition
    food = {good: cell(row(definition.tables["import_base"], good), "price") for good in IMPORTED}
    tariffs = {good: figure(definition, "trade", sections["trade"], f"tariff_{good}") for good in food}
    lines: list[tuple[Cell, int]] = [(Term("tax_multiplier"), taxes.multiplier(definition, sections))]
    for role, paid in taxes.of_classes(definition, sections, taxes.told(at)).items():
        lines += [(Phrase((Term(role), Term(f"{kind}_tax"))), amount) for kind, amount in paid.items()]
    for policy in taxes.WELFARE:
        service = Term(policy.removeprefix("welfare_"))
        lines.append((Phrase((Term(STATE), Term("price"), service)), figure(definition, policy, sections[policy], "price")))
    for good, base in food.items():
        lines.append((Phrase((Term("foreign_market"), Term("price"), Term(good))), base + tariffs[good]))
        lines.append((Phrase((Term("tariff"), Term(good))), tariffs[good]))
    lines.append((Term("minimum_wage"), figure(definition, "labor", sections["labor"], "minimum_wage")))
    lines += [(Phrase((Term("wage"), show(id))), wage) for id, wage in (wages(at, sections) or {}).items()]
    lines.append((Term("public_company"), figure(definition, "fiscal", sections["fiscal"], "public_companies")))
    lines.append((Term("deals"), figure(definition, "trade", sections["trade"], "deals")))
    lines.append((Term("immigration"), figure(definition, "immigration", sections["immigration"], "workers")))
    lines += [(Phrase((Term("final_points"), Term(role))), points) for role, points in end_points(definition, sections).items()]
    return lines


def told_sections(at: Glance) -> dict[str, str]:
    """Return the section of every policy that is told, together as `policies` or each by itself."""
    found = {one.policy: one.section for one in at.get(f.POLICIES, ())}
    return found | {policy: section for policy in at.axis("policy") if (section := at.get(f.POLICY(policy)))}


def read_sections(at: Glance, wanted: tuple[str, ...] = ()) -> dict[str, str]:
    """Return the section of every policy (or of those `wanted`), by `told_sections`.

    Raises UnreadableInput naming what is missing.
    """
    found = told_sections(at)
    absent = [f.POLICY(policy) for policy in wanted or at.axis("policy") if policy not in found]
    if absent:
        raise UnreadableInput(*(Fault("tell_first", {"key": path}, path) for path in absent))
    return found
