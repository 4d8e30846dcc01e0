"""The flow that is killed: it reads, writes once and again, asks, has a task of its own and does a dangerous thing."""

import asyncio
import os
import signal
from dataclasses import dataclass, field
from pathlib import Path

from loket.core.actions import Action, Ask, Call, Choice, Decision, Done, Say, Task, ToolCall
from loket.core.assistant import AssistantSpec
from loket.core.data import Json, JsonObject
from loket.core.planner import Draft, Planner, Situation
from loket.core.tool import CallContext, Tool, ToolFailed, ToolSpec
from loket.engine.kit import Kit
from loket.planners.flow import Flow, FlowPlanner, Progress, Step, call

SPECS = (
    ToolSpec(name="look", read_only=True),
    ToolSpec(name="weigh", read_only=True),
    ToolSpec(name="store", idempotent=True),
    ToolSpec(name="send"),
    ToolSpec(name="delete", destructive=True),
)
PHASES = ("start", "middle", "end")


@dataclass(frozen=True)
class Works:
    """Leaves a line for every effect, and dies in the middle of one when it is told to."""

    folder: Path
    dies: str = ""
    told: asyncio.Event = field(default_factory=asyncio.Event)

    def effect(self, tool: str, key: str, phase: str) -> None:
        if phase == "start":
            file = os.open(self.folder / "effects", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
            os.write(file, f"{tool} {key}\n".encode())
            os.close(file)
        if self.dies == f"{tool} {phase}":
            os.kill(os.getpid(), signal.SIGKILL)


@dataclass(frozen=True)
class Work:
    """A tool that says what it does."""

    spec: ToolSpec
    works: Works

    async def call(self, args: JsonObject, context: CallContext) -> Json:
        for phase in PHASES:
            self.works.effect(self.spec.name, context.key, phase)
            context.progress(phase)
        return {"of": self.spec.name, "args": args}

    async def look_up(self, args: JsonObject, context: CallContext) -> Json:
        raise ToolFailed("unknown_outcome", f"Nobody knows whether {self.spec.name} was done.")


@dataclass(frozen=True)
class Deadly:
    """A planner whose every thought ends the process, once what it thinks about is there to stay."""

    works: Works

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        if any(record.event.kind == "surface_acted" for record in situation.woke):
            await self.works.told.wait()
            os.kill(os.getpid(), signal.SIGKILL)
        return Decision(reasoning="", action=Say(text="alive"))


def _asked(progress: Progress) -> Action:
    return Ask(text="Go on?", choices=(Choice(id="yes", label="Yes"), Choice(id="no", label="No")))


def _nested(progress: Progress) -> Action:
    look = ToolCall(id="l", tool="look", args=_args(progress))
    nested = Task(id="n", intent="nested", to="helper", args={"deep": True}, needs=("l",))
    return Call(calls=(look, nested), text="I ask around.")


def _args(progress: Progress) -> JsonObject:
    return {"n": progress.args.get("n", 0), "known": sorted(progress.results)}


def _finish(progress: Progress) -> Done:
    return Done(summary="All done.", value=dict(progress.results))


WORK = Flow(
    name="work",
    surface="work",
    title="Work",
    steps=(
        call("look", "look", "First a look.", _args),
        call("store", "store", "Kept for later.", _args),
        Step("ask", "Only with a yes.", _asked),
        Step("nested", "Somebody else knows.", _nested),
        call("send", "send", "It goes out.", _args),
        call("delete", "delete", "What is left goes.", _args),
        call("weigh", "weigh", "What did it weigh?", _args),
    ),
    finish=_finish,
)
NESTED = Flow(
    name="nested",
    surface="nested",
    title="Nested",
    steps=(call("look", "look", "A look.", _args), call("store", "store", "Kept.", _args)),
    finish=_finish,
)


def kit(works: Works) -> Kit:
    tools: dict[str, Tool] = {spec.name: Work(spec, works) for spec in SPECS}
    root = AssistantSpec(name="root", title="Root", tools=tuple(tools), specialists=("helper",))
    helper = AssistantSpec(name="helper", title="Helper", tools=tuple(tools), hidden=True)
    planner: Planner = Deadly(works) if works.dies == "thought" else FlowPlanner((WORK,))
    return Kit({"root": root, "helper": helper}, {"root": planner, "helper": FlowPlanner((NESTED,))}, tools)
