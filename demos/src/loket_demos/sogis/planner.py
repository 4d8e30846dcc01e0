"""The planner of the map assistant: each intent of a message is a step of one plan, each step a task of its own.

It keeps nothing between decisions; what was selected and what was asked last is read from the log."""

from anyio import to_thread

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
        """One decision; it is made in a worker thread: to read a message takes some milliseconds, on a busy machine a
        third of a second, for which the whole server would wait."""
        return await to_thread.run_sync(_decided, situation)

    def answers(self, ask: Ask, text: str, locale: str) -> bool:
        """Whether words plainly name one of the choices of a question."""
        return picked(text, ask.choices, locale) is not None


def _decided(situation: Situation) -> Decision:
    if situation.task is None:
        return RootThought(situation).decide()
    return thought(situation, situation.task).decide()
