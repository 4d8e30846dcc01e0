"""Both flows of the counter, killed before and after every commit and inside every call: the page ends up the same."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.crash.life import Life, lived_through
from tests.crash.test_engine import log
from tests.engine.test_equality import story
from tests.nursery import KILLED

CALLS = {
    "toeslagen": ("rules_lookup", "doc_checklist", "risk_notes", "explain_toeslagen", "toeslagen.explain"),
    "bezwaar": ("extract_entities", "classify_case", "policy_snippets", "structure_bezwaar", "bezwaar.structure"),
}


def outcome(folder: Path) -> Any:
    """What the page shows, and how many decisions, results and news each scope had."""
    records = log(folder)
    assert [record.seq for record in records] == list(range(1, len(records) + 1))
    return json.loads((folder / "shown").read_text()), {scope: len(lines) for scope, lines in story(records).items()}


@pytest.fixture(scope="module", params=CALLS)
def flow(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(scope="module")
def undisturbed(flow: str, tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp(flow)
    assert lived_through(Life(str(folder), flow=flow)) == 0
    shown, told = outcome(folder)
    assert shown[flow]["model"]["status"]["step"] == "done" and shown[flow]["model"]["results"]
    assert len(told) == 2
    return shown, told


@pytest.mark.parametrize("side", ["before", "after"])
def test_killed_at_every_commit(undisturbed: Any, flow: str, side: str, tmp_path: Path) -> None:
    deaths = 0
    for number in range(1, 1000):
        folder = tmp_path / str(number)
        folder.mkdir()
        died = lived_through(Life(str(folder), "before" if side == "before" else "after", number, flow=flow))
        if died == 0:
            break
        assert died == KILLED
        deaths += 1
        assert lived_through(Life(str(folder), flow=flow)) == 0
        assert outcome(folder) == undisturbed, f"killed {side} commit {number}"
    assert deaths >= 3


def test_killed_inside_every_call(undisturbed: Any, flow: str, tmp_path: Path) -> None:
    for tool in CALLS[flow]:
        for moment in ("start", "end"):
            folder = tmp_path / f"{tool} {moment}"
            folder.mkdir()
            assert lived_through(Life(str(folder), dies=f"{tool} {moment}", flow=flow)) == KILLED
            assert lived_through(Life(str(folder), flow=flow)) == 0
            assert outcome(folder) == undisturbed, f"killed at the {moment} of {tool}"
