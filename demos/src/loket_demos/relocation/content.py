"""The data files as they are shaped, and how a dated value is written out."""

import tomllib
from collections.abc import Mapping
from datetime import date
from functools import lru_cache
from importlib.resources import files
from typing import Literal

from pydantic import BaseModel, ConfigDict

DATA = files("loket_demos.relocation") / "data"
LANGUAGES = ("pt-BR", "en")


class Data(BaseModel):
    """A value from our own files: never changed, and a field nobody knows is our mistake."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Text(Data):
    """Words in both languages."""

    pt: str
    en: str

    def within(self, locale: str) -> str:
        """In the language of a person."""
        return self.en if locale.startswith("en") else self.pt


class FactSource(Data):
    """Where a value was read; `url` is empty when only the name was collected."""

    name: str | Text
    url: str = ""


class DatedValue(Data):
    """A fee or a term, as it is shown: never without its source and the day of check."""

    name: Text
    text: Text
    source: str
    sure: Literal["S", "P", "?"]
    year: int | None = None
    days: int | None = None


class VisaDocument(Data):
    """Something to be gathered."""

    name: Text
    id: str = ""
    category: str = "purpose"
    required: bool = True
    apostille: bool = False
    months: int | None = None
    notes: Text | None = None


class Criterion(Data):
    """What must hold: `key` is a yes or no of a profile, or an amount that is `at_least` so much, more by these parts
    of it with a `spouse` and for each `child`."""

    key: str
    text: Text
    at_least: int | None = None
    spouse: float = 0
    child: float = 0


class Visa(Data):
    """A way in for one purpose; `code` is empty when it has none."""

    id: str
    code: str
    title: Text
    legal: str
    source: str
    status: Literal["open", "suspended"] = "open"
    eligibility: tuple[Text, ...] = ()
    purpose: tuple[VisaDocument, ...] = ()
    criteria: tuple[Criterion, ...] = ()
    pros: tuple[Text, ...] = ()
    cons: tuple[Text, ...] = ()
    note: Text | None = None


class Official(Data):
    """Where the authority itself speaks."""

    visas: str
    residence: str


class Destination(Data):
    """All that is known of moving to a country. `origins` are the countries from which it holds."""

    code: str
    origins: tuple[str, ...]
    checked: date
    official: Official
    sources: Mapping[str, FactSource]
    fees: Mapping[str, DatedValue]
    terms: Mapping[str, DatedValue]
    steps: tuple[Text, ...]
    documents: tuple[VisaDocument, ...]
    apostille: Text
    visas: tuple[Visa, ...]

    def dated(self, value: DatedValue, locale: str) -> str:
        """A value with its year, its source, how sure it is, and the day of check."""
        return f"{value.text.within(locale)} ({self.origin_of(value.source, value.year, value.sure, locale)})"

    def origin_of(self, source: str, year: int | None, sure: str, locale: str) -> str:
        """Where something is from and when it was checked, as it stands behind it."""
        checked, day = ("checked", f"{self.checked:%d %B %Y}") if locale.startswith("en") else (
            "consultado em", f"{self.checked:%d/%m/%Y}")  # fmt: skip
        doubt = ("as fontes divergem", "sources differ")[locale.startswith("en")] if sure == "?" else ""
        name = self.sources[source].name
        parts = (str(year or ""), name if isinstance(name, str) else name.within(locale), f"{checked} {day}", doubt)
        return "; ".join(filter(None, parts))


@lru_cache(maxsize=16)
def destination(code: str) -> Destination | None:
    """What is known of a country by its ISO code; None when it is nothing."""
    file = DATA / f"{code}.toml"
    if not (code.isascii() and code.isalpha() and len(code) == 2 and file.is_file()):
        return None
    return Destination.model_validate(tomllib.loads(file.read_text("utf-8")))
