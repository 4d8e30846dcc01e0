"""Finds times of day in a text: 14:30, 3pm, half tien, às 20h, um 8 Uhr, at noon."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from loket.language.languages import alternatives, language
from loket.language.tokens import flat

EARLIEST = 6
"""An hour before this one, said without more, is meant after noon: nobody asks to come at four in the night."""


@dataclass(frozen=True, slots=True)
class FoundTime:
    """A time of day as `hh:mm`, from `start` to before `end`."""

    value: str
    start: int
    end: int


def times(text: str, code: str) -> list[FoundTime]:
    """The times of a text in the order they stand, none inside another."""
    low = flat(text)
    taken: list[FoundTime] = []
    tables = _patterns(code)
    later = bool(tables.later.search(low)) and not tables.earlier.search(low)
    for pattern in tables.every:
        for match in pattern.finditer(low):
            if any(match.start() < old.end and old.start < match.end() for old in taken):
                continue
            value = _value(match, tables, later)
            if value is not None:
                taken.append(FoundTime(value, match.start(), match.end()))
    return sorted(taken, key=lambda one: one.start)


@dataclass(frozen=True, slots=True)
class _Tables:
    """How a language tells times; `later` and `earlier` are what says that all of them are after noon, or before."""

    every: tuple[re.Pattern[str], ...]
    numbers: Mapping[str, int]
    moments: Mapping[str, str]
    halves: Mapping[str, int]
    later: re.Pattern[str]
    earlier: re.Pattern[str]


@lru_cache(maxsize=8)
def _patterns(code: str) -> _Tables:
    data = language(code).data
    numbers = {flat(word): number for word, number in data["numbers"].items() if number <= 24}
    hour = rf"(?P<h>\d{{1,2}}|{alternatives(numbers)})"
    at, clock = alternatives(data["at"]), alternatives(data["clock"])
    pm, am = alternatives(data["pm"]), alternatives(data["am"])
    half = rf"(?:\s*(?:(?P<pm>{pm})|(?P<am>{am}))(?!\w))?"
    sources = [
        rf"(?<![\d:.,])(?P<h>\d{{1,2}}):(?P<m>\d{{2}})(?!\d|:\d){half}",
        r"(?<![\w:.,])(?P<h>\d{1,2})\s?(?:h|uhr|u)\s?(?P<m>[0-5]\d)(?!\w)",
        rf"(?<![\w:.,])(?P<h>\d{{1,2}})\.(?P<m>[0-5]\d)\s?(?:{clock})(?!\w){half}",
        rf"\b(?P<half>{alternatives(data['half_before'])})\s+{hour}\b{half}",
        rf"\b(?P<turn>{alternatives(data['half'])})\s+{hour}\b{half}",
        rf"\b(?:{at})\s+{hour}\s*(?:{clock})?\s+(?P<turn>{alternatives(data['half'])})\b{half}",
        r"(?<![\w:.,])(?P<h>\d{1,2})\s?(?:(?P<pm>pm|p\.m\.)|(?P<am>am|a\.m\.))(?!\w)",
        rf"(?<![\w:.,-]){hour}\s?(?:{clock})(?!\w){half}",
        rf"\b(?P<moment>{alternatives(data['moments'])})\b",
        rf"\b(?:{at})\s+{hour}\s+(?:(?P<pm>{pm})|(?P<am>{am}))(?!\w)",
        rf"\b(?:{at})\s+(?P<bare>\d{{1,2}})(?![\w:/%-]|[.,]\d|\s*(?:euro|%|\d|[a-z]+[a-z]))",
    ]
    if data["at_clock"]:
        others = alternatives([*data["currency"], *(name for names in data["units"].values() for name in names)])
        told = alternatives(word for word in numbers if word not in map(flat, data["ones"]))
        after = rf"(?![\w:/%-]|[.,]\d|\s*(?:%|\d|(?:{others})\b))"
        sources.append(rf"\b(?:{alternatives(data['at_clock'])})\s+(?P<h>\d{{1,2}}|{told}){after}")
    moments = {flat(name): value for name, value in data["moments"].items()}
    return _Tables(
        tuple(map(re.compile, sources)),
        numbers,
        moments,
        {flat(name): minutes for name, minutes in data["half"].items()},
        re.compile(rf"(?<!\w)(?:{pm})(?!\w)"),
        re.compile(rf"(?<!\w)(?:{am})(?!\w)"),
    )


def _value(match: re.Match[str], tables: _Tables, later: bool) -> str | None:
    got = {name: " ".join(value.split()) for name, value in match.groupdict().items() if value is not None}
    if "moment" in got:
        return tables.moments[got["moment"]]
    said = got.get("h") or got["bare"]
    hour = int(said) if said.isdigit() else tables.numbers[said]
    minutes = int(got.get("m", 0))
    if ("pm" in got or later) and 0 < hour < 12 and "am" not in got:
        hour += 12
    elif "am" in got:
        hour %= 12
    elif 0 < hour < EARLIEST and not got.get("h", "").startswith("0"):
        hour += 12
    turned = tables.halves[got["turn"]] if "turn" in got else 0
    total = hour * 60 + minutes + turned - (30 if "half" in got else 0)
    if hour > 24 or minutes > 59 or not 0 <= total <= 24 * 60:
        return None
    return f"{total // 60 % 24:02}:{total % 60:02}"
