"""Faults of what is said: another dialect, a broken part, a task that is closed, a file of 100 MB, a question back."""

from collections.abc import AsyncGenerator, Callable
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import ClassVar
from uuid import uuid4

from loket.core.data import Json, JsonObject
from loket.core.shapes import is_object, list_at, object_at, text_at
from loket_demos.scenario.trial.exchange import WireAnswer, WireExchange, WireRequest, result_of, state_in, task_in
from loket_demos.scenario.trial.faults.port import Fault, FaultLine, reaction, whole
from loket_demos.scenario.trial.filling import FILLING

HUGE_BYTES = 100 * 1024 * 1024
HUGE_SECONDS = 60.0
"""For taking so much in, and for what it says to it."""
STATES = ("submitted", "working", "completed", "failed", "canceled", "rejected", "input-required", "auth-required")
OVER = frozenset(("completed", "failed", "canceled", "rejected"))
QUESTION = "Sorry, I do not follow. What do you mean by that?"
BROKEN: tuple[Json, ...] = (
    {"kind": "file", "file": {"name": "broken.pdf", "mimeType": "application/pdf", "bytes": "%%% no base64 %%%"}},
    {"kind": "hologram", "hologram": 7},
    None,
)
"""Parts that are none: bytes that are no base64, a kind that there is not, nothing at all."""


@dataclass
class WrongDialect(Fault):
    """The agent is asked by a method that no dialect has; we are answered in the dialect we did not ask in."""

    name: ClassVar[str] = "dialect"
    title: ClassVar[str] = "a request and an answer in a dialect that was not agreed"

    async def strike(self, line: FaultLine, exchange: WireExchange) -> WireAnswer:
        request = exchange.request
        if "jsonrpc" in request.content:
            strange = request.with_content({**request.content, "method": "message/whisper", "id": str(uuid4())})
            met = await reaction(line, strange)
            good = met.kind == "refused"
            self.found_out("held" if good else "gave way", f"Asked by a method that no dialect has, it {met.words}.")
        answer = await line.forward(exchange)
        return replace(answer, frames=_changed(await whole(answer), _in_other_dialect))


@dataclass
class BrokenPart(Fault):
    """The agent is sent a message with parts that are none, apart from ours; the answer we get has such parts, too."""

    name: ClassVar[str] = "part"
    title: ClassVar[str] = "a message with broken parts, and an answer with some"

    async def strike(self, line: FaultLine, exchange: WireExchange) -> WireAnswer:
        met = await reaction(line, _stray(exchange.request, list(BROKEN)))
        good = met.kind == "refused"
        self.found_out("held" if good else "gave way", f"Sent a message with broken parts, it {met.words}.")
        answer = await line.forward(exchange)
        return replace(answer, frames=_changed(await whole(answer), _with_parts(list(BROKEN))))


@dataclass
class ClosedTask(Fault):
    """We are told once that the task is closed while it is not; afterwards the agent is sent a message for a task that
    is over."""

    name: ClassVar[str] = "closed"
    title: ClassVar[str] = "a message for a task that is over"
    number: ClassVar[int] = 2

    async def strike(self, line: FaultLine, exchange: WireExchange) -> WireAnswer:
        content = exchange.request.content
        error = {"code": -32004, "message": "The task is in a terminal state and takes no more messages."}
        exchange.status = 200 if "jsonrpc" in content else 400
        said: JsonObject = (
            {"jsonrpc": "2.0", "id": content.get("id"), "error": error} if "jsonrpc" in content else error
        )
        return WireAnswer(exchange.status, "application/json", _changed([said], lambda frame: frame))

    async def after(self, line: FaultLine) -> None:
        last = _last_sent(line, lambda task, state: bool(task) and state in OVER)
        if last is None:
            self.found_out("unknown", "None of its tasks was over at the end, so none could be written to after it.")
            return
        task, request = last
        late = request.with_message(lambda m: {**m, "messageId": str(uuid4()), "taskId": task})
        met = await reaction(line, late)
        good = met.kind == "refused"
        self.struck = True
        self.found_out("held" if good else "gave way", f"Sent a message for a task that was over, it {met.words}.")


@dataclass
class HugeFile(Fault):
    """The agent is sent a file of 100 MB in a message of its own, and so are we in an answer."""

    name: ClassVar[str] = "huge"
    title: ClassVar[str] = "a file of 100 MB, both ways"
    size: int = HUGE_BYTES

    async def strike(self, line: FaultLine, exchange: WireExchange) -> WireAnswer:
        media = "application/octet-stream"
        part: JsonObject = {"kind": "file", "file": {"name": "huge.bin", "mimeType": media, "bytes": FILLING}}
        if text_at(exchange.request.content, "method")[:1].isupper():
            part = {"raw": FILLING, "filename": "huge.bin", "mediaType": media}
        met = await reaction(line, replace(_stray(exchange.request, [part]), zeros=self.size), HUGE_SECONDS)
        self.found_out(
            "gave way" if met.kind in ("broke", "silent") else "held",
            f"Sent a file of {self.size / 1e6:.0f} MB, it {met.words}.",
        )
        answer = await line.forward(exchange)
        return replace(answer, frames=_changed(await whole(answer), _with_parts([part])), zeros=self.size)


@dataclass
class AsksBack(Fault):
    """Before our message the agent hears a question of ours; we hear a question back before its answer."""

    name: ClassVar[str] = "question"
    title: ClassVar[str] = "a question back instead of an answer"
    kept: list[Json] = field(default_factory=list[Json])

    async def strike(self, line: FaultLine, exchange: WireExchange) -> WireAnswer:
        answer = await line.forward(exchange)
        frames = await whole(answer)
        task, open_now = next((task_in(f) for f in frames if task_in(f)), ""), bool(frames) and _open(frames)
        if not (task and open_now):
            self.found_out("unknown", "It had nothing more to ask, so it was not asked back.")
            return replace(answer, frames=_changed(frames, lambda frame: frame))
        self.kept = frames
        return replace(answer, frames=_changed([_as_question(frame) for frame in frames], lambda frame: frame))

    async def sent(self, line: FaultLine, exchange: WireExchange) -> WireAnswer:
        if not self.kept:
            return await line.forward(exchange)
        kept, self.kept = self.kept, []
        exchange.struck = exchange.given = True
        met = await reaction(line, exchange.request.with_message(_asking))
        took = met.kind == "took"
        self.found_out("held" if took else "gave way", f"Asked back instead of answered, it {met.words}.")
        said = [_for_request(frame, exchange.request) for frame in (met.heard if took else kept)]
        if took and _open(said):
            return await line.forward(exchange)
        exchange.withheld = True
        return WireAnswer(200, "application/json", _changed(said[-1:], lambda frame: frame))


def _asking(message: JsonObject) -> JsonObject:
    return {**message, "messageId": str(uuid4()), "parts": [_words(message, QUESTION)]}


def _words(message: JsonObject, text: str) -> JsonObject:
    """A part with words, in the dialect of a message."""
    first = next((part for part in list_at(message, "parts") if is_object(part)), {})
    return {**({"kind": "text"} if "kind" in first else {"type": "text"} if "type" in first else {}), "text": text}


def _stray(request: WireRequest, parts: list[Json]) -> WireRequest:
    """A message of its own, outside of every task, with these parts and the words of another."""
    ours = {"contextId", "taskId"}

    def changed(message: JsonObject) -> JsonObject:
        kept = {name: value for name, value in message.items() if name not in ours}
        return {**kept, "messageId": str(uuid4()), "parts": [_words(message, "Please read this."), *parts]}

    return request.with_message(changed)


async def _changed(frames: list[Json], change: Callable[[Json], Json]) -> AsyncGenerator[Json]:
    for frame in frames:
        yield change(frame)


def _with_parts(parts: list[Json]) -> Callable[[Json], Json]:
    """Puts parts into every message that the agent says in a frame."""

    def change(frame: Json) -> Json:
        return _each_message(frame, lambda message: {**message, "parts": [*list_at(message, "parts"), *parts]})

    return change


def _each_message(value: Json, change: Callable[[JsonObject], JsonObject]) -> Json:
    if isinstance(value, list):
        return [_each_message(one, change) for one in value]
    if not is_object(value):
        return value
    if "parts" in value and text_at(value, "role").removeprefix("ROLE_").lower() == "agent":
        return change(value)
    return {name: _each_message(one, change) for name, one in value.items()}


def _in_other_dialect(frame: Json) -> Json:
    """The states and roles of a frame as the other dialect writes them."""
    if isinstance(frame, list):
        return [_in_other_dialect(one) for one in frame]
    if not is_object(frame):
        return frame
    turned = {name: _in_other_dialect(value) for name, value in frame.items()}
    state, role = turned.get("state"), turned.get("role")
    if isinstance(state, str) and state in STATES:
        turned["state"] = f"TASK_STATE_{state.upper().replace('-', '_')}"
    elif isinstance(state, str) and state.startswith("TASK_STATE_"):
        turned["state"] = state.removeprefix("TASK_STATE_").lower().replace("_", "-")
    if isinstance(role, str):
        turned["role"] = role[5:].lower() if role.startswith("ROLE_") else f"ROLE_{role.upper()}"
    return turned


def _open(frames: list[Json]) -> bool:
    """Whether the agent waits for us at the end of these frames."""
    states = [state for frame in frames if (state := state_in(frame))]
    return bool(states) and states[-1] == "input-required"


def _as_question(frame: Json) -> Json:
    """A frame in which the agent asks back what it really says."""

    def asks(message: JsonObject) -> JsonObject:
        return {**message, "messageId": f"{text_at(message, 'messageId')}-asked", "parts": [_words(message, QUESTION)]}

    if not is_object(frame) or not state_in(frame):
        return frame
    changed = deepcopy(frame)
    status = object_at(result_of(changed), "status")
    if message := object_at(status, "message"):
        status["message"] = asks(message)
    return changed


def _for_request(frame: Json, request: WireRequest) -> Json:
    """A frame as an answer to another request."""
    return {**frame, "id": request.content.get("id")} if is_object(frame) and "jsonrpc" in frame else frame


def _last_sent(line: FaultLine, wanted: Callable[[str, str], bool]) -> tuple[str, WireRequest] | None:
    """The newest message whose task stands as wanted, by all that was heard of that task."""
    states: dict[str, str] = {}
    for exchange in line.exchanges:
        for frame in exchange.heard:
            if (task := task_in(frame)) and (state := state_in(frame)):
                states[task] = state
    for exchange in reversed(line.exchanges):
        tasks = [task for frame in exchange.heard if (task := task_in(frame))]
        if exchange.request.sends and tasks and wanted(tasks[-1], states.get(tasks[-1], "")):
            return tasks[-1], exchange.request
    return None
