"""A package whose tools other programs may call: one of each kind of care. What they do is counted in its folder."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from loket.core.actions import Call, Decision, Done, Say, ToolCall
from loket.core.assistant import AssistantSpec
from loket.core.data import JsonObject
from loket.core.events import AgentSaid, Returned
from loket.core.planner import Draft, Situation
from loket.core.tool import CallContext, ToolFailed, ToolSpec
from loket.house.bundle import AgentPart, Bundle, Services
from loket.tools.function import FunctionTool

DESK = AssistantSpec(name="desk", title="Desk", tools=("look",))
KEEPER = AssistantSpec(name="desk.keeper", title="Keeper", tools=("burn",), hidden=True)
PUBLISHED = ("look", "note", "send", "reserve", "flaky", "wait")
BOOK: JsonObject = {
    "type": "object",
    "properties": {"book": {"type": "string"}},
    "required": ["book"],
    "additionalProperties": False,
}
WRITING: JsonObject = {"type": "object", "properties": {"key": {"type": "string", "writeOnly": True}}}


class Polite:
    """Answers every message with its name."""

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        return Decision(reasoning="Nothing else is asked.", action=Say(text=f"This is {situation.assistant.title}."))


class Keeper:
    """Burns what it is asked to burn, which a person must approve."""

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        match situation.woke[-1].event:
            case AgentSaid(data=dict(data)):
                call = ToolCall(id="burn", tool="burn", args=data["input"])
                return Decision(reasoning="It was asked.", action=Call(calls=(call,)))
            case Returned(value=value):
                return Decision(reasoning="It came back.", action=Done(value=value))
            case _:
                return Decision(reasoning="Nobody asks.", action=Say(text="?"))


def effects(folder: Path) -> list[str]:
    """What the tools over this folder have done so far, in order."""
    made = folder / "effects.txt"
    return made.read_text().splitlines() if made.exists() else []


def bundle(services: Services) -> Bundle:
    """Everything this package brings."""

    def done(what: str) -> int:
        services.data.mkdir(parents=True, exist_ok=True)
        with (services.data / "effects.txt").open("a") as lines:
            lines.write(f"{what}\n")
        return len([line for line in effects(services.data) if line == what])

    def doing(name: str) -> Callable[[JsonObject, CallContext], Awaitable[JsonObject]]:
        async def act(args: JsonObject, context: CallContext) -> JsonObject:
            what = f"{name} {args.get('book', '')}".strip()
            context.progress("half way", {"progress": 1, "total": 2})
            return {"done": what, "times": done(what), "owner": context.owner}

        return act

    async def flaky(args: JsonObject, context: CallContext) -> JsonObject:
        if done(f"flaky {context.key}") == 1:
            raise ToolFailed("busy", "The archive is busy.")
        return {"key": context.key}

    async def wait(args: JsonObject, context: CallContext) -> JsonObject:
        context.progress("begun", {"progress": 1, "total": 2})
        if (times := done("wait begun")) > 1:
            return {"times": times}
        try:
            await asyncio.Event().wait()
        finally:
            done("wait ended")
        return {}

    tools = (
        FunctionTool(ToolSpec(name="look", input=BOOK, read_only=True, idempotent=True), doing("look")),
        FunctionTool(ToolSpec(name="note", input=BOOK, idempotent=True), doing("note")),
        FunctionTool(ToolSpec(name="send", input=BOOK), doing("send")),
        FunctionTool(ToolSpec(name="reserve", title="Reserve a book", input=BOOK, destructive=True), doing("reserve")),
        FunctionTool(ToolSpec(name="flaky", input=WRITING, idempotent=True), flaky),
        FunctionTool(ToolSpec(name="wait", read_only=True), wait),
        FunctionTool(ToolSpec(name="secret", input=BOOK), doing("secret")),
    )
    burn = ToolSpec(name="burn", title="Burn a book", input=BOOK, destructive=True)
    capability = burn.model_copy(update={"name": "burn_a_book", "destructive": False})
    return Bundle(
        name=DESK.name,
        assistants=(DESK, KEEPER),
        planners={DESK.name: Polite(), KEEPER.name: Keeper()},
        tools=tools,
        inner=(FunctionTool(burn, doing("burn")),),
        publish=PUBLISHED,
        agents=(AgentPart("keeper", KEEPER.name, "Keeper", "Burns books.", (capability,)),),
    )
