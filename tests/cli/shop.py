"""A small shop whose only tool holds: it books a day, and one that takes as long as it is let."""

import asyncio

from loket.core.actions import Action, Ask, Call, Decision, Say, ToolCall
from loket.core.assistant import AssistantSpec
from loket.core.data import JsonObject, text_of
from loket.core.events import Answered, Returned, UserSaid
from loket.core.planner import Draft, Situation
from loket.core.tool import ToolSpec
from loket.house.bundle import Bundle, Services
from loket.tools.function import FunctionTool

DAY: JsonObject = {"type": "object", "properties": {"day": {"type": "string"}, "bikes": {"type": "integer"}}}
FORM: JsonObject = {
    "type": "object",
    "required": ["name", "size"],
    "properties": {
        "name": {"type": "string", "title": "Your name"},
        "size": {"enum": ["S", "M"]},
        "wheels": {"type": "integer", "default": 2},
        "bell": {"type": "boolean"},
    },
}


class Shop:
    """Books at "book", twice at "two", asks with a form at "form", works for ever at "work"; says what came back."""

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        return Decision(step="shop", reasoning="as the word says", action=_action(situation))


def _action(situation: Situation) -> Action:
    match situation.woke[0].event:
        case UserSaid(text=text):
            match text_of(text):
                case "book":
                    return Call(calls=(ToolCall(id="a", tool="book", args={"day": "Monday", "bikes": 1}),))
                case "two":
                    days = (("a", "Monday"), ("b", "Tuesday"))
                    return Call(calls=tuple(ToolCall(id=id, tool="book", args={"day": day}) for id, day in days))
                case "work":
                    return Call(calls=(ToolCall(id="a", tool="work"),))
                case "form":
                    return Ask(text="Who rides?", form=FORM)
                case words:
                    return Say(text=f"You said {words}.")
        case Returned(ok=True, value=value) if len(situation.woke) == 1:
            return Say(text=f"Booked: {value}.")
        case Returned() if len(situation.woke) > 1:
            both = [one.event for one in situation.woke if isinstance(one.event, Returned)]
            return Say(text=f"Both: {[one.value if one.ok else one.code for one in both]}.")
        case Returned(code=code):
            return Say(text=f"Not booked: {code}.")
        case Answered(form=form):
            return Say(text=f"Noted: {form}.")
        case _:
            return Say(text="Hm.")


async def _work(args: JsonObject) -> None:
    await asyncio.Event().wait()


def bundle(services: Services) -> Bundle:
    """The shop and its tools."""
    book = FunctionTool(ToolSpec(name="book", title="Book a repair", destructive=True, input=DAY), lambda args: args)
    work = FunctionTool(ToolSpec(name="work", read_only=True), _work)
    shop = AssistantSpec(name="shop", title="The shop", tools=("book", "work"))
    return Bundle(name="shop", assistants=(shop,), planners={"shop": Shop()}, inner=(book, work))
