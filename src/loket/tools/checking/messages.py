"""One message to an agent, as its user would send it: whether the answer is whole, at once and as a stream."""

from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing
from uuid import uuid4

import anyio

from loket.core.data import Json, JsonObject
from loket.core.shapes import is_object, object_at, text_at
from loket.core.tool import ToolFailed
from loket.tools.agents.card import AgentCard
from loket.tools.agents.dialect import Interface
from loket.tools.agents.reading import RemoteTask, state_of
from loket.tools.agents.sending import Outgoing
from loket.tools.agents.text import line
from loket.tools.agents.wire import AgentConnection
from loket.tools.checking.report import Check, Outcome, judged
from loket.tools.checking.shapes import answer_faults

PAUSE, LONGEST_PAUSE = 0.25, 2.0
SHOWN = 300
"""Characters of the agent's words."""


async def message_checks(
    connection: AgentConnection, card: AgentCard, text: str, deadline: float
) -> AsyncIterator[Check]:
    """Sends `text` as a message of its own, and once more as a stream where the card promises streams; each may take
    `deadline` seconds."""
    way = connection.way
    async for check in _sent(connection, text, deadline):
        yield check
    if card.streaming and "stream" in way.deeds:
        async for check in _streamed(connection, text, deadline):
            yield check


async def _sent(connection: AgentConnection, text: str, deadline: float) -> AsyncIterator[Check]:
    way, task, faults = connection.way, RemoteTask(), list[str]()
    group = f"message over {way}"
    outgoing, began = Outgoing(id=str(uuid4()), text=text), anyio.current_time()
    try:
        result = await connection.ask("send", outgoing.params(way), outgoing.id, deadline)
        faults += answer_faults(result, "send", way)
        task.take(result)
        pause, kept = PAUSE, bool(task.id)
        while task.id and not task.rests and anyio.current_time() - began < deadline:
            await anyio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
            result = await connection.ask("get", {"id": task.id}, str(uuid4()), deadline)
            faults += [fault for fault in answer_faults(result, "get", way) if fault not in faults]
            task.take(result)
    except ToolFailed as failed:
        yield Check(id="message.answered", group=group, outcome="failed", text=failed.text)
        return
    took = anyio.current_time() - began
    yield judged("message.shape", group, faults, f"The answer is one of {way.dialect}.")
    yield _answered("message", group, task, took)
    if kept and task.over:
        async for check in _after(connection, task, group, deadline):
            yield check


async def _after(connection: AgentConnection, task: RemoteTask, group: str, deadline: float) -> AsyncIterator[Check]:
    """A task that is over stays there, and can't be cancelled any more."""
    way = connection.way
    if "get" in way.deeds:
        try:
            found = await connection.ask("get", {"id": task.id}, str(uuid4()), deadline)
            state = state_of(text_at(object_at(found, "status"), "state"))
            faults = (
                [] if state == task.state else [f"The task was {task.state}; asked after, it is {state or 'gone'}."]
            )
        except ToolFailed as failed:
            faults = [f"The task can't be asked after: {failed.text}"]
        yield judged("message.kept", group, faults, "Asked after, the task is the same.")
    if way.enveloped and way.dialect != "0.1":
        try:
            await connection.ask("cancel", {"id": task.id}, str(uuid4()), deadline)
            faults = ["Cancelling a task that is over was answered with a result; it must be error -32002."]
        except ToolFailed as failed:
            code = failed.value.get("code") if is_object(failed.value) else None
            faults = [] if code == -32002 else [f"Cancelling a task that is over: error {code}; it must be -32002."]
        yield judged("message.cancel", group, faults, "A task that is over can't be cancelled.")


async def _streamed(connection: AgentConnection, text: str, deadline: float) -> AsyncIterator[Check]:
    way, task, frames = connection.way, RemoteTask(), list[Json]()
    group = f"stream over {way}"
    outgoing, began = Outgoing(id=str(uuid4()), text=text), anyio.current_time()
    first, failed_text = 0.0, ""
    try:
        stream = connection.frames("stream", outgoing.params(way), outgoing.id, began + deadline)
        async with aclosing(stream):
            async for frame in stream:
                first = first or anyio.current_time() - began
                frames.append(frame)
                task.take(frame)
    except ToolFailed as failed:
        failed_text = failed.text
    if failed_text:
        text = f"After {len(frames)} frames: {failed_text}"
        yield Check(id="stream.answered", group=group, outcome="failed", text=text)
        return
    faults = [fault for frame in frames for fault in answer_faults(frame, "stream", way)]
    yield judged("stream.shape", group, list(dict.fromkeys(faults)), f"All {len(frames)} frames are of {way.dialect}.")
    text = f"The order of frames is right; the first came after {first * 1000:.0f} ms."
    yield judged("stream.order", group, _order(frames, task, way), text)
    yield _answered("stream", group, task, anyio.current_time() - began)


def _order(frames: Sequence[Json], task: RemoteTask, way: Interface) -> list[str]:
    """What is wrong with a stream as a whole."""
    if not frames:
        return ["The stream ended without a frame."]
    faults: list[str] = []
    told = [_event(frame) for frame in frames]
    if told[0][0] not in ("task", "message") and way.dialect == "1.0":
        faults.append(f"The first frame is a {told[0][0]}; it must be the task or a message.")
    ids = {id for _, event in told if (id := text_at(event, "taskId") or text_at(event, "id"))}
    if any(kind != "message" for kind, _ in told) and len(ids) > 1:
        faults.append("The frames are of more than one task.")
    if told[0][0] != "message" and not task.rests:
        faults.append(f"The stream ended while the task is {task.state or 'without a state'}.")
    ends = [n for n, (_, event) in enumerate(told) if event.get("final") is True]
    last_status = max((n for n, (kind, _) in enumerate(told) if kind == "status-update"), default=None)
    if way.dialect != "1.0" and last_status is not None and last_status not in ends and task.rests:
        faults.append("The last status does not say `final: true`.")
    if ends and ends[0] != len(told) - 1:
        faults.append("There are frames after the one that says `final: true`.")
    return faults


def _event(frame: Json) -> tuple[str, JsonObject]:
    """The kind of a frame in the words of 0.3, and what is in it."""
    if not is_object(frame):
        return "", {}
    boxes = {"task": "task", "message": "message", "statusUpdate": "status-update", "artifactUpdate": "artifact-update"}
    for name, kind in boxes.items():
        if is_object(inner := frame.get(name)) and "kind" not in frame and "status" not in frame:
            return kind, inner
    kind = text_at(frame, "kind") or ("artifact-update" if "artifact" in frame else "")
    return kind or ("status-update" if "final" in frame else "task" if "status" in frame else "message"), frame


def _answered(id: str, group: str, task: RemoteTask, took: float) -> Check:
    """What a person would read."""
    said = line(task.text(), SHOWN)
    things = ["data"] if task.data() else []
    if files := len(task.files()):
        things.append("1 file" if files == 1 else f"{files} files")
    end = f"{task.state or 'no state'} after {took:.1f} s"
    outcome: Outcome = "passed"
    if not task.rests:
        outcome, text = "failed", f"It was not done in time: {end}."
    elif said:
        text = f'{end}: "{said}"' + (f" with {' and '.join(things)}" if things else "")
    elif things:
        outcome, text = "warned", f"{end}: no words, only {' and '.join(things)}. Many clients show a person nothing."
    elif task.state == "completed":
        outcome, text = "failed", f"{end}: no words, no data and no file."
    else:
        outcome, text = "warned", f"{end}, and it says nothing."
    return Check(id=f"{id}.words", group=group, outcome=outcome, text=text)
