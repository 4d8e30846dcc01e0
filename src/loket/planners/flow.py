"""The planner for written flows: named steps in order, a scope per run, and a way back when a step fails.

It keeps nothing between decisions: where a flow stands is read from the records of its scope, so a flow goes on after
any crash exactly where it was."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from anyio import to_thread

from loket.core.actions import (
    Action,
    Ask,
    Call,
    Cancel,
    Decision,
    Done,
    Say,
    Show,
    SurfaceMessage,
    Task,
    ToolCall,
    Wait,
)
from loket.core.data import BlobRef, Json, JsonObject, Text
from loket.core.events import AgentSaid, Answered, Decided, Returned, SurfaceActed, UserSaid
from loket.core.planner import Draft, LiveTask, Situation
from loket.core.record import Record
from loket.planners.flow_ends import FlowWords, failing, renewed, stopped
from loket.planners.flow_progress import OWN, results_of, retrying, since_restart, wish_of

SURFACE = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""What surfaces of flows are called: the task that works on one has its name."""


IN_WORDS = "in_words"
"""Among the arguments of a flow of a specialist: it was asked in words, which are its `text`, and not by a program."""


@dataclass(frozen=True, slots=True)
class Progress:
    """What a step may look at: the arguments the flow began with and what earlier steps gave, by step name.

    A step with one call or task gives its value; with several, an object by call id. An Ask gives the form that was
    filled in, or else the id of the choice, or else the words. A step that was skipped gives nothing: use `get`.
    `now` is the time of the newest record that woke the flow."""

    args: JsonObject
    results: Mapping[str, Json]
    now: datetime
    locale: str = "en"


@dataclass(frozen=True, slots=True)
class Step:
    """One named step. `act` makes its action from the progress so far: a Call or an Ask; None skips the step.
    It is called again whenever the flow goes on, so it must not wait or change anything. `reason` is shown.

    A flow that is under way survives a restart as long as the names of its steps stay the same."""

    name: str
    reason: str
    act: Callable[[Progress], Action | None]


@dataclass(frozen=True, slots=True)
class Flow:
    """A written flow: its name is the client event that starts it and the intent of its task.

    `surface` is where its work is shown; one flow runs on a surface at a time. `prepare` fills in what the event left
    out; `describe` says what this run is about, for lists (the title when it says nothing); `finish` makes the end,
    whose summary is what a person reads. A flow that `asks` offers to try a failed step
    again; another one ends with the failure, for callers that are programs.

    ValueError when two steps have one name, or one has a name that the planner keeps for itself, or the surface can't
    be the id of its task."""

    name: str
    surface: str
    title: str
    steps: tuple[Step, ...]
    finish: Callable[[Progress], Done]
    prepare: Callable[[JsonObject], JsonObject] = dict
    describe: Callable[[JsonObject], str] = lambda args: ""
    asks: bool = True

    def __post_init__(self) -> None:
        if not SURFACE.fullmatch(self.surface):
            raise ValueError(f"the flow {self.name} needs a surface: 1 to 64 letters, digits, _ or -")
        names = [step.name for step in self.steps]
        if twice := {name for name in names if names.count(name) > 1}:
            raise ValueError(f"the flow {self.name} has two steps named {', '.join(sorted(twice))}: give each its own")
        if kept := set(OWN).intersection(names):
            raise ValueError(f"no step of the flow {self.name} may be named {', '.join(sorted(kept))}: choose another")

    def walk(self, task: Task, situation: Situation, words: FlowWords) -> Decision:
        """The next step, by what the log of this scope says of the earlier ones."""
        history = since_restart(situation.history)
        wish = next((wish for record in situation.woke if (wish := wish_of(record, situation.history))), None)
        if wish == "stop":
            return stopped(words)
        known = {step.name for step in self.steps}
        decided = [r.event for r in history if isinstance(r.event, Decided) and isinstance(r.event.action, Call)]
        if any(event.step not in known for event in decided):
            return renewed(words)
        done, failed = results_of(history)
        progress = Progress(task.args, done, situation.now, situation.assistant.locale)
        retry = wish == "again"
        for step in self.steps:
            if step.name in done:
                continue
            if step.name in failed and not retry:
                bad = next(returned for returned in failed[step.name] if not returned.ok)
                return failing(step.name, bad, words, asks=self.asks)
            action = step.act(progress)
            if action is None:
                continue
            if step.name in failed and isinstance(action, Call):
                action = retrying(action, failed[step.name])
            return Decision(reasoning=step.reason, action=action, step=step.name)
        return Decision(reasoning=words.done, action=self.finish(progress), step="done")


class Walked(Protocol):
    """A flow as the planner of flows starts and walks it, however it is written. `name` is the client event that starts
    it and the intent of its task, `surface` where its work is shown; `prepare` fills in what the event left out,
    `describe` says what a run is about. `walk` gives the next decision, the same for the same log."""

    @property
    def name(self) -> str: ...

    @property
    def surface(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def prepare(self) -> Callable[[JsonObject], JsonObject]: ...

    @property
    def describe(self) -> Callable[[JsonObject], str]: ...

    def walk(self, task: Task, situation: Situation, words: FlowWords) -> Decision: ...


@dataclass(frozen=True)
class FlowPlanner:
    """Routes surface events to flows in the root, and walks a flow in the scope of its task. Words that fit no flow are
    answered by a question, which the next words answer or replace.

    `aliases` are other event names for a flow; `resets` name a surface to be emptied; `read` finds the flow a written
    message is about in this situation, or None; `recall` adds to what an event brought what a flow of this name goes on
    from; `understood`: whether words answer a question of a flow that does not last; `apart`: words are read in a
    worker thread, for a `read` of which the first words compile a lot."""

    flows: tuple[Walked, ...]
    words: FlowWords = field(default_factory=FlowWords)
    aliases: Mapping[str, str] = field(default_factory=dict)
    resets: Mapping[str, str] = field(default_factory=dict)
    read: Callable[[Text, Situation], tuple[str, JsonObject] | None] = lambda text, situation: None
    recall: Callable[[str, JsonObject, Situation], JsonObject] = lambda name, payload, situation: payload
    understood: Callable[[Ask, str], bool] = lambda ask, text: False
    apart: bool = False

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        """One decision; it waits for nobody."""
        if situation.task is None:
            spoken = any(isinstance(record.event, UserSaid | Answered | AgentSaid) for record in situation.woke)
            return await to_thread.run_sync(self._route, situation) if spoken and self.apart else self._route(situation)
        flow = self.flow(situation.task.intent)
        if flow is None:
            return Decision(
                reasoning=f"There is no flow named {situation.task.intent}.", action=Done(outcome="failure")
            )
        return flow.walk(situation.task, situation, self.words)

    def answers(self, ask: Ask, text: str, locale: str) -> bool:
        """Whether words answer a question that does not last."""
        return self.understood(ask, text)

    def flow(self, name: str) -> Walked | None:
        """The flow of this name or alias."""
        wanted = self.aliases.get(name, name)
        return next((flow for flow in self.flows if flow.name == wanted), None)

    # In the root.

    def _route(self, situation: Situation) -> Decision:
        records = _acted(situation)
        starts: dict[str, tuple[Walked, JsonObject]] = {}
        emptied: set[str] = set()
        shows: list[Show] = []
        lost = False
        for record in records:
            match record.event:
                case SurfaceActed(name="nav/open", payload=payload):
                    shows.append(_show(str(payload.get("surfaceId", "")), "surface/open"))
                case SurfaceActed(name="flow/stop", surface=surface):
                    emptied.add(surface)
                case SurfaceActed(name=name) if name in self.resets:
                    emptied.add(self.resets[name])
                    starts.pop(self.resets[name], None)
                    shows.append(_show(self.resets[name], "surface/reset"))
                case SurfaceActed(name=name, payload=payload) if (flow := self.flow(name)) is not None:
                    starts[flow.surface] = (flow, self.recall(flow.name, payload, situation))
                case AgentSaid(text=words, data={"capability": str(name), "input": dict(payload)}) if flow := self.flow(
                    name
                ):
                    starts[flow.surface] = (flow, {**payload, IN_WORDS: True} if words else payload)
                case (
                    UserSaid(text=str() | BlobRef() as text)
                    | Answered(text=str() as text)
                    | AgentSaid(call=None, state=None, text=str() | BlobRef() as text)
                ):
                    found = self.read(text, situation)
                    if found is not None and (flow := self.flow(found[0])) is not None:
                        starts[flow.surface] = (flow, found[1])
                    else:
                        lost = True
                case _:
                    pass
        old = [task for task in situation.tasks if self._surface(task) in emptied.union(starts)]
        if old:
            return _cancel(old)
        if starts:
            return _start(situation, starts, tuple(shows))
        return self._rest(situation, tuple(shows), lost)

    def _surface(self, task: LiveTask) -> str:
        flow = self.flow(task.task.intent)
        return "" if flow is None else flow.surface

    def _rest(self, situation: Situation, shows: tuple[Show, ...], lost: bool) -> Decision:
        back = [record.event for record in situation.woke if isinstance(record.event, Returned)]
        told = [returned.text for returned in back if returned.text and returned.code != "cancelled"]
        if told:
            return Decision(reasoning="The flow came back.", action=Say(text="\n".join(told)), shows=shows)
        if lost:
            titles = ", ".join(dict.fromkeys(flow.title for flow in self.flows))
            text = f"{self.words.unknown} {titles}."
            ask = Ask(text=text, lasts=False)
            return Decision(reasoning="No flow fits these words.", action=ask, shows=shows, step="unknown")
        return Decision(reasoning="Nothing to start.", action=Wait(why="for the next event"), shows=shows, step="show")


def _show(surface: str, kind: str) -> SurfaceMessage:
    return SurfaceMessage(surface=surface, message={"kind": kind})


def _acted(situation: Situation) -> list[Record]:
    """What persons did that is not dealt with: the waking records, and those an own Cancel was decided for."""
    by_seq = {record.seq: record for record in situation.history}
    found: dict[int, Record] = {}
    queue = list(situation.woke)
    while queue:
        record = queue.pop()
        if isinstance(record.event, Decided) and isinstance(record.event.action, Cancel):
            queue += [by_seq[seq] for seq in record.event.took if seq in by_seq]
        elif isinstance(record.event, SurfaceActed | UserSaid | AgentSaid | Answered):
            found[record.seq] = record
    return [found[seq] for seq in sorted(found)]


def _cancel(old: Sequence[LiveTask]) -> Decision:
    scopes = tuple(task.scope for task in old if task.scope is not None)
    calls = tuple(task.id for task in old if task.scope is None)
    reason = "The work under way on this surface makes room."
    return Decision(reasoning=reason, action=Cancel(calls=calls, scopes=scopes), step="cancel")


def _start(situation: Situation, starts: Mapping[str, tuple[Walked, JsonObject]], shows: tuple[Show, ...]) -> Decision:
    name = situation.assistant.name
    tasks = tuple(_task(name, flow, flow.prepare(payload)) for flow, payload in starts.values())
    titles = ", ".join(flow.title for flow, _ in starts.values())
    return Decision(reasoning=f"{titles}.", action=Call(calls=tasks), shows=shows, step="start")


def _task(assistant: str, flow: Walked, args: JsonObject) -> Task:
    about = flow.describe(args) or flow.title
    return Task(id=flow.surface, intent=flow.name, to=assistant, task=about, args=args)


def call(name: str, tool: str, reason: str, args: Callable[[Progress], JsonObject]) -> Step:
    """The usual step: one tool, its arguments made from the progress so far."""

    def act(progress: Progress) -> Action:
        return Call(calls=(ToolCall(id="a", tool=tool, args=args(progress)),))

    return Step(name, reason, act)
