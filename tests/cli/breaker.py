"""An assistant with a bug in its planner, and one in its tool; both quote what the person said."""

from loket.core.actions import Action, Call, Decision, Say, ToolCall
from loket.core.assistant import AssistantSpec
from loket.core.data import Json, JsonObject, text_of
from loket.core.events import UserSaid
from loket.core.planner import Draft, Situation
from loket.core.tool import ToolSpec
from loket.house.bundle import Bundle, Services
from loket.tools.function import FunctionTool


class Breaker:
    """Breaks, calls the tool that breaks, or goes on for ever."""

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        event = situation.woke[0].event
        if isinstance(event, UserSaid) and text_of(event.text).startswith("planner"):
            raise RuntimeError(f"planner bug with {text_of(event.text)}")
        return Decision(reasoning="as the word says", action=_action(event))


def _action(event: object) -> Action:
    if isinstance(event, UserSaid) and text_of(event.text).startswith("tool"):
        return Call(calls=(ToolCall(id="a", tool="break", args={"word": text_of(event.text)}),))
    if isinstance(event, UserSaid) and text_of(event.text) == "hello":
        return Say(text="Hello.")
    return Say(text="And on.", final=False)


def bundle(services: Services) -> Bundle:
    """The assistant and its tool."""

    def broken(args: JsonObject) -> Json:
        if args["word"] == "tool half":
            raise ValueError("half \ud800 of it")
        raise KeyError(args["word"])

    assistant = AssistantSpec(name="breaker", title="Breaker", tools=("break",))
    tool = FunctionTool(ToolSpec(name="break", read_only=True), broken)
    return Bundle("breaker", (assistant,), {"breaker": Breaker()}, inner=(tool,))
