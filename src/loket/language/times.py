"""Finds times of day in a text: 14:30, 3pm, half tien, às 20h, tien voor acht. A time in twelve hours is before noon or
after it by the part of the day that is spoken of, or by what it comes after; else it may be in doubt."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Any

from loket.language.languages import alternatives, language
from loket.language.tokens import flat

HOUR, HALF_DAY = 60, 12 * 60

EARLIEST = 6 * HOUR
"""An earlier time, said without more, is meant after noon: nobody asks to come at four in the night."""

EITHER = range(EARLIEST, 9 * HOUR)
"""As much is done at these times as twelve hours later."""

NIGHT = "night"
"""The part of the day that is of both halves."""

FIVES = "5|10|15|20|25"
"""So many minutes are told before or after an hour."""


@dataclass(frozen=True, slots=True)
class FoundTime:
    """A time of day as `hh:mm`, from `start` to before `end`; `doubtful`: it may be meant twelve hours later. `at`: it
    is no while, by the word before it; `goes_on`: it lasts until the next one."""

    value: str
    start: int
    end: int
    doubtful: bool = False
    at: bool = False
    goes_on: bool = False

    @property
    def later(self) -> str:
        """The time twelve hours later."""
        return f"{int(self.value[:2]) + HALF_DAY // HOUR}{self.value[2:]}"


@dataclass(frozen=True, slots=True)
class _Spoken:
    """A time as it was said, in minutes; `part`: the part of the day beside it. `full`: it is told in 24 hours, or with
    its minutes, which leaves no doubt (`exact`) but where a part of the day is spoken of."""

    minutes: int
    start: int
    end: int
    part: str = ""
    full: bool = False
    exact: bool = False


def times(text: str, code: str) -> list[FoundTime]:
    """The times of a text in the order they stand, none inside another."""
    low = flat(text)
    tables = _patterns(code)
    spoken: list[_Spoken] = []
    for pattern in tables.every:
        for match in pattern.finditer(low):
            if any(match.start() < old.end and old.start < match.end() for old in spoken):
                continue
            one = _read(match, tables)
            if one is not None:
                spoken.append(one)
    if not spoken:
        return []
    spoken = sorted(spoken + _begun(low, spoken, tables), key=lambda one: one.start)
    return _settled(low, spoken, tables)


@dataclass(frozen=True, slots=True)
class _Tables:
    """How a language tells times; `parts` finds the parts of the day, `until` what goes on to a later time."""

    every: tuple[re.Pattern[str], ...]
    numbers: Mapping[str, int]
    moments: Mapping[str, str]
    halves: Mapping[str, int]
    turns: Mapping[str, int]
    parts: re.Pattern[str]
    until: re.Pattern[str]
    at: re.Pattern[str]
    begins: re.Pattern[str]


@lru_cache(maxsize=8)
def _patterns(code: str) -> _Tables:
    data = language(code).data
    numbers = {flat(word): number for word, number in data["numbers"].items() if number <= 25}
    hour = rf"(?P<h>\d{{1,2}}|{alternatives(numbers)})"
    halves = {flat(name): minutes for name, minutes in data["half"].items()}
    turns = {flat(name): 1 for name in data["minutes_after"]} | {flat(name): -1 for name in data["minutes_before"]}
    since, until = (alternatives(pair[end] for pair in data["from_to"]) for end in (0, 1))
    moments = {flat(name): value for name, value in data["moments"].items()}
    return _Tables(
        tuple(map(re.compile, _sources(data, numbers, hour, alternatives(turns)))),
        numbers,
        moments,
        halves,
        turns,
        _parts(data),
        re.compile(
            rf"\s*(?:(?P<to>-|–|{until})|{alternatives(data['ands'])})\s*(?:(?:{alternatives(data['at'])})\s+)?"
        ),
        re.compile(rf"(?<!\w)(?:{since}|{until}|{alternatives(data['at'])})\s+$"),
        re.compile(rf"(?<!\w)(?:{since})\s+{hour}\s+(?:{until})\s+(?:(?:{alternatives(data['at'])})\s+)?$"),
    )


def _sources(data: Mapping[str, Any], numbers: Mapping[str, int], hour: str, turn: str) -> list[str]:
    at, clock = alternatives(data["at"]), alternatives(data["clock"])
    until = alternatives(pair[1] for pair in data["from_to"])
    half = rf"(?:\s*(?:(?P<pm>{alternatives(data['pm'])})|(?P<am>{alternatives(data['am'])}))(?!\w))?"
    before, wide = alternatives(data["half_before"]), alternatives(one for one in data["minutes_before"] if " " in one)
    fives = rf"(?P<minutes>{FIVES}|{alternatives(word for word, n in numbers.items() if str(n) in FIVES.split('|'))})"
    ones, about = alternatives(data["ones"]), alternatives(data["about"])
    sources = [
        # `om een uur of drie` is about three.
        rf"\b(?:{ones})\s+(?:{clock})\s+(?:{about})\s+{hour}\b(?!\s*(?:{clock})(?!\w)){half}",
        rf"(?<![\d:.,])(?P<h>\d{{1,2}}):(?P<m>\d{{2}})(?!\d|:\d){half}",
        r"(?<![\w:.,])(?P<h>\d{1,2})\s?(?:h|uhr|u)\s?(?P<m>[0-5]\d)(?!\w)",
        rf"(?<![\w:.,])(?P<h>\d{{1,2}})\.(?P<m>[0-5]\d)\s?(?:{clock})(?!\w){half}",
        rf"\b{fives}\s+(?P<by>{turn})\s+(?P<half>{before})\s+{hour}\b{half}",
        rf"\b(?:{at})\s+{fives}\s+(?P<by>{turn})\s+{hour}\b{half}",
        rf"\b{fives}\s+(?P<by>{wide})\s+{hour}\b{half}",
        rf"\b(?P<half>{before})\s+{hour}\b{half}",
        rf"\b(?P<turn>{alternatives(data['half'])})\s+{hour}\b{half}",
        rf"\b(?:{at})\s+{hour}\s*(?:{clock})?\s+(?P<turn>{alternatives(data['half'])})\b{half}",
        r"(?<![\w:.,])(?P<h>\d{1,2})\s?(?:(?P<pm>pm|p\.m\.)|(?P<am>am|a\.m\.))(?!\w)",
        rf"(?<![\w:.,-]){hour}\s?(?P<clock>{clock})(?!\w){half}",
        rf"\b(?P<moment>{alternatives(data['moments'])})\b",
        rf"\b(?:{at}|{until})\s+{hour}\s+(?:(?P<pm>{alternatives(data['pm'])})|(?P<am>{alternatives(data['am'])}))(?!\w)",
        rf"\b(?:{at})\s+(?P<h>\d{{1,2}})(?![\w:/%-]|[.,]\d|\s*(?:euro|%|\d|[a-z]+[a-z]))",
    ]
    others = alternatives([*data["currency"], *(name for names in data["units"].values() for name in names)])
    long = alternatives(word for word in data["at"] if len(word) > 1)
    sources.append(rf"\b(?:{long})\s+(?P<h>\d{{1,2}})\.(?P<m>[0-5]\d)(?![\w%]|[.,]\d|\s*(?:[€$£%]|(?:{others})\b))")
    if data["at_clock"]:
        ones = set(map(flat, data["ones"]))
        spoken = alternatives(word for word, number in numbers.items() if word not in ones and number <= 24)
        after = rf"(?![\w:/%-]|[.,]\d|\s*(?:%|\d|(?:{others})\b))"
        sources.append(rf"\b(?:{alternatives(data['at_clock'])})\s+(?P<h>\d{{1,2}}|{spoken}){after}")
    return sources


def _parts(data: Mapping[str, Any]) -> re.Pattern[str]:
    """The parts of the day wherever they stand, also at the end of a day (`vrijdagavond`); no greeting is one."""
    talk, days = alternatives(data["small_talk"]), alternatives([*chain.from_iterable(data["weekdays"]), *data["days"]])
    named = {part: alternatives(names) for part, names in data["day_parts"].items()}
    ends = alternatives(data["day_ends"])
    every = "|".join(rf"(?P<{part}>{alternatives(data[part])}|(?:{days})?(?:{named[part]}))" for part in ("am", "pm"))
    night = rf"(?P<{NIGHT}>(?:{days})?(?:{named[NIGHT]}))"
    return re.compile(rf"(?<!\w)(?:(?:{talk})|(?:{days})(?P<end>{ends})|{every}|{night})(?!\w)")


def _read(match: re.Match[str], tables: _Tables) -> _Spoken | None:
    got = {name: " ".join(value.split()) for name, value in match.groupdict().items() if value is not None}
    if "moment" in got:
        hours, minutes = map(int, tables.moments[got["moment"]].split(":"))
        return _Spoken(hours * HOUR + minutes, match.start(), match.end(), full=True)
    hour, minutes = _hour(got["h"], tables), int(got.get("m", 0))
    total = hour * HOUR + minutes - (30 if "half" in got else 0)
    total += tables.halves[got["turn"]] if "turn" in got else 0
    if "by" in got:
        total += tables.turns[got["by"]] * (int(f) if (f := got["minutes"]).isdigit() else tables.numbers[f])
    if hour > 24 or minutes > 59 or not 0 <= total <= 24 * HOUR:
        return None
    part = "pm" if "pm" in got else "am" if "am" in got else ""
    full = total >= HALF_DAY + HOUR or got["h"].startswith("0")
    exact = "m" in got
    return _Spoken(total, match.start(), match.end(), part, full, exact)


def _hour(text: str, tables: _Tables) -> int:
    return int(text) if text.isdigit() else tables.numbers[text]


def _begun(low: str, spoken: Sequence[_Spoken], tables: _Tables) -> list[_Spoken]:
    """The times from which it goes on until another one: `van 9 tot 5 uur`."""
    found: list[_Spoken] = []
    for one in spoken:
        match = tables.begins.search(low, 0, one.start) or tables.begins.search(low, 0, _figure(low, one))
        hour = _hour(match["h"], tables) if match else 25
        if (
            match
            and hour <= 24
            and not any(match.start("h") < old.end and old.start < match.end("h") for old in spoken)
        ):
            full = hour > 12 or match["h"].startswith("0")
            found.append(_Spoken(hour * HOUR, match.start("h"), match.end("h"), full=full))
    return found


def _figure(low: str, one: _Spoken) -> int:
    """Where the hour of a time stands in figures, behind the word before it."""
    figure = re.search(r"\d", low[one.start : one.end])
    return one.start + (figure.start() if figure else 0)


def _settled(low: str, spoken: Sequence[_Spoken], tables: _Tables) -> list[FoundTime]:
    """The times as they are on the clock."""
    named = [(match.start(), part) for match in tables.parts.finditer(low) if (part := _part(match))]
    parts = [(at, part) for at, part in named if not any(one.start <= at < one.end for one in spoken)]
    clock, open_, ranges = list[int](), list[bool](), list[bool]()
    for at, one in enumerate(spoken):
        after = spoken[at + 1] if at + 1 < len(spoken) else None
        link = tables.until.fullmatch(low, one.end, _figure(low, after)) if after is not None else None
        goes_on = link is not None
        part = one.part or ("" if goes_on and after and after.part else _nearest(parts, one))
        midday = not one.part and one.minutes >= HALF_DAY
        minutes = one.minutes if one.full or midday or not part else _in(one.minutes, part)
        sure = one.full or bool(part)
        if not sure and after is not None and goes_on and (after.part or after.minutes < EARLIEST):
            minutes, sure = _before(minutes, _in(after.minutes, after.part or "pm")), True
        elif not sure and minutes < EARLIEST:
            minutes, sure = minutes + HALF_DAY, True
        elif not sure and not one.exact and clock and minutes <= clock[-1] < HALF_DAY:
            # What follows comes after what it follows, which was before noon then.
            minutes, sure, open_[-1] = minutes + HALF_DAY, True, False
        if clock and clock[-1] < minutes < clock[-1] + HALF_DAY and sure:
            open_[-1] = False
        clock.append(minutes)
        ranges.append(link is not None and link["to"] is not None)
        open_.append(not sure and not one.exact and minutes in EITHER)
    return [
        FoundTime(
            f"{minutes // HOUR % 24:02}:{minutes % HOUR:02}",
            *(one.start, one.end, doubtful),
            at=tables.at.search(low, 0, _figure(low, one)) is not None,
            goes_on=goes_on,
        )
        for one, minutes, doubtful, goes_on in zip(spoken, clock, open_, ranges, strict=True)
    ]


def _part(match: re.Match[str]) -> str:
    return "am" if match["end"] else next((part for part in ("am", "pm", NIGHT) if match[part]), "")


def _nearest(parts: Sequence[tuple[int, str]], one: _Spoken) -> str:
    """The part of the day that is spoken of nearest to a time."""
    return min(parts, key=lambda each: abs(each[0] - one.start), default=(0, ""))[1]


def _in(minutes: int, part: str) -> int:
    """A time in twelve hours as it is in a part of the day."""
    later = part == "pm" or (part == NIGHT and minutes >= EARLIEST)
    return minutes % HALF_DAY + HALF_DAY * later if minutes < HALF_DAY + HOUR else minutes


def _before(minutes: int, end: int) -> int:
    """A time in twelve hours from which it goes on until another."""
    return minutes + HALF_DAY if minutes + HALF_DAY < end else minutes
