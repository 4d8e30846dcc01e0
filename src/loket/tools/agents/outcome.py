"""How an invocation ended, in the result of the contract: a status, the agent's data and its words."""

from collections.abc import Sequence

from loket.core.data import JsonObject
from loket.core.shapes import is_object, text_at
from loket.core.tool import ToolFailed
from loket.tools.agents.dialect import Interface
from loket.tools.agents.reading import RemoteTask
from loket.tools.agents.request import AgentRequest
from loket.tools.agents.text import AGENT_TEXT, line

UNDER_WAY = ("still_working", "unknown_outcome")
"""Codes of work that an agent took, when the failure's value tells its id."""

_ENDS = {
    "failed": "The agent could not do it.",
    "rejected": "The agent does not want to do this.",
    "canceled": "The agent stopped its work.",
    "unknown": "The agent does not say what became of it.",
    "auth-required": "The agent wants somebody to log in, which can't be done here.",
}


def outcome(task: RemoteTask, notes: Sequence[str], way: Interface, files: Sequence[JsonObject] = ()) -> JsonObject:
    """The result of a task at rest, with its files as they are told. Raises ToolFailed, whose value holds the rest,
    when it did not end well."""
    values = task.data()
    first = values[0] if values else {}
    result: JsonObject = {
        "status": "input_required" if task.state == "input-required" else "success",
        "task_id": task.id,
        "state": task.state,
        "result_data": first if is_object(first) else {"value": first},
        "text": task.asks() or task.text() if task.state == "input-required" else task.text(),
        "context_id": task.context,
        "spoken": str(way),
    }
    if values[1:]:
        result["more_data"] = values[1:50]
    if files:
        result["files"] = list(files)
    if told := [*notes, *(f"The agent sent {what}." for what in task.odd)]:
        result["notes"] = told
    if (text := bad_end(task)) is None:
        return result
    code = f"task_{task.state.replace('-', '_')}"
    agents = line(text_at(task.error, "code"), 80)
    told_ = {"agent_code": agents, AGENT_TEXT: _reason(task)}
    raise ToolFailed(code, text, {**result, **{name: one for name, one in told_.items() if one}})


def bad_end(task: RemoteTask) -> str | None:
    """Why a task at rest did not end well, in the agent's words where there are any; None when it did."""
    return (_reason(task) or _ENDS[task.state]) if task.state in _ENDS else None


def _reason(task: RemoteTask) -> str:
    return line(task.asks() or text_at(task.error, "message"), 500)


def error_result(failed: ToolFailed, request: AgentRequest) -> JsonObject:
    """The result for a failure of any kind: all fields of the contract, and `error` with its code and a sentence."""
    told: JsonObject = failed.value if is_object(failed.value) else {}
    error: JsonObject = {"code": failed.code, "message": failed.text}
    result: JsonObject = {"task_id": request.task_id, "state": "", "result_data": {}, "text": ""}
    if "state" in told and "result_data" in told:
        result |= told
        error |= {name: told[name] for name in ("agent_code", AGENT_TEXT) if name in told}
    else:
        error |= {"details": told} if told else {}
        error |= {AGENT_TEXT: told[AGENT_TEXT]} if AGENT_TEXT in told else {}
    if failed.code in UNDER_WAY and text_at(told, "id"):
        result |= {"task_id": text_at(told, "id"), "state": "working"}
    return {**result, "status": "error", "error": error}
