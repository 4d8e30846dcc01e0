"""What kind of letter it is and what can be done against it: the first decision, before anything is drafted.

A letter is only drafted on positive evidence: a decision, and an office that is known to have taken it. Everything else
is said to be what it is, with what can be done instead, or asked about."""

from loket_demos.overheid.content.closing_claim import LetterEvidence, claim, decided, mentioned, names_act
from loket_demos.overheid.content.frozen import ToolOutput
from loket_demos.overheid.content.kind_book import NAMED, OPEN, KindCode, KindRow, Remedy, kind_book
from loket_demos.overheid.content.private_firm import Firm, firm_book
from loket_demos.overheid.content.sources import SourceNote, note


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


def letter_nature(found: LetterEvidence, firm: Firm | None = None) -> LetterNature:
    """The kind of a letter, by the first row of the table for which there are witnesses enough. A letter is made only
    against a decision that is named or dated; where it is not clear that the person wants one, they are asked. `firm`:
    it is named as who sent it."""
    book, remedy, doubt, why = kind_book(), found.remedy, "", ""
    if firm is not None and not _of_authority(found):
        return _from_firm(firm)
    for row in book.soorten:
        shown = claim(row, found)
        if shown is None:
            continue
        if not row.bedrijf and remedy is not None and remedy.way == "bezwaar":
            return _perhaps(found.way, shown.words)
        if row.daad and found.wish:
            return _perhaps(found.way, shown.words)
        if shown.sure and (_wanted_of_authority(row, found) or (row.wijkt and _against_decision(found))):
            return _perhaps(found.way, shown.words, f"{book.misschien_dit} {row.uitleg}")
        if shown.sure:
            return wanted(_of(row, shown.words), found.drawn_up, "beroep" if row.code == OPEN[1] else found.way)
        if row.eerder:
            return _perhaps(found.way, shown.words, book.eerder)
        doubt, why = doubt or shown.words, why if doubt else row.twijfel
    if doubt and not (decided(found) and found.wish):
        return _perhaps(found.way, doubt, why)
    if found.two:
        return LetterNature(soort="twee_besluiten", uitleg=book.twee_besluiten, vraag=book.een_besluit)
    if found.each_own:
        return LetterNature(soort="twee_besluiten", uitleg=book.twee_van_een)
    if found.traded and not (found.authority or found.to_office or found.office):
        return LetterNature(soort="wie", uitleg=book.firma, citaat=found.traded, vraag=book.vraag_wie)
    if remedy is not None and remedy.way != found.way:
        return LetterNature(soort="ander_middel", uitleg=book.ander_middel, citaat=remedy.quote)
    if found.appeals and found.way == "bezwaar" and not found.office:
        return _perhaps(found.way, found.appeals, book.liever_beroep)
    if found.basis not in NAMED and not found.public:
        asked = bool(found.heads) if not found.office else decided(found) and remedy is not None
        if asked:
            return LetterNature(soort="wie", uitleg=book.wie, vraag=book.vraag_wie)
        return LetterNature(soort="wie", uitleg=f"{book.wie} {book.wie_erbij}")
    if not (found.office or found.dated):
        for row in (one for one in book.soorten if one.vooraf):
            if words := mentioned(row, found):
                return _perhaps(found.way, words, f"{book.misschien_dit} {row.uitleg}")
    if decided(found) or (found.wish and found.dated and names_act(found)):
        return wanted(LetterNature(soort="besluit"), found.drawn_up, found.way)
    told = found.basis in NAMED or bool(found.heads)
    return _perhaps(found.way) if told else LetterNature(soort="niet_bekend", uitleg=book.niet_bekend)


def _wanted_of_authority(row: KindRow, found: LetterEvidence) -> bool:
    """The person is against a decision of an authority, and only they tell what else it may be."""
    known = found.basis in NAMED or found.authority or found.public or found.refused
    against = found.wish or (row.bedrijf and found.drawn_up and found.refused)
    told = against and known and (found.dated or found.outcome or names_act(found))
    return told and not (found.office or row.daad or row.eigen or row.code in OPEN)


def _against_decision(found: LetterEvidence) -> bool:
    """The person tells a decision by its day and why it is not right, before any objection, and no letter of an office
    says what it is: that no objection can be made is not said flatly, for whoever hears that wrongly loses a right."""
    return found.dated and found.drawn_up and not (found.office or found.remedied)


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


def _of_authority(found: LetterEvidence) -> bool:
    """An authority is named or known, or the letter itself says that one can object."""
    offered = found.remedy is not None and found.remedy.way == "bezwaar"
    return found.sender or found.basis in NAMED or found.authority or found.to_office or offered


def _from_firm(firm: Firm) -> LetterNature:
    checked = firm_book().checked
    sources = tuple(note(one, checked=checked) for one in firm.kind.bronnen)
    return LetterNature(soort=firm.kind.soort, uitleg=firm.advice, citaat=firm.quote, bron=sources)


def _of(row: KindRow, words: str) -> LetterNature:
    checked = kind_book().checked
    return LetterNature(
        soort=row.code, uitleg=row.uitleg, citaat=words, bron=tuple(note(one, checked=checked) for one in row.bronnen)
    )
