"""What is said to be measured is what was measured: the page of results, its rounds, its peers and its targets."""

import json
from pathlib import Path
from typing import Any

import pytest

from bench.goals import goals
from bench.report import PARTS, page

BENCH = Path(__file__).parents[2] / "bench"
RESULTS: dict[str, Any] = json.loads((BENCH / "results.json").read_text("utf-8"))
MEDIANS: dict[str, Any] = RESULTS["turn"]["medians"]
OURS = {"floor", "loket"}


def test_the_page_is_made_from_the_numbers() -> None:
    assert (BENCH / "RESULTS.md").read_text("utf-8") == page(RESULTS)


def test_at_least_four_peers_stand_beside_loket_and_the_floor_in_several_rounds() -> None:
    assert MEDIANS.keys() >= OURS and RESULTS["turn"]["rounds"] >= 3
    peers = {name.partition("-")[0] for name in MEDIANS.keys() - OURS}
    assert len(peers) >= 4, peers
    for name, measured in MEDIANS.items():
        assert name in OURS or measured["versions"], name
        if measured["fifty"] is None:  # a peer that can't do it stands there with what it says
            assert name not in OURS and f"{name} with 50 conversations: " in (BENCH / "RESULTS.md").read_text("utf-8")
        for number in (*measured["one"].values(), *(measured["fifty"] or {}).values()):
            assert 0 < number["least"] <= number["median"] <= number["most"], name
    assert {"processor", "cores", "python", "disk"} <= RESULTS["machine"].keys() and RESULTS["date"].endswith("UTC")


def test_of_every_target_it_is_told_whether_it_is_met() -> None:
    """The page may say no; it may not leave one out, or call one met whose numbers say something else."""
    text = (BENCH / "RESULTS.md").read_text("utf-8")
    told = {line.split(" | ")[0].removeprefix("| "): line for line in text.splitlines() if line.startswith("| ")}
    found = [(goal.target, goal.met) for goal in goals(RESULTS)]
    for part in PARTS:
        lines: dict[str, Any] = RESULTS.get(part, {}).get("lines", {})
        found += [(name, one["met"]) for name, one in lines.items() if one["target"]]
    assert len(found) >= 10, "of a turn, watchers, long logs, the start and A2A"
    for target, met in found:
        assert told[target].endswith(f"| {'yes' if met else 'no'} |"), target


def test_a_task_over_a2a_stands_beside_the_librarys_own() -> None:
    lines: dict[str, Any] = RESULTS["a2a"]["lines"]
    theirs, ours = (
        sum(lines[f"{when}, {whose}"]["value"] for when in ("CPU a task", "and in the minute after"))
        for whose in ("the library as it comes", "Loket, durable")
    )
    ratio = lines["times less than the library as it comes"]
    assert ratio["value"] == pytest.approx(theirs / ours, rel=0.02) and ratio["target"] == "at least 5"
    assert ratio["met"] is (ratio["value"] >= 5)
