"""Huurtoeslag: the limits of each year, and an amount for the years whose formula we have (2023 and 2026).

Of the rent (up to the limit) a person pays the basishuur; of the rest the state pays 100 %, 65 % and 40 % in three
parts (Wet op de huurtoeslag). In 2023 the basishuur is a quadratic function of the income, with factors by household;
from 2026 it is fixed and the allowance falls in a straight line above an income."""

from datetime import date
from decimal import Decimal
from functools import cache
from typing import Literal

from loket_demos.overheid.content.datafile import read
from loket_demos.overheid.content.frozen import DataRow
from loket_demos.overheid.content.indication import Answer, Facts, Indication, cents, lacking, refuse
from loket_demos.overheid.content.money import euro
from loket_demos.overheid.content.sources import RuleFigure, notes


class Factors(DataRow):
    """Basishuur a month = a Y² + b Y; below `inkomen` it stays what it is at `inkomen`."""

    a: RuleFigure
    b: RuleFigure
    inkomen: RuleFigure

    def basishuur(self, income: Decimal) -> Decimal:
        y = max(income, self.inkomen.value)
        return self.a.value * y * y + self.b.value * y


class FactorSet(DataRow):
    alleen: Factors
    samen: Factors
    aow_alleen: Factors
    aow_samen: Factors


class Line(DataRow):
    """A fixed basishuur; `deel` of the income above `inkomen` comes off the allowance of a year."""

    basishuur: RuleFigure
    inkomen: RuleFigure
    deel: RuleFigure


class LineSet(DataRow):
    alleen: Line
    samen: Line


class HuurYear(DataRow):
    year: int
    checked: date
    kwaliteitskorting: RuleFigure
    aftopping_klein: RuleFigure
    aftopping_groot: RuleFigure
    huurgrens: RuleFigure
    huurgrens_sluit_uit: bool = True
    vermogen: RuleFigure
    jong_tot: RuleFigure
    factoren: FactorSet | None = None
    afbouw: LineSet | None = None


class HuurWet(DataRow):
    checked: date
    deel_a: RuleFigure
    deel_b: RuleFigure
    deel_c: RuleFigure
    aow_leeftijd: RuleFigure
    volwassen: RuleFigure


class HuurRules(DataRow):
    code: Literal["huurtoeslag"]
    wet: HuurWet
    years: tuple[HuurYear, ...]


@cache
def rules() -> HuurRules:
    """The rules of all years, read once."""
    return read("huurtoeslag", HuurRules)


def rules_of(year: int) -> HuurYear | None:
    """The rules of one year, None when we do not have them."""
    return next((one for one in rules().years if one.year == year), None)


def is_young(year: HuurYear, facts: Facts) -> bool:
    """Does the lower rent limit for young people hold? Not with a partner or a child, as far as we can tell."""
    family = facts.partner or facts.kinderen
    return facts.leeftijd is not None and facts.leeftijd < year.jong_tot.value and not family


def is_aow(facts: Facts) -> bool:
    """Has the person reached the age of the state pension?"""
    return facts.leeftijd is not None and facts.leeftijd >= rules().wet.aow_leeftijd.value


def parts(year: HuurYear, rent: Decimal, basishuur: Decimal, facts: Facts) -> Decimal:
    """What the state pays of the rent, in euros a month, before any reduction for income."""
    wet = rules().wet
    quality = year.kwaliteitskorting.value
    part_a = max(Decimal(0), min(rent, quality) - basishuur)
    if is_young(year, facts):
        return part_a * wet.deel_a.value
    cap = (year.aftopping_groot if facts.persons >= 3 else year.aftopping_klein).value
    part_b = max(Decimal(0), min(rent, cap) - max(quality, basishuur))
    above = max(Decimal(0), rent - max(cap, basishuur))
    counts_above = year.afbouw is not None or facts.persons == 1 or is_aow(facts)
    part_c = above if counts_above else Decimal(0)
    return part_a * wet.deel_a.value + part_b * wet.deel_b.value + part_c * wet.deel_c.value


def month_amount(year: HuurYear, facts: Facts, income: Decimal, rent: Decimal) -> Decimal | None:
    """The allowance in euros a month, not rounded; None when the year has no formula."""
    counted = min(rent, year.kwaliteitskorting.value if is_young(year, facts) else year.huurgrens.value)
    several = facts.persons > 1
    if year.afbouw is not None:
        line = year.afbouw.samen if several else year.afbouw.alleen
        less = max(Decimal(0), income - line.inkomen.value) * line.deel.value / 12
        return max(Decimal(0), parts(year, counted, line.basishuur.value, facts) - less)
    if year.factoren is not None:
        return parts(year, counted, _factors(year.factoren, several, is_aow(facts)).basishuur(income), facts)
    return None


def _factors(sets: FactorSet, several: bool, aow: bool) -> Factors:
    if aow:
        return sets.aow_samen if several else sets.aow_alleen
    return sets.samen if several else sets.alleen


NO_HOME = (
    "Een kamer telt meestal niet mee voor de huurtoeslag. Dan is er geen huurtoeslag, "
    "behalve in een gebouw dat daarvoor is aangewezen."
)


def indicate(jaar: int, facts: Facts) -> Answer:
    """The indication for one household, or a refusal with what is missing."""
    year = rules_of(jaar)
    if year is None:
        return refuse("geen_cijfers", f"Wij hebben geen cijfers over de huurtoeslag van {jaar}.")
    if facts.zelfstandig is False:
        return refuse("geen_eigen_woning", NO_HOME)
    income, rent = max(Decimal(0), facts.inkomen or Decimal(0)), max(Decimal(0), facts.huur or Decimal(0))
    stop = _stop(year, facts, rent)
    if stop is None and year.factoren is None and year.afbouw is None:
        return refuse("geen_formule", f"Wij hebben niet alle cijfers om de huurtoeslag van {jaar} te berekenen.")
    if stop is None and (missing := lacking(facts, "inkomen", "huur")) is not None:
        return missing
    month = Decimal(0) if stop else (month_amount(year, facts, income, rent) or Decimal(0))
    counted = (
        f"Wij rekenen met een inkomen van {euro(income)} en een kale huur van {euro(rent)}.",
        "Een deel van de huur betaalt u altijd zelf. Dat is de basishuur.",
        f"Wij komen uit op ongeveer {euro(int(month))} per maand.",
    )
    return Indication(
        jaar=jaar,
        per_maand=int(month),
        per_jaar=cents(month * 12),
        uitleg=(stop,) if stop else counted,
        let_op=_warnings(year, facts),
        bron=notes(_figures(year, facts), jaar=jaar, checked=year.checked),
    )


def _stop(year: HuurYear, facts: Facts, rent: Decimal) -> str | None:
    limit = year.vermogen.value * (2 if facts.partner else 1)
    if facts.leeftijd is not None and facts.leeftijd < rules().wet.volwassen.value:
        return "U bent jonger dan 18 jaar. Dan komen wij op 0 euro uit."
    if facts.vermogen is not None and facts.vermogen > limit:
        return f"Uw vermogen is hoger dan de grens van {euro(limit)}. Dan komen wij op 0 euro uit."
    top = year.kwaliteitskorting.value if is_young(year, facts) else year.huurgrens.value
    if year.huurgrens_sluit_uit and rent > top:
        return f"Uw huur is hoger dan de grens van {euro(top)}. Dan komen wij op 0 euro uit."
    return None


def _warnings(year: HuurYear, facts: Facts) -> tuple[str, ...]:
    said = ["Het inkomen van iedereen in huis telt mee."]
    if year.huurgrens_sluit_uit:
        said.append(
            "Kreeg u al huurtoeslag toen uw huur nog lager was? Of is uw huis aangepast voor een handicap? "
            "Dan kan het anders zijn."
        )
    if facts.leeftijd is None:
        said.append(f"Bent u jonger dan {year.jong_tot.value} jaar? Dan kan het bedrag lager zijn.")
    return tuple(said)


def _figures(year: HuurYear, facts: Facts) -> tuple[RuleFigure, ...]:
    common = (rules().wet.deel_b, year.kwaliteitskorting, year.aftopping_klein, year.huurgrens, year.vermogen)
    if year.afbouw is not None:
        line = year.afbouw.samen if facts.persons > 1 else year.afbouw.alleen
        return (*common, line.basishuur, line.inkomen, line.deel)
    if year.factoren is not None:
        factors = _factors(year.factoren, facts.persons > 1, is_aow(facts))
        return (*common, factors.a, factors.b, factors.inkomen)
    return common
