"""The planner `skills`: what understanding a message costs among 30 and 300 skills, beside a library that only compares
texts; what its import costs, and the first message in each language.

Messages and skills are those of its tests, of many agents. Each message is new to the process that reads it, as in
life; that is done in several processes, in processor time, and the best counts: what it costs, not what went on
beside it."""

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import date
from itertools import chain, cycle, islice
from pathlib import Path
from typing import Any

from rapidfuzz import fuzz, process

from bench.lines import Line, percentile, printed, under
from loket.language import Skill, SkillIndex

DATA = Path(__file__).parents[1] / "tests" / "planners" / "skills" / "data"
AGENTS = ("agents", "given", "fresh", "agents-more", "agents-other", "kinds")
CASES = ("agents-a", "fresh-a", "given-a")
TODAY = date(2026, 11, 22)
LIMITS = {30: 3.0, 300: 15.0}
IMPORT_MS = 100.0
WARM = 20
IMPORTING = """
import loket.core.assistant, loket.core.events, loket.core.planner, loket.core.record
from time import process_time
began = process_time()
import loket.language
print(process_time() - began)
"""
FIRST = """
from datetime import date
from time import process_time
from loket.language import Skill, SkillIndex
skills = [Skill("a", "Hours", "When it is open.", (), (), {}), Skill("b", "Prices", "What it costs.", (), (), {})]
began = process_time()
SkillIndex(skills, "%s").understand("hello", date(2026, 11, 22))
print(process_time() - began)
"""


def skills(count: int) -> list[Skill]:
    """So many skills of all the agents of the data; those that are needed again have other ids."""
    agents = chain.from_iterable(json.loads((DATA / f"{name}.json").read_text("utf-8")).values() for name in AGENTS)
    raw: list[Any] = [skill for agent in agents for skill in agent["skills"]]
    return [
        Skill(
            f"{one['id']}_{n}",
            one.get("name", one["id"]),
            one.get("description", ""),
            tuple(one.get("tags", ())),
            tuple(one.get("examples", ())),
            one.get("parameters", {}),
        )
        for n, one in enumerate(islice(cycle(raw), count))
    ]


def messages() -> list[str]:
    """What people wrote to these agents."""
    lines = chain.from_iterable((DATA / f"{name}.jsonl").read_text("utf-8").splitlines() for name in CASES)
    return [json.loads(line)["text"] for line in lines]


def once(count: int) -> dict[str, list[float]]:
    """Milliseconds of each message in this process: ours, and the library's; the first few warm both up."""
    known, texts = skills(count), messages()
    index = SkillIndex(known, "en")
    told = [" ".join((one.name, one.description, *one.tags, *one.examples)) for one in known]

    def cost(understand: Callable[[str], object], text: str) -> float:
        began = time.thread_time()
        understand(text)
        return (time.thread_time() - began) * 1e3

    ours = [cost(lambda said: index.understand(said, TODAY), text) for text in texts]
    other = [cost(lambda said: process.extract(said, told, scorer=fuzz.token_set_ratio), text) for text in texts]
    return {"ours": ours[WARM:], "other": other[WARM:]}


def best(count: int, rounds: int) -> dict[str, list[float]]:
    """The least that each message took in so many processes, sorted."""
    command = [sys.executable, "-m", "bench.planner", "--once", str(count)]
    every = [json.loads(subprocess.run(command, check=True, capture_output=True).stdout) for _ in range(rounds)]
    return {who: sorted(map(min, zip(*(one[who] for one in every), strict=True))) for who in ("ours", "other")}


def measured(rounds: int) -> dict[str, Line]:
    """All lines."""
    lines: dict[str, Line] = {}
    for count, most in LIMITS.items():
        took = best(count, rounds)
        lines[f"a message among {count} skills, median"] = Line(percentile(took["ours"], 0.5), "ms")
        lines[f"a message among {count} skills, p95"] = under(percentile(took["ours"], 0.95), "ms", most)
        alone = Line(percentile(took["other"], 0.95), "ms")
        lines[f"the same, texts compared by rapidfuzz alone, {count} skills, p95"] = alone
    lines["import"] = under(spent(IMPORTING, rounds), "ms", IMPORT_MS)
    return lines | {
        f"the first message, {code}": Line(spent(FIRST % code, 3), "ms") for code in ("en", "nl", "de", "pt")
    }


def spent(program: str, times: int) -> float:
    """Milliseconds of processor time that a program says it took, the least of so many runs."""
    command = [sys.executable, "-c", program]
    return min(float(subprocess.run(command, check=True, capture_output=True).stdout) for _ in range(times)) * 1e3


def main() -> None:
    """The command line: `--rounds N`."""
    parser = argparse.ArgumentParser(description="Understanding messages without a model.")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--once", type=int, default=0, help="one process: among so many skills")
    chosen = parser.parse_args()
    if chosen.once:
        print(json.dumps(once(chosen.once)))
        return
    note = (
        f"{len(messages()) - WARM} messages in four languages; processor time, the best of {chosen.rounds} processes."
    )
    printed(measured(chosen.rounds), note)


if __name__ == "__main__":
    main()
