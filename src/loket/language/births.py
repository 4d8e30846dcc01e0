"""When somebody was born, as far as it is told by an age: in years and months, at a birthday that is or was on a day or
in a month, by the year or the month of birth alone."""

import re
from collections.abc import Sequence
from datetime import date, timedelta
from functools import lru_cache

from loket.language.birthdays import MONTHS, OLDEST, FoundBirth, at_birthdays, beside_ages, earlier, follows, month_end
from loket.language.languages import alternatives, language
from loket.language.message import Message
from loket.language.tokens import flat, fold

BIRTH = "birth"
"""The concept of a word for being born."""


def births(message: Message, known: int | None = None) -> Sequence[FoundBirth]:
    """The births of a message in the order they are told, none inside another. `known` is an age told before."""
    taken: list[FoundBirth] = []
    told = (*_in_months(message), *at_birthdays(message), *_in_years(message), *beside_ages(message, known))
    for birth in told:
        apart = not any(birth.start < other.end and other.start < birth.end for other in taken)
        if apart and birth.first <= message.today:
            taken.append(birth)
    return sorted(taken, key=lambda birth: birth.start)


def _in_months(message: Message) -> Sequence[FoundBirth]:
    """Ages with their months: `5 years 8 months`, `18 months`, told of somebody and of no time that passes."""
    pattern = _in_months_pattern(message.tongue.code)
    found: list[FoundBirth] = []
    for match in pattern.finditer(flat(message.text)):
        months = int(match["y"] or 0) * MONTHS + int(match["m"])
        if months <= OLDEST * MONTHS and (match["old"] or _of_somebody(message, match.start())):
            first = earlier(message.today, months + 1) + timedelta(days=1)
            found.append(FoundBirth(first, earlier(message.today, months), match.start(), match.end()))
    return found


def _of_somebody(message: Message, start: int) -> bool:
    """Whether an age may stand at a place: behind a mark, a child, or a word that ages are told with."""
    at, data = message.at(start), message.tongue.data
    if at == 0 or not message.joined(at - 1, at):
        return True
    before = {fold(phrase.split()[-1]) for phrase in (*data["age_is"], *data["age_before"], *data["ones"])}
    return message.folds[at - 1] in before | {one.replace("'", "") for one in before} | message.tongue.children


def _in_years(message: Message) -> Sequence[FoundBirth]:
    """The year, or the month of a year, that somebody was born in."""
    found: list[FoundBirth] = []
    for first, last in (*_told_of_birth(message), *_of_a_year(message)):
        start, end = message.words[first].start, message.words[last - 1].end
        month = next((one for one in message.dates if one.whole and follows(message, end, one.start)), None)
        year = next((at for at in range(last, min(last + 3, len(message.words))) if _year(message, at)), None)
        if month is not None and _YEAR.search(message.text, month.start, month.end):
            found.append(FoundBirth(month.back, month_end(month.back), start, month.end))
        elif year is not None and all(message.weights[at] < 1 for at in range(last, year)):
            value = int(message.words[year].text)
            found.append(FoundBirth(date(value, 1, 1), date(value, 12, 31), start, message.words[year].end))
    return found


def _told_of_birth(message: Message) -> Sequence[tuple[int, int]]:
    return [(one.start, one.end) for one in message.meanings if one.concept == BIRTH]


def _of_a_year(message: Message) -> Sequence[tuple[int, int]]:
    """The words right before a year that say that it is one of birth (`Jahrgang 2016`); small ones (`uit 2016`) only
    behind a child."""
    found: list[tuple[int, int]] = []
    for phrase in message.tongue.phrases("birth_years"):
        for at in range(len(message.words) - len(phrase)):
            stop = at + len(phrase)
            small = all(weight < 1 for weight in message.weights[at:stop])
            child = at > 0 and message.folds[at - 1] in message.tongue.people
            if message.folds[at:stop] == phrase and _year(message, stop) and (child or not small):
                found.append((at, stop))
    return found


def in_month(message: Message, first: date, last: date) -> tuple[date, date] | None:
    """The days of one month between two days, where a message names no more than a month: an answer to `when?`."""
    if any(not one.whole for one in message.dates):
        return None
    named = {message.tongue.months[word] for word in message.folds if word in message.tongue.months}
    if len(named) != 1:
        return None
    month = named.pop()
    begins = next((day for year in (first.year, last.year) if first <= (day := date(year, month, 1)) <= last), None)
    return None if begins is None else (begins, month_end(begins))


def on_birthday(message: Message, first: date, last: date) -> tuple[date, date] | None:
    """The day between two days on which somebody has the birthday that a message tells without its year, and no more
    than that."""
    words = {fold(one) for one in message.tongue.data["birthdays"]}
    told = {at for one in message.dates for at in message.over(one.start, one.end)}
    said = {at for one in message.meanings if one.concept == BIRTH for at in range(one.start, one.end)}
    heavy = {at for at in message.heavy if message.folds[at] not in words}
    if len(message.dates) != 1 or not heavy <= told | said:
        return None
    day = message.dates[0]
    if day.whole or _YEAR.search(message.text, day.start, day.end):
        return None
    told_on = (day.ahead.month, day.ahead.day)
    days = (first + timedelta(days=n) for n in range((last - first).days + 1))
    born = next((one for one in days if (one.month, one.day) == told_on), None)
    return None if born is None else (born, born)


def _year(message: Message, at: int) -> bool:
    word = message.words[at]
    dated = any(one.start < word.end and word.start < one.end for one in message.dates)
    return not dated and _YEAR.fullmatch(word.text) is not None


_YEAR = re.compile(r"(?:19|20)\d{2}")


@lru_cache(maxsize=8)
def _in_months_pattern(code: str) -> re.Pattern[str]:
    data = language(code).data
    units, joins = data["units"], alternatives(data["ands"][:1])
    years, months = (alternatives(units[unit]) for unit in ("year", "month"))
    old = alternatives({name.split()[-1] for name in data["age_after"] if " " in name})
    return re.compile(
        rf"(?<![\d£€$.,])(?:(?P<y>\d{{1,2}})\s*(?:(?:{years})\b,?\s*)?(?:(?:{joins})\s+)?)?"
        rf"(?<!\d)(?P<m>\d{{1,4}})[\s-]*(?:{months})\b(?:[\s-]*(?P<old>{old})\b)?"
    )
