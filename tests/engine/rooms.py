"""A host over a memory store with one assistant whose planner is a function: the front door for small tests."""

import inspect
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from loket.core.actions import Action, Call, Decision, Say, ToolCall
from loket.core.assistant import AssistantSpec
from loket.core.data import Json, JsonObject
from loket.core.events import Event, Returned, UserSaid
from loket.core.planner import Draft, Planner, Situation
from loket.core.record import By, Record, decode
from loket.core.tool import CallContext, Tool, ToolFailed, ToolSpec
from loket.engine.host import Host
from loket.engine.kit import Kit
from loket.stores.memory import MemoryStore
from tests.engine.virtual import virtual

Decide = Callable[[Situation], Action] | Callable[[Situation, Draft], Action | Awaitable[Action]]
E = TypeVar("E", bound=Event)


@dataclass(frozen=True)
class Written:
    """A planner made of a function of the situation, and of the draft if it wants to write."""

    decide_by: Callable[..., Any]

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        wants_draft = len(inspect.signature(self.decide_by).parameters) > 1
        made = self.decide_by(situation, draft) if wants_draft else self.decide_by(situation)
        action = await made if inspect.isawaitable(made) else made
        if isinstance(action, Decision):
            return action
        return Decision(reasoning="so it is written", action=cast(Action, action))


@dataclass(frozen=True)
class Made:
    """A tool made of a spec and a function; `looks_up` is what it knows after a crash."""

    spec: ToolSpec
    act: Callable[[JsonObject, CallContext], Any] = lambda args, context: {"done": True}
    looks_up: Callable[[], Json] | None = None
    calls: list[tuple[JsonObject, CallContext]] = field(default_factory=list[tuple[JsonObject, CallContext]])

    async def call(self, args: JsonObject, context: CallContext) -> Json:
        self.calls.append((args, context))
        made = self.act(args, context)
        return await made if inspect.isawaitable(made) else made

    async def look_up(self, args: JsonObject, context: CallContext) -> Json:
        if self.looks_up is None:
            raise ToolFailed("unknown_outcome", "Nobody knows.")
        return self.looks_up()


@dataclass
class Room:
    """One conversation of one host."""

    host: Host
    id: str

    async def tell(self, event: Event | str, key: str | None = None, by: By = "person") -> int:
        told = UserSaid(text=event) if isinstance(event, str) else event
        return await self.host.tell(self.id, told, key=key, by=by)

    async def settle(self, event: Event | str, key: str | None = None, by: By = "person") -> int:
        seq = await self.tell(event, key, by)
        await self.host.settled(self.id, seq)
        return seq

    async def records(self) -> list[Record]:
        return [decode(row.body) for row in await self.host.store.read(self.id, limit=100_000)]

    async def kinds(self) -> list[str]:
        return [record.event.kind for record in await self.records()]

    async def events(self, kind: type[E]) -> list[E]:
        return [record.event for record in await self.records() if isinstance(record.event, kind)]


def kit_of(
    decide: Decide,
    *tools: Made,
    others: Mapping[str, Decide] | None = None,
    secrets: Mapping[str, str] | None = None,
    **declared: Any,
) -> Kit:
    """An assistant `root` with these tools, and hidden ones that may be given tasks."""
    names = tuple(tool.spec.name for tool in tools)
    declared = {"specialists": tuple(others or ()), **declared}
    assistants = {"root": AssistantSpec(name="root", title="Root", tools=names, **declared)}
    planners: dict[str, Planner] = {"root": Written(decide)}
    for name, other in (others or {}).items():
        assistants[name] = AssistantSpec(
            name=name, title=name, tools=names, specialists=tuple(others or ()), hidden=True
        )
        planners[name] = Written(other)
    made: dict[str, Tool] = {tool.spec.name: tool for tool in tools}
    return Kit(assistants, planners, made, secrets=(secrets or {}).get)


@asynccontextmanager
async def room(kit: Kit, store: MemoryStore | None = None, **host: Any) -> AsyncIterator[Room]:
    """A fresh conversation; leaving puts everything to sleep."""
    clock = virtual().clock
    async with Host(store or MemoryStore(clock), kit, clock, **host) as opened:
        yield Room(opened, await opened.start("ann", "root"))


def use(tool: str, args: JsonObject | None = None, retries: str | None = None) -> Call:
    return Call(calls=(ToolCall(id="a", tool=tool, args=args or {}, retries=retries),))


def once(first: Action | Callable[[Situation], Action]) -> Callable[[Situation], Action]:
    """Does this when a person says something, and says `done` to whatever comes of it."""

    def decide(situation: Situation) -> Action:
        if isinstance(situation.woke[-1].event, UserSaid):
            return first(situation) if callable(first) else first
        return Say(text="done")

    return decide


def results(records: Sequence[Record]) -> list[tuple[bool, str | None]]:
    return [(r.event.ok, r.event.code) for r in records if isinstance(r.event, Returned)]
