"""A remote agent as a tool: one A2A message with data in, its data out.

Speaks 0.3 JSON-RPC, and the dialect in which `params.capability` names the skill."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Literal

import anyio
import httpx

from loket.core.data import Json, JsonObject
from loket.core.shapes import is_object, list_at, object_at, text_at
from loket.core.tool import CallContext, ToolFailed, ToolSpec
from loket.schemas import problems
from loket.tools.json_rpc import Remote, passes

Dialect = Literal["capabilities", "0.3"]
DEADLINE = 20.0
"""Seconds a call may take, whatever the engine would allow."""

TAKE_BACK = 5.0
"""Seconds to take a task back when the call is cancelled."""

_UNDER_WAY = ("submitted", "working")


class AgentTool:
    """Calls one capability of one agent.

    The message id is the idempotency key, so an agent that remembers ids does the work once however often it is asked.
    After a timeout nothing is sent again: a tool that is not read-only or idempotent fails with `unknown_outcome`.
    Other codes: `unreachable`, `timeout`, `too_large`, `not_json`, `invalid`, `failed`, `needs_input`."""

    def __init__(
        self,
        spec: ToolSpec,
        url: str,
        client: httpx.AsyncClient,
        dialect: Dialect = "capabilities",
        pause: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self._spec = spec.model_copy(update={"kind": "a2a", "source": spec.source or url})
        self._remote = Remote(url, client, repeatable=spec.read_only or spec.idempotent)
        self._dialect: Dialect = dialect
        self._pause = pause or _half_a_second

    @property
    def spec(self) -> ToolSpec:
        return self._spec

    async def call(self, args: JsonObject, context: CallContext) -> Json:
        limit = min(DEADLINE, self._spec.deadline, context.deadline)
        until = anyio.current_time() + limit
        result = await self._remote.request("message/send", self._params(args, context.key), context.key, limit)
        if is_object(result) and text_at(object_at(result, "status"), "state") in _UNDER_WAY:
            result = await self._followed(result, context.key, until)
        return self._checked(value_of(result))

    async def look_up(self, args: JsonObject, context: CallContext) -> Json:
        """A 0.3 agent can only be asked for a task by an id that it chose, which we lost with the process."""
        raise ToolFailed("unknown_outcome", f"{self._spec.name} was asked, but nobody knows whether it was done.")

    def _params(self, args: JsonObject, key: str) -> JsonObject:
        part = {"kind": "data", "metadata": {"mimeType": "application/json"}, "data": args}
        message = {"kind": "message", "messageId": key, "role": "user", "parts": [part]}
        if self._dialect == "capabilities":
            return {"capability": self._spec.name, "message": message}
        return {"message": message, "configuration": {"blocking": True, "acceptedOutputModes": ["application/json"]}}

    async def _followed(self, task: JsonObject, key: str, until: float) -> Json:
        """Asks for the task until it rests. The agent has it, so trouble in asking is no outcome: it is asked again,
        until the deadline. Only where doing the work twice harms nobody, what will not pass is a failure at once."""
        task_id = text_at(task, "id")
        if not task_id:
            raise ToolFailed("invalid", "The agent opened a task without an id.")
        looking = Remote(self._remote.url, self._remote.client, repeatable=True)
        try:
            with anyio.fail_after(until - anyio.current_time()):
                while text_at(object_at(task, "status"), "state") in _UNDER_WAY:
                    await self._pause()
                    try:
                        found = await looking.request("tasks/get", {"id": task_id}, key, DEADLINE)
                        if not is_object(found):
                            raise ToolFailed("invalid", "The agent answered with something that is no task.")
                        task = found
                    except ToolFailed as failed:
                        if self._remote.repeatable and not passes(failed):
                            raise
        except TimeoutError as error:
            code = "timeout" if self._remote.repeatable else "unknown_outcome"
            raise ToolFailed(code, "The agent is still at work; we stopped waiting.") from error
        except asyncio.CancelledError:
            await self._take_back(looking, task_id, key)
            raise
        return task

    async def _take_back(self, remote: Remote, task_id: str, key: str) -> None:
        """Raises ToolFailed("cancelled") when the agent confirms that it stopped."""
        stopped: Json = None
        with anyio.move_on_after(TAKE_BACK, shield=True):
            try:
                stopped = await remote.request("tasks/cancel", {"id": task_id}, key, TAKE_BACK)
            except ToolFailed:
                return
        if text_at(object_at(stopped, "status"), "state") == "canceled":
            raise ToolFailed("cancelled", "The agent stopped its work.")

    def _checked(self, value: Json) -> Json:
        if self._spec.output is not None and (wrong := problems(self._spec.output, value)):
            listed = "; ".join(str(problem) for problem in wrong[:5])
            raise ToolFailed("invalid", f"The agent's answer is not what it promised: {listed}.")
        return value


def value_of(result: Json) -> Json:
    """The data of an answer, unwrapped exactly once: of a task's artifacts, else of a message, else `result.data`;
    an answer in words only becomes `{"text": …}`. Raises ToolFailed for a task that did not end well."""
    if not is_object(result):
        raise ToolFailed("invalid", "The agent answered with something that is neither a task nor a message.")
    _refuse_bad_end(result)
    parts = [part for artifact in list_at(result, "artifacts") for part in list_at(artifact, "parts")]
    if not parts:
        parts = list_at(result, "parts") or list_at(object_at(object_at(result, "status"), "message"), "parts")
    for part in parts:
        if is_object(part) and _kind(part) == "data" and "data" in part:
            return part["data"]
    if "data" in result:
        return result["data"]
    texts = [text_at(part, "text") for part in parts if _kind(part) == "text"]
    if texts:
        return {"text": "\n\n".join(texts)}
    raise ToolFailed("invalid", "The agent's answer holds neither data nor words.")


def _refuse_bad_end(result: JsonObject) -> None:
    status = result.get("status")
    if isinstance(status, str) and status not in ("ok", "completed", "success"):
        raise ToolFailed("failed", text_at(result, "message")[:500] or f"The agent says: {status[:100]}.")
    state = text_at(status, "state")
    words = " ".join(text_at(part, "text") for part in list_at(object_at(status, "message"), "parts")).strip()[:500]
    match state:
        case "failed" | "rejected" | "canceled" | "unknown":
            raise ToolFailed("failed", words or f"The agent's task ended as {state}.")
        case "input-required" | "auth-required":
            raise ToolFailed("needs_input", words or "The agent asks for something that we can't give it here.")
        case _:
            pass


def _kind(part: Json) -> str:
    return text_at(part, "kind") or text_at(part, "type")


async def _half_a_second() -> None:
    await anyio.sleep(0.5)
