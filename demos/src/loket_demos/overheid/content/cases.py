"""The kinds of cases a letter can be about: where it goes, how long a person has, what to send along."""

from datetime import date
from functools import cache
from typing import Literal

from pydantic import Field

from loket_demos.overheid.content.datafile import read
from loket_demos.overheid.content.errors import ContentError
from loket_demos.overheid.content.frozen import DataRow
from loket_demos.overheid.content.words import any_found, plain

CaseType = Literal["Toeslagen", "Boete/Naheffing", "Aanslag", "Algemeen bezwaar"]
CASE_TYPES: tuple[CaseType, ...] = ("Toeslagen", "Boete/Naheffing", "Aanslag", "Algemeen bezwaar")
Basis = Literal["instantie_en_onderwerp", "onderwerp", "instantie", "soort", "twijfel", "geen"]
"""What a way rests on: the sender and the subject, one of them, only the kind, two that are alike, or nothing."""
LONGEST_LETTER = 100_000


class Route(DataRow):
    """One kind of case. `soort` says what a person does against it; `wie` decides, `adres` is where it goes; `kort` are
    the days that the law gives for some decisions, those that speak of `kort_bij`; `boetes`: who decides here fines
    people, and what they are fined with is objected to there; `eerst`: the `tip` is something to do before one
    writes; `tip_kort` is about those with a shorter term."""

    code: str
    type: CaseType
    onderwerp: str
    soort: Literal["bezwaar", "beroep", "verzet"]
    dagen: int
    kort: int = 0
    kort_bij: tuple[str, ...] = ()
    wie: str
    adres: str
    brief: str
    na: str
    beslist: str
    te_laat: str
    tip: str
    tip_kort: str = ""
    bewijs: tuple[str, ...] = Field(min_length=3, max_length=5)
    bronnen: tuple[str, ...]
    woorden: dict[str, int]
    instanties: tuple[str, ...] = ()
    nodig: tuple[str, ...] = ()
    vangt: bool = False
    boetes: bool = False
    eerst: bool = False
    onderwerpen: dict[str, str] = Field(default_factory=dict[str, str])
    snippets: tuple[str, str]

    @property
    def tips(self) -> str:
        """All that is to be minded."""
        return f"{self.tip_kort} {self.tip}".strip()


class OwnName(DataRow):
    """An authority by its own name, and as a letter calls it; `belasting`: it levies taxes for others; `zaak`: it is no
    name, but what only this one decides on, where that was refused."""

    naam: str
    wie: str
    belasting: bool = False
    zaak: bool = False


class CaseBook(DataRow):
    checked: date
    twijfel: str
    te_laat: str
    onbekend_wie: str
    zekerheid: dict[Basis, float]
    routes: tuple[Route, ...]
    soorten: dict[str, str]
    namen: tuple[OwnName, ...]

    def route(self, code: str) -> Route:
        """The route with this code; a code that is not there is a bug and raises."""
        return next(one for one in self.routes if one.code == code)


@cache
def case_book() -> CaseBook:
    """All kinds of cases, read once."""
    return read("bezwaar", CaseBook)


def route_named(name: str) -> Route | None:
    """The route that a type, a code or another name stands for, None when there is no such name."""
    book = case_book()
    words = plain(name[:200])
    for known, code in book.soorten.items():
        if plain(known) == words:
            return book.route(code)
    return next((one for one in book.routes if words in {plain(one.code), plain(one.onderwerp)}), None)


def names_office(text: str) -> bool:
    """Is one of the offices that we know named in it?"""
    words = plain(text)
    return any(any_found(route.instanties, words) for route in case_book().routes)


def names_matter(text: str) -> bool:
    """Is an office that we know, or what one decides about, named in it?"""
    words = plain(text)
    return any(any_found((*route.instanties, *route.woorden), words) for route in case_book().routes)


def check_letter(text: str) -> str:
    """The text of a letter; raises ContentError `too_large` above 100,000 characters."""
    if len(text) > LONGEST_LETTER:
        raise ContentError("too_large", "Uw brief is te lang. Plak hooguit 100.000 tekens.")
    return text
