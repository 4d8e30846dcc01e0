"""Messages to assistants that nobody here has seen: which skill, with which values, or that it must be asked."""

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from loket.cli.evals import planner
from loket.core.data import JsonObject
from loket.language.skill import Understanding
from tests.blind import values
from tests.blind.forms import Case, as_written
from tests.blind.rated import HARM, SETS, Rated, rows


def measured(folder: str = "skills", forms: Callable[[Case], Sequence[Case]] = as_written) -> list[Rated]:
    """Every message, planned once; it went as the best of its forms has it."""
    file = SETS / folder / "skills.json"
    indexes, needed = planner._indexes(file), needed_by(file)  # pyright: ignore[reportPrivateUsage]
    planner._settle()  # pyright: ignore[reportPrivateUsage]
    rated = list[Rated]()
    for case in rows(f"{folder}/set.jsonl"):
        got = indexes[case["assistant"]].understand(case["text"], date.fromisoformat(case["ref_date"]))
        verdicts = [verdict_of(form, got, needed[case["assistant"]]) for form in forms(case)]
        verdict = min(verdicts, key=lambda one: HARM[one])
        words = f"{got.decision} {got.skills} {got.slots} {got.missing}"
        rated.append(Rated(case["id"], verdict, case["lang"], words, acted=got.decision == "run"))
    return rated


def needed_by(file: Path) -> dict[str, dict[str, set[str]]]:
    """What each skill of each assistant can't do without."""
    every = json.loads(file.read_text("utf-8"))
    return {
        name: {one["id"]: set((one.get("parameters") or {}).get("required", ())) for one in told["skills"]}
        for name, told in every.items()
    }


def verdict_of(case: Mapping[str, Any], got: Understanding, needed: Mapping[str, set[str]]) -> str:
    """As the README of the set has it. One wish of two that is done without a word about the other is a wrong act."""
    want: str = case["expected_skill"]
    if got.decision == "none":
        return "right" if want == "none" else "refused"
    if got.decision != "run":
        return "right" if want == "clarify" and _asks_it(case, got, needed) else "asked"
    if want == "clarify":
        lacking = needed.get(got.skills[0], set()) & set(case.get("missing", ()))
        return "right" if got.skills[0] in case["acceptable"] and not lacking & set(got.slots[0]) else "wrong"
    if list(got.skills) != want.split("+"):
        return "wrong"
    return _of_values(case, got, set[str]().union(*(needed[one] for one in got.skills)))


def _asks_it(case: Mapping[str, Any], got: Understanding, needed: Mapping[str, set[str]]) -> bool:
    """A choice, or a question for one of what is needed and nobody said."""
    if got.decision == "choice" or not got.missing:
        return True
    lacking = set[str]().union(*(needed.get(one, set()) for one in case["acceptable"])) | set(case["missing"])
    return bool(lacking & set(got.missing))


def _of_values(case: Mapping[str, Any], got: Understanding, needed: set[str]) -> str:
    others: Mapping[str, list[object]] = case.get("alt_slots", {})
    off = [
        name
        for name, want, every in _wanted(case, got)
        if not any(values.same(slots.get(name), one) for slots in every for one in (want, *others.get(name, ())))
    ]
    if not off:
        return "right"
    said = {name for slots in got.slots for name in slots}
    return "asked" if all(name not in said and name not in needed for name in off) else "wrong"


def _wanted(case: Mapping[str, Any], got: Understanding) -> list[tuple[str, object, Sequence[JsonObject]]]:
    """Each value that is right, with the wishes that may have it: its own, where the set tells the wishes apart."""
    every, several = case["expected_slots"], "+" in case["expected_skill"]
    by_skill = [every[name] for name in got.skills] if several and every.keys() == {*got.skills} else None
    if steps := case.get("expected_steps") or by_skill:
        return [
            (name, want, (slots,)) for step, slots in zip(steps, got.slots, strict=True) for name, want in step.items()
        ]
    return [(name, want, got.slots) for name, want in every.items()]
