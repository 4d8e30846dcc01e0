"""Fills slots with listed values: the one that a message names, at its end of a way, unless it was taken back."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from loket.core.data import Json
from loket.language.corrections import cues
from loket.language.fields import Field
from loket.language.message import Message
from loket.language.standards import HEAD
from loket.language.tokens import fold
from loket.language.values import EXACT, NamedValue, named_values

ALIKE = 0.05
"""Two values that are named so alike in sureness are both meant, or nobody knows which."""

REACH = 4
"""Words between a value and the words that take it back, and from those to what it shall be."""


@dataclass(frozen=True)
class ListedChoice:
    """What a message names for a property: `value`, at `places`, and how surely; `doubtful`: another one as well."""

    value: Json
    places: range
    strength: float
    doubtful: bool = False


def chosen(message: Message, one: Field, code: str, taken: AbstractSet[int], other: Json = None) -> ListedChoice | None:
    """The listed value, or values, that a message names for a property; `other` is that at the other end of its way."""
    near = [at for at, root in enumerate(message.stems) if root in one.stems]
    found = [value for value in named_values(message, one.values, code, near) if value.value.value != other]
    if not one.many:
        found = _kept(message, found)
    if one.way:
        found = _at_end(message, one.way, found, taken)
    if not found:
        return None
    best = found[0]
    if one.many:
        sure = sorted((each for each in found if each.strength >= best.strength - 0.2), key=lambda each: each.start)
        return ListedChoice([each.value.value for each in sure], range(best.start, best.end), best.strength)
    doubtful = _doubtful(one, found, taken) or (not one.way and _taken_back(message, best))
    return ListedChoice(best.value.value, range(best.start, best.end), best.strength, doubtful)


def _doubtful(one: Field, found: Sequence[NamedValue], taken: AbstractSet[int]) -> bool:
    """Whether two values are named outright, so that nobody knows which is meant."""
    best = found[0]
    if one.way or best.strength < (HEAD if best.value.standard else EXACT):
        return False
    others = [each for each in found[1:] if each.strength >= best.strength - ALIKE and each.start != best.start]
    return any(not taken & set(range(each.start, each.end)) for each in others)


def _taken_back(message: Message, best: NamedValue) -> bool:
    """Whether words that take something back stand behind a value, and nobody knows what they put in place."""
    return any(0 <= cue.start - best.end <= REACH for cue in cues(message))


def _kept(message: Message, found: Sequence[NamedValue]) -> list[NamedValue]:
    """The values without those that were taken back for another: `economy, no, business`."""
    back = [cue for cue in cues(message) if len(found) > 1]

    def gone(value: NamedValue) -> bool:
        return any(
            0 <= cue.start - value.end <= REACH and 0 <= other.start - cue.stop <= REACH
            for cue in back
            for other in found
            if other is not value
        )

    return [value for value in found if not gone(value)]


def _at_end(message: Message, way: str, found: Sequence[NamedValue], taken: AbstractSet[int]) -> list[NamedValue]:
    """Of values that may stand at either end of a way those at this one: after its word, else where no other does. What
    is counted (`80 pounds`) is what it comes from."""
    function, pairs = message.tongue.function, message.tongue.data["from_to"]

    def follows(value: NamedValue, end: int) -> bool:
        ends = {fold(pair[end]) for pair in pairs}
        before = message.folds[max(0, value.start - 2) : value.start][::-1]
        return bool(before) and (before[0] in ends or (len(before) > 1 and before[0] in function and before[1] in ends))

    def counted(value: NamedValue) -> bool:
        spans = [message.over(number.start, number.end) for number in message.numbers if not number.article]
        return any(span.stop == value.start or value.end in span for span in spans)

    mine, other = (0, 1) if way == "from" else (1, 0)
    here = [value for value in found if follows(value, mine) and not follows(value, other)]
    free = [value for value in found if not taken & set(range(value.start, value.end)) and not follows(value, other)]
    by_place = sorted(free, key=lambda value: (counted(value) != (way == "from"), value.start))
    if way == "to" and len(by_place) == 1 and counted(by_place[0]):
        by_place = []
    return here or by_place
