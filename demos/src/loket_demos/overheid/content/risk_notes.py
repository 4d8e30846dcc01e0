"""The tool `risk_notes`: what a person should watch for, from what they told and from the allowance itself."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from functools import cache

from pydantic import ConfigDict, Field, model_validator
from pydantic.config import JsonDict

from loket_demos.overheid.content import huurtoeslag, kindgebonden_budget, zorgtoeslag
from loket_demos.overheid.content.arguments import Amount, Earned, Year, income_of
from loket_demos.overheid.content.datafile import read
from loket_demos.overheid.content.frozen import DataRow, ToolOutput
from loket_demos.overheid.content.household import Household, household
from loket_demos.overheid.content.money import euro, read_amount
from loket_demos.overheid.content.regelingen import RegelingCode, regeling
from loket_demos.overheid.content.sources import note
from loket_demos.overheid.content.years import read_year


class Point(DataRow):
    code: str
    bron: str
    tekst: str
    uitleg: str
    zonder: str = ""
    zonder_uitleg: str = ""
    regelingen: tuple[RegelingCode, ...] = ()


class Points(DataRow):
    checked: date
    hoog_inkomen: Decimal
    laag_inkomen: Decimal
    hoog_vermogen: Decimal
    dicht_bij: Decimal
    punten: tuple[Point, ...]

    def point(self, code: str) -> Point:
        """The point with this code; a code that is not there is a bug and raises."""
        return next(one for one in self.punten if one.code == code)


def _flat_or_inside(schema: JsonDict) -> None:
    """Tells readers of the schema that everything may also stand inside `inputs`."""
    schema.pop("required", None)
    schema["anyOf"] = [{"required": ["jaar"]}, {"required": ["inputs"], "properties": {"inputs": {"type": "object"}}}]


class RisksInput(Earned):
    """Flat, or everything inside `inputs`; flat wins."""

    model_config = ConfigDict(json_schema_extra=_flat_or_inside)

    regeling: str = Field(default="", description="welke toeslag")
    jaar: Year = Field(description="toeslagjaar")
    situatie: str = Field(default="", description="huishouden in eigen woorden")
    loonOfVermogen: bool | None = Field(default=None, description="heeft u loon of vermogen")  # noqa: N815
    vermogen: Amount = Field(default=None, description="vermogen op 1 januari, in euro")

    @model_validator(mode="before")
    @classmethod
    def _unwrap(cls, data: object) -> object:
        match data:
            case {"inputs": dict(inner), **flat}:
                return {**inner, **flat}
            case _:
                return data


class RiskNote(ToolOutput):
    code: str
    text: str
    bron: str


class RisksOutput(ToolOutput):
    aandachtspunten: tuple[RiskNote, ...]


class RiskCase(DataRow):
    """What the rules look at, read from the arguments."""

    jaar: int
    scheme: RegelingCode | None
    home: Household
    loon_of_vermogen: bool | None
    inkomen: Decimal | None
    vermogen: Decimal | None


@cache
def points() -> Points:
    """All points, read once."""
    return read("aandachtspunten", Points)


def risk_notes(given: RisksInput) -> RisksOutput:
    """The points that fit. R0 is there when none of R1 to R5 is; points of the allowance come on top."""
    scheme = regeling(given.regeling)
    case = RiskCase(
        jaar=read_year(given.jaar),
        scheme=scheme.code if scheme else None,
        home=household(given.situatie),
        loon_of_vermogen=given.loonOfVermogen,
        inkomen=income_of(given)[0],
        vermogen=read_amount(given.vermogen, "vermogen"),
    )
    told = [_note(code, case) for code in _from_figures(case)] or [_note("R0", case)]
    limits = [_note(code, case, limit) for code, limit in _from_limits(case)]
    form = [_note(code, case) for code in _from_form(case)]
    return RisksOutput(aandachtspunten=(*told, *limits, *form))


def _from_figures(case: RiskCase) -> Iterator[str]:
    known = points()
    if case.inkomen is not None and case.inkomen >= known.hoog_inkomen:
        yield "R1"
    if case.inkomen is not None and 0 < case.inkomen < known.laag_inkomen:
        yield "R2"
    if case.vermogen is not None and case.vermogen >= known.hoog_vermogen:
        yield "R3"
    if case.home.changing:
        yield "R4"
    if case.home.student:
        yield "R5"


def _from_limits(case: RiskCase) -> Iterator[tuple[str, Decimal]]:
    year = zorgtoeslag.rules_of(case.jaar) if case.scheme == "zorgtoeslag" else None
    if year is not None and case.inkomen is not None:
        limit = year.income_limit(case.home.partner)
        if case.inkomen > limit:
            yield "R12", limit
        elif case.inkomen >= limit * points().dicht_bij:
            yield "R11", limit
    wealth = wealth_limit(case.scheme, case.jaar, case.home.partner)
    if wealth is not None and case.vermogen is not None and case.vermogen > wealth:
        yield "R13", wealth


def wealth_limit(scheme: RegelingCode | None, jaar: int, partner: bool) -> Decimal | None:
    """The highest wealth of an allowance in a year, in euros; None when there is none or we do not know it."""
    match scheme:
        case "zorgtoeslag":
            zorg = zorgtoeslag.rules_of(jaar)
            return zorg.wealth_limit(partner) if zorg else None
        case "huurtoeslag":
            huur = huurtoeslag.rules_of(jaar)
            return huur.vermogen.value * (2 if partner else 1) if huur else None
        case "kindgebonden_budget":
            kind = kindgebonden_budget.rules_of(jaar)
            return kind.wealth_limit(partner) if kind else None
        case "kinderopvangtoeslag" | None:
            return None


def _from_form(case: RiskCase) -> Iterator[str]:
    if case.loon_of_vermogen and case.inkomen is None:
        yield "R6"
    if case.home.partner:
        yield "R10"
    elif case.home.alone:
        yield "R7"
    if case.vermogen is None and case.scheme != "kinderopvangtoeslag":
        yield "R9"
    for point in points().punten:
        if case.scheme in point.regelingen:
            yield point.code


def _note(code: str, case: RiskCase, limit: Decimal | None = None) -> RiskNote:
    point = points().point(code)
    nothing_told = case.inkomen is None and case.vermogen is None
    text = point.zonder if point.zonder and nothing_told else point.tekst
    filled = text.format(
        inkomen=euro(case.inkomen or 0), vermogen=euro(case.vermogen or 0), grens=euro(limit or 0), jaar=case.jaar
    )
    return RiskNote(code=code, text=filled, bron=note(point.bron).naam)
