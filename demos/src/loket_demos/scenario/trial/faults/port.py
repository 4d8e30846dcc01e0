"""What a fault is: it stands in the line between us and an agent, and tells afterwards what the agent made of it."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import ClassVar, Literal, Protocol

from loket.core.data import Json, JsonObject
from loket.core.shapes import text_at
from loket_demos.scenario.trial.exchange import (
    WireAnswer,
    WireExchange,
    WireRequest,
    error_of,
    state_in,
    task_in,
)

PROBE_SECONDS = 20.0
"""An agent that says nothing for so long to something odd has nothing to say."""

STRIKE_SECONDS = 30.0
"""How long a fault goes on with a message after whoever sent it is gone, and after the run is over."""

INTERNAL = -32603
"""The agent's own trouble, which is no word about what it was sent."""

Stand = Literal["held", "gave way", "unknown"]
"""Whether the agent did what the protocol asks of it, did not, or could not be seen to do either."""


class FaultLine(Protocol):
    """The line as a fault knows it."""

    exchanges: list[WireExchange]

    async def forward(self, exchange: WireExchange) -> WireAnswer:
        """The agent's own answer."""
        ...

    async def ask(self, request: WireRequest) -> WireExchange:
        """Asks the agent something of the bench's own, to the end."""
        ...


@dataclass(frozen=True)
class Reaction:
    """What the agent did with something odd: refused it in words of the protocol, took it, broke, or was silent.
    `heard` is all that it said."""

    kind: Literal["refused", "took", "broke", "silent"]
    words: str
    heard: tuple[Json, ...] = ()


@dataclass
class Fault:
    """No fault: everything passes. Others change what passes at their `number`-th message. `patience` is how long
    something that is late is held, in seconds."""

    name: ClassVar[str] = ""
    title: ClassVar[str] = "nothing goes wrong"
    number: ClassVar[int] = 1
    patience: float = 2.0
    sends: int = 0
    stand: Stand = "unknown"
    sentence: str = ""
    struck: bool = False

    async def answer(self, line: FaultLine, exchange: WireExchange) -> WireAnswer:
        """What we are told to this request."""
        if not exchange.request.sends:
            return await self.looked(line, exchange)
        self.sends += 1
        if self.sends != self.number:
            return await self.sent(line, exchange)
        self.struck = exchange.struck = True
        try:
            return await self.strike(line, exchange)
        except asyncio.CancelledError:
            if not exchange.given:  # it was never sent: when it comes again, this happens to it
                self.sends, self.struck = self.sends - 1, False
            raise

    async def strike(self, line: FaultLine, exchange: WireExchange) -> WireAnswer:
        """The message at which it goes wrong."""
        return await line.forward(exchange)

    async def sent(self, line: FaultLine, exchange: WireExchange) -> WireAnswer:
        """Every other message."""
        return await line.forward(exchange)

    async def looked(self, line: FaultLine, exchange: WireExchange) -> WireAnswer:
        """Everything that is no message: cards, looks at a task, streams that are taken up again."""
        return await line.forward(exchange)

    async def after(self, line: FaultLine) -> None:
        """When the run is over, before its report is written."""

    def found_out(self, stand: Stand, sentence: str) -> None:
        """What the agent made of it."""
        self.stand, self.sentence = stand, sentence

    def report(self) -> JsonObject:
        """For the report of the run."""
        nothing = "The run never came to the message at which it was to happen."
        if self.struck:
            nothing = "The agent had not answered the message to which it happened when the run was over."
        return {"fault": self.name, "title": self.title, "stand": self.stand, "sentence": self.sentence or nothing}


async def reaction(line: FaultLine, request: WireRequest, seconds: float = PROBE_SECONDS) -> Reaction:
    """How the agent takes something odd."""
    try:
        async with asyncio.timeout(seconds):
            exchange = await line.ask(request)
    except TimeoutError:
        return Reaction("silent", f"said nothing for {seconds:g} seconds")
    except Exception as error:  # noqa: BLE001 - whatever a stranger's server does to the line is its reaction
        return Reaction("broke", f"broke the line ({type(error).__name__})")
    return judged_reaction(exchange)


def judged_reaction(exchange: WireExchange) -> Reaction:
    """What the frames of an answer say."""
    heard = tuple(exchange.heard)
    if exchange.error:
        return Reaction("broke", exchange.error.partition(" ")[2].rstrip("."), heard)
    errors = [error for frame in heard if (error := error_of(frame))]
    if errors:
        code, words = errors[0].get("code"), text_at(errors[0], "message")[:120]
        if code == INTERNAL:
            return Reaction("broke", f"broke inside ({code}: {words})", heard)
        return Reaction("refused", f"refused it ({code}: {words})", heard)
    if exchange.status >= 500:
        return Reaction("broke", f"answered with HTTP {exchange.status}", heard)
    if exchange.status >= 400:
        return Reaction("refused", f"refused it with HTTP {exchange.status}", heard)
    if not heard or isinstance(heard[0], bytes):
        return Reaction("broke", "answered with something that is no JSON", heard)
    states = [state for frame in heard if (state := state_in(frame))]
    if states and states[-1] in ("rejected", "failed"):
        return Reaction("refused", f"took it and ended its task as {states[-1]}", heard)
    return Reaction("took", f"took it{f' (its task is {states[-1]})' if states else ''}", heard)


def task_of(frames: Sequence[Json]) -> str:
    """The task that frames are about, by the agent's id."""
    return next((task for frame in frames if (task := task_in(frame))), "")


async def passing(answer: WireAnswer, first: list[Json] | None = None) -> AsyncGenerator[Json]:
    """The frames of an answer, after some that were taken from it already."""
    for frame in first or ():
        yield frame
    async with aclosing(answer.frames) as frames:
        async for frame in frames:
            yield frame


async def whole(answer: WireAnswer) -> list[Json]:
    """All frames of an answer."""
    return [frame async for frame in passing(answer)]
