"""The tool `rules_lookup`: the conditions of an allowance in a year, and an indication when the income is told."""

from datetime import date
from decimal import Decimal
from functools import cache

from pydantic import Field

from loket_demos.overheid.content import (
    huurtoeslag,
    kinderopvangtoeslag,
    kindgebonden_budget,
    zorgtoeslag,
)
from loket_demos.overheid.content.arguments import RulesInput, Understood, known_from
from loket_demos.overheid.content.datafile import read
from loket_demos.overheid.content.frozen import DataRow, ToolOutput
from loket_demos.overheid.content.household import situation_words
from loket_demos.overheid.content.indication import Answer, Facts, Indication, Refusal, refuse
from loket_demos.overheid.content.money import euro
from loket_demos.overheid.content.regelingen import LONGEST_NAME, Regeling, RegelingCode, regeling
from loket_demos.overheid.content.sources import RuleFigure, SourceNote, note, notes
from loket_demos.overheid.content.uitgangspunten import uitgangspunten
from loket_demos.overheid.content.years import read_year

COUNTS = frozenset({"jong_tot", "uren_per_maand"})
"""Figures that are not amounts of money."""


ROUNDED = "Het bedrag per maand is naar beneden afgerond op hele euro's."


class Condition(DataRow):
    id: str
    tekst: str
    zonder: str | None = None
    vanaf: int = 0
    tot: int = 9999


class SchemeConditions(DataRow):
    code: RegelingCode
    bron: tuple[str, ...]
    voorwaarden: tuple[Condition, ...]


class UnknownCondition(DataRow):
    id: str
    tekst: str
    bron: str


class Remarks(DataRow):
    met: str
    zonder: str
    onbekend: str


class Conditions(DataRow):
    checked: date
    regelingen: tuple[SchemeConditions, ...]
    onbekend: UnknownCondition
    opmerkingen: Remarks


class ConditionText(ToolOutput):
    id: str
    text: str


class RulesOutput(ToolOutput):
    """`berekening` is only there when somebody told an income, or asked for an amount."""

    regeling: str
    jaar: int
    voorwaarden: tuple[ConditionText, ...]
    opmerking: str
    bron: tuple[SourceNote, ...]
    berekening: Indication | Refusal | None = Field(default=None, discriminator="soort")


@cache
def conditions() -> Conditions:
    """The texts of all conditions, read once."""
    return read("voorwaarden", Conditions)


def rules_lookup(given: RulesInput) -> RulesOutput:
    """The conditions of one allowance in one year, with sources. Raises ContentError for a year that is none."""
    jaar = read_year(given.jaar)
    known = known_from(given)
    asked = given.bedrag or known.facts.inkomen is not None
    scheme = regeling(given.regeling)
    if scheme is None:
        return _unknown(given.regeling, jaar, asked)
    texts = next(one for one in conditions().regelingen if one.code == scheme.code)
    values = figures(scheme.code, jaar)
    filled = {name: _words(name, figure) for name, figure in values.items()} | {"jaar": str(jaar)}
    chosen = [one for one in texts.voorwaarden if one.vanaf <= jaar <= one.tot]
    remark = conditions().opmerkingen.met if values else conditions().opmerkingen.zonder
    laws = tuple(RuleFigure(value=Decimal(0), source=source, certainty="S") for source in texts.bron)
    return RulesOutput(
        regeling=scheme.naam,
        jaar=jaar,
        voorwaarden=tuple(ConditionText(id=one.id, text=_fill(one, filled)) for one in chosen),
        opmerking=remark.format(jaar=jaar),
        bron=notes((*laws, *values.values()), jaar=jaar, checked=conditions().checked),
        berekening=reckon(scheme, jaar, known) if asked else None,
    )


def reckon(scheme: Regeling, jaar: int, known: Understood) -> Answer:
    """The indication or the refusal of one allowance, with all that it was computed with."""
    basis = uitgangspunten(scheme.code, jaar, known)
    answer = indicate(scheme, jaar, known.facts)
    rule = (note(situation_words().regel.bron, jaar=jaar),) if known.rule else ()
    more: dict[str, object] = {"uitgangspunten": basis, "bron": (*answer.bron, *rule)}
    if isinstance(answer, Indication):
        rounded = (ROUNDED,) if answer.per_maand else ()
        official = note("proefberekening", jaar=jaar)
        more |= {"uitleg": (*answer.uitleg, *rounded), "bron": (*answer.bron, *rule, official)}
    return answer.model_copy(update=more)


def indicate(scheme: Regeling, jaar: int, facts: Facts) -> Answer:
    """The computed indication of one allowance, or the refusal with its reason."""
    match scheme.code:
        case "zorgtoeslag":
            return zorgtoeslag.indicate(jaar, facts)
        case "huurtoeslag":
            return huurtoeslag.indicate(jaar, facts)
        case "kindgebonden_budget":
            return kindgebonden_budget.indicate(jaar, facts)
        case "kinderopvangtoeslag":
            return kinderopvangtoeslag.indicate(jaar, facts)


def figures(code: RegelingCode, jaar: int) -> dict[str, RuleFigure]:
    """The figures of one year by name; empty when we have none of that year."""
    match code:
        case "zorgtoeslag":
            year = zorgtoeslag.rules_of(jaar)
        case "huurtoeslag":
            year = huurtoeslag.rules_of(jaar)
        case "kindgebonden_budget":
            year = kindgebonden_budget.rules_of(jaar)
        case "kinderopvangtoeslag":
            year = kinderopvangtoeslag.rules_of(jaar)
    found = {name: value for name, value in (year or ()) if isinstance(value, RuleFigure)}
    if found and code == "kinderopvangtoeslag":
        found["uren_per_maand"] = kinderopvangtoeslag.rules().wet.uren_per_maand
    return found


def _words(name: str, figure: RuleFigure) -> str:
    return f"{figure.value:.0f}" if name in COUNTS else euro(figure.value)


def _fill(condition: Condition, filled: dict[str, str]) -> str:
    try:
        return condition.tekst.format_map(filled)
    except KeyError:
        return condition.zonder or condition.tekst


def _unknown(name: str, jaar: int, asked: bool) -> RulesOutput:
    unknown = conditions().onbekend
    return RulesOutput(
        regeling=name[:LONGEST_NAME],
        jaar=jaar,
        voorwaarden=(ConditionText(id=unknown.id, text=unknown.tekst),),
        opmerking=conditions().opmerkingen.onbekend,
        bron=(note(unknown.bron),),
        berekening=refuse("onbekende_regeling", "Wij kennen deze regeling niet.") if asked else None,
    )
