"""`python -m tests.blind.doubts`: weighs the signs of doubt on every set of messages, each set held out in turn.

A logistic regression whose weights are drawn to those that stand: what was mended since went wrong, too. A wrong act
counts as often as it costs more than a needless question. Decision 0050 has what came of it."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import compress
from pathlib import Path

from loket.cli.evals import planner
from loket.cli.evals.verdicts import COST
from loket.language import SkillIndex
from loket.language.certainty import DOUBTS, EVEN, signs
from loket.language.corrections import settled
from loket.language.skill import NOTHING_PROPOSED, SURE, Understanding
from tests.blind import skills
from tests.blind.forms import as_written, of_skills
from tests.blind.rated import HARM, SETS, rows

DATA = Path(__file__).parents[1] / "planners" / "skills" / "data"
OTHERS = {"agents-c": "agents-more", "agents-d": "agents-other"}
FORMS = {"skills": as_written, "skills_second": as_written}
SURES = (0.6, 0.65, 0.7, 0.75, 0.8)
RULE = "|---|--:|--:|--:|--:|--:|--:|"
DEARER = 4
"""A wrong act costs so much more than a question that was needless."""

PULL = {"drawn to those that stand": (50.0, DOUBTS), "drawn to nothing": (4.0, dict.fromkeys(DOUBTS, 0.0))}
"""How strongly weights are drawn, and where to. Those that stand have seen the set that is held out."""


@dataclass(frozen=True)
class Act:
    """What would be done if nothing were proposed: the harm of doing it and of proposing it, and its doubts, of which
    none tells of an act that is never proposed."""

    set: str
    doubts: Mapping[str, float]
    done: int
    asked: int


def acts() -> Iterator[Act]:
    """Every message of every set; one that does nothing, or several things, has no doubts."""
    planner._settle()  # pyright: ignore[reportPrivateUsage]
    for file in sorted(DATA.glob("*.jsonl")):
        yield from _of_file(file)
    for folder in sorted(path.name for path in SETS.glob("skills*")):
        yield from _of_set(folder)


def _of_file(file: Path) -> Iterator[Act]:
    indexes = _bold(DATA / f"{OTHERS.get(file.stem, file.stem.split('-')[0])}.json")
    for case in planner._lines(file):  # pyright: ignore[reportPrivateUsage]
        index, day = indexes[case["assistant"]], date.fromisoformat(str(case.get("ref_date") or "2026-01-01")[:10])
        got = index.understand(case["text"], day)
        told = planner._prediction(got)  # pyright: ignore[reportPrivateUsage]
        kinds = (planner.verdict(case, told), planner.verdict(case, {**told, "decision": "choice"}))
        yield Act(file.stem, _doubts(index, case["text"], day, got), *(COST[kind] for kind in kinds))


def _of_set(folder: str) -> Iterator[Act]:
    indexes, needed = _bold(SETS / folder / "skills.json"), skills.needed_by(SETS / folder / "skills.json")
    for case in rows(f"{folder}/set.jsonl"):
        index, day = indexes[case["assistant"]], date.fromisoformat(case["ref_date"])
        got = index.understand(case["text"], day)
        forms = FORMS.get(folder, of_skills)(case)
        both = (got, replace(got, decision="choice"))
        harm = (min(HARM[skills.verdict_of(form, one, needed[case["assistant"]])] for form in forms) for one in both)
        yield Act(folder, _doubts(index, case["text"], day, got), *harm)


def _bold(file: Path) -> dict[str, SkillIndex]:
    """The assistants of a file as they would be if they proposed nothing."""
    made = planner._indexes(file)  # pyright: ignore[reportPrivateUsage]
    for index in made.values():
        index.thresholds = replace(index.thresholds, sure=NOTHING_PROPOSED)
    return made


def _doubts(index: SkillIndex, text: str, day: date, got: Understanding) -> Mapping[str, float]:
    if got.decision != "run" or len(got.skills) != 1:
        return {}
    message = settled(index.read(text, day))
    best = next((one for one in index.weigh(message) if one.profile.skill.id == got.skills[0]), None)
    return {} if best is None else {name: float(size) for name, size in signs(message, best).items()}


def weighed(every: Sequence[Act], pull: float, towards: Mapping[str, float]) -> list[float]:
    """Newton's steps: what speaks for a wrong act by itself, then the weight of each sign."""
    middle = [0.0, *towards.values()]
    weights, size = [0.0] * len(middle), len(middle)
    told = [([1.0, *(one.doubts[name] for name in towards)], one.done > one.asked) for one in every if one.doubts]
    for _ in range(30):
        slope = [0.0] + [pull * (m - w) for m, w in zip(middle[1:], weights[1:], strict=True)]
        bend = [[pull * (i == j > 0) for j in range(size)] for i in range(size)]
        for row, wrong in told:
            p, worth = _likely(weights, row), DEARER if wrong else 1
            for i, at in enumerate(row):
                slope[i] += worth * (wrong - p) * at
                for j in range(size) if at else ():
                    bend[i][j] += worth * p * (1 - p) * at * row[j]
        step = _solved(bend, slope)
        weights = [max(0.0, w + s) if at else w + s for at, (w, s) in enumerate(zip(weights, step, strict=True))]
    return [weights[0] - math.log(DEARER), *weights[1:]]


def _likely(weights: Sequence[float], row: Sequence[float]) -> float:
    return 1 / (1 + math.exp(-sum(w * at for w, at in zip(weights, row, strict=True))))


def _solved(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Gauss's elimination; the matrix of a convex sum needs no other order of its rows."""
    rows_ = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for at, pivot in enumerate(rows_):
        for other in (one for one in rows_ if one is not pivot):
            share = other[at] / pivot[at]
            other[:] = [a - share * b for a, b in zip(other, pivot, strict=True)]
    return [row[-1] / row[at] for at, row in enumerate(rows_)]


def proposed(one: Act, weights: Sequence[float], sure: float) -> bool:
    """Whether an act is proposed with these weights."""
    return bool(one.doubts) and _likely(weights, [1.0, *one.doubts.values()]) > 1 - sure


def line(name: str, every: Sequence[Act], asked: Sequence[bool]) -> str:
    """A row: the cases, wrong acts and those of them that are proposed, right ones that are, harm a case with nothing
    proposed and so."""
    pairs = [*zip(every, asked, strict=True)]
    wrong = [ask for one, ask in pairs if one.done == HARM["wrong"]]
    right = sum(ask and one.done < one.asked for one, ask in pairs)
    harm = [sum(one.done for one in every), sum(one.asked if ask else one.done for one, ask in pairs)]
    before, after = (f"{each / len(every):.3f}" for each in harm)
    return f"| {name} | {len(every)} | {len(wrong)} | {sum(wrong)} | {right} | {before} | {after} |"


def table(name: str, every: Sequence[Act], weights: Mapping[str, Sequence[float]]) -> list[str]:
    """What weights do on each set, and on all with other thresholds."""
    asked = [proposed(one, weights[one.set], SURE) for one in every]
    held = {one.set: [each.set == one.set for each in every] for one in every}
    lines = [line(key, [*compress(every, own)], [*compress(asked, own)]) for key, own in held.items()]
    lines += [line(f"all, {sure}", every, [proposed(one, weights[one.set], sure) for one in every]) for sure in SURES]
    return [f"\n{name}\n", "| set | cases | wrong | proposed | right proposed | harm before | harm |", RULE, *lines]


def main() -> None:
    """Weighs, and prints the weights and what they do: as they stand, and with those of all other sets."""
    every = list(acts())
    sets = {one.set for one in every}
    print("\n".join(table("as they stand", every, {held: [-EVEN, *DOUBTS.values()] for held in sets})))
    for name, (pull, towards) in PULL.items():
        others = {held: weighed([one for one in every if one.set != held], pull, towards) for held in sets}
        print("\n".join(table(name, every, others)))
        shown = zip(("even", *DOUBTS), weighed(every, pull, towards), strict=True)
        print("\nof all sets:", ", ".join(f"{sign} {weight:.2f}" for sign, weight in shown), flush=True)


if __name__ == "__main__":
    main()
