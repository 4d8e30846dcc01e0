"""Zorgtoeslag, computed as the law says (Wet op de zorgtoeslag, article 1 to 3; Awir, article 14).

The year amount is rounded to whole euros before it is divided by twelve (Awir 14). With the threshold of the law
(108 % of twelve times the minimum wage, not the rounded number of the leaflets) this gives every published month
amount of 2025 and 2026. Without either of the two, some published amounts are missed by one euro."""

from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from functools import cache
from typing import Literal

from loket_demos.overheid.content.datafile import read
from loket_demos.overheid.content.dutch_dates import MONTHS, month_of
from loket_demos.overheid.content.frozen import DataRow
from loket_demos.overheid.content.indication import Answer, Facts, Indication, cents, excluded, lacking, refuse
from loket_demos.overheid.content.money import euro
from loket_demos.overheid.content.sources import RuleFigure, note, notes


class ZorgYear(DataRow):
    year: int
    checked: date
    standaardpremie: RuleFigure
    minimumloon: RuleFigure
    norm_alleen: RuleFigure
    norm_partner: RuleFigure
    afbouw: RuleFigure
    inkomen_alleen: RuleFigure
    inkomen_partner: RuleFigure
    vermogen_alleen: RuleFigure
    vermogen_partner: RuleFigure

    def income_limit(self, partner: bool) -> Decimal:
        """The highest income with zorgtoeslag, in euros a year."""
        return (self.inkomen_partner if partner else self.inkomen_alleen).value

    def wealth_limit(self, partner: bool) -> Decimal:
        """The highest wealth on 1 January, in euros."""
        return (self.vermogen_partner if partner else self.vermogen_alleen).value


class ZorgWet(DataRow):
    checked: date
    drempel_factor: RuleFigure
    maanden: RuleFigure
    kleinste_jaarbedrag: RuleFigure


class ZorgRules(DataRow):
    code: Literal["zorgtoeslag"]
    wet: ZorgWet
    years: tuple[ZorgYear, ...]


@cache
def rules() -> ZorgRules:
    """The rules of all years, read once."""
    return read("zorgtoeslag", ZorgRules)


def rules_of(year: int) -> ZorgYear | None:
    """The rules of one year, None when we do not have them."""
    return next((one for one in rules().years if one.year == year), None)


def threshold(year: ZorgYear) -> Decimal:
    """The drempelinkomen, in euros a year, not rounded."""
    wet = rules().wet
    return wet.drempel_factor.value * wet.maanden.value * year.minimumloon.value


def year_amount(year: ZorgYear, income: Decimal, partner: bool) -> Decimal:
    """Standard premium less norm premium, in euros a year, not rounded, never below 0."""
    limit = threshold(year)
    norm = year.norm_partner if partner else year.norm_alleen
    above = max(Decimal(0), income - limit)
    norm_premium = norm.value * limit + year.afbouw.value * above
    premium = year.standaardpremie.value * (2 if partner else 1)
    return max(Decimal(0), premium - norm_premium)


def month_amount(year: ZorgYear, income: Decimal, partner: bool) -> int:
    """Whole euros a month: 0 above the income limit, and 0 when a year gives less than 24 euros."""
    if income > year.income_limit(partner):
        return 0
    rounded = year_amount(year, income, partner).quantize(Decimal(1), ROUND_HALF_UP)
    wet = rules().wet
    return int(rounded // wet.maanden.value) if rounded >= wet.kleinste_jaarbedrag.value else 0


STARTS = "De zorgtoeslag begint in de maand nadat u 18 jaar bent geworden."


def first_month(year: int, birthday: date | None) -> int:
    """The first month of a year with zorgtoeslag, by the eighteenth birthday; 13: none of that year. A change counts
    from the month that follows, or from that of the birthday where that is its first day (Awir, article 5)."""
    if birthday is None:
        return 1
    after = birthday.month + (birthday.day > 1)
    return max(1, min(13, after + 12 * (birthday.year - year)))


def indicate(jaar: int, facts: Facts) -> Answer:
    """The indication for one household, or a refusal when a year or the income is missing."""
    year = rules_of(jaar)
    if year is None:
        return refuse("geen_cijfers", f"Wij hebben geen cijfers over de zorgtoeslag van {jaar}.")
    if facts.verzekerd is False:
        return excluded("niet_verzekerd", "Zorgtoeslag is er alleen met een Nederlandse zorgverzekering.", note("wzt"))
    stop = _stop(year, facts)
    if stop is None and (missing := lacking(facts, "inkomen")) is not None:
        return missing
    income, since = max(Decimal(0), facts.inkomen or Decimal(0)), first_month(jaar, facts.wordt_18)
    month, why = (0, (stop,)) if stop else _reckon(year, income, facts)
    amount = year_amount(year, income, facts.partner) if month else Decimal(0)
    amount = amount if since == 1 else Decimal(month * (13 - since))
    return Indication(
        jaar=jaar,
        per_maand=month,
        per_jaar=cents(amount),
        vanaf=f"{MONTHS[since - 1]} {jaar}" if month and since > 1 else "",
        uitleg=why,
        let_op=(STARTS,) if since > 1 else (),
        bron=notes(_figures(year, facts.partner), jaar=jaar, checked=year.checked),
    )


def _stop(year: ZorgYear, facts: Facts) -> str | None:
    """Why it is nothing whatever the income is."""
    if facts.wordt_18 is not None and first_month(year.year, facts.wordt_18) > len(MONTHS):
        return f"U wordt 18 jaar in {month_of(facts.wordt_18)}. Dan is er dit jaar nog geen zorgtoeslag."
    if facts.leeftijd is not None and facts.leeftijd < 18:
        return "U bent jonger dan 18 jaar. Dan is er nog geen zorgtoeslag."
    if facts.vermogen is not None and facts.vermogen > year.wealth_limit(facts.partner):
        limit = euro(year.wealth_limit(facts.partner))
        return f"Uw vermogen is hoger dan de grens van {limit}. Dan komen wij op 0 euro uit."
    return None


def _reckon(year: ZorgYear, income: Decimal, facts: Facts) -> tuple[int, tuple[str, ...]]:
    who = "samen met uw partner" if facts.partner else "alleen"
    start = f"Wij rekenen met een inkomen van {euro(income)} ({who})."
    if income > year.income_limit(facts.partner):
        limit = euro(year.income_limit(facts.partner))
        whose = "Uw inkomen samen" if facts.partner else "Uw inkomen"
        return 0, (start, f"{whose} is hoger dan de grens van {limit}. Dan komen wij op 0 euro uit.")
    month = month_amount(year, income, facts.partner)
    premium = euro(year.standaardpremie.value * (2 if facts.partner else 1))
    return month, (
        start,
        f"De premie waar de wet mee rekent is {premium} per jaar.",
        "Een deel daarvan betaalt u zelf. Dat deel hangt af van uw inkomen.",
        f"Wij komen uit op ongeveer {euro(month)} per maand.",
    )


def _figures(year: ZorgYear, partner: bool) -> tuple[RuleFigure, ...]:
    chosen = (
        (year.norm_partner, year.inkomen_partner, year.vermogen_partner)
        if partner
        else (year.norm_alleen, year.inkomen_alleen, year.vermogen_alleen)
    )
    return (rules().wet.drempel_factor, year.standaardpremie, year.afbouw, *chosen, rules().wet.kleinste_jaarbedrag)
