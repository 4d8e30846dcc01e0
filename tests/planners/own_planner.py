"""A planner of one's own: it gives the work to a specialist, and its words appear while they are written.

The specialist asks when no distance was told."""

import re

from loket.core.actions import Ask, Call, Decision, Done, Say, Task, Wait
from loket.core.assistant import AssistantSpec
from loket.core.data import text_of
from loket.core.events import Answered, Returned, UserSaid
from loket.core.planner import Draft, Situation
from loket.house.bundle import Bundle, Services

MINUTES = 12
"""For one kilometre on foot, at 5 km an hour."""


class Guide:
    """Thinks at the counter: every message goes to the walker, and what the walker found becomes an answer."""

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        """One decision for the records in `situation.woke`; it keeps nothing, so it goes on after any restart."""
        events = [record.event for record in situation.woke]
        if back := [event for event in events if isinstance(event, Returned)]:
            text = "\n".join(returned.text for returned in back)
            for line in text.splitlines(keepends=True):
                draft.write(line)
            return Decision(reasoning="The walker came back, so its words are the answer.", action=Say(text=text))
        if said := [text_of(event.text) for event in events if isinstance(event, UserSaid)]:
            task = Task(id="walk", intent="estimate", to=WALKER.name, task=" ".join(said))
            return Decision(reasoning="Distances are for the walker.", action=Call(calls=(task,)), step="walker")
        return Decision(reasoning="Nothing to answer yet.", action=Wait())


class Walker:
    """Thinks in the scope of a task: what it needs is in `situation.task`, or in the answer to its question."""

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        """Done with the minutes, or a question when no distance was told."""
        answers = [record.event.text or "" for record in situation.woke if isinstance(record.event, Answered)]
        words = answers[-1] if answers else situation.task.task if situation.task is not None else ""
        if (found := re.search(r"\d{1,3}", words)) is None:
            ask = Ask(text="How many kilometres is it?")
            return Decision(reasoning="There is no distance in these words.", action=ask)
        minutes = int(found[0]) * MINUTES
        done = Done(summary=f"{found[0]} km is about {minutes} minutes on foot.", value={"minutes": minutes})
        return Decision(reasoning=f"{MINUTES} minutes for one kilometre.", action=done)


WALKER = AssistantSpec(name="guide.walker", title="Walker", hidden=True)
GUIDE = AssistantSpec(name="guide", title="Guide", starters=("It is 3 km",), specialists=(WALKER.name,))


def bundle(services: Services) -> Bundle:
    """The front assistant and its specialist, each with a planner."""
    return Bundle(name=GUIDE.name, assistants=(GUIDE, WALKER), planners={GUIDE.name: Guide(), WALKER.name: Walker()})
