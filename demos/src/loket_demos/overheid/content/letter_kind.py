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
from loket_demos.overheid.content.named_remedy import NamedRemedy, named_remedy
from loket_demos.overheid.content.sources import SourceNote, note

KindCode = Literal[
    "besluit", "besluit_op_bezwaar", "uitspraak", "beslissing_op_beroep", "aanvullen", "ontvangst", "voornemen",
    "gegevens", "betalen", "uitnodiging", "geen_antwoord", "examen", "klacht", "verhuurder", "verzekeraar", "bedrijf",
    "asiel", "twee_besluiten", "wie", "niet_bekend", "misschien", "ander_middel",
]  # fmt: skip
OPEN: tuple[KindCode, ...] = ("besluit", "besluit_op_bezwaar")
"""Against these a letter can be drafted."""
PROOF = 2
"""So many signs that do not depend on each other prove a decision."""
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
    besluit_overheid: re.Pattern[str]
    besluit_zelf: re.Pattern[str]
    openbaar: re.Pattern[str]
    niet_bekend: str
    misschien: str
    ander_middel: str
    vraag_besluit: str
    vraag_wie: str
    wie: str
    twee_besluiten: str
    soorten: tuple[KindRow, ...]


class LetterNature(ToolOutput):
    """What the letter is, what can be done with it, and where that is from; `citaat` are the words that show it;
    `vraag`: what only the person knows, and what a letter waits for."""

    soort: KindCode
    uitleg: str = ""
    citaat: str = ""
    vraag: str = ""
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
    `titles` the lines of an office that say what its letter is; `sender`: an office is named there or in its letter;
    `two`: the decisions of two offices are told of; `objects`: the person says so; `way` is what is done against such a
    decision by the law."""

    office: tuple[str, ...]
    person: tuple[str, ...]
    heads: tuple[str, ...]
    titles: tuple[str, ...]
    basis: Basis
    way: Literal["bezwaar", "beroep", "verzet"]
    sender: bool
    two: bool
    objects: bool

    @property
    def remedy(self) -> NamedRemedy | None:
        return named_remedy(self.office)


def letter_nature(found: LetterEvidence) -> LetterNature:
    """The kind of a letter, by the first row of the table that fits; a decision only when it is proved."""
    book, remedy = kind_book(), found.remedy
    for row in book.soorten:
        words = _shown(row, found)
        if not words or (row.wijkt and _decides(found)) or (row.bedrijf and found.sender):
            continue
        if not row.bedrijf and remedy is not None and remedy.way == "bezwaar":
            return _perhaps(words)
        return _of(row, words)
    if found.two:
        return LetterNature(soort="twee_besluiten", uitleg=book.twee_besluiten)
    if remedy is not None and remedy.way != found.way:
        return LetterNature(soort="ander_middel", uitleg=book.ander_middel, citaat=remedy.quote)
    public = any(book.openbaar.search(low) for low in (*found.heads, *found.office))
    if found.basis not in NAMED and (found.office or not public):
        asked = (
            book.vraag_wie
            if ((found.objects or found.heads) and not found.office) or (_proved(found) and remedy is not None)
            else ""
        )
        return LetterNature(soort="wie", uitleg=book.wie, vraag=asked)
    if _proved(found):
        return LetterNature(soort="besluit")
    return _perhaps() if decision_signs(found) else LetterNature(soort="niet_bekend", uitleg=book.niet_bekend)


def _perhaps(words: str = "") -> LetterNature:
    """The person is asked whether it is a decision."""
    book = kind_book()
    return LetterNature(soort="misschien", uitleg=book.misschien, citaat=words, vraag=book.vraag_besluit)


def decision_signs(found: LetterEvidence) -> int:
    """How many signs say that something was decided, none of which follows from another: in a letter its title, the
    words that decide, and what can be done; in a person's account that it is told, and that an office is known."""
    book = kind_book()
    if not found.office:
        told = bool(found.heads) or any(book.besluit_zelf.search(low) for low in found.person)
        return told + (found.basis in NAMED or any(book.openbaar.search(low) for low in found.person))
    deciding = [low for low in found.office if not _about_objection(low)]
    operative = any(book.besluit_overheid.search(low) for low in deciding)
    operative = operative or any(book.besluit_zelf.search(low) for low in found.heads)
    named = any(book.openbaar.search(low) for low in deciding) or any(
        book.besluit_zelf.search(low) for low in found.titles if not _about_objection(low)
    )
    remedy = found.remedy
    can = 0 if remedy is None or remedy.way == "zienswijze" else 2 if remedy.sure else 1
    return operative + named + can + (found.objects and (operative or named))


def _proved(found: LetterEvidence) -> bool:
    return decision_signs(found) >= PROOF


def _decides(found: LetterEvidence) -> bool:
    """An explicit decision, also beside what else a letter is."""
    words = kind_book().besluit_zelf
    return _proved(found) and (bool(found.office) or any(words.search(low) for low in found.heads))


def _about_objection(low: str) -> bool:
    return "bezwaar" in low or "beroep" in low


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
