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
from loket_demos.overheid.content.letter_wish import names_remedy
from loket_demos.overheid.content.named_remedy import NamedRemedy, named_remedy
from loket_demos.overheid.content.sources import SourceNote, note

KindCode = Literal[
    "besluit", "besluit_op_bezwaar", "uitspraak", "beslissing_op_beroep", "aanvullen", "ontvangst", "voornemen",
    "gegevens", "betalen", "woo", "termijnen", "uitnodiging", "geen_antwoord", "examen", "klacht", "verhuurder",
    "verzekeraar", "bedrijf", "huurcommissie", "asiel", "twee_besluiten", "ingetrokken", "rechter", "wie",
    "niet_bekend", "misschien", "ander_middel",
]  # fmt: skip
Remedy = Literal["bezwaar", "beroep", "verzet"]
"""What the law has against a decision."""
OPEN: tuple[KindCode, ...] = ("besluit", "besluit_op_bezwaar")
"""Against these a letter can be drafted."""
NAMED: tuple[Basis, ...] = ("instantie_en_onderwerp", "onderwerp", "instantie")
"""What a way rests on when we know who decided."""
NEVER = re.compile("(?!)")
_only_public = re.compile(r"\b(?:\w*beschikking\w*|naheffing\w*|\w*aanslag\w*|dwangsom)\b")
"""What nobody but an authority imposes, whoever it is."""
_acts_for = re.compile(r"\bnamens (?:\w+ ){0,2}$")
"""The writer speaks for it, so that it is none that decided."""


class KindRow(DataRow):
    """One kind of letter that is no decision to object to, as the data file has it."""

    code: KindCode
    overheid: re.Pattern[str] = NEVER
    zelf: re.Pattern[str] = NEVER
    verder: re.Pattern[str] | None = None
    tenzij: re.Pattern[str] = NEVER
    wijkt: bool = False
    eerder: bool = False
    overal: bool = False
    adres: bool = False
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
    eerder: str
    besluit: str
    ander_middel: str
    vragen: dict[Remedy, str]
    vraag_wie: str
    wie: str
    wie_erbij: str
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
        """A letter can be drafted against it, and the person wants one."""
        return self.soort in OPEN and not self.vraag


@cache
def kind_book() -> KindBook:
    """All kinds, read once."""
    return read("briefsoorten", KindBook)


class LetterEvidence(DataRow):
    """The sentences, in lower case, by who speaks; `heads` are those of the person's that say what it is about, `near`
    with those beside where they object, `frame` the lines above their letter; `titles` the lines of an office that say
    what its letter is; `sender`: an office is named there or in its letter; `two`: the decisions of two offices are
    told of; `earlier`: the sentences that have a date, and none of the decision's; `dated`: the decision has one;
    `wish`: the person objects, in so many words; `disputed`: somebody in it does; `way` is what is done against such a
    decision by the law; `whole`: what says what the letter is as a whole; `to_office`: it is addressed to one."""

    office: tuple[str, ...]
    person: tuple[str, ...]
    heads: tuple[str, ...]
    near: tuple[str, ...]
    frame: tuple[str, ...]
    titles: tuple[str, ...]
    basis: Basis
    way: Remedy
    sender: bool
    two: bool
    wish: bool
    earlier: frozenset[str] = frozenset()
    dated: bool = False
    disputed: bool = False
    whole: tuple[str, ...] = ()
    to_office: bool = False

    @property
    def remedy(self) -> NamedRemedy | None:
        return named_remedy(self.office)


def letter_nature(found: LetterEvidence) -> LetterNature:
    """The kind of a letter, by the first row of the table that fits. A letter is made only when the person objects, in
    so many words, against a decision that is named or dated; in doubt they are asked."""
    book, remedy, doubt = kind_book(), found.remedy, ""
    for row in book.soorten:
        words = _shown(row, found)
        if words and _aside(row, found):
            doubt = doubt or words
            continue
        if not words or (row.wijkt and _decides(found)) or (row.bedrijf and _of_an_office(found)):
            continue
        if not row.bedrijf and remedy is not None and remedy.way == "bezwaar":
            return _perhaps(found.way, words)
        if row.eerder and not found.office and not _at_issue(words, found):
            return _perhaps(found.way, words, book.eerder)
        if row.code == "ingetrokken" and found.wish:
            return _perhaps(found.way, words)
        return wanted(_of(row, words), found.wish, "beroep" if row.code == OPEN[1] else found.way)
    if doubt and not (_decided(found) and found.wish):
        return _perhaps(found.way, doubt)
    if found.two:
        return LetterNature(soort="twee_besluiten", uitleg=book.twee_besluiten)
    if remedy is not None and remedy.way != found.way:
        return LetterNature(soort="ander_middel", uitleg=book.ander_middel, citaat=remedy.quote)
    public = not found.office and any(_only_public.search(low) for low in found.near)
    if found.basis not in NAMED and not public:
        asked = bool(found.heads) if not found.office else _decided(found) and remedy is not None
        if asked:
            return LetterNature(soort="wie", uitleg=book.wie, vraag=book.vraag_wie)
        return LetterNature(soort="wie", uitleg=f"{book.wie} {book.wie_erbij}")
    if _decided(found) or (found.wish and found.dated and _names_act(found)):
        return wanted(LetterNature(soort="besluit"), found.wish, found.way)
    told = found.basis in NAMED or bool(found.heads)
    return _perhaps(found.way) if told else LetterNature(soort="niet_bekend", uitleg=book.niet_bekend)


def _of_an_office(found: LetterEvidence) -> bool:
    """It is no firm's: an office is named where it is told what it is about, or somebody objects in a letter to one."""
    return found.sender or (found.disputed and found.to_office)


def _aside(row: KindRow, found: LetterEvidence) -> bool:
    """Somebody objects, and the words of this kind stand beside that: they say nothing of the letter as a whole."""
    if found.office or not found.disputed or row.bedrijf or row.eerder or row.overal:
        return False
    if row.adres:
        return found.to_office
    return not any(row.zelf.search(low) for low in found.whole)


def wanted(nature: LetterNature, wish: bool, way: Remedy) -> LetterNature:
    """The same, with the question whether the person wants to object where they did not say so."""
    ask = nature.soort in OPEN and not wish
    book = kind_book()
    asked = {"vraag": book.vragen[way], "uitleg": nature.uitleg or book.besluit}
    return nature.model_copy(update=asked) if ask else nature


def _perhaps(way: Remedy, words: str = "", why: str = "") -> LetterNature:
    """The person is asked whether it is a decision."""
    book = kind_book()
    return LetterNature(soort="misschien", uitleg=why or book.misschien, citaat=words, vraag=book.vragen[way])


def _decided(found: LetterEvidence) -> bool:
    """A decision: the letter of an office says that one can object to it, or calls it one and decides; without such a
    letter the person names it, or objects by that name to what has a date."""
    book, remedy = kind_book(), found.remedy
    if not found.office:
        dated = found.wish and found.dated and any(names_remedy(low) for low in found.near)
        return dated or _names_act(found)
    operative = any(book.besluit_overheid.search(low) for low in found.office if not _about_objection(low))
    named = any(_names_decision(low) for low in (*found.titles, *found.office))
    return (remedy is not None and remedy.sure and remedy.way != "zienswijze") or (named and (operative or found.wish))


def _names_decision(low: str) -> bool:
    return bool(kind_book().openbaar.search(low)) and not _about_objection(low)


def _decides(found: LetterEvidence) -> bool:
    """An explicit decision, also beside what else a letter is; without a letter, one that the person objects to."""
    return _decided(found) if found.office else _names_act(found) and found.wish


def _at_issue(words: str, found: LetterEvidence) -> bool:
    """The decision that these words tell of is the one that the person writes about, or the only one they name."""
    if any(words in low for low in found.near if low not in found.earlier):
        return True
    others = (low for low in found.near if words not in low and not _about_objection(low))
    return not any(kind_book().besluit_zelf.search(low) for low in others)


def _names_act(found: LetterEvidence) -> bool:
    """The person names a decision where they say what it is about."""
    return any(kind_book().besluit_zelf.search(low) for low in found.near)


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
    named = next((match.group() for low in found.frame if row.bedrijf and (match := row.zelf.search(low))), "")
    if named and not found.office and not found.to_office:
        return named
    book, close = kind_book(), row.bedrijf and found.basis in NAMED
    own = () if row.bedrijf and found.office else found.heads if close else found.person
    for pattern, texts in ((row.overheid, found.office), (row.zelf, own)):
        for low in texts:
            match = pattern.search(low)
            before = low[: match.start()] if match else ""
            if row.bedrijf and pattern is row.zelf and _acts_for.search(before):
                continue
            if match and not book.nooit.search(before) and (not close or book.afzender.search(before)):
                further = row.verder is None or any(row.verder.search(one) for one in found.person)
                return match.group() if further else ""
    return ""
