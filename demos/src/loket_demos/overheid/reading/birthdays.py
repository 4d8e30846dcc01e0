"""The day on which the speaker comes of age, where a message tells it."""

import re
from collections.abc import Iterator
from datetime import date
from typing import Literal

from loket.language.dates import FoundDate
from loket.language.message import Message
from loket_demos.overheid.reading.clauses import Clauses
from loket_demos.overheid.reading.field_words import field_words, places

OF_AGE = 18
LATE = 28
"""Of a birthday whose month alone is known: it is the first day of the month for few."""

YEAR = re.compile(r"^ (20\d\d)\b")


def eighteenth(message: Message, year: int | None, of_child: bool = False) -> date | None:
    """The eighteenth birthday of the speaker, or of a child: a date beside a verb of becoming and that age. Without a
    year of its own it is in the year that was asked about, or else the next one, or the last where the verb is of the
    past."""
    known, clauses = field_words(), Clauses.of(message)
    becomes, became = places(message, known.wordt), places(message, known.werd)
    numbers = [message.at(one.start) for one in message.numbers if one.value == OF_AGE]
    for at in numbers:
        near = {clauses.number(at), clauses.number(at) - 1}
        verbs = [verb for verb in (*becomes, *became) if clauses.number(verb) == clauses.number(at)]
        days = [one for one in message.dates if clauses.number(message.at(one.start)) in near]
        days = days or [month for word in clauses.words(clauses.number(at)) for month in _month(message, word)]
        if not verbs or not days or _who(message, clauses, clauses.number(at)) != ("child" if of_child else "own"):
            continue
        return _in_year(message, days[0], year, bool(set(verbs) & set(became)))
    return None


def _in_year(message: Message, found: FoundDate, year: int | None, past: bool) -> date:
    """The day in the year that was asked about, or the next one, or the last; of a month alone a late one."""
    ways = [found.ahead, found.back]
    told = YEAR.search(message.text[found.end : found.end + 6])
    if found.whole and told:
        return found.ahead.replace(year=int(told[1]), day=LATE)
    of_year = [day for day in ways if day.year == year]
    day = of_year[0] if of_year else ways[1] if past else ways[0]
    return day.replace(day=LATE) if found.whole else day


def _who(message: Message, clauses: Clauses, number: int) -> Literal["own", "child", "other"]:
    """Who becomes it in a clause: a child that it names, or whom the one before it named where it says *he*, *she* or
    nobody and the verb is of the third person; a partner is neither."""
    known, here = field_words(), set(clauses.words(number))
    named = {clauses.number(at) for at in places(message, (*known.kind, *known.welk_kind))}
    if number in named:
        return "child"
    speaks, third = here & set(places(message, known.ik)), here & set(places(message, known.derde))
    pointed = here & set(places(message, known.partner))
    if named and not speaks and (third or here & set(places(message, ("wordt",)))) and not pointed - set(third):
        return "child"
    return "other" if pointed else "own"


def _month(message: Message, at: int) -> Iterator[FoundDate]:
    """The month that a word names, ahead and back, where no day stands beside it."""
    word, today = message.words[at], message.today
    if (number := message.tongue.months.get(word.fold)) is not None:
        ahead = date(today.year + (number < today.month), number, 1)
        yield FoundDate(ahead, ahead.replace(year=ahead.year - 1), word.start, word.end, whole=True)
