"""A note that a message puts right: what is told anew stands in the place of what was told of the same kind."""

import re
from collections.abc import Sequence

from loket.language.memory import turn_of
from loket.language.message import Message, read

_CODE = re.compile(r"[+(]*\w*\d\w*(?:[ ()/.-]+\w*\d\w*)+|[^\W\d]+\d\w*")
"""A value of several groups of figures, or of letters and figures: a phone number, a code, a plate."""


def put_right(note: Message, message: Message) -> str:
    """The note with the day, the time or the number of a message that corrects it; empty where it has none of these."""
    if not turn_of(message).corrects:
        return ""
    for told_before, told in zip(_typed(note), _typed(message), strict=True):
        if told_before and told:
            begin, stop = told[0]
            new = message.text[begin:stop]
            old = _outdated(note, told_before, new)
            if old is None:
                return ""
            said = note.text[old[0] : old[1]]
            return f"{note.text[: old[0]]}{_lead(said, new)}{new}{note.text[old[1] :]}"
    return ""


def _outdated(note: Message, told: Sequence[tuple[int, int]], new: str) -> tuple[int, int] | None:
    """The last of what was told that a new value may stand for whole; None where it has only a part of it, or where
    one of several codes may be meant."""
    codes = [one for one in told if _CODE.fullmatch(note.text[one[0] : one[1]])]
    if not codes and not _CODE.fullmatch(new):
        return told[-1]
    alike = [one for one in told if 2 * _digits(new) > _digits(note.text[one[0] : one[1]]) >= _digits(new) / 2]
    same = len(alike) == 1 and note.text[alike[0][0] : alike[0][1]] == new
    return alike[0] if len(alike) == 1 and not same else None


def _digits(text: str) -> int:
    return sum(letter.isdigit() for letter in text)


def note_meant(message: Message, notes: Sequence[str], last: Sequence[str]) -> str:
    """Which note a message puts right: the newest of those that speak of what it does (`actually Josh is 3.5`), else
    the last one that was told of."""
    tongue = message.tongue.code
    of_it = (note for note in reversed(notes) if are_alike(read(note, message.today, tongue, tongue), message))
    return next(of_it, last[-1] if last else "")


def are_alike(one: Message, other: Message) -> bool:
    """Whether two texts share a word that carries a meaning."""
    return not {one.stems[at] for at in one.heavy}.isdisjoint(other.stems[at] for at in other.heavy)


def _typed(message: Message) -> Sequence[Sequence[tuple[int, int]]]:
    """Where days, times and numbers stand."""
    days, times = ([(one.start, one.end) for one in every] for every in (message.dates, message.times))
    codes = [one.span() for one in _CODE.finditer(message.text)]
    codes = [one for one in codes if not any(_overlap(one, other) for other in (*days, *times))]
    numbers = [(one.start, one.end) for one in message.numbers if not one.article]
    left = [one for one in numbers if not any(_overlap(one, other) for other in codes)]
    return [days, times, sorted((*codes, *left))]


def _overlap(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _lead(said: str, new: str) -> str:
    """The small words before a day or a time that only the note has (`on the 9th`)."""
    first = new.split()[0].lower()
    before = said.lower().split()
    at = next((n for n, word in enumerate(before) if word == first), None)
    if at is None:
        at = 1 if len(before) > len(new.split()) and before[0].isalpha() else 0
    return "".join(f"{word} " for word in said.split()[:at])
