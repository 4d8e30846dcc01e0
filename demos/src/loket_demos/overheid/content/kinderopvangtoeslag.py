"""Kinderopvangtoeslag: a share of what childcare costs, by income and by which child it is.

Hours (at most 230 a month per child) x the price of an hour (at most the maximum) x the share of the table. The first
child is the one with the most hours, then with the highest costs. Besluit kinderopvangtoeslag. We never guess
between two rows of a table."""

from datetime import date
from decimal import Decimal
from functools import cache
from typing import Literal

from loket_demos.overheid.content.datafile import read
from loket_demos.overheid.content.frozen import DataRow
from loket_demos.overheid.content.indication import Answer, Care, Facts, Indication, cents, excluded, lacking, refuse
from loket_demos.overheid.content.money import euro
from loket_demos.overheid.content.sources import Certainty, RuleFigure, note, notes


class Band(DataRow):
    """A row of the table: incomes from `vanaf` up to and including `tot` (0: no end), and the shares."""

    vanaf: int = 0
    tot: int
    eerste: Decimal
    volgende: Decimal | None = None

    def holds(self, income: Decimal) -> bool:
        return income >= self.vanaf and (self.tot == 0 or income < self.tot + 1)


class OpvangYear(DataRow):
    year: int
    checked: date
    dagopvang: RuleFigure
    buitenschools: RuleFigure
    gastouder: RuleFigure
    tabel_bron: str = ""
    tabel_zekerheid: Certainty = "?"
    banden: tuple[Band, ...] = ()

    def price(self, care: Care) -> RuleFigure:
        """The highest price of an hour that counts."""
        match care.soort:
            case "dagopvang":
                return self.dagopvang
            case "buitenschools":
                return self.buitenschools
            case "gastouder":
                return self.gastouder
            case None:
                return min(self.dagopvang, self.buitenschools, self.gastouder, key=lambda one: one.value)


class OpvangWet(DataRow):
    checked: date
    uren_per_maand: RuleFigure


class OpvangRules(DataRow):
    code: Literal["kinderopvangtoeslag"]
    wet: OpvangWet
    years: tuple[OpvangYear, ...]


@cache
def rules() -> OpvangRules:
    """The rules of all years, read once."""
    return read("kinderopvangtoeslag", OpvangRules)


def rules_of(year: int) -> OpvangYear | None:
    """The rules of one year, None when we do not have them."""
    return next((one for one in rules().years if one.year == year), None)


def costs(year: OpvangYear, care: Care) -> Decimal:
    """What counts of the costs of one child, in euros a month."""
    hours = min(care.uren, rules().wet.uren_per_maand.value)
    return hours * min(care.uurprijs, year.price(care).value)


def month_amount(year: OpvangYear, income: Decimal, care: tuple[Care, ...]) -> Decimal | None:
    """Euros a month, not rounded; None when the table has no row for this income or this child."""
    band = next((one for one in year.banden if one.holds(income)), None)
    if band is None or (len(care) > 1 and band.volgende is None):
        return None
    order = sorted(care, key=lambda one: (one.uren, costs(year, one)), reverse=True)
    shares = [band.eerste, *([band.volgende or Decimal(0)] * len(order))]
    return sum((costs(year, one) * share for one, share in zip(order, shares, strict=False)), Decimal(0))


NO_WORK = (
    "{wie} werken, leren of hulp krijgen bij het zoeken naar werk. Anders is er geen kinderopvangtoeslag. "
    "Stopte het werk pas? Dan loopt de toeslag nog drie maanden door."
)
WHO = {False: "U moet", True: "U en uw partner moeten allebei"}
"""Wet kinderopvang, article 1.6: what both parents do, and how long the allowance goes on when the work ends."""


def indicate(jaar: int, facts: Facts) -> Answer:
    """The indication for one household, or a refusal with what is missing."""
    year = rules_of(jaar)
    if year is None:
        return refuse("geen_cijfers", f"Wij hebben geen cijfers over de kinderopvangtoeslag van {jaar}.")
    if facts.werk is False:
        return excluded("geen_werk", NO_WORK.format(wie=WHO[facts.partner]), note("wko_werk"))
    if (missing := lacking(facts, "inkomen", "opvang")) is not None:
        return missing
    if any(one.soort is None and one.uurprijs > year.price(one).value for one in facts.opvang):
        return lacking(facts, "opvang_soort") or refuse("geen_formule", "Wij weten het soort opvang niet.")
    income = max(Decimal(0), facts.inkomen or Decimal(0))
    month = month_amount(year, income, facts.opvang)
    if month is None:
        return refuse("geen_formule", f"Wij hebben niet de hele tabel van {jaar}. Wij gokken niet.")
    table = RuleFigure(value=Decimal(0), source=year.tabel_bron, certainty=year.tabel_zekerheid)
    prices = tuple(year.price(one) for one in facts.opvang)
    return Indication(
        jaar=jaar,
        per_maand=int(month),
        per_jaar=cents(month * 12),
        uitleg=(
            f"Wij rekenen met een inkomen van {euro(income)}.",
            "Elk uur opvang telt mee tot een hoogste prijs. Per kind tellen hooguit 230 uur per maand mee.",
            f"Wij komen uit op ongeveer {euro(int(month))} per maand.",
        ),
        let_op=("De opvang moet een LRK-nummer hebben.",),
        bron=notes((rules().wet.uren_per_maand, table, *prices), jaar=jaar, checked=year.checked),
    )
