"""A misspelled field is refused where somebody writes it, and passed over where somebody stored it."""

import json
from typing import Any

import pytest
from pydantic import ValidationError

from loket.core.actions import Ask, Say, Task
from loket.core.assistant import AssistantSpec, Budget, SurfaceInfo
from loket.core.events import Decided, UserSaid
from loket.core.record import decode
from loket.core.tool import ToolSpec
from loket.house.bundle import AgentPart
from loket.planners.flow import Flow, Step

MADE: list[tuple[Any, dict[str, Any], str]] = [
    (ToolSpec, {"name": "x", "destructiv": True}, "ToolSpec has no field destructiv; did you mean destructive?"),
    (
        AssistantSpec,
        {"name": "x", "title": "X", "tool": ("y",)},
        "AssistantSpec has no field tool; did you mean tools?",
    ),
    (Budget, {"decision": 5}, "Budget has no field decision; did you mean decisions?"),
    (SurfaceInfo, {"id": "x", "title": "X", "zzz": 1}, "SurfaceInfo has no field zzz; it has id, title, summary, "),
    (Say, {"text": "x", "finl": False}, "Say has no field finl; did you mean final?"),
    (Ask, {"text": "x", "choise": ()}, "Ask has no field choise; did you mean choices?"),
    (AgentPart, {"nam": "x"}, "nam"),
    (Flow, {"stepz": ()}, "stepz"),
    (Step, {"nme": ()}, "nme"),
]


@pytest.mark.parametrize(("made", "fields", "sentence"), MADE, ids=lambda one: getattr(one, "__name__", ""))
def test_who_makes_one_with_a_field_that_there_is_not_is_told(made: Any, fields: dict[str, Any], sentence: str) -> None:
    with pytest.raises(TypeError) as refused:
        made(**fields)
    assert sentence in str(refused.value)


def test_a_declaration_that_is_read_is_held_to_its_fields_too_however_deep() -> None:
    for raw in ({"budget": {"decision": 5}}, {"surfaces": [{"id": "x", "title": "X", "titel": "Y"}]}):
        with pytest.raises(ValidationError, match=r"has no field (decision|titel); did you mean"):
            AssistantSpec.model_validate({"name": "x", "title": "X", **raw})
    with pytest.raises(ValidationError, match="did you mean destructive"):
        ToolSpec.model_validate_json('{"name": "x", "destructiv": true}')


def test_what_a_newer_program_stored_is_read() -> None:
    event = {"kind": "decided", "reasoning": "x", "newer": 1}
    event["action"] = {"kind": "plan", "tasks": [{"id": "a", "intent": "b", "to": "c", "newer": {"spec": 1}}], "new": 2}
    raw = {"v": 1, "seq": 1, "at": "2026-11-22T12:00:00Z", "by": "planner", "scope": "/", "event": event, "newer": []}
    decided = decode(json.dumps(raw).encode()).event
    assert isinstance(decided, Decided) and decided.action.kind == "call"
    assert decided.action.tasks == (Task(id="a", intent="b", to="c"),)
    assert UserSaid.model_validate({"text": "x", "newer": 1}) == UserSaid(text="x")
