"""What understanding costs, in the time of a processor that it had for itself: a busy machine changes nothing of it."""

import json
import subprocess
import sys
from datetime import date
from itertools import chain, cycle, islice
from pathlib import Path
from time import thread_time
from typing import Any

import pytest

from loket.planners.skills import Skill, SkillIndex

DATA = Path(__file__).parent / "data"
TODAY = date(2026, 11, 22)
TIMES = 7
"""Each message is timed so often, one round after the other, and the best counts: what it costs, not what went on."""

IMPORTING = """
import loket.core.assistant, loket.core.events, loket.core.planner, loket.core.record
from time import process_time
began = process_time()
import loket.planners.skills
print(process_time() - began)
"""


def skills(count: int) -> list[Skill]:
    """So many skills, of all the agents of the data; those that are needed again have other ids."""
    files = ("agents", "given", "fresh", "agents-more", "agents-other", "kinds")
    agents = chain.from_iterable(json.loads((DATA / f"{name}.json").read_text("utf-8")).values() for name in files)
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
    files = ("agents-a", "fresh-a", "given-a")
    lines = [line for name in files for line in (DATA / f"{name}.jsonl").read_text("utf-8").splitlines()[:20]]
    return [json.loads(line)["text"] for line in lines]


@pytest.mark.parametrize(("count", "most"), [(30, 3.0), (300, 15.0)])
def test_a_message_is_understood_in_milliseconds(count: int, most: float) -> None:
    index = SkillIndex(skills(count), "en")

    def cost(text: str) -> float:
        began = thread_time()
        index.understand(text, TODAY)
        return (thread_time() - began) * 1000

    texts = messages()
    rounds = [[cost(text) for text in texts] for _ in range(TIMES)]
    took = sorted(map(min, zip(*rounds, strict=True)))
    assert took[int(len(took) * 0.95)] < most, took[-10:]


def test_what_the_planner_needs_is_read_in_a_tenth_of_a_second() -> None:
    def cost() -> float:
        return float(subprocess.run([sys.executable, "-c", IMPORTING], check=True, capture_output=True).stdout)

    assert min(cost() for _ in range(3)) < 0.1
