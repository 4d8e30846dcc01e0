"""A package whose assistant calls the tool that it is told to, and asks nobody: `torque.look_up {"bolt": "M8"}`."""

import json

from loket.core.actions import Action, Call, Decision, Say, ToolCall
from loket.core.assistant import AssistantSpec
from loket.core.events import Returned, UserSaid
from loket.core.planner import Draft, Situation
from loket.house.bundle import Bundle, Services

WORKSHOP = AssistantSpec(
    name="workshop", title="Workshop", tools=("torque.*", "wholesaler.*"), approvals={"torque.note": "never"}
)


class Caller:
    """What comes back is said as JSON."""

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        return Decision(reasoning="It was said so.", action=_action(situation))


def _action(situation: Situation) -> Action:
    match situation.woke[-1].event:
        case UserSaid(text=str(text)) if text != "tools":
            tool, _, args = text.partition(" ")
            return Call(calls=(ToolCall(id="a", tool=tool, args=json.loads(args or "{}")),))
        case Returned() as returned:
            return Say(text=json.dumps(returned.value) if returned.ok else f"{returned.code}: {returned.text}")
        case _:
            return Say(text=" ".join(situation.tools))


def bundle(services: Services) -> Bundle:
    """The workshop, which uses whatever is configured under `torque` and `wholesaler`."""
    return Bundle(name="workshop", assistants=(WORKSHOP,), planners={"workshop": Caller()})


def alone(services: Services) -> Bundle:
    """The same with nothing but a tool server."""
    own = WORKSHOP.model_copy(update={"tools": ("torque.*",)})
    return Bundle(name="workshop", assistants=(own,), planners={"workshop": Caller()})
