"""What stands in a message as values do and is none that a skill takes: it is asked about, and called by its words."""

from collections.abc import Collection, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import takewhile

from loket.language.clauses import Clause, clauses, handed_on
from loket.language.evidence import Evidence
from loket.language.message import Message
from loket.language.slots import MEASURES
from loket.language.tokens import fold

COUNTING = frozenset([*MEASURES, "quantity", "duration"])
"""Kinds of properties that want a number."""

MOMENTS = frozenset(["date", "moment", "time"])

REACH = 4
"""How many words away a value may stand with which a word is listed."""

TEXT = frozenset(["text"])


def unused(message: Message, best: Evidence) -> Sequence[range]:
    """The places of days, times, numbers and words that seem to be wanted as values, in their order. What is handed on
    as it was written loses nothing."""
    placed = best.placed(but=TEXT)
    needed = any(one.kind == "text" and one.required and one.name in best.filled.slots for one in best.profile.fields)
    left = [] if handed_on(best) else spare(message, best)
    words = {at for at in left if _listed(message, at, placed)}.union(_goes_on(message, best, left))
    found = {*(range(at, at + 1) for at in words), *(() if needed else _typed(message, best, placed))}
    return sorted(found, key=lambda one: one.start)


def unused_words(message: Message, best: Evidence) -> tuple[str, ...]:
    """The same as it was written."""
    words = message.words
    return tuple(message.text[words[one.start].start : words[one.stop - 1].end] for one in unused(message, best))


def spare(message: Message, best: Evidence) -> list[int]:
    """The words with a meaning that a skill neither knows nor takes."""
    used = best.placed(but=TEXT).union(best.known, message.figures)
    return [at for at in message.heavy if at not in used]


def _typed(message: Message, best: Evidence, placed: AbstractSet[int]) -> Iterator[range]:
    """The days that are not over, the times and the numbers without a place, in clauses that may order something, where
    the skill wants such a thing at all. A number in figures may be of anything, unless a property that wants one has
    none."""
    kinds = {one.kind for one in best.profile.fields}
    wants = any(one.kind in COUNTING and one.name not in best.filled.slots for one in best.profile.fields)
    days = [(day.ahead, message.over(day.start, day.end)) for day in message.dates]
    told = {day for day, places in days if not placed.isdisjoint(places)}
    times = [message.over(one.start, one.end) for one in message.times]
    moments = {at for places in (*times, *(places for _, places in days)) for at in places}
    free = moments if wants else message.figures
    numbers = (one for one in message.numbers if not one.article and one.value != 1)
    written = [places for one in numbers if free.isdisjoint(places := message.over(one.start, one.end))]
    ahead = [places for day, places in days if day not in told and day >= message.today]
    idle = {at for clause in clauses(message) if _idle(message, clause) for at in clause.words}
    wanted = (
        *([] if kinds.isdisjoint(MOMENTS) else (*ahead, *times)),
        *([] if kinds.isdisjoint(COUNTING) else written),
    )
    return (places for places in wanted if placed.isdisjoint(places) and idle.isdisjoint(places))


def _idle(message: Message, clause: Clause) -> bool:
    """Whether a clause tells what was, or what is not wanted."""
    denied = not message.tongue.negation.isdisjoint(message.folds[at] for at in clause.words)
    return denied or clause.mood in ("past", "supposed", "reported")


def _listed(message: Message, at: int, placed: AbstractSet[int]) -> bool:
    """Whether nothing but an `and` and small words stands between a word and a value: `for trout and for carp`."""
    joining = fold(message.tongue.data["ands"][0])
    for step in (1, -1):
        row = [one for one in range(at + step, at + step * (REACH + 1), step) if 0 <= one < len(message.words)]
        between = [*takewhile(lambda one: one not in placed, row)]
        ended = len(between) < len(row) and message.joined(*sorted((at, row[len(between)])))
        if (
            ended
            and all(message.weights[one] < 1 for one in between)
            and joining in map(message.folds.__getitem__, between)
        ):
            return True
    return False


def _goes_on(message: Message, best: Evidence, left: Collection[int]) -> Iterator[int]:
    """The words with which what the person named goes on behind an `in` without an article: `fish in jelly`."""
    cue = fold(message.tongue.data["aside"][0])
    for one in (one for one in best.profile.fields if one.kind == "query"):
        at = best.filled.places.get(one.name, range(-2, -2)).stop + 1
        if at in left and message.folds[at - 1] == cue and message.joined(at - 2, at):
            yield at
