"""Where the values of a message stand, and whether two of them are joined: side by side in a list, or by a word."""

from collections.abc import Sequence
from dataclasses import dataclass

from loket.core.data import Json
from loket.language.message import Message
from loket.language.tokens import fold


@dataclass(frozen=True, slots=True)
class ValuePlace:
    """A value that was told, and from where to where it stands."""

    value: Json
    start: int
    end: int


def joined(told: Message, one: ValuePlace, other: ValuePlace) -> bool:
    """Whether nothing stands between two values but a mark, a joining word or an article."""
    between = _between(told, one, other)
    if between is None or not all(is_joining(told, word) or word in _articles(told) for word in between):
        return between is not None and _another(told, between, max(one.end, other.end))
    start, end = min(one.end, other.end), max(one.start, other.start)
    return "," in told.text[start:end] or any(
        is_joining(told, word) for word in between
    )  # `three kids: 5` joins nothing


def _another(told: Message, between: Sequence[str], end: int) -> bool:
    """Whether the words before a number go on with one more child (`and the other 11`, `and her brother 7`), and none
    behind it says what it counts."""
    tongue = told.tongue
    persons = tongue.people | {fold(word) for one in tongue.data["other_one"] for word in one.split()}
    small = persons | (tongue.function - {fold(word) for word in tongue.data["being"]})
    counted = next((at for at, word in enumerate(told.words) if word.start >= end), None)
    joins = any(is_joining(told, word) for word in between) and not persons.isdisjoint(between)
    counts = counted is not None and told.weights[counted] == 1 and told.joined(counted - 1, counted)
    return joins and small.issuperset(between) and not counts


def goes_on_list(told: Message, one: ValuePlace, other: ValuePlace) -> bool:
    """Whether a value only goes on with a list of numbers, and names nobody anew (`and a girl, 10`)."""
    between = _between(told, one, other)
    return between is not None and all(is_joining(told, word) for word in between) and not _names_first(told, other)


def _names_first(told: Message, place: ValuePlace) -> bool:
    first = next((word.fold for word in told.words if word.start >= place.start), "")
    return first.isalpha() and first not in told.tongue.numbers


def side_by_side(told: Message, one: ValuePlace, other: ValuePlace) -> bool:
    """Whether two values are joined, whatever small words stand between them."""
    if (between := _between(told, one, other)) is None:
        return False
    marked = "," in told.text[one.end : other.start]
    return (marked or any(is_joining(told, word) for word in between)) and set(between) <= told.tongue.function


def _between(told: Message, one: ValuePlace, other: ValuePlace) -> Sequence[str] | None:
    """The words between two places, whichever is first; None when a sentence ends there."""
    start, end = min(one.end, other.end), max(one.start, other.start)
    if set(told.text[start:end]) & set(".;:!?()"):
        return None
    return [word.fold for word in told.words if start <= word.start < end]


def is_joining(told: Message, word: str) -> bool:
    """Whether a word joins two values."""
    return word in told.tongue.ands


def _articles(told: Message) -> frozenset[str]:
    return frozenset(fold(one) for one in told.tongue.data["ones"])
