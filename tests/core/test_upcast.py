"""Records of version 1 are lifted: plans become calls, calls say whether of tools or tasks, tokens have other names."""

import json
from typing import Any

import pytest

from loket.core.actions import Call, Task, ToolCall, Usage
from loket.core.errors import StoreError
from loket.core.events import Decided, Discarded, Opened
from loket.core.record import decode, encode, lifted


def stored(event: dict[str, Any], version: int = 1) -> bytes:
    at = "2026-11-22T12:00:00Z"
    raw = {"v": version, "seq": 3, "at": at, "by": "planner", "cause": 2, "scope": "/", "key": None, "event": event}
    return json.dumps(raw, separators=(",", ":")).encode()


def decided(action: dict[str, Any], **more: Any) -> bytes:
    return stored({"kind": "decided", "reasoning": "Because.", "action": action, "took": [2], **more})


def test_a_plan_is_a_call_of_tasks() -> None:
    task = {"id": "a", "intent": "look", "to": "root", "task": "Look.", "args": {"n": 1}, "needs": [], "corrects": None}
    event = decode(decided({"kind": "plan", "tasks": [task, {**task, "id": "b", "needs": ["a"]}]})).event
    assert isinstance(event, Decided) and isinstance(event.action, Call) and event.thought is None
    first = Task(id="a", intent="look", to="root", task="Look.", args={"n": 1})
    assert event.action.calls == event.action.tasks == (first, first.model_copy(update={"id": "b", "needs": ("a",)}))
    opened = decode(stored({"kind": "opened", "call": "3.a", "assistant": "root", "version": "1", "task": task})).event
    assert isinstance(opened, Opened) and opened.task == first


def test_a_call_is_one_of_tools_and_tokens_have_their_names() -> None:
    usage = {"model": "m", "tokens_in": 3, "tokens_out": 4, "took_ms": 5}
    event = decode(decided({"kind": "call", "calls": [{"id": "a", "tool": "t", "args": {}}]}, usage=usage)).event
    assert isinstance(event, Decided) and isinstance(event.action, Call)
    assert event.action.calls == event.action.tools == (ToolCall(id="a", tool="t"),)
    assert event.usage == Usage(model="m", input_tokens=3, output_tokens=4, took_ms=5) and event.usage.tokens == 7
    dropped = decode(stored({"kind": "discarded", "took": [2], "why": "news", "usage": usage})).event
    assert isinstance(dropped, Discarded) and dropped.usage == event.usage


def test_what_others_read_is_lifted_and_what_is_new_stays_byte_by_byte() -> None:
    old = decided({"kind": "plan", "tasks": [{"id": "a", "intent": "look", "to": "root"}]})
    new = lifted(old)
    assert json.loads(new)["v"] == 2 and json.loads(new)["event"]["action"]["kind"] == "call"
    assert lifted(new) is new and encode(decode(new)) == new


@pytest.mark.parametrize("event", [{"kind": "decided", "reasoning": "", "action": 1}, {"kind": "opened", "task": []}])
def test_what_is_damaged_stays_damaged(event: dict[str, Any]) -> None:
    with pytest.raises(StoreError, match="can't be read"):
        decode(stored(event))


def test_what_a_newer_one_wrote_is_not_guessed_at() -> None:
    with pytest.raises(StoreError, match="newer Loket"):
        decode(stored({"kind": "woke", "wait": 1}, version=3))
