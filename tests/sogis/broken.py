"""The package with a planner that breaks, plans what nobody knows, or asks for a tool that there is not."""

from dataclasses import replace

from loket.core.actions import Action, Call, Decision, Done, Task, ToolCall
from loket.core.data import text_of
from loket.core.events import UserSaid
from loket.core.planner import Draft, Situation
from loket.house.bundle import Bundle, Services
from loket_demos.sogis import components


class Breaking:
    """Does what the word says, in the root or in a task."""

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        event = situation.woke[0].event
        if situation.task is not None:
            done = Done(outcome="failure", summary="Das kann ich nicht.", value={"intent": situation.task.intent})
            return Decision(reasoning="nobody can do this", action=done)
        if not isinstance(event, UserSaid):
            return Decision(reasoning="it is over", action=Done(outcome="success", summary="Fertig."))
        return Decision(reasoning="as the word says", action=_action(text_of(event.text)))


def _action(word: str) -> Action:
    match word:
        case "intent":
            return Call(calls=(Task(id="step1", intent="make_coffee", to="sogis", task="?", args={}),))
        case "tool":
            return Call(calls=(ToolCall(id="a", tool="coffee.make", args={}),))
        case _:
            raise RuntimeError("as the word says")


def bundle(services: Services) -> Bundle:
    """As it is served otherwise, with that planner."""
    whole = components.bundle(services)
    return replace(whole, planners={whole.name: Breaking()})
