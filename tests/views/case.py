"""Reads and writes cases: a log and the states that people read over and agreed on. A written case is reviewed by hand.

`python -m tests.views.case NAME "about" < log.jsonl` makes one from an exported log; an existing one is kept.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from loket.core.data import JsonObject
from loket.core.record import decode
from loket.views.commands import Commands
from loket.views.questions import Questions
from loket.views.steps import Steps
from loket.views.transcript import Transcript
from loket.views.view import View, fold

CASES = Path(__file__).resolve().parents[2] / "cases"
VIEWS: tuple[type[View], ...] = (Transcript, Steps, Questions, Commands)


def states_of(raw: Sequence[JsonObject]) -> JsonObject:
    """The state of every view after these records, as they stand in a log."""
    records = [decode(json.dumps(record).encode()) for record in raw]
    return {view.name: fold(view(), records).state() for view in VIEWS}


def written(about: str, raw: Sequence[JsonObject]) -> str:
    """A case as it stands in its file: a record a line, the states spread out."""
    lines = ",\n".join(f"    {json.dumps(record, ensure_ascii=False)}" for record in raw)
    states = json.dumps(states_of(raw), ensure_ascii=False, indent=2).replace("\n", "\n  ")
    return f'{{\n  "about": {json.dumps(about)},\n  "records": [\n{lines}\n  ],\n  "states": {states}\n}}\n'


def main(name: str, about: str) -> None:
    """Writes a new case from the records on stdin."""
    path = CASES / f"{name}.json"
    if path.exists():
        raise SystemExit(f"{path} exists; a case is changed by hand, or removed first")
    path.write_text(written(about, [json.loads(line) for line in sys.stdin if line.strip()]))


if __name__ == "__main__":
    main(*sys.argv[1:3])
