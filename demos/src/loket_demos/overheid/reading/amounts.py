"""Which amount of a message is the income, whose it is, the rent, the savings, the hours and the price of childcare."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from loket.language.message import Message
from loket.language.rates import Rate, rates
from loket_demos.overheid.content.words import any_found, plain
from loket_demos.overheid.reading.clauses import Clauses, Whose
from loket_demos.overheid.reading.field_words import AllowanceWords, field_words, places

FieldName = Literal["inkomen", "vermogen", "huur", "opvang", "anders"]
FIELDS: tuple[FieldName, ...] = ("inkomen", "vermogen", "huur", "opvang", "anders")

FAR = 12
"""What a boundary between clauses counts, in words."""
LEAST = 100
"""A bare figure below this counts people or years, unless a currency or a period stands beside it."""
LEAST_ALONE = 1_000
"""An amount that no word speaks of may be meant as an income from here on."""


@dataclass(frozen=True)
class Amount:
    """An amount, whose it is, and whether it is after tax or, for a rent, with other costs in it."""

    rate: Rate
    whose: Whose = ""
    clouded: bool = False


@dataclass
class Amounts:
    """The amounts of a message by what they are; `alone` are those that no word speaks of."""

    of: Mapping[FieldName, list[Amount]]
    hours: list[Rate] = field(default_factory=list[Rate])
    price: list[Rate] = field(default_factory=list[Rate])
    alone: list[Rate] = field(default_factory=list[Rate])
    nothing: list[Whose] = field(default_factory=list[Whose])
    """Who is said to have no income."""


def amounts(message: Message, about: FieldName | None = None) -> Amounts:
    """The amounts of a message; `about`: what was just asked for, which an amount of no other field then is."""
    clauses, known = Clauses.of(message), field_words()
    anchors: dict[FieldName, list[int]] = {name: places(message, getattr(known, name)) for name in FIELDS}
    allowances = places(message, known.toeslagen)
    found = Amounts({name: [] for name in FIELDS})
    for rate in rates(message):
        at = message.at(rate.start)
        if rate.unit == "hour":
            found.hours.append(rate)
            continue
        if rate.unit or _counts(message, rate):
            continue
        here = clauses.number(at)
        near = [place for place in allowances if rate.value < LEAST_ALONE and clauses.number(place) == here]
        paid: dict[FieldName, list[int]] = {"anders": [*anchors["anders"], *near]}
        name = _field(clauses, anchors | paid, at) or about
        wage = any(clauses.number(place) == here for place in anchors["inkomen"])
        if rate.per == "hour" and anchors["opvang"] and not wage:
            found.price.append(rate)
        elif name is None and clauses.whose(at) == "partner":
            found.of["inkomen"].append(_amount(clauses, known, rate, "inkomen"))
        elif name is not None:
            found.of[name].append(_amount(clauses, known, rate, name))
        elif rate.money or rate.value >= LEAST_ALONE:
            found.alone.append(rate)
    found.nothing = _nothing(clauses, known)
    return found


def _counts(message: Message, rate: Rate) -> bool:
    """Whether a figure stands for people or years: `twee kinderen`, `14`."""
    written = message.text[rate.start : rate.end]
    if rate.money or rate.per:
        return False
    return 0 < rate.value < LEAST and (written.isdigit() or written.isalpha())


def _amount(clauses: Clauses, known: AllowanceWords, rate: Rate, name: FieldName) -> Amount:
    at = clauses.message.at(rate.start)
    words = plain(clauses.text(clauses.number(at)))
    return Amount(rate, clauses.whose(at), any_found(known.netto if name == "inkomen" else known.alles_in, words))


def _field(clauses: Clauses, anchors: Mapping[FieldName, Sequence[int]], at: int) -> FieldName | None:
    """What the nearest word says that this amount is; a word behind it, or in another clause, is farther away."""
    ways: list[tuple[int, FieldName]] = [
        (_distance(clauses, place, at), name) for name in FIELDS for place in anchors[name]
    ]
    near = [way for way in ways if way[0] < 2 * FAR]
    return min(near, key=lambda way: way[0])[1] if near else None


def _distance(clauses: Clauses, place: int, at: int) -> int:
    apart = abs(place - at) + (1 if place > at else 0)
    return apart + FAR * abs(clauses.number(place) - clauses.number(at))


def _nothing(clauses: Clauses, known: AllowanceWords) -> list[Whose]:
    found: list[Whose] = []
    for number in range(1, len(clauses.begins) + 1):
        words = clauses.words(number)
        if words and any_found(known.niets, plain(clauses.text(number))):
            found.append(clauses.whose(words[0]) or "own")
    return found
