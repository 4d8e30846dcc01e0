"""When a question closes is one rule: the engine's turn holds open what the view shows as open, after every record."""

import json
from pathlib import Path

import pytest

from loket.core.record import decode
from loket.views.questions import Questions
from loket.views.turn import Turn

CASES = sorted((Path(__file__).parents[2] / "cases").glob("*.json"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_the_engine_and_the_view_agree_on_what_is_open(path: Path) -> None:
    turn, questions = Turn(), Questions()
    for raw in json.loads(path.read_text())["records"]:
        record = decode(json.dumps(raw).encode())
        turn.apply(record)
        questions.apply(record)
        assert list(turn.questions) == [item.id for item in questions.open()], record
