"""Where a fact comes from: public sources by id, and figures that carry their source and certainty."""

from datetime import date
from decimal import Decimal
from functools import cache
from typing import Literal

from loket_demos.overheid.content.datafile import read
from loket_demos.overheid.content.frozen import DataRow, ToolOutput

Certainty = Literal["S", "P", "D", "?"]
"""S: read in the named public source. P: widely known, not looked up. D: derived by us. ?: sources conflict."""

CERTAINTY_WORDS: dict[Certainty, str] = {
    "S": "uit de bron",
    "P": "algemeen bekend, niet nagekeken",
    "D": "door ons berekend",
    "?": "onzeker, kijk het na",
}


class CitedSource(DataRow):
    name: str
    url: str


class SourceBook(DataRow):
    checked: date
    sources: dict[str, CitedSource]


class RuleFigure(DataRow):
    """One number of a rule; the year and the date of the check stand on the block it is in."""

    value: Decimal
    source: str
    certainty: Certainty


class SourceNote(ToolOutput):
    """A source as it is shown beside an answer."""

    naam: str
    url: str
    jaar: int | None = None
    gecontroleerd: str
    zekerheid: str


@cache
def source_book() -> SourceBook:
    """All sources, read once."""
    return read("sources", SourceBook)


def note(
    source: str, *, jaar: int | None = None, certainty: Certainty = "S", checked: date | None = None
) -> SourceNote:
    """The note for one source id; an id that is not in the book is a bug and raises KeyError."""
    book = source_book()
    found = book.sources[source]
    return SourceNote(
        naam=found.name,
        url=found.url,
        jaar=jaar,
        gecontroleerd=(checked or book.checked).isoformat(),
        zekerheid=CERTAINTY_WORDS[certainty],
    )


def notes(figures: tuple[RuleFigure, ...], *, jaar: int, checked: date) -> tuple[SourceNote, ...]:
    """One note per source of these figures, with the weakest certainty found for it."""
    order: tuple[Certainty, ...] = ("S", "P", "D", "?")
    weakest: dict[str, Certainty] = {}
    for certainty in order:
        weakest |= {figure.source: certainty for figure in figures if figure.certainty == certainty}
    return tuple(note(source, jaar=jaar, certainty=certainty, checked=checked) for source, certainty in weakest.items())
