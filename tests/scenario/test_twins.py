"""A case of a run: its records, and the unified events that both folds, here and in the browser, make of them."""

import json
from pathlib import Path

from loket.core.record import decode
from loket_demos.scenario.events import UnifiedLog

CASE = Path(__file__).parents[2] / "demos" / "cases" / "workbench.json"


def test_the_events_of_the_case_are_what_the_fold_makes_of_its_records() -> None:
    case = json.loads(CASE.read_text("utf-8"))
    log = UnifiedLog()
    for raw in case["records"]:
        log.apply(decode(json.dumps(raw).encode()))
    assert [event.model_dump(mode="json", by_alias=True) for event in log.events] == case["events"]
    assert {event.type for event in log.events} == {
        "agent_message",
        "trace",
        "planner_ask_user",
        "user_reply",
        "tool_call",
        "tool_result",
        "status",
        "planner_error",
    }
    files = [[file.name, file.source, file.private, file.doc_id] for file in log.vault.files.values()]
    assert (log.state, log.ended, files) == (case["state"], case["ended"], case["files"])
