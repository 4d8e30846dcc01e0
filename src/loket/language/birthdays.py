"""When somebody was born, told by an age and a birthday: `turned 8 last week`, `15, 16 in May`, `8 since May`."""

import re
from calendar import monthrange
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache

from loket.language.dates import FoundDate
from loket.language.languages import alternatives, language
from loket.language.message import Message
from loket.language.tokens import flat, fold

MONTHS = 12
OLDEST = 120
"""Nobody is older, in years."""
GOES_ON = 24
"""So many characters may stand between an age and the next one that somebody comes to (`15, nearly 16 in May`)."""


@dataclass(frozen=True, slots=True)
class FoundBirth:
    """The first and the last day somebody may be born on, told from `start` to before `end` of a text."""

    first: date
    last: date
    start: int
    end: int

    def age(self, today: date) -> int | None:
        """How old that is on a day, where all these days give the same."""
        ages = {age_on(today, born) for born in (self.first, self.last)}
        return ages.pop() if len(ages) == 1 else None


def age_on(day: date, born: date) -> int:
    """How old somebody is on a day, who was born on another."""
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))


def at_birthdays(message: Message) -> Sequence[FoundBirth]:
    """Ages that somebody comes to, or came to, on a day or in a month: `he'll be 15 in May`, `turned 8 last week`,
    `she's 8 in May`, `10 since October`."""
    known = _patterns(message.tongue.code)
    found: list[FoundBirth] = []
    for match in known.birthday.finditer(flat(message.text)):
        found += _reached(message, match, _birthday(message, match.end("n"), bool(match["back"])))
    for pattern, back in known.at_once:
        for match in pattern.finditer(flat(message.text)):
            if "m" not in match.groupdict() or _next_age(message, match):
                found += _reached(message, match, _at_once(message, match.end(), back))
    return found


def beside_ages(message: Message, known: int | None = None) -> Sequence[FoundBirth]:
    """Birthdays without their year beside an age of now: `he's 8, birthday in May`. `known` is an age that was told
    before, for a message that tells none. A birthday in this month may be over or not: it tells nothing by itself."""
    words = {fold(one) for one in message.tongue.data["birthdays"]}
    words |= {f"{one}{end}" for one in words for end in ("'s", "s")}
    found: list[FoundBirth] = []
    for at in (at for at, one in enumerate(message.folds) if one in words):
        start, end = message.words[at].start, message.words[at].end
        age, begin, stop = _nearest(message, start, known)
        span = _birthday(message, end, back=True) or _before(message, start)
        if age is None or age > OLDEST or span is None or _dated(message, span[2]):
            continue
        first, last, close = span
        if first <= message.today <= last and first != last:
            continue
        months = MONTHS * (age + (first > message.today))
        found.append(
            FoundBirth(earlier(first, months), earlier(last, months), min(begin, start), max(stop, end, close))
        )
    return found


def follows(message: Message, end: int, start: int) -> bool:
    """Whether a place stands behind another, with nothing but small words, and those for a birthday, between."""
    if start < end or any(mark in message.text[end:start] for mark in ".;!?"):
        return False
    small = {fold(one) for one in message.tongue.data["birthdays"]}
    between = (at for at, word in enumerate(message.words) if end <= word.start < start)
    return all(message.weights[at] < 1 or message.folds[at] in small for at in between)


def month_end(day: date) -> date:
    """The last day of a month."""
    return day.replace(day=monthrange(day.year, day.month)[1])


def earlier(day: date, months: int) -> date:
    """The same day so many months before, or the last of its month."""
    number = day.year * MONTHS + day.month - 1 - months
    first = date(number // MONTHS, number % MONTHS + 1, 1)
    return first.replace(day=min(day.day, month_end(first).day))


def _number(message: Message, said: str) -> int:
    return int(said) if said.isdigit() else language(message.tongue.code).numbers[fold(said)]


def _next_age(message: Message, match: re.Match[str]) -> bool:
    """Whether two numbers are an age of now and the next one: the first counts nobody and is no time."""
    at = message.at(match.end("m"))
    counts = at < len(message.words) and message.folds[at] in message.tongue.people
    timed = any(one.start < match.end("m") and match.start("m") < one.end for one in message.times)
    return not (counts or timed) and _number(message, match["n"]) == _number(message, match["m"]) + 1


def _reached(message: Message, match: re.Match[str], span: tuple[date, date, int] | None) -> Sequence[FoundBirth]:
    """The days of birth of who comes to an age on the days of a birthday."""
    age = _number(message, match["n"])
    if span is None or age > OLDEST:
        return ()
    first, last, end = span
    return [FoundBirth(earlier(first, age * MONTHS), earlier(last, age * MONTHS), match.start(), end)]


def _at_once(message: Message, end: int, back: bool) -> tuple[date, date, int] | None:
    """The days of a birthday that stands right behind an age, with nothing but a word that days are told with between;
    a day with its year is no birthday."""
    data = message.tongue.data
    since = {fold(one) for one in data["age_since"]}
    behind = next((word.fold for word in message.words if word.start >= end), "")
    span = _birthday(message, end, back or behind in since)
    if span is None or _dated(message, span[2]):
        return None
    leads = {fold(word) for name in ("date_on", "month_alone") for one in data[name] for word in one.split()}
    begin = min((one.start for one in message.dates if one.end == span[2]), default=span[2])
    between = [word for word in message.words if end <= word.start < min(begin, span[2])]
    month = {word.fold for word in between} & message.tongue.months.keys()
    marked = re.search(r"[,;:.!?()]", message.text[end : min(begin, span[2])])
    return span if not marked and leads | month >= {word.fold for word in between} else None


def _dated(message: Message, end: int) -> bool:
    """Whether the day that ends at a place is told with its year."""
    return any(one.end == end and re.search(r"\d{4}", message.text[one.start : one.end]) for one in message.dates)


def _nearest(message: Message, place: int, known: int | None) -> tuple[int | None, int, int]:
    """The age that was told last before a place, else the first behind it, else the one that is known; and where it
    stands."""
    spans = [(int(one.value), one.start, one.end) for one in message.ages if one.kind == "age"]
    if not spans:
        dated = [(one.start, one.end) for one in (*message.dates, *message.times, *message.grades)]
        free = [one for one in message.numbers if one.kind == "number" and not one.article and one.value < 100]
        free = [one for one in free if not any(a < one.end and one.start < b for a, b in dated)]
        free = [one for one in free if message.tongue.people.isdisjoint(message.folds[message.at(one.end) :][:1])]
        spans = [(int(one.value), one.start, one.end) for one in free if len(free) == 1 and one.value == int(one.value)]
    before = [one for one in spans if one[2] <= place]
    return (*before[-1:], *spans[:1], (known, place, place))[0]


def _before(message: Message, start: int) -> tuple[date, date, int] | None:
    """The days of a birthday that stand before its word (`3 May is his birthday`)."""
    day = next((one for one in message.dates if one.end <= start and follows(message, one.end, start)), None)
    return None if day is None else (*_days(message, day, back=True), day.end)


def _birthday(message: Message, end: int, back: bool) -> tuple[date, date, int] | None:
    """The days that a birthday behind a place may be on, and where they end in the text."""
    day = next((one for one in message.dates if follows(message, end, one.start)), None)
    if day is not None:
        return *_days(message, day, back), day.end
    words = ((word, message.tongue.months[word.fold]) for word in message.words if word.fold in message.tongue.months)
    word, month = next((one for one in words if follows(message, end, one[0].start)), (None, 0))
    if word is None:
        return None
    later, before = month < message.today.month, month > message.today.month
    year = message.today.year + (-before if back else later)
    return date(year, month, 1), month_end(date(year, month, 1)), word.end


def _days(message: Message, day: FoundDate, back: bool) -> tuple[date, date]:
    """The days that a date may mean: a month or a year that is told whole, the week that is told without its day."""
    told = day.back if back else day.ahead
    words = flat(message.text[day.start : day.end]).split()
    units = {unit: set(map(flat, names)) for unit, names in message.tongue.data["units"].items()}
    if day.whole:
        year = not units["year"].isdisjoint(words)
        return told, date(told.year, 12, 31) if year else month_end(told)
    if not units["week"].isdisjoint(words) and not any(word in message.tongue.numbers for word in words):
        monday = told - timedelta(days=told.weekday())
        return monday, monday + timedelta(days=6)
    return told, told


@dataclass(frozen=True, slots=True)
class _Patterns:
    birthday: re.Pattern[str]
    at_once: tuple[tuple[re.Pattern[str], bool], ...]
    """With a day right behind them, and whether that is over."""


@lru_cache(maxsize=8)
def _patterns(code: str) -> _Patterns:
    tongue = language(code)
    data = tongue.data
    n = rf"\d{{1,3}}|{alternatives(word for word, number in data['numbers'].items() if 1 <= number <= 99)}"
    came, coming = data["age_came"], data["age_comes"]
    # `she'll be`, and as many type it: `shell be`
    short = alternatives(one[1:] for one in coming if one.startswith("'"))
    alone = alternatives(one for one in coming if not one.startswith("'"))
    is_ = {one for one in data["age_is"] if " " in one or "'" in one}
    is_ |= {one.replace("'", "") for one in is_ if "'" in one}
    who, now, then = alternatives(tongue.somebody), *(alternatives(data[name]) for name in ("age_now", "age_then"))
    end = r"\b(?!\s?[%£€$/:.]\d?)"
    birthday = (
        rf"(?:\b(?:(?P<back>{alternatives(came)})|(?:{alone}))|(?<=[a-z])'?(?:{short}))\s+(?P<n>{n})\b(?!\s?[%£€$/])"
    )
    comes = rf"\b(?P<m>{n})\b(?!\s*(?:{alternatives(data['ands'])})\b)[^\d.;!?]{{1,{GOES_ON}}}\b(?P<n>{n}){end}"
    told, since = rf"\b(?:{alternatives(is_)})", alternatives(data["age_since"])
    at_once = (
        (rf"(?:{told}|\b(?:{who})\s+(?:{now}))\s+(?P<n>{n}){end}", False),
        (rf"\b(?:{who})\s+(?:{then})\s+(?P<n>{n}){end}", True),
        (comes, False),
        (rf"(?:^|[,(]|{told}(?:\s+[a-z]+)?)\s*(?P<n>{n})\s+(?:{since})\b", True),
    )
    return _Patterns(re.compile(birthday), tuple((re.compile(one), back) for one, back in at_once))
