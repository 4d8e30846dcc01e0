"""The two answers to "how much?": an indication with its steps and sources, or a refusal with the reason."""

from collections.abc import Iterable, Mapping
from datetime import date
from decimal import Decimal
from typing import Literal

from pydantic import Field

from loket_demos.overheid.content.frozen import DataRow, ToolOutput
from loket_demos.overheid.content.sources import SourceNote, note

LABEL: Literal["indicatie, geen besluit"] = "indicatie, geen besluit"
CALCULATION = "toeslagen.nl/proefberekening"
CareKind = Literal["dagopvang", "buitenschools", "gastouder"]


class Care(DataRow):
    """The childcare of one child: hours in a month and the price of an hour in euros; None: its kind was not told."""

    soort: CareKind | None
    uren: Decimal = Field(ge=0)
    uurprijs: Decimal = Field(ge=0)


class Facts(DataRow):
    """What we know of a household; None: not told. Amounts in euros a year, the rent a month. `huisgenoten` are the
    others in the home: neither partner nor own child; `verzekerd`: in the Netherlands; `zelfstandig`: the home has a
    door, a kitchen and a toilet of its own; `werk`: the person works, learns or is helped to find work, and so does a
    partner; `wordt_18`: the day of the eighteenth birthday; `kinderbijslag`: the
    person gets it for the children; `kind_wordt_18`: the day on which one of them comes of age."""

    inkomen: Decimal | None = None
    vermogen: Decimal | None = None
    partner: bool = False
    leeftijd: int | None = None
    huur: Decimal | None = None
    kinderen: tuple[int, ...] | None = None
    opvang: tuple[Care, ...] = ()
    huisgenoten: int = 0
    verzekerd: bool | None = None
    zelfstandig: bool | None = None
    werk: bool | None = None
    wordt_18: date | None = None
    kinderbijslag: bool | None = None
    kind_wordt_18: date | None = None

    @property
    def persons(self) -> int:
        """How many people live in the home, as far as we know."""
        return 1 + int(self.partner) + len(self.kinderen or ()) + self.huisgenoten


class Basis(ToolOutput):
    """One thing an amount was computed with: the field of the form, and what was understood in words for people."""

    veld: str
    naam: str
    waarde: str
    hoe: str = Field(default="", description="hoe wij eraan komen, als het anders werd gezegd")
    gegeven: bool = Field(description="false: niemand heeft dit gezegd, wij gaan ervan uit")


class Indication(ToolOutput):
    """A computed amount. It is never a decision; `uitleg` says how it came about, in plain words."""

    soort: Literal["indicatie"] = "indicatie"
    label: Literal["indicatie, geen besluit"] = LABEL
    jaar: int
    per_maand: int = Field(ge=0, description="hele euro's per maand")
    per_jaar: float = Field(ge=0, description="euro's per jaar, op de cent")
    vanaf: str = Field(default="", description="de eerste maand, als het niet het hele jaar is")
    tot: str = Field(default="", description="de laatste maand van dit bedrag, als het niet het hele jaar is")
    daarna: int | None = Field(default=None, ge=0, description="hele euro's per maand na `tot`")
    uitleg: tuple[str, ...]
    let_op: tuple[str, ...] = ()
    uitgangspunten: tuple[Basis, ...] = ()
    waar: str = CALCULATION
    bron: tuple[SourceNote, ...]


class Refusal(ToolOutput):
    """No amount, with the reason and the official place that can compute it. `ontbreekt` names the fields that would
    make an amount possible; it is empty when nothing would."""

    soort: Literal["geen_indicatie"] = "geen_indicatie"
    label: Literal["indicatie, geen besluit"] = LABEL
    code: str
    reden: str
    ontbreekt: tuple[str, ...] = ()
    uitgangspunten: tuple[Basis, ...] = ()
    waar: str = CALCULATION
    bron: tuple[SourceNote, ...]


Answer = Indication | Refusal


LACKS: Mapping[str, tuple[str, str]] = {
    "inkomen": ("inkomen_ontbreekt", "uw inkomen"),
    "huur": ("huur_ontbreekt", "uw kale huur per maand"),
    "kinderen": ("kinderen_ontbreken", "hoe oud uw kinderen zijn"),
    "opvang": ("opvang_ontbreekt", "de uren en de prijs van de opvang"),
    "opvang_soort": ("opvang_ontbreekt", "of het dagopvang, opvang na school of een gastouder is"),
}
"""By field: the code of a refusal without it, and what the person has to tell."""


def refuse(code: str, reden: str, ontbreekt: tuple[str, ...] = ()) -> Refusal:
    """The refusal that points to the official calculation."""
    text = f"{reden} Maak een proefberekening op toeslagen.nl."
    return Refusal(code=code, reden=text, ontbreekt=ontbreekt, bron=(note("proefberekening"),))


def excluded(code: str, reden: str, *bron: SourceNote) -> Refusal:
    """The refusal where no calculation gives an amount, with the rule it follows from."""
    return Refusal(code=code, reden=reden, waar="", bron=bron)


def lacking(facts: Facts, *needed: str) -> Refusal | None:
    """The refusal that names all that is missing for an amount; None when nothing is."""
    known = {"inkomen": facts.inkomen, "huur": facts.huur, "kinderen": facts.kinderen, "opvang": facts.opvang or None}
    missing = tuple(name for name in needed if known.get(name) is None)
    if not missing:
        return None
    return refuse(LACKS[missing[0]][0], f"Wij weten nog niet: {listed(LACKS[one][1] for one in missing)}.", missing)


def listed(texts: Iterable[str]) -> str:
    """The texts as one list in a sentence."""
    *before, last = texts
    return f"{', '.join(before)} en {last}" if before else last


def cents(amount: Decimal) -> float:
    """A year amount as a JSON number, rounded to the cent."""
    return float(amount.quantize(Decimal("0.01")))
