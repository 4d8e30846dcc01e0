"""An assistant that files can be given to: it says what came."""

from loket.core.actions import Decision, Say
from loket.core.assistant import AssistantSpec
from loket.core.data import text_of
from loket.core.events import UserSaid
from loket.core.planner import Draft, Situation
from loket.house.bundle import Bundle, Services

TAKER = AssistantSpec(name="taker", title="Desk for papers", summary="Reads names.", planner="scripted", files=True)


class Taker:
    """Answers each message with its words and the names of its files."""

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        """What came, in a sentence."""
        names: list[str] = []
        words = ""
        if isinstance(said := situation.woke[-1].event, UserSaid):
            words, names = text_of(said.text), [file.name for file in said.files]
        return Decision(reasoning="It came.", action=Say(text=f"Got {', '.join(names)} with: {words or 'no words'}."))


def bundle(services: Services) -> Bundle:
    """The assistant."""
    return Bundle(name="taker", assistants=(TAKER,), planners={"taker": Taker()})
