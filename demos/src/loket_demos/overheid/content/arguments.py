"""What callers give to the tools about a household: lenient in names and types, strict in meaning."""

from decimal import Decimal
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from loket_demos.overheid.content.frozen import ToolInput
from loket_demos.overheid.content.household import Household, household
from loket_demos.overheid.content.indication import Care, Facts
from loket_demos.overheid.content.money import read_amount

MOST_CHILDREN = 20


def _no_flag(given: object) -> object:
    """True is no amount and no age, though Python would count it as 1."""
    if isinstance(given, bool):
        raise ValueError("a yes or no is not a number")
    return given


Amount = Annotated[float | int | str | None, BeforeValidator(_no_flag)]
Year = Annotated[int | float | str, BeforeValidator(_no_flag)]
Age = Annotated[int, BeforeValidator(_no_flag), Field(ge=0, le=130)]


class CareGiven(ToolInput):
    soort: Literal["dagopvang", "buitenschools", "gastouder"] = "dagopvang"
    uren: float = Field(ge=0, le=744, description="uren per maand")
    uurprijs: float = Field(ge=0, le=1000, description="euro per uur")


class RulesInput(ToolInput):
    """The arguments of `rules_lookup`: the first two are the contract, the rest makes an indication possible."""

    regeling: str = Field(description="welke toeslag")
    jaar: Year = Field(description="toeslagjaar")
    situatie: str | None = Field(default=None, description="huishouden in eigen woorden")
    inkomen: Amount = Field(default=None, description="inkomen van het huishouden per jaar, in euro")
    vermogen: Amount = Field(default=None, description="vermogen op 1 januari, in euro")
    partner: bool | None = Field(default=None, description="heeft u een toeslagpartner")
    leeftijd: Age | None = Field(default=None, description="leeftijd van de aanvrager")
    huur: Amount = Field(default=None, description="kale huur per maand, in euro")
    kinderen: tuple[Age, ...] | None = Field(default=None, max_length=MOST_CHILDREN, description="leeftijden")
    opvang: tuple[CareGiven, ...] = Field(default=(), max_length=MOST_CHILDREN, description="opvang per kind")


def facts_from(given: RulesInput) -> Facts:
    """What is known of the household; raises ContentError `invalid_inkomen` and the like for amounts that are none."""
    home: Household = household(given.situatie)
    return Facts(
        inkomen=read_amount(given.inkomen, "inkomen"),
        vermogen=read_amount(given.vermogen, "vermogen"),
        partner=home.partner if given.partner is None else given.partner,
        leeftijd=given.leeftijd,
        huur=read_amount(given.huur, "huur"),
        kinderen=given.kinderen,
        opvang=tuple(
            Care(soort=one.soort, uren=Decimal(str(one.uren)), uurprijs=Decimal(str(one.uurprijs)))
            for one in given.opvang
        ),
    )
