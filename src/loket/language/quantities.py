"""Quantities with their units: `90 minutes`, `anderhalf uur`, `1h30`, `2,5 kg`, in units that can be turned into each
other; the names are those of the Common Locale Data Repository and of the language itself."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from loket.language.amounts import FIGURE, read
from loket.language.languages import PACKAGE, alternatives, language
from loket.language.tokens import LANGUAGES, flat, fold

FACTORS: Mapping[str, tuple[str, float]] = {
    **{f"length-{name}": ("length", factor) for name, factor in (("millimeter", 0.001), ("centimeter", 0.01))},
    **{
        f"length-{name}": ("length", factor) for name, factor in (("decimeter", 0.1), ("meter", 1), ("kilometer", 1000))
    },
    **{f"length-{name}": ("length", factor) for name, factor in (("inch", 0.0254), ("foot", 0.3048))},
    **{f"length-{name}": ("length", factor) for name, factor in (("yard", 0.9144), ("mile", 1609.344))},
    **{f"mass-{name}": ("mass", factor) for name, factor in (("milligram", 0.001), ("gram", 1), ("kilogram", 1000))},
    **{f"mass-{name}": ("mass", factor) for name, factor in (("tonne", 1e6), ("ounce", 28.349523125))},
    **{f"mass-{name}": ("mass", factor) for name, factor in (("pound", 453.59237), ("stone", 6350.29318))},
    **{f"volume-{name}": ("volume", factor) for name, factor in (("milliliter", 0.001), ("centiliter", 0.01))},
    **{
        f"volume-{name}": ("volume", factor)
        for name, factor in (("deciliter", 0.1), ("liter", 1), ("cubic-meter", 1000))
    },
    **{f"area-{name}": ("area", factor) for name, factor in (("square-centimeter", 0.0001), ("square-meter", 1))},
    **{f"area-{name}": ("area", factor) for name, factor in (("hectare", 1e4), ("square-kilometer", 1e6))},
    "area-acre": ("area", 4046.8564224),
    **{f"duration-{name}": ("time", factor) for name, factor in (("second", 1), ("minute", 60), ("hour", 3600))},
    **{f"duration-{name}": ("time", factor) for name, factor in (("day", 86_400), ("week", 604_800))},
    **{f"duration-{name}": ("months", factor) for name, factor in (("month", 1), ("quarter", 3), ("year", 12))},
}
"""What each unit is of, and how many of the smallest common one it is. A month has no number of days."""

METER = "length-meter"
DIGITS = 9
"""After so many digits behind the point, what is left of a conversion is a rounding of the machine."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """So many of a `unit`, from `start` to before `end`: `amount` in the common unit of its `sort`."""

    sort: str
    amount: float
    start: int
    end: int
    unit: str = ""

    def of(self, unit: str) -> float:
        """How many of a unit it is."""
        return round(self.amount / FACTORS[unit][1], DIGITS)


def quantities(text: str, code: str) -> list[Quantity]:
    """The quantities of a text in their order; what is told in two units (1 hour 15 minutes) is one."""
    low = flat(text)
    patterns = _patterns(code)
    found: list[Quantity] = []
    for pattern in patterns.every:
        for match in pattern.finditer(low):
            if not any(match.start() < one.end and one.start < match.end() for one in found):
                found += _read(match, patterns, code)
    return _joined(low, sorted(found, key=lambda one: one.start), patterns)


def unit_of(texts: Sequence[str], code: str) -> str:
    """The unit that a property is told in, by its name or what is said of it (`duration_minutes`, `Gewicht in kg`)."""
    tongues = dict.fromkeys((code, "en"))
    for at, text in enumerate(texts):
        low = flat(text)
        for tongue in tongues:
            patterns = _patterns(tongue)
            for match in patterns.unit.finditer(low):
                short = len(match.group()) <= SHORTEST and not (at == 0 and match.end() == len(low))
                if not short and not patterns.rate.search(low, 0, match.start()):
                    return patterns.units[" ".join(match.group().split())]
    return ""


SHORTEST, SIGNS = 1, frozenset("mglht")
"""A unit of one letter counts at the end of a name only; of those that have one, these are in daily use."""


@dataclass(frozen=True, slots=True)
class _Patterns:
    every: tuple[re.Pattern[str], ...]
    unit: re.Pattern[str]
    rate: re.Pattern[str]
    join: re.Pattern[str]
    units: Mapping[str, str]
    shares: Mapping[str, float]
    spans: Mapping[str, int]


def _read(match: re.Match[str], known: _Patterns, code: str) -> Iterator[Quantity]:
    got = {name: " ".join(value.split()) for name, value in match.groupdict().items() if value is not None}
    if "span" in got:
        many = _number(got["n"], code) if "n" in got else 1.0
        yield Quantity("time", many * known.spans[got["span"]] * 60, match.start(), match.end())
        return
    if "hundredths" in got:
        yield Quantity("length", int(got["n"]) + int(got["hundredths"]) / 100, match.start(), match.end(), METER)
        return
    if "minutes" in got:
        yield Quantity("time", int(got["n"]) * 3600 + int(got["minutes"]) * 60, match.start(), match.end())
        return
    sort, factor = FACTORS[known.units[got["unit"]]]
    many = _number(got["n"], code) if "n" in got else 0.0
    many *= known.shares[got["times"]] if "times" in got else 1.0
    many += known.shares[got["share"]] if "share" in got else 0.0
    if many > 0:
        yield Quantity(sort, many * factor, match.start(), match.end(), known.units[got["unit"]])


def _number(text: str, code: str) -> float:
    known = language(code).numbers
    if text[:1].isdigit():
        return read(text, code)
    return float(known.get(fold(text), 1))


def _joined(low: str, found: Sequence[Quantity], known: _Patterns) -> list[Quantity]:
    """The quantities, those of one sort that stand right behind each other as one: `1 hour and 15 minutes`."""
    kept: list[Quantity] = []
    for one in found:
        before = kept[-1] if kept else None
        if (
            before
            and before.sort == one.sort
            and one.amount < before.amount
            and known.join.fullmatch(low, before.end, one.start)
        ):
            kept[-1] = Quantity(one.sort, before.amount + one.amount, before.start, one.end)
        else:
            kept.append(one)
    return kept


@lru_cache(maxsize=len(LANGUAGES))
def _patterns(code: str) -> _Patterns:
    tongue = language(code)
    units, data = _units(code), tongue.data["quantities"]
    shares = {flat(name): share for name, share in data["shares"].items()}
    spans = {flat(name): minutes for name, minutes in data["spans"].items()}
    figure = rf"(?<![\w.,:]){FIGURE}"
    numbers = alternatives([*(word for word in tongue.data["numbers"]), *tongue.data["ones"]])
    some, share, and_ = alternatives(units), alternatives(shares), alternatives(data["and"])
    one = alternatives([*tongue.data["ones"], *data["one"]])
    n, word = rf"(?P<n>{figure}|\b(?:{numbers})\b)", rf"\b(?P<n>{numbers})"
    unit = rf"(?P<unit>{some})\b"
    meters = alternatives(name for name, each in units.items() if each == METER)
    # `een meter of drie` is about three.
    about = rf"\b(?:{alternatives(tongue.data['ones'])})\s+{unit}\s+(?:{alternatives(tongue.data['about'])})\s+{n}"
    sources = (
        rf"{about}(?!\s*(?:{some})\b)",
        r"(?<![\w.,:])(?P<n>\d{1,2})\s?(?:h|u|uur|std)\s?(?P<minutes>[0-5]\d)(?!\w)",
        rf"(?<![\w.,:])(?P<n>\d)\s?(?:{meters})\s?(?P<hundredths>\d\d)(?!\w|[.,]\d|\s?(?:{some})\b)",
        rf"{n}\s*(?:{and_})\s*(?:(?:{one})\s+)?(?P<share>{share})\s+{unit}",
        rf"{n}[\s-]*{unit}\s+(?:{and_})\s+(?:(?:{one})\s+)?(?P<share>{share})\b(?!\s+(?:{some})\b)",
        rf"(?:{n}\s+)?\b(?P<span>{alternatives(spans)})\b",
        rf"{n}\s+(?P<times>{share})\s+(?:{alternatives(data['of'])})\s+{unit}",
        rf"\b(?:(?:{one})\s+)?(?P<share>{share})\s+(?:(?:{one}|{alternatives(data['of'])})\s+)*{unit}",
        rf"(?P<n>{figure})[\s-]?{unit}",
        rf"{word}[\s-]+{unit}",
    )
    per = alternatives([*tongue.data["rates"]["per"], *data["of"]])
    return _Patterns(
        tuple(re.compile(source) for source in sources),
        re.compile(rf"(?<![^\W\d_]){unit}"),
        re.compile(rf"(?<!\w)(?:{per})\s?$"),
        re.compile(rf"\s*,?\s*(?:(?:{alternatives(data['and'])})\s+)?"),
        units,
        shares,
        spans,
    )


@lru_cache(maxsize=len(LANGUAGES))
def _units(code: str) -> Mapping[str, str]:
    """The units by their names in a language, signs as they are everywhere."""
    names: dict[str, str] = {}
    listed = json.loads(files(PACKAGE).joinpath("standards.json").read_text("utf-8"))["unit"]
    for unit, said in listed.items():
        for name in said.get(code, ()):
            names.setdefault(flat(name), unit)
    every = language(code).data["units"].items()
    own = {flat(name): f"duration-{unit}" for unit, said in every for name in said if f"duration-{unit}" in FACTORS}
    small = frozenset[str]().union(*(language(one).function for one in LANGUAGES))
    kept = {name: unit for name, unit in names.items() if name not in small and (len(name) > 1 or name in SIGNS)}
    return kept | own
