"""Every case in cases/ gives its states; web/tests/folds runs the same files."""

import json
from pathlib import Path

import pytest

from loket.core.surfaces import apply_patches
from tests.views.case import CASES, states_of

LOGS = sorted(CASES.glob("*.json"))
PATCHES = sorted((CASES / "patches").glob("*.json"))


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_log_gives_its_states(path: Path) -> None:
    case = json.loads(path.read_text())
    states = states_of(case["records"])
    assert states == case["states"]
    assert json.dumps(states) == json.dumps(case["states"])


@pytest.mark.parametrize("path", PATCHES, ids=lambda path: path.stem)
def test_patches_give_their_model(path: Path) -> None:
    case = json.loads(path.read_text())
    before = json.dumps(case["model"])
    model, skipped = apply_patches(case["model"], case["patches"])
    assert json.dumps(model) == json.dumps(case["after"])
    assert len(skipped) == case["skipped"]
    assert json.dumps(case["model"]) == before


def test_there_are_cases() -> None:
    assert len(LOGS) >= 12
    assert len(PATCHES) >= 5
