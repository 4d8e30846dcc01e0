"""What kind of letter it is and what can be done against it: the first decision, before anything is drafted.

A letter is only drafted on positive evidence: a decision, and an office that is known to have taken it. Everything else
is said to be what it is, with what can be done instead, or asked about."""

import re
from datetime import date
from functools import cache
from typing import Literal

from loket_demos.overheid.content.cases import Basis
from loket_demos.overheid.content.datafile import read
from loket_demos.overheid.content.frozen import DataRow, ToolOutput
from loket_demos.overheid.content.sources import SourceNote, note

KindCode = Literal[
    "besluit", "besluit_op_bezwaar", "uitspraak", "beslissing_op_beroep", "aanvullen", "ontvangst", "voornemen",
    "gegevens", "betalen", "uitnodiging", "geen_antwoord", "examen", "klacht", "verhuurder", "verzekeraar", "bedrijf",
    "asiel", "twee_besluiten", "wie", "niet_bekend",
]  # fmt: skip
OPEN: tuple[KindCode, ...] = ("besluit", "besluit_op_bezwaar")
"""Against these a letter can be drafted."""
NAMED: tuple[Basis, ...] = ("instantie_en_onderwerp", "onderwerp", "instantie")
"""What a way rests on when we know who decided."""
NEVER = re.compile("(?!)")


class KindRow(DataRow):
    """One kind of letter that is no decision to object to, as the data file has it."""

    code: KindCode
    overheid: re.Pattern[str] = NEVER
    zelf: re.Pattern[str] = NEVER
    verder: re.Pattern[str] | None = None
    tenzij: re.Pattern[str] = NEVER
    wijkt: bool = False
    bedrijf: bool = False
    uitleg: str
    bronnen: tuple[str, ...]


class KindBook(DataRow):
    """The table `briefsoorten`; what its patterns are for stands there."""

    checked: date
    nooit: re.Pattern[str]
    afzender: re.Pattern[str]
    mogelijk: re.Pattern[str]
    niet_mogelijk: re.Pattern[str]
    besluit_overheid: re.Pattern[str]
    besluit_zelf: re.Pattern[str]
    openbaar: re.Pattern[str]
    niet_bekend: str
    wie: str
    twee_besluiten: str
    soorten: tuple[KindRow, ...]


class LetterNature(ToolOutput):
    """What the letter is, what can be done with it, and where that is from; `citaat` are the words that show it."""

    soort: KindCode
    uitleg: str = ""
    citaat: str = ""
    bron: tuple[SourceNote, ...] = ()

    @property
    def open(self) -> bool:
        """A letter can be drafted against it."""
        return self.soort in OPEN


@cache
def kind_book() -> KindBook:
    """All kinds, read once."""
    return read("briefsoorten", KindBook)


class LetterEvidence(DataRow):
    """The sentences, in lower case, by who speaks; `heads` are the parts of the person's that say what was decided,
    `sender`: an office is named there or in its letter; `two`: the decisions of two offices are told of."""

    office: tuple[str, ...]
    person: tuple[str, ...]
    heads: tuple[str, ...]
    basis: Basis
    sender: bool
    two: bool


def letter_nature(found: LetterEvidence) -> LetterNature:
    """The kind of a letter, by the first row of the table that fits."""
    book = kind_book()
    for row in book.soorten:
        words = _shown(row, found)
        if not words or (row.wijkt and _decides(found)) or (row.bedrijf and found.sender):
            continue
        if not row.wijkt and row.code in DOUBTFUL and _objectable(found):
            return LetterNature(soort="niet_bekend", uitleg=book.niet_bekend, citaat=words)
        return _of(row, words)
    if found.two:
        return LetterNature(soort="twee_besluiten", uitleg=book.twee_besluiten)
    if found.basis not in NAMED and not any(book.openbaar.search(low) for low in (*found.heads, *found.office)):
        return LetterNature(soort="wie", uitleg=book.wie)
    if found.office and not _decides(found):
        return LetterNature(soort="niet_bekend", uitleg=book.niet_bekend)
    return LetterNature(soort="besluit")


DOUBTFUL: tuple[KindCode, ...] = ("voornemen", "betalen")
"""A letter that is one of these and says that one can object is not understood."""


def _of(row: KindRow, words: str) -> LetterNature:
    checked = kind_book().checked
    return LetterNature(
        soort=row.code, uitleg=row.uitleg, citaat=words, bron=tuple(note(one, checked=checked) for one in row.bronnen)
    )


def _shown(row: KindRow, found: LetterEvidence) -> str:
    """The words that show this kind; nothing when none do. A firm is only looked for where the decision is told."""
    if any(row.tenzij.search(low) for low in found.office):
        return ""
    book, close = kind_book(), row.bedrijf and bool(found.heads)
    own = () if row.bedrijf and found.office else found.heads if close else found.person
    for pattern, texts in ((row.overheid, found.office), (row.zelf, own)):
        for low in texts:
            match = pattern.search(low)
            before = low[: match.start()] if match else ""
            if match and not book.nooit.search(before) and (not close or book.afzender.search(before)):
                further = row.verder is None or any(row.verder.search(one) for one in found.person)
                return match.group() if further else ""
    return ""


def _objectable(found: LetterEvidence) -> bool:
    """The letter says that one can object to it."""
    book = kind_book()
    return any(book.mogelijk.search(low) and not book.niet_mogelijk.search(low) for low in found.office)


def _decides(found: LetterEvidence) -> bool:
    """An explicit decision: in a letter what can be done against it, or its words; in a person's account its words."""
    book = kind_book()
    by_office = _objectable(found) or any(book.besluit_overheid.search(low) for low in found.office)
    disputed = bool(found.heads) and any(book.besluit_zelf.search(low) for low in found.office)
    return by_office or disputed or any(book.besluit_zelf.search(low) for low in found.heads)
