"""The runaway guard: how many events a planner may make by itself before somebody outside is to be heard."""

from collections.abc import Sequence

from loket.core.record import OUTSIDE, Record
from loket_demos.scenario.planner.own_words import own_words

EVENTS = 200
SOON = 50
"""Records without a word from outside, which can't be so many events; then they are counted."""
EVENTS_SPENT = own_words("over.events", n=EVENTS)


def long_alone(history: Sequence[Record]) -> bool:
    """Whether nobody outside was heard for so long that the events are to be counted."""
    return not any(record.by in OUTSIDE for record in history[-SOON:])
