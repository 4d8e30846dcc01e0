"""An assistant that gives whatever it is told to a specialist, which is an agent of others called `helper`; and one
that is that agent alone."""

from loket import Assistant
from loket.core.actions import Call, Decision, Say, Task
from loket.core.events import Returned, UserSaid
from loket.core.planner import Draft, Situation

DESK, TALK = "tests.tools.agui_desk:desk", "tests.tools.agui_desk:helper"


class Passing:
    """Gives away what is said, and says what comes back."""

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        match situation.woke[-1].event:
            case UserSaid(text=str(text)):
                task = Task(id="t", intent="helper", to="helper", task=text)
                return Decision(reasoning="The helper knows.", action=Call(calls=(task,)))
            case Returned(ok=ok, value=value, text=text):
                return Decision(reasoning="It is back.", action=Say(text=f"{'yes' if ok else 'no'}: {value or text}"))
            case _:
                return Decision(reasoning="Nothing.", action=Say(text="?"))


helper = Assistant("helper", title="Helper", summary="Helps.", agents=["helper"], planner="agent")
desk = Assistant("desk", specialists=[helper], planner=Passing())
