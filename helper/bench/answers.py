"""Calculators in one process: how many answers they give in a second, once everything is loaded."""

from __future__ import annotations

import subprocess
from pathlib import Path

from helper.bench.sections import table

SECONDS = 2.0
ASKED = {
    "`capital-lux-2` `round`": ("capital-lux-2", "round", ["round=3", "capital.blue=5,3", "players.A.blue=6,2", "players.B.blue=4"]),
    "`capital-lux-2` `rob-turn`": ("capital-lux-2", "rob-turn", ["source=left", "rob.left=b3", "capital.blue=5,2", "rob.base.blue=4"]),
    "`hegemony` `taxes`": (
        "hegemony",
        "taxes",
        ["policies=1C 2B 3A 4B 5C 6B 7B", "working.population=3", "capitalist.companies=3", "capitalist.revenue=60"],
    ),
    "`hegemony` `policy`": ("hegemony", "policy", ["policies=1C 2B 3A 4B 5C 6B 7B", "change=3B", "working.population=3"]),
}
PROGRAM = """
import sys, time
from helper.table import calculate
game, name, *words = sys.argv[1:]
calculate(game, name, words, "de")
begun, answers = time.perf_counter(), 0
while time.perf_counter() - begun < {seconds}:
    calculate(game, name, words, "de")
    answers += 1
print(answers / (time.perf_counter() - begun))
"""


def section(python: Path, environment: dict[str, str], place: Path) -> str:
    """Return what is measured of each calculator: answers in a second, and milliseconds for one."""
    rows = []
    for what, (game, name, words) in ASKED.items():
        command = [str(python), "-c", PROGRAM.format(seconds=SECONDS), game, name, *words]
        found = float(subprocess.run(command, env=environment, cwd=place, capture_output=True, text=True, check=True).stdout)
        rows.append((what, f"{found:,.0f}", f"{1000 / found:.1f}"))
    return f"""\
In one process, answered in German from words as they are typed, steps worded ({SECONDS:.0f} s each, after a first answer that does
not count).

{table(("calculator", "answers a second", "ms"), rows)}
"""
