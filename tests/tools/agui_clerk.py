"""An agent of others that speaks AG-UI: a clerk who answers as a test wants, for the assistant of `agui_desk`."""

import asyncio
import json
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ag_ui.core import (
    Interrupt,
    RunAgentInput,
    RunFinishedEvent,
    RunFinishedInterruptOutcome,
    RunStartedEvent,
    TextMessageContentEvent,
    TextMessageEndEvent,
    TextMessageStartEvent,
    ToolCallArgsEvent,
    ToolCallEndEvent,
    ToolCallStartEvent,
)
from ag_ui.encoder import EventEncoder
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from loket.core.actions import Say
from loket.core.events import Answered
from loket.core.record import Record, decode
from tests.servers import free_port, serving
from tests.serving import Here, serving_here
from tests.tools.agui_desk import DESK, TALK

APPROVAL = {
    "type": "object",
    "properties": {"approved": {"type": "boolean"}, "editedArgs": {"type": "object"}},
    "required": ["approved"],
}
CHOICE = {"type": "string", "oneOf": [{"const": "a", "title": "Apple"}, {"const": "b", "title": "Pear"}]}
CALLED: dict[str, Any] = {"id": "i1", "reason": "tool_call", "tool_call_id": "c1"}
ASKS: dict[str, list[Interrupt]] = {
    "approve": [Interrupt(**CALLED, message="Book\u202e it?", response_schema=APPROVAL)],
    "fixed": [Interrupt(**CALLED, message="Book it?")],
    "plain": [Interrupt(id="i1", reason="confirm", message="Sure?", response_schema={"type": "boolean"})],
    "choose": [Interrupt(id="i2", reason="input", message="Which?", response_schema=CHOICE)],
    "number": [Interrupt(id="i2", reason="input", response_schema={"type": "integer"})],
    "words": [Interrupt(id="i2", reason="input", message="What name?")],
}  # fmt: skip
ASKS["both"] = [*ASKS["choose"], *ASKS["approve"]]
ASKS["many"] = [Interrupt(id=str(n), reason="input", message="?") for n in range(30)]


@dataclass
class Clerk:
    """Asks what the words say, and tells what it was answered; what it was sent stays here."""

    asked: list[RunAgentInput] = field(default_factory=list[RunAgentInput])
    begun: asyncio.Event = field(default_factory=asyncio.Event)
    gate: asyncio.Event = field(default_factory=asyncio.Event)

    async def run(self, request: Request) -> Response:
        given = RunAgentInput.model_validate_json(await request.body())
        self.asked.append(given)
        return StreamingResponse(self._run(given), media_type="text/event-stream")

    async def _run(self, given: RunAgentInput) -> AsyncGenerator[str]:
        encode, run = EventEncoder().encode, dict[str, Any](thread_id=given.thread_id, run_id=given.run_id)
        content: Any = given.messages[-1].content if given.messages else ""
        said = content[0].text if isinstance(content, list) else str(content)
        yield encode(RunStartedEvent(**run))
        if given.resume and all(entry.status == "resolved" for entry in given.resume):
            text = "You answered " + json.dumps({one.interrupt_id: one.payload for one in given.resume})
            pieces: Sequence[str] = [text]
        else:
            pieces = ["I see: ", said]
        yield encode(TextMessageStartEvent(message_id=f"m-{len(self.asked)}"))
        for piece in pieces:
            yield encode(TextMessageContentEvent(message_id=f"m-{len(self.asked)}", delta=piece))
            self.begun.set()
            if said == "slow":
                await self.gate.wait()
        yield encode(TextMessageEndEvent(message_id=f"m-{len(self.asked)}"))
        if given.resume or said not in ASKS:
            yield encode(RunFinishedEvent(**run))
            return
        yield encode(ToolCallStartEvent(tool_call_id="c1", tool_call_name="book"))
        yield encode(ToolCallArgsEvent(tool_call_id="c1", delta='{"day":"Friday"}'))
        yield encode(ToolCallEndEvent(tool_call_id="c1"))
        yield encode(RunFinishedEvent(**run, outcome=RunFinishedInterruptOutcome(interrupts=ASKS[said])))


@dataclass
class Talk:
    """One conversation, and its records as they are now."""

    here: Here
    id: str
    log: list[Record] = field(default_factory=list[Record])

    async def tell(self, event: Any) -> None:
        seq = await self.here.engine.tell(self.id, event)
        await self.here.engine.settled(self.id, seq)
        await self.here.settled(self.id)
        self.log = [decode(row.body) for row in await self.here.engine.store.read(self.id, limit=1000)]

    async def answer(self, kind: type[Any], **answer: Any) -> None:
        """Answers the question that was asked last by such a record."""
        await self.tell(Answered(to=str(self.seqs(kind)[-1]), **answer))

    def seqs(self, kind: type[Any]) -> list[int]:
        return [r.seq for r in self.log if isinstance(getattr(r.event, "action", r.event), kind)]

    def of(self, kind: type[Any]) -> list[Any]:
        found = [getattr(r.event, "action", r.event) for r in self.log]
        return [one for one in found if isinstance(one, kind)]

    @property
    def end(self) -> str:
        """What was said last."""
        return self.of(Say)[-1].text


@asynccontextmanager
async def desk(
    data: Path, clerk: Clerk | None = None, *, alone: bool = False, **agent: Any
) -> AsyncGenerator[tuple[Talk, Clerk]]:
    """A talk with an assistant that has the clerk as its specialist; `alone`: with the clerk himself."""
    clerk, port = clerk or Clerk(), free_port()
    app = Starlette(routes=[Route("/run", clerk.run, methods=["POST"])])
    table = {"url": f"http://127.0.0.1:{port}/run", "dialect": "agui", "title": "Clerk", "read_only": True, **agent}
    async with (
        serving(app, port),
        serving_here(data, assistants=(TALK if alone else DESK,), agents={"helper": table}) as here,
    ):
        yield Talk(here, await here.engine.start("local", "helper" if alone else "desk")), clerk
