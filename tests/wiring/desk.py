"""The counter, which also asks, and whose tools other programs may have: the stamp, and one a person must approve."""

from dataclasses import replace

from loket.core.actions import Ask, Decision, Say
from loket.core.data import text_of
from loket.core.events import Answered, UserSaid
from loket.core.planner import Draft, Situation
from loket.house.bundle import Bundle, Services
from tests.cli import counter


class Desk(counter.Counter):
    """Asks for a colour when it is told to, and thinks aloud until the office is open; has all else stamped."""

    def __init__(self, port: int) -> None:
        self._port = port

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        match situation.woke[0].event:
            case UserSaid(text=text) if text_of(text) == "ask":
                return Decision(step="desk", reasoning="it was told to", action=Ask(text="What colour?"))
            case UserSaid(text=text) if text_of(text) == "think":
                draft.write("Let me see")
                await counter.stamped(self._port, "a-thought k")
                return Decision(step="desk", reasoning="it was told to", action=Say(text="Let me see: yes."))
            case Answered(text=text):
                return Decision(
                    step="desk", reasoning="it is told", action=Say(text=f"So it is {text_of(text or '')}.")
                )
            case _:
                return await super().decide(situation, draft)


def bundle(services: Services) -> Bundle:
    """The counter's, with another planner, and its tools for everybody."""
    made = counter.bundle(services)
    port = int(services.env[counter.OFFICE])
    tools = (*made.inner, counter.stamp_at(port, "shred", held=True))
    return replace(made, planners={"counter": Desk(port)}, inner=(), tools=tools, publish=("stamp", "shred"))
