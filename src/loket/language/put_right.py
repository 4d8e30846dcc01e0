"""A note that a message puts right: what is told anew stands in the place of what was told of the same kind."""

from collections.abc import Sequence

from loket.language.memory import turn_of
from loket.language.message import Message, read


def put_right(note: Message, message: Message) -> str:
    """The note with the day, the time or the number of a message that corrects it; empty where it has none of these."""
    if not turn_of(message).corrects:
        return ""
    for old, told in zip(_typed(note), _typed(message), strict=True):
        if old and told:
            (start, end), (begin, stop) = old[-1], told[0]
            said, new = note.text[start:end], message.text[begin:stop]
            return f"{note.text[:start]}{_lead(said, new)}{new}{note.text[end:]}"
    return ""


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
    numbers = [one for one in message.numbers if not one.article]
    return [[(one.start, one.end) for one in every] for every in (message.dates, message.times, numbers)]


def _lead(said: str, new: str) -> str:
    """The small words before a day or a time that only the note has (`on the 9th`)."""
    first = new.split()[0].lower()
    before = said.lower().split()
    at = next((n for n, word in enumerate(before) if word == first), None)
    if at is None:
        at = 1 if len(before) > len(new.split()) and before[0].isalpha() else 0
    return "".join(f"{word} " for word in said.split()[:at])
