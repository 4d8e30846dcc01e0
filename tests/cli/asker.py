"""A small assistant that asks: for a choice, for words, for leave, or for two things in two tasks side by side."""

from loket.core.actions import Action, Ask, Call, Choice, Decision, Say, Task, ToolCall
from loket.core.assistant import AssistantSpec
from loket.core.data import text_of
from loket.core.events import UserSaid
from loket.core.planner import Draft, Situation
from loket.core.tool import ToolSpec
from loket.house.bundle import Bundle, Services
from loket.tools.function import FunctionTool

REMOVE = ToolSpec(name="remove", destructive=True)


class Asker:
    """Does what the word says, in the root or in a task."""

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        event = situation.woke[0].event
        word = situation.task.task if situation.task is not None else ""
        if isinstance(event, UserSaid):
            word = text_of(event.text)
        return Decision(step=word, reasoning="as the word says", action=_action(word))


def _action(word: str) -> Action:
    match word:
        case "choose":
            return Ask(text="Which of these?", choices=(Choice(id="a", label="A"), Choice(id="b", label="B")))
        case "tell":
            return Ask(text="What is it about?")
        case "approve":
            return Call(calls=(ToolCall(id="a", tool="remove"),))
        case "both":
            words = ("choose", "tell")
            return Call(calls=tuple(Task(id=word, intent=word, to="asker", task=word) for word in words))
        case _:
            return Say(text="Fine.")


def bundle(services: Services) -> Bundle:
    """The front assistant and the tool that only runs with leave."""
    assistant = AssistantSpec(name="asker", title="Asker", tools=("remove",), specialists=("asker",))
    remove = FunctionTool(REMOVE, lambda args: {"removed": True})
    return Bundle(name="asker", assistants=(assistant,), planners={"asker": Asker()}, inner=(remove,))
