"""The runaway guard: how many events a planner may make by itself before somebody outside is to be heard."""

from collections.abc import Sequence

from loket.core.record import OUTSIDE, Record

EVENTS = 200
SOON = 50
"""Records without a word from outside, which can't be so many events; then they are counted."""
EVENTS_SPENT = f"{EVENTS} events came of this without a word from outside, so it was stopped. Write something to go on."


def long_alone(history: Sequence[Record]) -> bool:
    """Whether nobody outside was heard for so long that the events are to be counted."""
    return not any(record.by in OUTSIDE for record in history[-SOON:])
