"""What a run says of red tests: the line that runs one alone, and those that say the same told together."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

from tests.rows import Red

SHARED, ALONE = "shared", "alone"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Let a red row be told in its own words alone, and note what it may have in common with others."""
    report = yield
    if report.failed and call.excinfo is not None:
        error = call.excinfo.value
        text = str(error) if isinstance(error, Red) else str(report.longreprtext)
        alone = f"{sys.executable} -m pytest {shlex.quote(item.nodeid)}"
        if isinstance(error, Red):
            report.longrepr = f"{text}\nalone     {alone}"
        else:
            report.sections.append((ALONE, alone))
        report.user_properties.extend((SHARED, one) for one in (error.shared if isinstance(error, Red) else (_place(call.excinfo),)))
    return report


def _place(error: pytest.ExceptionInfo[BaseException]) -> str:
    """Return where a test is red and by what kind of error: values that chance or a row gives do not part what is the same."""
    places = [(Path(frame.path).name, frame.lineno + 1) for frame in error.traceback]
    file, line = next((place for place in reversed(places) if place[0].startswith("test_")), places[-1])
    return f"{file}:{line}: {error.typename}"


def groups(failed: dict[str, list[str]]) -> Iterator[tuple[str, list[str]]]:
    """Yield what most of the red tests not yet told have in common, with those tests, until all are told."""
    left = dict(failed)
    while left:
        by: dict[str, list[str]] = {}
        for name, shared in left.items():
            for one in shared or [name]:
                by.setdefault(one, []).append(name)
        cause = max(by, key=lambda one: len(by[one]))
        yield cause, by[cause]
        for name in by[cause]:
            del left[name]


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> Generator[None, None, None]:
    """Tell what is the same once: one red test of it whole, and how many others say so too."""
    failed = {report.nodeid: report for report in terminalreporter.stats.get("failed", [])}
    if len(failed) < 2:
        yield
        return
    found = list(groups({name: [str(value) for key, value in report.user_properties if key == SHARED] for name, report in failed.items()}))
    every = terminalreporter.stats["failed"]
    terminalreporter.stats["failed"] = [failed[names[0]] for _, names in found]
    kinds = terminalreporter.reportchars
    terminalreporter.reportchars = kinds.translate({ord(sign): None for sign in "fF"})  # they are named below
    yield
    terminalreporter.reportchars = kinds
    terminalreporter.stats["failed"] = every
    terminalreporter.section(f"{len(failed)} red, by what they have in common: {len(found)}")
    for cause, names in found:
        terminalreporter.line(f"{len(names):5} × {cause}")
        for name in names[:3]:
            terminalreporter.line(f"        {name}")
