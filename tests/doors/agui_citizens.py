"""An assistant that does what it is told in words, for tests of AG-UI; its specialist and its page come with it."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from loket.core.actions import (
    Action,
    Ask,
    Call,
    Choice,
    ClientCommand,
    Decision,
    Done,
    Say,
    Show,
    SurfaceMessage,
    Task,
    ToolCall,
    Usage,
    Wants,
)
from loket.core.assistant import AssistantSpec, SurfaceInfo
from loket.core.data import JsonObject
from loket.core.events import Answered, Opened, Returned, SurfaceActed, UserSaid
from loket.core.planner import Draft, Situation
from loket.core.screen import Happened, SurfaceTree
from loket.core.surfaces import Patch
from loket.core.tool import CallContext, ToolFailed, ToolSpec
from loket.house.bundle import Bundle, Services
from loket.tools.function import FunctionTool
from tests.doors.desk import BOOK

CLERK = "tests.doors.agui_citizens:bundle"
FORM: JsonObject = {"type": "object", "properties": {"age": {"type": "integer"}}, "required": ["age"]}
TREE = SurfaceTree("https://example.org/catalog", ({"id": "root", "component": "Text", "text": {"path": "/count"}},))
CHOICES = (Choice(id="a", label="Apple"), Choice(id="b", label="Pear"))
LONG = "x" * 100_000
SHOWN: Mapping[str, tuple[Show, ...]] = {
    "page": (SurfaceMessage(surface="form", message={"kind": "surface/open"}),),
    "map": (ClientCommand(command={"type": "setView", "payload": {"zoom": 9}}),),
}


@dataclass(frozen=True)
class Page:
    """A page that shows a number."""

    surface: str = "form"
    title: str = "Form"
    intents: tuple[str, ...] = ()

    def empty(self, args: JsonObject) -> JsonObject:
        return {"count": 0}

    def frames(self, model: JsonObject, happened: Happened) -> Sequence[Sequence[Patch]]:
        return ()


@dataclass(frozen=True)
class Clerk:
    """Does what the first word says; what it was asked, when it knows no such word."""

    gate: asyncio.Event

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        event = situation.woke[-1].event
        shows: tuple[Show, ...] = ()
        match event:
            case UserSaid(text=str(text)):
                action = await self._asked(text, draft)
                shows = SHOWN.get(text, ())
            case Opened(task=task):
                action = await self._asked(task.task, draft)
            case SurfaceActed(payload=payload):
                action, shows = Say(text="Counted."), (_count(payload["count"]),)
            case Answered(choice=choice, text=text, form=form):
                action = Say(text=f"You said {choice or text or json.dumps(form)}.")
            case Returned(ok=ok, value=value, text=text):
                words = json.dumps(value) if ok else text
                action = Say(text=f"It says {words[:40]}.")
            case _:
                action = Say(text="What?")
        usage = Usage(model="clerk-1", input_tokens=10, output_tokens=2)
        return Decision(reasoning="It was told to.", action=action, shows=shows, usage=usage)

    async def _asked(self, text: str, draft: Draft) -> Action:
        word, _, rest = text.partition(" ")
        match word:
            case "ask":
                return Ask(text="What more?")
            case "choose":
                return Ask(text="Which?", choices=CHOICES)
            case "either":
                return Ask(text="Which?", choices=CHOICES, wants=Wants(skill="fruit", missing=("fruit",)))
            case "form":
                return Ask(text="How old?", form=FORM)
            case "look" | "slow" | "reserve" | "fail" | "long" | "wait":
                args = {"book": rest or "Dune"} if word in ("look", "reserve") else {}
                return Call(calls=(ToolCall(id="c", tool=word, args=args),), text=f"I {word}.")
            case "both":
                calls = [ToolCall(id=id, tool="reserve", args={"book": id}) for id in ("one", "two")]
                return Call(calls=tuple(calls))
            case "expert":
                return Call(calls=(Task(id="e", intent="know", to="clerk.expert", task=rest),))
            case "break":
                raise RuntimeError("a secret of ours")
            case "give":
                return Done(summary="Here.", value={"n": 5})
            case "think":
                draft.think("Let me ")
                await asyncio.sleep(0.1)
                draft.think("see.")
                draft.write("So: ")
                await asyncio.sleep(0.1)
                draft.think("Or not?")
                await asyncio.sleep(0.1)
                return Say(text="So: yes.")
            case "pieces":
                for piece in ("One ", "word ", "after ", "the ", "other."):
                    draft.write(piece)
                    await asyncio.sleep(0.1)  # longer than words are gathered
                return Say(text="One word after the other.")
            case "stream" | "halves" | "other":
                draft.write("Half ")
                if word != "stream":
                    await self.gate.wait()
                draft.write("a word.")
                return Say(text="Another word." if word == "other" else "Half a word.")
            case _:
                return Say(text=f"You said {text}")


def _count(count: int) -> SurfaceMessage:
    patches = [{"op": "replace", "path": "/count", "value": count}]
    return SurfaceMessage(surface="form", message={"kind": "dataModelUpdate", "patches": patches})


GATES: dict[str, asyncio.Event] = {}
"""By the folder of the server that they hold something in."""


def bundle(services: Services) -> Bundle:
    """Everything this package brings."""
    gate = GATES.setdefault(str(services.data), asyncio.Event())

    async def look(args: JsonObject, context: CallContext) -> JsonObject:
        context.progress("half way", {"progress": 1})
        return {"found": args["book"]}

    async def slow(args: JsonObject, context: CallContext) -> str:
        await gate.wait()
        return "done"

    async def fail(args: JsonObject, context: CallContext) -> str:
        raise ToolFailed("closed", "The archive is closed.")

    async def wait(args: JsonObject, context: CallContext) -> str:
        await asyncio.sleep(1.0)
        return "waited"

    async def long(args: JsonObject, context: CallContext) -> str:
        return LONG

    async def reserve(args: JsonObject, context: CallContext) -> JsonObject:
        services.data.mkdir(parents=True, exist_ok=True)
        with (services.data / "effects.txt").open("a") as lines:
            lines.write(f"reserve {args['book']}\n")
        return {"reserved": args["book"]}

    tools = (
        FunctionTool(ToolSpec(name="look", input=BOOK, read_only=True), look),
        FunctionTool(ToolSpec(name="slow", idempotent=True, deadline=30), slow),
        FunctionTool(ToolSpec(name="fail", read_only=True), fail),
        FunctionTool(ToolSpec(name="wait", read_only=True), wait),
        FunctionTool(ToolSpec(name="long", read_only=True), long),
        FunctionTool(ToolSpec(name="reserve", title="Reserve a book", input=BOOK, destructive=True), reserve),
    )
    names = tuple(tool.spec.name for tool in tools)
    clerk = AssistantSpec(
        name="clerk",
        title="Clerk",
        tools=names,
        specialists=("clerk.expert",),
        surfaces=(SurfaceInfo(id="form", title="Form"),),
        talk=True,
    )
    expert = AssistantSpec(name="clerk.expert", title="Expert", tools=names, hidden=True)
    return Bundle(
        name="clerk",
        assistants=(clerk, expert),
        planners={one.name: Clerk(gate) for one in (clerk, expert)},
        tools=tools,
        screens={"clerk": (Page(),)},
        trees={"form": TREE},
    )
