"""An assistant that asks an agent of others, which speaks AG-UI and is called `helper`, whatever it is told."""

from loket.core.actions import Call, Decision, Say, ToolCall
from loket.core.assistant import AssistantSpec
from loket.core.events import Returned, UserSaid
from loket.core.planner import Draft, Situation
from loket.house.bundle import Bundle, Services

ASKER = "tests.tools.agui_asker:bundle"


class Asker:
    """Passes on what is said, and says what comes back."""

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        match situation.woke[-1].event:
            case UserSaid(text=text):
                call = ToolCall(id="c", tool="helper.ask", args={"text": text})
                return Decision(reasoning="The helper knows.", action=Call(calls=(call,)))
            case Returned(ok=True, value=value):
                return Decision(reasoning="It came back.", action=Say(text=str(value)))
            case Returned(code=code, text=text):
                return Decision(reasoning="It came back.", action=Say(text=f"{code}: {text}"))
            case _:
                return Decision(reasoning="Nothing.", action=Say(text="?"))


def bundle(services: Services) -> Bundle:
    """Everything this package brings."""
    asker = AssistantSpec(name="asker", title="Asker", tools=("helper.*",))
    return Bundle(name="asker", assistants=(asker,), planners={"asker": Asker()})
