"""The income of a household from the amounts of a message: sources added up, a partner's told apart, doubts named."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from loket.core.data import JsonObject
from loket.language.message import Message
from loket.language.rates import Rate
from loket_demos.overheid.content.household import Household
from loket_demos.overheid.content.words import any_found, plain
from loket_demos.overheid.reading.amounts import LEAST_YEAR, Amounts, IncomeAmount
from loket_demos.overheid.reading.clauses import Clauses
from loket_demos.overheid.reading.field_words import field_words, places
from loket_demos.overheid.reading.of_each import repeated
from loket_demos.overheid.reading.part_years import of_part
from loket_demos.overheid.reading.untold_parts import lacks_part

SAME = 0.02
"""So far apart two amounts may be that say the same of a month and of a year."""
PER = {
    ("month", 1): "maand",
    ("week", 4): "vier weken",
    ("week", 2): "twee weken",
    ("week", 1): "week",
    ("year", 1): "jaar",
}
TIMES = {"jaar": 1, "maand": 12, "vier weken": 13, "twee weken": 26, "week": 52}

OF_ONE = frozenset({"ben", "heb", "verdien"})
"""Verbs before an amount that only *ik* goes with, also where it is left out."""

_ends = re.compile(r"[.;!?](?=\s|$)")
Field = Literal["inkomen", "inkomen_partner"]


def period(rate: Rate) -> str:
    """The period of an amount as the tools call it; empty when none was told or we have no use for it."""
    return PER.get((rate.per, rate.every), "")


def a_year(rate: Rate) -> float:
    """The amount in a year; without a period it is taken as it stands."""
    return rate.value * TIMES[period(rate) or "jaar"]


def plain_number(value: float) -> int | float:
    """The number without a fraction where it has none."""
    return int(value) if value == int(value) else round(value, 2)


def once(amounts: Sequence[IncomeAmount]) -> list[IncomeAmount]:
    """The amounts without those that say the same again, of another period."""
    kept: list[IncomeAmount] = []
    for one in amounts:
        other = any(one.source and old.source and old.source != one.source for old in kept)
        if other or not any(_close(a_year(one.rate), a_year(old.rate)) for old in kept):
            kept.append(one)
    return kept


def _close(one: float, other: float) -> bool:
    return abs(one - other) <= SAME * other


def incomes(message: Message, sums: Amounts, home: Household) -> JsonObject:
    """The income of the speaker or of both, and that of a partner where it is told apart."""
    partner, own = (_added(_usable(sums, name), in_turn(message)) for name in ("inkomen_partner", "inkomen"))
    fields: JsonObject = {**_filled("inkomen", own), **_filled("inkomen_partner", partner)}
    if not own and ("own" in sums.nothing or "joint" in sums.nothing):
        fields |= {"inkomen": 0, "inkomen_per": "jaar"}
    if not partner and "partner" in sums.nothing:
        fields["inkomen_partner"] = 0
    if "inkomen" in fields and (home.partner or home.housemates):
        joint = ("joint", "") if home.partner and len(own) == 1 else ("joint",)
        mine = own and _is_mine(message, own[0])
        fields["inkomen_van"] = "samen" if own and own[0].whose in joint and not mine else "eigen"
    elif len(own) == 1 and (own[0].whose == "own" or _is_mine(message, own[0])):
        fields["inkomen_van"] = "eigen"  # that of a partner counts as well, if there turns out to be one
    if "inkomen" in fields and (extra := _extra(message)):
        fields["inkomen_extra"] = extra
    if places(message, field_words().studiegeld):
        fields["studiegeld"] = True
    return fields


def _is_mine(message: Message, one: IncomeAmount) -> bool:
    """Whether a verb that only goes with *ik* stands right before an amount that nobody else shares, or in its clause
    where nobody is named."""
    at, clauses = message.at(one.rate.start), Clauses.of(message)
    behind = message.over(one.rate.start, one.rate.end).stop
    if one.whose == "joint" and behind in places(message, field_words().samen):
        return False
    here = clauses.words(clauses.number(at)) if not one.whose else range(at - 1, at)
    return any(message.folds[word] in OF_ONE for word in here)


def of_year(
    message: Message, amounts: Sequence[IncomeAmount], year: int | None, years: Mapping[int, int]
) -> list[IncomeAmount]:
    """The incomes without those of another year than the one that was asked about, by the years of their clauses. Of
    several that can't be added up and are of the same person, the one that is said to be of that year."""
    clauses = Clauses.of(message)
    here = [clauses.words(clauses.number(message.at(one.rate.start))) for one in amounts]
    of = [{told for at, told in years.items() if at in words} for words in here]
    kept = [(one, own) for one, own in zip(amounts, of, strict=True) if not own or year is None or year in own]
    sure = [one for one, own in kept if own]
    owners = {one.whose for one, _ in kept}
    apart = len(kept) > 1 and len(owners) == 1 and "partner" not in owners
    if len(sure) == 1 and apart and not _added([one for one, _ in kept], False):
        return sure
    return [one for one, _ in kept]


def _of(sums: Amounts, name: Field) -> list[IncomeAmount]:
    return [one for one in sums.of["inkomen"] if (one.whose == "partner") == (name == "inkomen_partner")]


def _usable(sums: Amounts, name: Field) -> list[IncomeAmount]:
    """The amounts before tax of a period that we can count with, each of them once."""
    usable = [one for one in _of(sums, name) if not one.clouded and not one.odd and one.least is None]
    return once([one for one in usable if not one.rate.per or period(one.rate)])


def in_turn(message: Message) -> bool:
    """Whether what is earned comes one after the other in the course of a year."""
    return bool(places(message, field_words().na_elkaar))


def _added(amounts: list[IncomeAmount], turns: bool) -> list[IncomeAmount]:
    """One amount, or those of different sources; empty when they can't be added up, or come one after the other. A sum
    that was told as well is the amount."""
    if len(amounts) > 2:
        whole = max(amounts, key=lambda one: a_year(one.rate))
        if _close(sum(a_year(one.rate) for one in amounts if one is not whole), a_year(whole.rate)):
            return [whole]
    sources = [one.source for one in amounts]
    apart = all(sources) and len(set(sources)) == len(sources)
    sure = all(one.rate.per or one.rate.value >= LEAST_YEAR for one in amounts)
    return amounts if len(amounts) <= 1 or (apart and sure and not turns) else []


def _filled(name: Field, amounts: list[IncomeAmount]) -> JsonObject:
    """The fields of one person's income; of several sources each, and their sum in the period that they share."""
    if not amounts:
        return {}
    periods = {period(one.rate) or "jaar" for one in amounts}
    if len(amounts) == 1 or len(periods) == 1:
        per, total = periods.pop(), sum(one.rate.value for one in amounts)
    else:
        per, total = "jaar", sum(a_year(one.rate) for one in amounts)
    fields: JsonObject = {name: plain_number(total), f"{name}_per": per}
    if len(amounts) == 1 and (both := amounts[0].hourly):
        fields[f"{name}_uur"] = {"loon": plain_number(both[0]), "uren": plain_number(both[1])}
    if len(amounts) > 1:
        fields[f"{name}_delen"] = [
            {"bron": one.source, "bedrag": plain_number(one.rate.value), "per": period(one.rate) or "jaar"}
            for one in amounts
        ]
    return fields


BEHIND = 6
"""So many words behind the name of a pay it is said to be in another."""


def _extra(message: Message) -> list[str]:
    """What comes on top of an income, or is in it: holiday pay, a thirteenth month."""
    known, words = field_words(), plain(message.text)
    inside = any_found(known.alles_in, words) or _contained(message)
    extra = [name for name in ("vakantiegeld", "dertiende") if any_found(getattr(known, name), words)]
    if inside:
        apart = [one for one in map(plain, _ends.split(message.text)) if any_found(known.dertiende, one)]
        on_top = ["dertiende"] if apart and not any(any_found(known.alles_in, one) for one in apart) else []
        return [*on_top, *(f"{name}_inbegrepen" for name in extra if name not in on_top)]
    return [name for name in extra if name != "vakantiegeld" or _on_top(message)]


def _contained(message: Message) -> bool:
    """Whether holiday pay is said to be in what was told: `het vakantiegeld zit in dat uurloon`."""
    known = field_words()
    for at in places(message, known.vakantiegeld):
        behind = message.folds[at + 1 : at + 1 + BEHIND]
        held = next((n for n, word in enumerate(behind) if word in known.zit), None)
        if held is not None and set(known.erin).intersection(behind[held + 1 :]):
            return True
    return False


def _on_top(message: Message) -> bool:
    """Whether holiday pay is said to come on top of what was told; a mere word of it says nothing."""
    known, clauses = field_words(), Clauses.of(message)
    joins = places(message, known.erbij)
    for at in places(message, known.vakantiegeld):
        begin = clauses.words(clauses.number(at)).start
        if any(begin - 1 <= join < at for join in joins):
            return True
    return False


def doubtful_incomes(message: Message, sums: Amounts, home: Household, year: int | None) -> Iterator[JsonObject]:
    """What was said of an income and can't be used as it stands."""
    fields: tuple[Field, ...] = ("inkomen", "inkomen_partner")
    for name in fields:
        usable = _usable(sums, name)
        for one in _more_than(usable, _of(sums, name)) if usable else _of(sums, name)[:1]:
            yield {**_unusable(name, one), "zeker": bool(usable)}
        if len(usable) > 1 and _added(usable, False) and in_turn(message):
            yield {"veld": name, "waarom": "na_elkaar", "zeker": False}
        elif len(usable) > 1 and not _added(usable, False):
            values = [plain_number(a_year(one.rate)) for one in usable]
            yield {"veld": name, "waarom": "twee", "waarden": values, "zeker": False}
        elif usable and of_part(message, [one.start for one in (*(own.rate for own in usable), *sums.alone)], year):
            yield {"veld": name, "waarom": "na_elkaar", "zeker": True}
        elif len(usable) == 1 and not usable[0].rate.per and 0 < usable[0].rate.value < LEAST_YEAR:
            yield {"veld": name, "waarom": "periode", "waarden": [plain_number(usable[0].rate.value)], "zeker": True}
        lacks = lacks_part(message, usable, of_partner=name == "inkomen_partner")
        if lacks or any(repeated(message, one, home) for one in usable):
            yield {"veld": name, "waarom": "deel", "zeker": True}
    if sums.of["omzet"] and not any(one.source == "winst" for one in sums.of["inkomen"]):
        value = plain_number(sums.of["omzet"][0].rate.value)
        yield {"veld": "inkomen", "waarom": "omzet", "waarden": [value], "zeker": True}


def _more_than(usable: Sequence[IncomeAmount], every: Sequence[IncomeAmount]) -> Sequence[IncomeAmount]:
    """The first amount after tax that is more than all before tax together: one of them is something else."""
    gross = sum(a_year(one.rate) for one in usable)
    return [one for one in every if one.clouded and a_year(one.rate) > gross][:1]


def _unusable(name: Field, one: IncomeAmount) -> JsonObject:
    """Why an amount is no income to count with: a range is chosen from, another one is asked for."""
    if one.clouded or one.least is None or one.odd or (one.rate.per and not period(one.rate)):
        return {"veld": name, **unfit(one.rate, one.clouded), "zeker": False}
    per = period(one.rate) or ("maand" if one.rate.value < LEAST_YEAR else "jaar")
    ends = [plain_number(one.least), plain_number(one.rate.value)]
    return {"veld": name, "waarom": "bereik", "waarden": ends, "per": per, "zeker": False}


def unfit(rate: Rate, net: bool) -> JsonObject:
    """Why an amount is no income of a year before tax, and what it is."""
    value, per = plain_number(rate.value), "uur" if rate.per == "hour" else period(rate)
    why = "netto" if net else "uurloon" if per == "uur" else "tijdvak"
    return {"waarom": why, "waarden": [value], "per": per}
