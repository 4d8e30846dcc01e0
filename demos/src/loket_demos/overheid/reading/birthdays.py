"""The day on which the speaker comes of age, where a message tells it."""

from collections.abc import Iterator
from datetime import date

from loket.language.dates import FoundDate
from loket.language.message import Message
from loket_demos.overheid.reading.clauses import Clauses
from loket_demos.overheid.reading.field_words import field_words, places

OF_AGE = 18
LATE = 28
"""Of a birthday whose month alone is known: it is the first day of the month for few."""


def eighteenth(message: Message, year: int | None) -> date | None:
    """The eighteenth birthday: a date beside a verb of becoming and that age. Without a year of its own it is in the
    year that was asked about, or else the next one, or the last where the verb is of the past."""
    known, clauses = field_words(), Clauses.of(message)
    becomes, became = places(message, known.wordt), places(message, known.werd)
    children = {clauses.number(at) for at in places(message, (*known.kind, *known.partner))}
    numbers = [message.at(one.start) for one in message.numbers if one.value == OF_AGE]
    for at in numbers:
        near = {clauses.number(at), clauses.number(at) - 1}
        verbs = [verb for verb in (*becomes, *became) if clauses.number(verb) == clauses.number(at)]
        days = [one for one in message.dates if clauses.number(message.at(one.start)) in near]
        days = days or [month for word in clauses.words(clauses.number(at)) for month in _month(message, word)]
        if not verbs or not days or clauses.number(at) in children:
            continue
        ways = [days[0].ahead, days[0].back]
        of_year = [day for day in ways if day.year == year]
        day = of_year[0] if of_year else ways[1] if set(verbs) & set(became) else ways[0]
        return day.replace(day=LATE) if days[0].whole else day
    return None


def _month(message: Message, at: int) -> Iterator[FoundDate]:
    """The month that a word names, ahead and back, where no day stands beside it."""
    word, today = message.words[at], message.today
    if (number := message.tongue.months.get(word.fold)) is not None:
        ahead = date(today.year + (number < today.month), number, 1)
        yield FoundDate(ahead, ahead.replace(year=ahead.year - 1), word.start, word.end, whole=True)
