"""Judging a talk: right, asked back, or wrong. Acting wrongly costs five times what asking back costs."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from loket.cli.evals.cases import Case
from loket.cli.evals.talks import Seen
from loket.core.data import Json

Kind = Literal["right", "asked", "wrong", "harm"]
COST: dict[Kind, int] = {"right": 0, "asked": 1, "wrong": 5, "harm": 5}
"""`harm`: wrong, and something was done in the world that nobody expected."""


@dataclass(frozen=True)
class Verdict:
    """How a talk went, and why when it was not right."""

    kind: Kind
    why: tuple[str, ...]


def judged(case: Case, seen: Seen) -> Verdict:
    """The verdict on a talk."""
    harm = tuple(_harm(case, seen))
    why = (*harm, *_missing(case, seen))
    if not why:
        return Verdict("right", ())
    if harm:
        return Verdict("harm", why)
    told_wrong = any(reason.startswith("told") for reason in why)
    return Verdict("asked" if seen.asks and not seen.fault and not told_wrong else "wrong", why)


def _harm(case: Case, seen: Seen) -> Iterator[str]:
    """Effects that nobody expected: of a tool that must not be called or was not named, or with other values."""
    for call in seen.made():
        if call.name in case.never.tools:
            yield f"{call.name} was called"
        elif call.acted and case.expect.tools is not None and call.name not in case.expect.tools:
            yield f"{call.name} was called, which nobody expected"
        elif call.acted and (wrong := _differing(case.expect.args.get(call.name, {}), call.args)):
            yield f"{call.name} was called with {wrong}"


def _missing(case: Case, seen: Seen) -> Iterator[str]:
    """What was expected and did not come, and what was told that must not be."""
    if seen.fault:
        yield f"it broke: {seen.fault}"
    if seen.missed:
        yield seen.missed
    made = seen.made()
    if case.expect.tools is not None and not _in_order(case.expect.tools, [call.name for call in made]):
        called = ", ".join(call.name for call in made) or "nothing"
        yield f"called {called}, not {', '.join(case.expect.tools) or 'nothing'}"
    last = {call.name: call for call in made}
    for tool, args in case.expect.args.items():
        call = last.get(tool)
        if call is not None and not call.acted and (wrong := _differing(args, call.args)):
            yield f"{tool} was called with {wrong}"
    words = "\n".join(seen.words).casefold()
    for text in case.expect.answer:
        if text.casefold() not in words:
            yield f"did not tell “{text}”"
    for text in case.never.answer:
        if text.casefold() in words:
            yield f"told “{text}”"
    if case.expect.asks is not None and case.expect.asks != seen.asks:
        yield "asks something at the end" if seen.asks else "asks nothing at the end"


def _in_order(wanted: tuple[str, ...], made: list[str]) -> bool:
    """Whether the wanted tools are called in this order; none wanted is none called."""
    left = iter(made)
    return all(tool in left for tool in wanted) and (bool(wanted) or not made)


def _differing(wanted: dict[str, Json], args: dict[str, Json]) -> str:
    """The values that are not as wanted, in words."""
    wrong = {name: args.get(name) for name, value in wanted.items() if not _same(args.get(name), value)}
    return ", ".join(f"{name} = {value!r}" for name, value in wrong.items())


def _same(value: Json, wanted: Json) -> bool:
    if isinstance(value, str) and isinstance(wanted, str):
        return value.casefold() == wanted.casefold()
    return value == wanted and isinstance(value, bool) == isinstance(wanted, bool)
