"""An income of only a part of a year: from or until some month, of its first half, of so many months."""

from collections.abc import Iterator, Sequence

from loket.language.message import Message
from loket.language.rates import YEARS
from loket_demos.overheid.reading.clauses import Clauses
from loket_demos.overheid.reading.field_words import field_words, places

FAR = 4
"""Words in which the month follows: `until the end of June`."""
NEAR = 2
"""Words in which a part of the year follows: `the first three months`."""
LAST_DAY = 31
MONTHS = range(2, 12)
"""So many months are no year."""


def of_part(message: Message, starts: Sequence[int], year: int | None) -> bool:
    """Whether an income that begins at one of these places in the text is that of only a part of the year. What is
    told of it in the clause before, beside a word of income, counts as well."""
    clauses, known = Clauses.of(message), field_words()
    own = {clauses.number(message.at(start)) for start in starts}
    earned = {clauses.number(at) for words in (known.inkomen, known.werk) for at in places(message, words)}
    here = own | {number - 1 for number in own if number - 1 in earned}
    return any(clauses.number(at) in here for at in (*_bounds(message, year), *_parts(message)))


def _bounds(message: Message, year: int | None) -> Iterator[int]:
    """Where a month of this year stands from which or until which something is."""
    known, months = field_words(), message.tongue.data["months"]
    which = {one: number for number, names in enumerate(months) for one in names}
    amounts = [message.at(one.start) for one in message.numbers if one.value > LAST_DAY]
    for words, whole in ((known.vanaf, 0), (known.tot, len(months) - 1)):
        for at in places(message, words):
            amount = min((one for one in amounts if one > at), default=len(message.folds))
            near = range(at + 1, min(at + 1 + FAR, amount))
            month = next((spot for spot in near if message.folds[spot] in which), None)
            if month is not None and which[message.folds[month]] != whole and _is_of(message, month, year):
                yield month


def _is_of(message: Message, month: int, year: int | None) -> bool:
    """Whether a month is of this year, as one without a year is."""
    behind = {message.at(one.start): one.value for one in message.numbers}.get(month + 1)
    return behind not in YEARS or year is None or behind == year


def _parts(message: Message) -> Iterator[int]:
    """Where a part of a year is told of: `the second half`, `the last months`, `for six months`."""
    known, children = field_words(), set(places(message, field_words().kind))
    clauses, folds = Clauses.of(message), message.folds
    spans = [at for at in places(message, known.deel_jaar) if folds[at - 1 : at] != ("per",)]
    first = places(message, known.welk_deel)
    many = {message.at(one.start) for one in message.numbers if one.value in MONTHS}
    for at in spans:
        counted = at - 1 in many and folds[at] in known.maanden and folds[at + 1 : at + 2] != ("oud",)
        told = counted or any(0 < at - spot <= NEAR for spot in first)
        if told and not children & set(clauses.words(clauses.number(at))):
            yield at
