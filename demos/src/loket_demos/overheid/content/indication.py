"""The two answers to "how much?": an indication with its steps and sources, or a refusal with the reason."""

from decimal import Decimal
from typing import Literal

from pydantic import Field

from loket_demos.overheid.content.frozen import DataRow, ToolOutput
from loket_demos.overheid.content.sources import SourceNote, note

LABEL: Literal["indicatie, geen besluit"] = "indicatie, geen besluit"
CareKind = Literal["dagopvang", "buitenschools", "gastouder"]


class Care(DataRow):
    """The childcare of one child: hours in a month and the price of an hour in euros."""

    soort: CareKind
    uren: Decimal = Field(ge=0)
    uurprijs: Decimal = Field(ge=0)


class Facts(DataRow):
    """What we know of a household; None: not told. Amounts in euros a year, the rent a month."""

    inkomen: Decimal | None = None
    vermogen: Decimal | None = None
    partner: bool = False
    leeftijd: int | None = None
    huur: Decimal | None = None
    kinderen: tuple[int, ...] | None = None
    opvang: tuple[Care, ...] = ()


class Indication(ToolOutput):
    """A computed amount. It is never a decision; `uitleg` says how it came about, in plain words."""

    soort: Literal["indicatie"] = "indicatie"
    label: Literal["indicatie, geen besluit"] = LABEL
    jaar: int
    per_maand: int = Field(ge=0, description="hele euro's per maand")
    per_jaar: float = Field(ge=0, description="euro's per jaar, op de cent")
    uitleg: tuple[str, ...]
    let_op: tuple[str, ...] = ()
    bron: tuple[SourceNote, ...]


class Refusal(ToolOutput):
    """No amount, with the reason and the official place that can compute it."""

    soort: Literal["geen_indicatie"] = "geen_indicatie"
    label: Literal["indicatie, geen besluit"] = LABEL
    code: str
    reden: str
    waar: str = "toeslagen.nl/proefberekening"
    bron: tuple[SourceNote, ...]


Answer = Indication | Refusal


def refuse(code: str, reden: str) -> Refusal:
    """The refusal that points to the official calculation."""
    text = f"{reden} Maak een proefberekening op toeslagen.nl."
    return Refusal(code=code, reden=text, bron=(note("proefberekening"),))


def cents(amount: Decimal) -> float:
    """A year amount as a JSON number, rounded to the cent."""
    return float(amount.quantize(Decimal("0.01")))
