"""Faults of the line itself: it drops, everything comes twice, late, or in another order."""

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field, replace
from typing import ClassVar

from loket.core.data import Json
from loket.core.shapes import text_at
from loket_demos.scenario.trial.exchange import Cut, WireAnswer, WireExchange, error_of, messages_in, task_in
from loket_demos.scenario.trial.faults.port import Fault, FaultLine, reaction, task_of, whole


@dataclass
class Drops(Fault):
    """The line is cut after the first frame of an answer, or before a whole one."""

    name: ClassVar[str] = "drop"
    title: ClassVar[str] = "the line is cut in the middle of an answer"

    async def strike(self, line: FaultLine, exchange: WireExchange) -> WireAnswer:
        answer = await line.forward(exchange)
        return replace(answer, frames=_cut_after_one(answer))

    async def after(self, line: FaultLine) -> None:
        first = next((one for one in line.exchanges if one.cut), None)
        if first is None:
            return
        task = task_of(first.heard)
        if not task:
            self.found_out(
                "unknown", "The line was cut before the agent had named a task, so there was nothing to ask after."
            )
            return
        later = [one for one in line.exchanges if one.began > first.began and not one.request.sends]
        knew = [one for one in later if any(task_in(frame) == task for frame in one.heard)]
        if knew:
            self.found_out(
                "held", "After the line was cut it still knew the task, and told what became of it when asked."
            )
        elif any(error_of(frame) for one in later for frame in one.heard):
            self.found_out("gave way", "After the line was cut it did not know the task any more.")
        else:
            self.found_out("unknown", "After the line was cut nobody asked it for the task.")


async def _cut_after_one(answer: WireAnswer) -> AsyncGenerator[Json]:
    frames = answer.frames
    try:
        first = await anext(frames, None)
        if first is not None and answer.streams:
            yield first
        raise Cut
    finally:
        await frames.aclose()


@dataclass
class Twice(Fault):
    """The same message comes twice to the agent, and every frame of its answer twice to us."""

    name: ClassVar[str] = "twice"
    title: ClassVar[str] = "a message is delivered twice, and so is the answer"

    async def strike(self, line: FaultLine, exchange: WireExchange) -> WireAnswer:
        answer = await line.forward(exchange)
        frames = await whole(answer)
        again = await reaction(line, exchange.request)
        tasks = task_of(frames), task_of(again.heard)
        ids = [{text_at(m, "messageId") for f in one for m in messages_in(f)} for one in (frames, again.heard)]
        if again.kind in ("broke", "silent"):
            self.found_out("gave way", f"The same message came twice: the second time the agent {again.words}.")
        elif again.kind == "refused":
            self.found_out("held", f"The same message came twice: the second time it {again.words}.")
        elif tasks[0] and tasks[0] != tasks[1]:
            self.found_out("gave way", "The same message came twice, with the same id: it made a second task of it.")
        elif ids[1] <= ids[0]:
            self.found_out("held", "The same message came twice: it gave the same answer, and did nothing again.")
        else:
            self.found_out(
                "gave way", "The same message came twice, with the same id: it answered it anew in the same task."
            )
        return replace(answer, frames=_doubled(frames, answer.streams))


async def _doubled(frames: list[Json], streams: bool) -> AsyncGenerator[Json]:
    for frame in frames:
        for _ in range(2 if streams else 1):
            yield frame


@dataclass
class Late(Fault):
    """A message is held on its way to the agent, and its answer on its way to us."""

    name: ClassVar[str] = "late"
    title: ClassVar[str] = "a message arrives late, and so does the answer"

    async def strike(self, line: FaultLine, exchange: WireExchange) -> WireAnswer:
        await asyncio.sleep(self.patience)
        answer = await line.forward(exchange)
        good = answer.status < 400
        self.found_out(
            "held" if good else "gave way", f"A message that came late {'was taken' if good else 'was refused'}."
        )
        return replace(answer, frames=_held_back(answer, self.patience))


async def _held_back(answer: WireAnswer, seconds: float) -> AsyncGenerator[Json]:
    frames = await whole(answer)
    await asyncio.sleep(seconds)
    for frame in frames:
        yield frame


@dataclass
class OutOfOrder(Fault):
    """The agent is asked for a task that it has not been given yet; we hear the frames of an answer backwards."""

    name: ClassVar[str] = "order"
    title: ClassVar[str] = "a look comes before its message, and the frames of an answer come backwards"
    unknown: str = field(default="not-there-yet")

    async def strike(self, line: FaultLine, exchange: WireExchange) -> WireAnswer:
        method = text_at(exchange.request.content, "method")
        if method:
            looks = "GetTask" if method[0].isupper() else "tasks/get"
            content = {**exchange.request.content, "method": looks, "params": {"id": self.unknown}}
            met = await reaction(line, exchange.request.with_content(content))
            good = met.kind == "refused"
            self.found_out("held" if good else "gave way", f"Asked for a task that was not there yet, it {met.words}.")
        answer = await line.forward(exchange)
        frames = (await whole(answer))[::-1]
        return replace(answer, frames=_doubled(frames, streams=False))
