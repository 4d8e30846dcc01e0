"""Which amount of a message is the income, whose it is, the rent, the savings, the hours and the price of childcare."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from loket.language.message import Message
from loket.language.rates import Period, Rate, periods_in, rates
from loket.language.tokens import flat
from loket_demos.overheid.content.words import any_found, plain
from loket_demos.overheid.reading.clauses import Clauses, Whose
from loket_demos.overheid.reading.field_words import AllowanceWords, field_words, places
from loket_demos.overheid.reading.meant_amounts import meant, ranged, told_rates
from loket_demos.overheid.reading.net_amounts import is_net
from loket_demos.overheid.reading.wages import hours_a_week

FieldName = Literal["inkomen", "omzet", "vermogen", "huur", "opvang", "anders"]
FIELDS: tuple[FieldName, ...] = ("inkomen", "omzet", "vermogen", "huur", "opvang", "anders")

_stop = re.compile(r"[.!?;](?=\s|$)|\n")

FAR = 12
"""What a boundary between clauses counts, in words."""
LEAST = 100
"""A bare figure below this counts people or years, unless a currency or a period stands beside it."""
HIGHEST_RENT = 5_000
"""An amount above this is no rent of a month, whatever stands beside it."""
HIGHEST_PRICE = 30
"""An amount below this is the price of an hour where childcare is spoken of: no year or month of anything costs so
little."""
LEAST_YEAR = 6_000
"""An income without a period that is lower than this may be a month's."""
LEAST_ALONE = 1_000
"""An amount that no word speaks of may be meant as an income from here on."""


@dataclass(frozen=True)
class IncomeAmount:
    """An amount, whose it is, what it comes from, and whether it is after tax or, for a rent, with other costs;
    `least`: it was told as the higher end of a range, of which this is the lower one; `hourly`: the wage of an hour and
    the hours of a week that it comes from; `odd`: it is of a quarter or half a year."""

    rate: Rate
    whose: Whose = ""
    clouded: bool = False
    source: str = ""
    least: float | None = None
    hourly: tuple[float, float] | None = None
    odd: bool = False


@dataclass
class Amounts:
    """The amounts of a message by what they are; `alone` are those that no word speaks of."""

    of: Mapping[FieldName, list[IncomeAmount]]
    hours: list[Rate] = field(default_factory=list[Rate])
    worked: list[Rate] = field(default_factory=list[Rate])
    price: list[Rate] = field(default_factory=list[Rate])
    alone: list[Rate] = field(default_factory=list[Rate])
    nothing: list[Whose] = field(default_factory=list[Whose])
    """Who is said to have no income."""


@dataclass(frozen=True)
class _Reading:
    """A message, its clauses, and where words stand in it that say what an amount is."""

    message: Message
    clauses: Clauses
    known: AllowanceWords
    anchors: Mapping[FieldName, Sequence[int]]
    places: Mapping[str, Sequence[int]]
    counted: frozenset[int]
    """The clauses that have an amount."""

    @classmethod
    def of(cls, message: Message) -> "_Reading":
        known = field_words()
        names = ("toeslagen", "opvangtoeslag", "huurtoeslag", "werk", "uitgaven", "ontvangen", "bruto")
        spots = {name: places(message, getattr(known, name)) for name in names}
        joins, clauses = places(message, (*known.alles_in, *known.erbij)), Clauses.of(message)
        counted = frozenset(clauses.number(message.at(rate.start)) for rate in told_rates(message))
        anchors: dict[FieldName, Sequence[int]] = {name: places(message, getattr(known, name)) for name in FIELDS}
        holiday = places(message, known.vakantiegeld)
        on_top = [at for at in holiday if at - 1 in joins or clauses.number(at) not in counted]
        anchors["anders"] = [at for at in anchors["anders"] if at not in on_top]
        return cls(message, clauses, known, anchors, spots, counted)

    def beside(self, at: int, spots: Sequence[int]) -> bool:
        """Whether one of these words stands in the clause of that word."""
        return any(self.clauses.number(spot) == self.clauses.number(at) for spot in spots)

    def of_former(self, at: int) -> bool:
        """Whether an amount is that of a former partner, of whom no *I* speaks and whose income does not count."""
        speaks = self.beside(at, places(self.message, ("ik", "wij", "we")))
        return self.beside(at, places(self.message, self.known.ex)) and not (speaks or self.clauses.former)

    @property
    def care(self) -> bool:
        """Whether anything is said of childcare."""
        return bool(self.anchors["opvang"] or self.places["opvangtoeslag"])


def amounts(message: Message, about: FieldName | None = None) -> Amounts:
    """The amounts of a message; `about`: what was just asked for, which an amount of no other field then is."""
    here = _Reading.of(message)
    found = Amounts({name: [] for name in FIELDS})
    every, least = ranged(message, meant(message, told_rates(message)))
    for rate in every:
        at = message.at(rate.start)
        if rate.unit == "hour":
            (found.worked if about == "inkomen" or _is_work(here, at) else found.hours).append(rate)
        elif not (rate.unit or _counts(message, rate)):
            _placed(here, found, rate, about)
    found.nothing = _nothing(here.clauses, here.known)
    _waged(here, found)
    _from_alone(here, found)
    _shared(message, found.of["inkomen"])
    found.of["inkomen"][:] = [replace(one, least=least.get(one.rate.start)) for one in found.of["inkomen"]]
    return found


def _placed(here: _Reading, found: Amounts, rate: Rate, about: FieldName | None) -> None:
    """Puts an amount with those of its field."""
    at = here.message.at(rate.start)
    near = here.places["toeslagen"] if rate.value < LEAST_ALONE else ()
    paid = [place for place in near if here.clauses.number(place) == here.clauses.number(at)]
    ways: dict[FieldName, Sequence[int]] = {**here.anchors, "anders": [*here.anchors["anders"], *paid]}
    name = "anders" if here.of_former(at) else _field(here, ways, at) or about
    name = None if name == "huur" and rate.value > HIGHEST_RENT else name
    works = here.beside(at, (*here.anchors["inkomen"], *here.places["werk"]))
    hourly = rate.per == "hour" or (not rate.per and rate.value < HIGHEST_PRICE)
    if hourly and here.care and (name == "opvang" or not works):
        found.price.append(rate)
    elif name is not None:
        found.of[name].append(_amount(here, rate, name))
    elif rate.money or rate.value >= (LEAST if rate.per else LEAST_ALONE) or rate.per == "hour":
        found.alone.append(rate)


def _is_work(here: _Reading, at: int) -> bool:
    """Whether hours are those somebody works, and not those of childcare."""
    if not here.care:
        return bool(here.places["werk"] or here.places["toeslagen"] or here.anchors["inkomen"])
    return here.beside(at, here.places["werk"]) and not here.beside(at, here.anchors["opvang"])


def _waged(here: _Reading, found: Amounts) -> None:
    """Makes a wage of an hour and the hours that are worked an income."""
    hourly = [one for one in found.of["inkomen"] if one.rate.per == "hour"]
    hourly += [_amount(here, rate, "inkomen") for rate in found.alone if rate.per == "hour"]
    if (
        len(hourly) != 1
        or len(found.worked) != 1
        or here.clauses.whose(here.message.at(hourly[0].rate.start)) == "joint"
    ):
        return
    (wage,), (hours,) = hourly, found.worked
    weekly = hours_a_week(rates(here.message), hours)
    if weekly is None:
        return
    of = replace(wage.rate, value=round(wage.rate.value * weekly, 2), per="week", every=1, money=True)
    made = replace(wage, rate=of, hourly=(wage.rate.value, weekly))
    found.of["inkomen"][:] = [one for one in found.of["inkomen"] if one is not wage] + [made]
    found.alone[:] = [rate for rate in found.alone if rate.per != "hour"]


def _from_alone(here: _Reading, found: Amounts) -> None:
    """Takes an amount that no word speaks of for an income: one before tax, of a partner or of both, or of a period in
    which no rent and no price of childcare is still to come, and the speaker's beside a partner's. What is paid or
    saved is none."""
    waits = bool(here.places["huurtoeslag"]) and not found.of["huur"]
    waits = waits or (bool(here.places["opvangtoeslag"]) and not found.price)
    whose = {one.whose for one in found.of["inkomen"]}
    whose |= {here.clauses.whose(here.message.at(rate.start)) for rate in found.alone}
    kept, taken = list[Rate](), list[IncomeAmount]()
    for rate in found.alone:
        at = here.message.at(rate.start)
        if here.beside(at, here.places["uitgaven"]) or _received(here, rate):
            continue
        one = _amount(here, rate, "inkomen")
        beside = here.clauses.whose(at) == "own" and "partner" in whose
        regular = rate.per == "year" or (rate.per in ("month", "week") and not waits)
        owned = beside or here.beside(at, here.places["bruto"]) or here.clauses.whose(at) in ("partner", "joint")
        if owned or (regular and not found.of["inkomen"]):
            taken.append(one)
        else:
            kept.append(rate)
    if len({one.whose for one in taken}) < len(taken) or (kept and any(one.whose == "joint" for one in taken)):
        return  # nothing says which of them is whose
    found.alone[:] = kept
    found.of["inkomen"].extend(taken)
    found.of["inkomen"].sort(key=lambda one: one.rate.start)


def _received(here: _Reading, rate: Rate) -> bool:
    """Whether an amount is said to be received of an allowance that stands right behind it."""
    at, behind = here.message.at(rate.start), here.message.at(rate.end)
    named = {behind, behind + 1} & set(here.places["toeslagen"])
    return here.beside(at, here.places["ontvangen"]) and here.beside(at, sorted(named))


def _shared(message: Message, incomes: list[IncomeAmount]) -> None:
    """Gives an amount the period that is told behind the next one: `1500 and a pension of 300 a month`."""
    for at, one in enumerate(incomes):
        if not one.rate.per and one.rate.value < LEAST_YEAR and (ahead := _headed(message, one.rate)):
            incomes[at] = replace(one, rate=replace(one.rate, per=ahead.unit, every=ahead.every))
    for at in range(len(incomes) - 2, -1, -1):
        one, later = incomes[at].rate, incomes[at + 1].rate
        between = message.text[one.end : later.start]
        if one.per or not later.per or one.value >= LEAST_YEAR or _stop.search(between) or len(between.split()) > 5:
            continue
        incomes[at] = replace(incomes[at], rate=replace(one, per=later.per, every=later.every))


def _headed(message: Message, rate: Rate) -> Period | None:
    """The period that stands before a colon, for all amounts behind it: `gross a month: I 2050 and she 1400`."""
    colon = message.text.rfind(":", 0, rate.start)
    start = max((match.end() for match in _stop.finditer(message.text, 0, max(0, colon))), default=0)
    if colon < 0 or _stop.search(message.text, colon, rate.start):
        return None
    figures = any(start <= one.start < colon for one in rates(message))
    ahead = [
        one for one in periods_in(flat(message.text), message.tongue.code) if start <= one.start and one.end <= colon
    ]
    return ahead[-1] if ahead and not figures else None


def _counts(message: Message, rate: Rate) -> bool:
    """Whether a figure stands for people or years: `twee kinderen`, `14`."""
    written = message.text[rate.start : rate.end]
    if rate.money or rate.per:
        return False
    return 0 < rate.value < LEAST and (written.isdigit() or written.isalpha())


def _amount(here: _Reading, rate: Rate, name: FieldName) -> IncomeAmount:
    at = here.message.at(rate.start)
    if name != "inkomen":
        number = here.clauses.number(at)
        following = here.clauses.text(number + 1) if number < len(here.clauses.begins) else ""
        words = plain(f"{here.clauses.text(number)} {following if following.lower().startswith('waarvan') else ''}")
        return IncomeAmount(rate, here.clauses.whose(at), any_found(here.known.alles_in, words))
    odd = any_found(here.known.ander_tijdvak, plain(here.clauses.text(here.clauses.number(at))))
    net = is_net(here.message, here.clauses, at)
    return IncomeAmount(rate, _owner(here, at), net, _source(here, at), odd=odd)


def _owner(here: _Reading, at: int) -> Whose:
    """Whose an income is; where a clause has several amounts, the nearest word in front of it says so."""
    number = here.clauses.number(at)
    if sum(here.clauses.number(here.message.at(rate.start)) == number for rate in rates(here.message)) > 1:
        for back in range(at - 1, max(-1, at - 4), -1):
            if here.clauses.number(back) == number and (who := here.clauses.spoken(back)):
                return who
    return here.clauses.whose(at)


def _source(here: _Reading, at: int) -> str:
    """What an income comes from, by the nearest word of its clause, or of the one before it that has no amount."""
    number = here.clauses.number(at)
    counted = {here.clauses.number(here.message.at(rate.start)) for rate in rates(here.message)}
    spots = [(spot, name) for name, words in here.known.bronnen.items() for spot in places(here.message, words)]
    for near in (number, *({number - 1} - counted)):
        if ways := [(abs(spot - at), name) for spot, name in spots if here.clauses.number(spot) == near]:
            return min(ways)[1]
    return ""


def _field(here: _Reading, anchors: Mapping[FieldName, Sequence[int]], at: int) -> FieldName | None:
    """What the nearest word says that this amount is; a word behind it, or in another clause, is farther away, and one
    of a clause behind that has an amount of its own speaks of that."""
    clauses = here.clauses
    later = here.counted - set(range(clauses.number(at) + 1))
    ways: list[tuple[int, FieldName]] = [
        (_distance(clauses, place, at), name)
        for name in FIELDS
        for place in anchors[name]
        if clauses.number(place) not in later
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
        short = len(words) <= 3 and any_found(known.niks, plain(clauses.text(number)))  # `mijn man niets`
        if words and (short or any_found(known.niets, plain(clauses.text(number)))):
            found.append(clauses.whose(words[0]) or "own")
    return found
