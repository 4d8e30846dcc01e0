"""Lifts records written by older versions to the shape of this one, a step at a time."""

from collections.abc import Callable, Mapping

from loket.core.data import Json, JsonObject
from loket.core.errors import NewerRecord
from loket.core.shapes import is_object

VERSION = 2


def _one_verb_for_work(raw: JsonObject) -> JsonObject:
    """From 1 to 2: tools and tasks are called by the same action and say which they are; tokens have longer names."""
    event = raw.get("event")
    if not is_object(event):
        return raw
    lifted = dict(event)
    if is_object(task := event.get("task")):
        lifted["task"] = {"kind": "task", **task}
    if is_object(usage := event.get("usage")):
        lifted["usage"] = {_TOKENS.get(name, name): value for name, value in usage.items()}
    match event.get("action"):
        case {"kind": "plan", "tasks": list(tasks)}:
            lifted["action"] = {"kind": "call", "calls": _as("task", tasks), "text": ""}
        case {"kind": "call", "calls": list(calls)}:
            lifted["action"] = {"kind": "call", "calls": _as("tool", calls), "text": ""}
        case _:
            pass
    return {**raw, "event": lifted}


_TOKENS = {"tokens_in": "input_tokens", "tokens_out": "output_tokens"}


def _as(kind: str, calls: list[Json]) -> list[Json]:
    return [{"kind": kind, **call} if is_object(call) else call for call in calls]


LIFTS: Mapping[int, Callable[[JsonObject], JsonObject]] = {1: _one_verb_for_work}
"""From version n to n + 1."""


def upcast(raw: JsonObject) -> JsonObject:
    """The record as this version writes it. NewerRecord when its version is later, ValueError when it is none."""
    version = raw.get("v", 1)
    if not isinstance(version, int):
        raise ValueError("its version is no number")
    if version > VERSION:
        raise NewerRecord(version, VERSION)
    while version < VERSION:
        raw = {**LIFTS[version](raw), "v": version + 1}
        version += 1
    return raw
