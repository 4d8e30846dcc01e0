"""The dates of a letter by what each was taken for, and the one that is the decision's.

The time runs from the day after the decision was sent (Awb 3:41 and 6:8). Where only a stamp has a later day than the
decision's own, it is counted from its own, which is the safe one."""

from collections.abc import Iterator, Sequence
from datetime import date

from loket_demos.overheid.content.date_signs import for_one
from loket_demos.overheid.content.frozen import DataRow

SENT, LABELLED, NAMES_IT, CAME, RECEIVED, UNTIED, OTHER = 6, 5, 4, 3, 2, 1, 0
LINE = 100
"""A longer line holds more than a day."""
LITTLE = 2
"""So many ranks less leave a date in doubt by which the letter would be late."""
DAYS_TO_SEND = 31
"""A day that is longer ago than these before it was sent may be another decision's."""


class DatedDecision(DataRow):
    """A date as it stands in the text, the day it is, and by what it was taken for that of the decision;
    `stamp`: it stands on an envelope; `published`: it was made known then."""

    written: str
    day: date | None
    rank: int
    begin: int
    end: int
    stamp: bool = False
    published: bool = False

    @property
    def sure(self) -> bool:
        return self.rank >= CAME and self.day is not None

    @property
    def came(self) -> bool:
        """It is the day on which a decision came, or could be read, which has an earlier one or the same."""
        return self.rank == RECEIVED and self.day is not None


class DecisionDates(DataRow):
    """The one date, or none; `several` are those of which nobody can say which one it is; `later` are dates behind it
    that may be it with little less to say for them, or on which it came; `signed`: the decision's own, where the best
    is that on which it was sent; `stamp`: a later one on its envelope, from which nobody counts."""

    best: DatedDecision | None = None
    several: tuple[str, ...] = ()
    later: tuple[DatedDecision, ...] = ()
    signed: date | None = None
    stamp: date | None = None


def chosen(found: Sequence[DatedDecision], text: str) -> DecisionDates:
    """The one with the highest rank; none when two days have it."""
    found = list(_announced(found, text))
    every = [one for one in found if one.rank > UNTIED or not _on_a_line(text, one)] or list(found)
    stamps = [one for one in every if one.stamp]
    every = [one for one in every if not one.stamp or not _own_days(every, one)]
    top = max((one.rank for one in every), default=OTHER)
    best = [one for one in every if one.rank == top]
    if not best:
        return DecisionDates()
    if len({one.day for one in best}) > 1:
        return DecisionDates(several=tuple(dict.fromkeys(one.written for one in best)))
    first = best[0].day or date.max
    least = top - LITTLE if top == SENT else max(UNTIED, min(RECEIVED, top - LITTLE))
    near = [one for one in every if one.rank >= least and not _on_a_line(text, one)]
    near += [one for one in stamps if one not in near]
    signed = _own_days(every, best[0]) if top == SENT else ()
    stamp = next((one.day for one in stamps if one.day and one.day > first), None)
    return DecisionDates(
        best=best[0],
        later=tuple(one for one in near if one.day and one.day > first),
        signed=signed[0] if len(signed) == 1 else None,
        stamp=stamp,
    )


def _announced(found: Sequence[DatedDecision], text: str) -> Iterator[DatedDecision]:
    """What was sent counts from that day and not from its publication (Awb 3:41 and 3:42); a decision for whoever
    applied was sent, even where nobody tells when."""
    sent = any(one.rank == SENT and not one.published for one in found)
    for one in found:
        if not one.published:
            yield one
        elif not sent:
            yield one.model_copy(update={"rank": RECEIVED}) if for_one(text) else one


def _own_days(found: Sequence[DatedDecision], sent: DatedDecision) -> tuple[date, ...]:
    """The days that a decision has itself which was sent on this one, or a little later."""
    if sent.day is None:
        return ()
    own = {one.day for one in found if one.day and NAMES_IT <= one.rank < SENT}
    return tuple(sorted(day for day in own if 0 < (sent.day - day).days <= DAYS_TO_SEND))


def _on_a_line(text: str, one: DatedDecision) -> bool:
    """It stands alone on its line, as the day on which a letter was written does."""
    start, end = text.rfind("\n", 0, one.begin) + 1, text.find("\n", one.begin)
    line = text[start : end if end >= 0 else len(text)]
    return len(line) <= LINE and " ".join(line.split()).rstrip(".") == one.written
