"""What the protocol asks of every run of AG-UI, whatever it is about: by its official models and by its rules."""

import json
from typing import Any

from ag_ui.core import Event
from pydantic import TypeAdapter

from tests.doors.agui_front import Told

EVENTS: TypeAdapter[Any] = TypeAdapter(Event)
PAIRS = {"TEXT_MESSAGE": "messageId", "TOOL_CALL": "toolCallId", "REASONING": "messageId"}


def well_formed(told: Told) -> None:
    """What the protocol asks of every run, by the official models and by the rules that no model can hold."""
    opened, agents, calls = set[str](), set[str](), set[str]()
    assert told.types[0] == "RUN_STARTED"
    assert told.types[-1] in ("RUN_FINISHED", "RUN_ERROR")
    for event in told.events:
        parsed = EVENTS.validate_python(event)
        assert json.loads(parsed.model_dump_json(by_alias=True)) == event, "a field that the protocol does not know"
        type = event["type"]
        for begins, name in PAIRS.items():
            if type == f"{begins}_START":
                assert event[name] not in opened
                opened.add(event[name])
            elif type in (f"{begins}_CONTENT", f"{begins}_ARGS"):
                assert event[name] in opened
            elif type == f"{begins}_END":
                opened.remove(event[name])
        if type == "TOOL_CALL_START":
            calls.add(event["toolCallId"])
        if type == "SUBAGENT_STARTED":
            agents.add(event["subagentRunId"])
        elif type in ("SUBAGENT_FINISHED", "SUBAGENT_ERROR"):
            agents.remove(event["subagentRunId"])
        elif "subagentRunId" in event:
            assert event["subagentRunId"] in agents, event
        if type == "MESSAGES_SNAPSHOT":
            ids = [message["id"] for message in event["messages"]]
            assert len(ids) == len(set(ids))
    assert not opened and not agents
