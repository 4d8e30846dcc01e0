"""The planner of the map assistant: each intent of a message is a step of one plan, each step a task of its own.

It keeps nothing between decisions; what was selected and what was asked last is read from the log."""

from loket.core.actions import Ask, Decision
from loket.core.planner import Draft, Situation
from loket.language.dates import ANY_DAY
from loket_demos.sogis.planner_picks import picked
from loket_demos.sogis.planner_reading import requests
from loket_demos.sogis.planner_root import RootThought
from loket_demos.sogis.planner_step import thought
from loket_demos.sogis.planner_words import vocabulary


class SogisPlanner:
    """Plans in the root, carries out one intent in each task."""

    def __init__(self) -> None:
        # The patterns and stems of its languages are made now, and not while the first person waits.
        for code in vocabulary().words:
            requests("1", ANY_DAY, code, code)

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        """One decision; never waits for anything."""
        if situation.task is None:
            return RootThought(situation).decide()
        return thought(situation, situation.task).decide()

    def answers(self, ask: Ask, text: str, locale: str) -> bool:
        """Whether words plainly name one of the choices of a question."""
        return picked(text, ask.choices, locale) is not None
