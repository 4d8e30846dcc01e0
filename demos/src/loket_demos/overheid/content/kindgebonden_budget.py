"""Kindgebonden budget: an amount per child, more for older children and single parents, less with more income.

Wet op het kindgebonden budget, article 2. The month amount is the year amount divided by twelve, rounded down."""

from datetime import date
from decimal import Decimal
from functools import cache
from typing import Literal

from loket_demos.overheid.content.datafile import read
from loket_demos.overheid.content.dutch_dates import MONTHS
from loket_demos.overheid.content.frozen import DataRow
from loket_demos.overheid.content.indication import Answer, Facts, Indication, Refusal, cents, excluded, lacking, refuse
from loket_demos.overheid.content.money import euro
from loket_demos.overheid.content.sources import RuleFigure, note, notes
from loket_demos.overheid.content.zorgtoeslag import first_month

OF_AGE = 18


class KindYear(DataRow):
    """One year; an amount that is not in our sources is None."""

    year: int
    checked: date
    per_kind: RuleFigure
    twaalf: RuleFigure | None = None
    zestien: RuleFigure | None = None
    alleenstaand: RuleFigure
    afbouw: RuleFigure
    drempel_alleen: RuleFigure
    drempel_partner: RuleFigure | None = None
    vermogen_alleen: RuleFigure
    vermogen_partner: RuleFigure

    def wealth_limit(self, partner: bool) -> Decimal:
        """The highest wealth on 1 January, in euros."""
        return (self.vermogen_partner if partner else self.vermogen_alleen).value


class KindRules(DataRow):
    code: Literal["kindgebonden_budget"]
    years: tuple[KindYear, ...]


@cache
def rules() -> KindRules:
    """The rules of all years, read once."""
    return read("kindgebonden_budget", KindRules)


def rules_of(year: int) -> KindYear | None:
    """The rules of one year, None when we do not have them."""
    return next((one for one in rules().years if one.year == year), None)


def figures(year: KindYear, ages: tuple[int, ...], partner: bool) -> tuple[RuleFigure, ...] | None:
    """The figures this household needs, None when one of them is not in our sources."""
    needed: list[RuleFigure | None] = [year.per_kind, year.afbouw]
    needed += [year.drempel_partner] if partner else [year.drempel_alleen, year.alleenstaand]
    needed += [year.twaalf] if any(12 <= age < 16 for age in ages) else []
    needed += [year.zestien] if any(16 <= age < 18 for age in ages) else []
    known = tuple(one for one in needed if one is not None)
    return known if len(known) == len(needed) else None


def year_amount(year: KindYear, income: Decimal, ages: tuple[int, ...], partner: bool) -> Decimal:
    """Euros a year, not rounded, never below 0. All the figures that `figures` asks for must be there."""
    children = [age for age in ages if 0 <= age < 18]
    if not children:
        return Decimal(0)
    threshold = year.drempel_partner if partner else year.drempel_alleen
    total = year.per_kind.value * len(children)
    total += sum((year.twaalf.value for age in children if year.twaalf and 12 <= age < 16), Decimal(0))
    total += sum((year.zestien.value for age in children if year.zestien and age >= 16), Decimal(0))
    total += Decimal(0) if partner else year.alleenstaand.value
    above = max(Decimal(0), income - (threshold.value if threshold else Decimal(0)))
    return max(Decimal(0), total - year.afbouw.value * above)


NO_BENEFIT = (
    "Kindgebonden budget is er voor wie de kinderbijslag voor het kind krijgt. "
    "Krijgt alleen de andere ouder die? Dan krijgt u geen kindgebonden budget."
)


GROWN = "Een kind telt mee tot en met de maand waarin het 18 jaar wordt."


class ChildSpan(DataRow):
    """The ages of the children in the first `months` of a year, and of those who count after that; `then` is None where
    nothing changes, `first` where no child was told."""

    first: tuple[int, ...] | None
    months: int = 12
    then: tuple[int, ...] | None = None


def children_of(jaar: int, facts: Facts) -> ChildSpan:
    """The children by month, by the day on which one of them comes of age."""
    day = facts.kind_wordt_18
    if day is None:
        return ChildSpan(first=facts.kinderen)
    others = list(facts.kinderen or ())
    grown = next((age for age in others if age in (OF_AGE - 1, OF_AGE)), None)
    if grown is not None:
        others.remove(grown)
    months = first_month(jaar, day) - 1
    with_it = (*others, OF_AGE - 1 - max(0, day.year - jaar))
    if months in (0, 12):
        return ChildSpan(first=with_it if months else tuple(others))
    return ChildSpan(first=with_it, months=months, then=tuple(others))


def indicate(jaar: int, facts: Facts) -> Answer:
    """The indication for one household, or a refusal with what is missing."""
    year = rules_of(jaar)
    if year is not None and facts.kinderbijslag is False:
        return excluded("geen_kinderbijslag", NO_BENEFIT, note("wkgb"))
    span = children_of(jaar, facts)
    facts = facts.model_copy(update={"kinderen": span.first})
    missing = _missing(year, jaar, facts)
    if year is None or missing is not None:
        return missing or refuse("geen_cijfers", f"Wij hebben geen cijfers van {jaar}.")
    income, ages = max(Decimal(0), facts.inkomen or Decimal(0)), facts.kinderen or ()
    used, stop = figures(year, ages, facts.partner), _stop(year, facts)
    if used is None:
        return refuse("geen_formule", f"Wij hebben niet alle bedragen van {jaar} voor uw gezin.")
    amount = Decimal(0) if stop else year_amount(year, income, ages, facts.partner)
    after = None if stop or span.then is None else year_amount(year, income, span.then, facts.partner)
    whole = amount if after is None else (amount * span.months + after * (12 - span.months)) / 12
    counted = (
        f"Wij rekenen met een inkomen van {euro(income)} en {_children(ages)}.",
        "U krijgt een bedrag per kind. Bij meer inkomen gaat er een deel af.",
        f"Wij komen uit op ongeveer {euro(int(amount / 12))} per maand.",
    )
    checked = notes(
        (*used, year.vermogen_partner if facts.partner else year.vermogen_alleen), jaar=jaar, checked=year.checked
    )
    return Indication(
        jaar=jaar,
        per_maand=int(amount / 12),
        per_jaar=cents(whole),
        tot="" if after is None else f"{MONTHS[span.months - 1]} {jaar}",
        daarna=None if after is None else int(after / 12),
        uitleg=(stop,) if stop else counted,
        let_op=(*(() if after is None else (GROWN,)), "U moet kinderbijslag krijgen voor het kind."),
        bron=checked,
    )


def _missing(year: KindYear | None, jaar: int, facts: Facts) -> Refusal | None:
    if year is None:
        return refuse("geen_cijfers", f"Wij hebben geen cijfers over het kindgebonden budget van {jaar}.")
    return None if _stop(year, facts) else lacking(facts, "inkomen", "kinderen")


def _stop(year: KindYear, facts: Facts) -> str | None:
    """Why it is nothing whatever the income is."""
    limit = year.wealth_limit(facts.partner)
    if facts.kinderen is not None and not any(0 <= age < 18 for age in facts.kinderen):
        return "Wij zien geen kind dat jonger is dan 18 jaar. Dan komen wij op 0 euro uit."
    if facts.vermogen is not None and facts.vermogen > limit:
        return f"Uw vermogen is hoger dan de grens van {euro(limit)}. Dan komen wij op 0 euro uit."
    return None


def _children(ages: tuple[int, ...]) -> str:
    young = sum(1 for age in ages if 0 <= age < 18)
    return "1 kind" if young == 1 else f"{young} kinderen"
