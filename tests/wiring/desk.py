"""The counter, which also asks, and whose tools other programs may have: the stamp, and one a person must approve."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from loket.core.actions import Ask, Decision, Say, Wait
from loket.core.data import text_of
from loket.core.events import Answered, UserSaid, Woke
from loket.core.planner import Draft, Situation
from loket.house.bundle import Bundle, Services
from tests.cli import counter

WAIT_SECONDS = 6
"""Longer than it takes to find out that a node is dead."""


class Desk(counter.Counter):
    """Asks for a colour when it is told to, waits for a while, and thinks aloud until the office is open; has all else
    stamped."""

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
            case UserSaid(text=text) if text_of(text) == "wait":
                until = datetime.now(UTC) + timedelta(seconds=WAIT_SECONDS)
                return Decision(step="desk", reasoning="it was told to", action=Wait(until=until))
            case Woke():
                return Decision(step="desk", reasoning="it is time", action=Say(text="It is time."))
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
