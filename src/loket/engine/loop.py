"""Thinking: gives a planner what is ready in a scope, and appends what it decided, or drops it for newer news."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass

from loket.core.actions import Call, Cancel, Decision, Say, Show, SurfaceMessage, Task, ToolCall, Usage, Wait
from loket.core.data import trusted
from loket.core.errors import TooLarge
from loket.core.events import ClientTold, Decided, Discarded, Event, SurfaceShown
from loket.core.ports import Blobs
from loket.core.record import Record
from loket.core.source import Source
from loket.engine.drafting import Drafting
from loket.engine.faults import fault, tried_again
from loket.engine.fitting import fitting
from loket.engine.kit import Kit
from loket.engine.recall import Recall
from loket.engine.situations import situation_of, whole
from loket.engine.stalls import Limit, watched
from loket.engine.writer import Writer
from loket.views.due import ready
from loket.views.turn_state import Scope

THOUGHT_SECONDS = 120.0
"""A planner that takes longer is broken: its records are faulted."""
_THOUGHT = Limit(THOUGHT_SECONDS)


class BrokenRule(Exception):
    """A planner decided something no planner may decide."""


@dataclass
class Thinker:
    """Thinks in the scopes of one conversation, one thought at a time per scope."""

    writer: Writer
    kit: Kit
    blobs: Blobs

    def __post_init__(self) -> None:
        self._recall = Recall(self.blobs, self.writer.id)
        self._drafts: dict[str, Drafting] = {}

    def ready(self, path: str) -> tuple[Record, ...]:
        """The records the planner of this scope would be given now."""
        turn = self.writer.turn
        scope = turn.scopes.get(path)
        return () if scope is None else ready(turn, self.kit, scope)

    async def think(self, path: str) -> None:
        """One decision, or none: the thought is dropped when its scope has ended, made anew once when news came."""
        failures = 0
        while woke := self.ready(path):
            scope = self.writer.turn.scopes[path]
            draft = Drafting(self.writer, path, tuple([record.seq for record in woke]), failures)
            self._drafts[path] = draft
            begun = time.monotonic()
            try:
                decision = await self._decide(scope, woke, draft)
                usage = decision.usage
                if usage is not None and not usage.took_ms:
                    usage = usage.model_copy(update={"took_ms": round((time.monotonic() - begun) * 1000)})
                decided = _decided(decision, usage, draft)
                if await self._keep(path, scope, draft, decided, decision.shows):
                    return
            except asyncio.CancelledError:
                draft.end()
                raise
            except Exception as error:
                draft.end()
                if not self._is_current(path, scope):
                    return
                if self.writer.sealed:
                    raise
                failures += 1
                if failures == 2:
                    took = tuple(record.seq for record in woke)
                    fault(self.writer, path, error, took, took[-1])
                    return
                tried_again(self.writer, error, woke[-1].seq)

    def interrupt(self, path: str, given: tuple[int, ...]) -> None:
        """The thought about these records ends now, by no decision of its own: what it showed stays."""
        draft = self._drafts.pop(path, None)
        (draft or Drafting(self.writer, path, given, 0)).interrupt()

    async def _decide(self, scope: Scope, woke: tuple[Record, ...], draft: Drafting) -> Decision:
        if sources := self.kit.sources_of(self.kit.assistants[scope.assistant]):
            await self._discover(sources, woke[-1].seq)
        whose = self.writer.id, self.writer.entry.owner
        plain = situation_of(self.kit, self.writer.turn, scope, woke, whose)
        situation = await whole(self._recall, scope, plain)
        planner = self.kit.planners.get(situation.assistant.name)
        if planner is None:
            raise BrokenRule(f"{situation.assistant.name} has no planner here")
        work, who = planner.decide(situation, draft), f"the planner of {situation.assistant.name}"
        decision = await watched(work, who, self.writer.id, _THOUGHT)
        obey(decision, scope.path)
        return decision

    async def _discover(self, sources: Sequence[Source], cause: int) -> None:
        """Records what the servers and agents of this assistant tell of their tools, where that is news."""
        for source in sources:
            news = await source.discover(self.writer.entry.owner)
            if self.writer.sealed or not news or not self.writer.turn.found.is_news(source.name, news):
                continue
            for event in news:
                self.writer.append("/", "tool", event, cause=cause)

    async def _keep(self, path: str, scope: Scope, draft: Drafting, decided: Decided, shows: tuple[Show, ...]) -> bool:
        """Appends the decision unless the thought must be made anew. True when this thought is over."""
        shown = [await fitting(self.blobs, self.writer.id, _shown(show)) for show in shows] if shows else []
        try:
            return self._append(path, scope, draft, decided, shown)
        except TooLarge:
            fitted = await fitting(self.blobs, self.writer.id, decided)
            return self._append(path, scope, draft, fitted, shown)

    def _append(self, path: str, scope: Scope, draft: Drafting, decided: Decided, shown: list[Event]) -> bool:
        if not self._is_current(path, scope):
            draft.end()
            return True
        if draft.id is None and scope.discards < 1 and self._is_stale(path, decided.took):
            dropped = Discarded(took=decided.took, why="news", usage=decided.usage)
            self.writer.append(path, "planner", dropped, cause=decided.took[-1])
            return False
        cause = self.writer.append(path, "planner", decided, cause=decided.took[-1]).seq
        draft.end(cause)
        for event in shown:
            self.writer.append(path, "planner", event, cause=cause)
        return True

    def _is_stale(self, path: str, took: tuple[int, ...]) -> bool:
        """Whether the planner would now be given something it was not given."""
        return self.writer.turn.seq > took[-1] and any(record.seq not in took for record in self.ready(path))

    def _is_current(self, path: str, scope: Scope) -> bool:
        """Whether this thought still counts. A root that was stopped may live again; its old thought does not."""
        task = asyncio.current_task()
        if task is not None and task.cancelling():
            return False
        return self.writer.turn.scopes.get(path) is scope and self.writer.turn.alive(path)


def _decided(decision: Decision, usage: Usage | None, draft: Drafting) -> Decided:
    return trusted(
        Decided,
        {
            "kind": "decided",
            "reasoning": decision.reasoning,
            "action": decision.action,
            "step": decision.step,
            "considered": decision.considered,
            "took": draft.given,
            "usage": usage,
            "draft": draft.id,
            "thought": decision.thought,
            "summary": decision.summary,
        },
    )


def obey(decision: Decision, path: str) -> None:
    """Checks what the types can't: BrokenRule when ids repeat, when needs lead nowhere or in a circle, when a scope
    would cancel itself or its neighbours, when a moment has no time zone."""
    match decision.action:
        case Say():
            pass  # of words nothing can be wrong
        case Call(calls=calls):
            _ordered(calls)
        case Cancel(scopes=scopes):
            if any(not below.startswith(path) or below == path for below in scopes):
                raise BrokenRule("a scope can cancel what is below it, nothing else")
        case Wait(until=until):
            if until is not None and until.tzinfo is None:
                raise BrokenRule("a moment to wait for needs its time zone")
        case _:
            pass


def _ordered(calls: tuple[ToolCall | Task, ...]) -> None:
    if len({call.id for call in calls}) != len(calls):
        raise BrokenRule("two calls or tasks of one decision have the same id")
    done = {call.id for call in calls if isinstance(call, ToolCall)}
    left = [call for call in calls if isinstance(call, Task)]
    while left:
        free = [task for task in left if done.issuperset(task.needs)]
        if not free:
            raise BrokenRule("tasks need each other in a circle, or something that is not in the decision")
        done.update(task.id for task in free)
        left = [task for task in left if task not in free]


def _shown(show: Show) -> Event:
    if isinstance(show, SurfaceMessage):
        return SurfaceShown(surface=show.surface, message=show.message)
    return ClientTold(command=show.command)
