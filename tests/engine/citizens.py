"""Who lives in the simulated world besides the engine: a planner, tools and watchers that go on when they are let."""

import asyncio
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from loket.core.actions import Decision
from loket.core.data import Json, JsonObject
from loket.core.events import AgentSaid, TaskOpened
from loket.core.planner import Draft, Situation
from loket.core.tool import CallContext, ToolFailed, ToolSpec
from loket.engine.host import Host
from tests.engine.scripts import Script

Pick = Callable[[int], int]
"""Chooses one of so many possibilities; the first is the most ordinary."""


@dataclass
class Gates:
    """Everybody who waits to be let on, by name."""

    waiting: dict[str, asyncio.Future[None]] = field(default_factory=dict[str, "asyncio.Future[None]"])

    async def wait(self, name: str) -> None:
        future = self.waiting[name] = asyncio.get_running_loop().create_future()
        try:
            await future
        finally:
            if self.waiting.get(name) is future:
                del self.waiting[name]

    def open(self, name: str) -> None:
        self.waiting.pop(name).set_result(None)


@dataclass(frozen=True)
class GatedPlanner:
    """Thinks until it is let on; sometimes it shows words meanwhile."""

    script: Script
    gates: Gates
    pick: Pick

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        if self.pick(10) >= 7:
            draft.write("Let me see")
        await self.gates.wait(f"think {situation.scope}")
        return Decision(reasoning="as written", action=self.script(situation))


@dataclass(frozen=True)
class GatedTool:
    """Tells of its effect, then works until it is let on. Taken back it obeys, confirms, or goes on regardless."""

    spec: ToolSpec
    gates: Gates
    pick: Pick
    effect: Callable[[ToolSpec, CallContext], None]

    async def call(self, args: JsonObject, context: CallContext) -> Json:
        self.effect(self.spec, context)
        manner = self.pick(3)
        try:
            await self.gates.wait(f"work {context.call}")
        except asyncio.CancelledError:
            if manner == 1:
                raise ToolFailed("cancelled", "Nothing was done.") from None
            if manner == 0:
                raise
            await self.gates.wait(f"work {context.call}")
        if self.spec.name == "bad":
            raise ToolFailed("failed", "It went wrong.")
        return {"v": 1}

    async def look_up(self, args: JsonObject, context: CallContext) -> Json:
        raise ToolFailed("unknown_outcome", "Nobody knows.")


@dataclass
class Elsewhere:
    """An agent of others, which no crash of ours reaches: how often it was sent each message, by the context we chose,
    and by which call."""

    sent: Counter[str] = field(default_factory=Counter[str])
    calls: dict[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True)
class RemoteTool:
    """Gives work to an agent elsewhere once, and finds it again by what is in the log; all news come twice."""

    spec: ToolSpec
    gates: Gates
    effect: Callable[[ToolSpec, CallContext], None]
    elsewhere: Elsewhere

    async def call(self, args: JsonObject, context: CallContext) -> Json:
        await context.remote.record(TaskOpened(call="", agent="far", context=context.key, address="https://far"))
        await self.gates.wait(f"send {context.call}")
        self.effect(self.spec, context)
        self.elsewhere.sent[context.key] += 1
        self.elsewhere.calls[context.call] = context.key
        return await self._followed(context)

    async def look_up(self, args: JsonObject, context: CallContext) -> Json:
        opened = context.remote.latest()
        if opened is None or not self.elsewhere.sent[opened.context or ""]:
            raise ToolFailed("not_sent", "Nothing had left.")
        return await self._followed(context)

    async def _followed(self, context: CallContext) -> Json:
        opened = context.remote.latest()
        assert opened is not None
        await self.gates.wait(f"answer {context.call}")
        if not opened.task:
            await context.remote.record(opened.model_copy(update={"task": f"task {opened.context}"}))
        for state in ("submitted", "working", "completed"):
            for way in ("stream", "poll"):
                await self.gates.wait(f"{way} {context.call}")
                news = AgentSaid(agent="", state=state, message_id=f"{state} {context.call}", text="so far")
                context.remote.news(news, last=state == "completed")
        return {"v": 1}


@dataclass
class Watcher:
    """Follows a conversation; `rows` is all it ever saw, whatever broke in between, `spoken` the words that a decision
    then stood by. A slow one waits for each batch."""

    name: str
    gates: Gates | None = None
    rows: list[tuple[int, bytes]] = field(default_factory=list[tuple[int, bytes]])
    drafts: dict[str, str] = field(default_factory=dict[str, str])
    spoken: list[str] = field(default_factory=list[str])
    complaints: list[str] = field(default_factory=list[str])

    async def follow(self, host: Host, conversation: str) -> None:
        self.drafts.clear()
        async for frames in host.follow(conversation, len(self.rows)):
            if self.gates is not None:
                await self.gates.wait(f"watch {self.name}")
            for frame in frames:
                self.take(frame)

    def take(self, frame: bytes) -> None:
        head, _, rest = frame.partition(b"\n")
        if head.startswith(b"id: "):
            seq = int(head[4:])
            if seq != len(self.rows) + 1:
                self.complaints.append(f"{self.name} saw {seq} after {len(self.rows)}")
            body = rest.removeprefix(b"data: ").removesuffix(b"\n\n")
            self.rows.append((seq, body))
            words = self.drafts.pop(json.loads(body)["event"].get("draft"), None)
            self.spoken += [] if words is None else [words]
            return
        note = json.loads(frame.removeprefix(b"data: "))
        if note["kind"] == "draft_gone":
            self.drafts.pop(note["draft"], None)
            return
        known = self.drafts.get(note["draft"], "")
        if note["offset"] not in (0, len(known)):
            self.complaints.append(f"{self.name} missed words of {note['draft']}")
        self.drafts[note["draft"]] = known[: note["offset"]] + note["text"]
