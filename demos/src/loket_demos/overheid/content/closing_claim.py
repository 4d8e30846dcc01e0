"""Whether a letter may be called something that closes the way of an objection: by two witnesses, and none against.

Who hears that no objection can be made, that the letter is for a judge, or that it is no office's, may lose a right by
it. So one word is never enough. Each place of a letter where a kind shows is a witness: what the office wrote, by
sentence; the line of the subject; whom it is for; what the person acts upon; and what else they tell. That nobody
decided anything is one, too. That the person objects to a decision of its own is one against."""

import re

from loket_demos.overheid.content.cases import Basis
from loket_demos.overheid.content.frozen import DataRow
from loket_demos.overheid.content.kind_book import NAMED, KindRow, Remedy, kind_book
from loket_demos.overheid.content.letter_wish import without_wish
from loket_demos.overheid.content.named_remedy import NamedRemedy, named_remedy
from loket_demos.overheid.content.told_office import without_names

ENOUGH = 2

_only_public = re.compile(r"\b(?:\w*beschikking\w*|naheffing\w*|\w*aanslag\w*|dwangsom)\b")
"""What nobody but an authority imposes, whoever it is."""
_acts_for = re.compile(r"\bnamens (?:\w+ ){0,4}$")
"""The writer speaks for it, so that it is none that decided."""
_also = re.compile(r"\b(?:ook|daarnaast|verder nog|en dan nog)\b")
_appeals = re.compile(r"\bberoep\b|\bnaar de (?:rechter|rechtbank)\b")


class LetterEvidence(DataRow):
    """The sentences, in lower case, by who speaks; `heads` are those of the person's that say what it is about, `near`
    with those beside where they object, `frame` the lines above their letter, `subject` those of them that say
    what it is about; `acts`: where they object, and what that points back to, or else what they say first;
    `titles` the lines of an office that say what its letter is; `sender`: an office is named there or in its
    letter; `known`: the words of the way stand there; `two`: the decisions of two offices are told of; `dated`:
    the decision has a date; `wish`: the person objects, in so many words; `asks`: they ask whether or how they can,
    and tell why; `explained`: they tell us, and no office, of themselves, more than what was decided; `disputed`:
    somebody in it objects; `way` is what is done against such a decision by the law; `to_office`: it is addressed to
    one; `remedied`: an objection is named in it, whoever makes it; `outcome`: the person tells what was decided, in
    everyday words;
    `authority`: one is named by its own name as whoever did something;
    `each_own`: two decisions of one office are told of, each with its own day and number; `dated_by`: the sentence with
    the day of the decision, and the one before it; `traded`: the name, with the legal form of a firm, of who is told to
    have sent or decided it."""

    office: tuple[str, ...]
    person: tuple[str, ...]
    heads: tuple[str, ...]
    near: tuple[str, ...]
    frame: tuple[str, ...]
    titles: tuple[str, ...]
    basis: Basis
    way: Remedy
    sender: bool
    known: bool
    two: bool
    wish: bool
    asks: bool = False
    explained: bool = False
    dated: bool = False
    disputed: bool = False
    subject: tuple[str, ...] = ()
    acts: tuple[str, ...] = ()
    to_office: bool = False
    remedied: bool = False
    outcome: bool = False
    authority: bool = False
    each_own: bool = False
    dated_by: tuple[str, ...] = ()
    traded: str = ""

    @property
    def drawn_up(self) -> bool:
        """A letter is made at once: the person objects, or tells in their own words what is not right. It is a draft
        that nobody sends but they. A letter to an office that does not object may want something else, and `verzet`
        brings a matter to a judge: those are asked about."""
        told = self.explained or self.asks
        return self.wish or (told and not self.to_office and self.way != "verzet")

    @property
    def remedy(self) -> NamedRemedy | None:
        return named_remedy(self.office)

    @property
    def appeals(self) -> str:
        """The words of the person who goes to a judge or appeals, and nowhere objects; empty where they don't."""
        objects = any("bezwaar" in low for low in self.acts)
        return "" if objects else next((low for low in self.acts if _appeals.search(low)), "")

    @property
    def public(self) -> bool:
        """Something is named in it that only an authority imposes."""
        given = kind_book().alleen_overheid
        return not self.office and any(_only_public.search(low) or given.search(low) for low in self.near)

    @property
    def refused(self) -> bool:
        """What only an authority gives was refused, wherever the person tells it."""
        return any(kind_book().alleen_overheid.search(low) for low in self.person)

    @property
    def official(self) -> bool:
        """An authority did something, or refused what only one gives."""
        return self.authority or self.public or self.refused


class Claim(DataRow):
    """The words that show a kind, and whether they are enough to say so."""

    words: str
    sure: bool


def claim(row: KindRow, found: LetterEvidence) -> Claim | None:
    """What is to be said of a kind: nothing, where it shows nowhere or only beside what is objected to; that it is so;
    or that it may be."""
    if (row.bedrijf and _of_an_office(found)) or (row.adres and found.to_office):
        return None
    shown = _shown(row, found)
    if row.eerder:
        other = _other_decision(found, tuple(words for _, words in shown), apart=True)
        dated = found.dated_by[-1:] if other else found.dated_by
        shown += [("datum", words) for _, words in shown[:1] if any(words in low for low in dated)]
    elif not (row.wijkt or row.erachter) and not any(_names_act(low) for low in found.dated_by):
        shown += [("datum", words) for _, words in shown[:1] if any(words in low for low in found.dated_by)]
    places, words = {place for place, _ in shown}, tuple(words for _, words in shown)
    beside = found.disputed and places <= {"tekst"}
    at_issue = _public(found, beside=beside) if row.bedrijf else _other_decision(found, words, apart=row.erachter)
    agrees = not found.disputed and any(row.instemt.search(low) for low in found.person)
    at_issue = at_issue and not agrees
    told = at_issue and found.explained and found.outcome and places <= {"tekst"}
    aside = beside or told or (row.wijkt and (found.office or found.disputed))
    if not shown or (at_issue and aside) or (beside and found.dated and not row.bedrijf):
        return None
    silent = row.bedrijf or not any(_names_act(low) for low in found.person if not any(one in low for one in words))
    quiet = (not at_issue and silent and (found.disputed or not found.remedied or row.daad)) or (
        not found.disputed and not (row.erachter and at_issue) and bool(places - {"tekst"})
    )
    count = len(shown) if found.office else len(places)
    count += agrees
    besides = row.wijkt and found.dated and all(_besides(one, found.person) for one in words)
    return Claim(words=words[0], sure=count + row.daad + quiet >= ENOUGH and not besides)


def _besides(words: str, person: tuple[str, ...]) -> bool:
    """It is asked or wanted beside something else: `moet ik ook om uitstel vragen`."""
    return any(words in low and _also.search(low) for low in person)


def mentioned(row: KindRow, found: LetterEvidence) -> str:
    """The first words of a kind, wherever they stand; empty where there are none."""
    return next((words for _, words in _shown(row, found)), "")


def decided(found: LetterEvidence) -> bool:
    """A decision: the letter of an office says that one can object to it, or calls it one and decides; without such a
    letter the person names it, tells what was refused that only an authority gives, or objects to what has a date."""
    book, remedy = kind_book(), found.remedy
    if not found.office:
        told = (found.outcome or found.refused) and found.basis in NAMED
        return names_act(found) or told or ((found.wish or found.asks) and found.dated)
    operative = any(book.besluit_overheid.search(low) for low in found.office if not _about_objection(low))
    named = any(_names_decision(low) for low in (*found.titles, *found.office))
    return (remedy is not None and remedy.sure and remedy.way != "zienswijze") or (named and (operative or found.wish))


def names_act(found: LetterEvidence) -> bool:
    """The person names a decision where they say what it is about."""
    return any(kind_book().besluit_zelf.search(low) for low in found.near)


def _other_decision(found: LetterEvidence, shown: tuple[str, ...], *, apart: bool) -> bool:
    """A decision is at issue that these words are no part of; `apart`: a sentence of its own about it is enough."""
    if found.office:
        return decided(found)
    if apart and any(_names_act(low) for low in found.near if not any(words in low for words in shown)):
        return True
    named = False
    for low in (*found.near, *found.acts, *found.subject):
        for words in shown:
            low = low.replace(words, " ")
        named = named or _names_act(low)
    return (named and (found.disputed or found.dated)) or (found.outcome and found.basis in NAMED)


def _names_act(low: str) -> bool:
    """A decision is named in it, and not denied."""
    book = kind_book()
    return any(not book.nooit.search(low[: match.start()]) for match in book.besluit_zelf.finditer(low))


def _public(found: LetterEvidence, *, beside: bool) -> bool:
    """What only an authority imposes is named, or it is known which one it was; or, beside the words of a firm,
    somebody objects to a decision by that name."""
    named = found.disputed and any(_names_decision(without_wish(low)) for low in (*found.acts, *found.subject))
    return found.public or found.known or (beside and (named or found.basis in NAMED))


def _names_decision(low: str) -> bool:
    return bool(kind_book().openbaar.search(low)) and not _about_objection(low)


def _about_objection(low: str) -> bool:
    return "bezwaar" in low or "beroep" in low


def _of_an_office(found: LetterEvidence) -> bool:
    """It is no firm's: an office is named where it is told what it is about, or with a matter of its own wherever that
    is, or somebody objects in a letter to one."""
    return (
        found.sender
        or found.basis == "instantie_en_onderwerp"
        or ((found.disputed or found.remedied) and found.to_office)
    )


def _shown(row: KindRow, found: LetterEvidence) -> list[tuple[str, str]]:
    """Where a kind shows, and by which words; a firm is looked for where the decision is told, or whom it is for."""
    if any(row.tenzij.search(low) for low in found.office):
        return []
    if any(row.behalve.search(low) for low in (" . ".join(found.person),)):
        return []
    if row.verder and not any(row.verder.search(low) for low in found.person):
        return []
    close = row.bedrijf and (found.known or found.official)
    places: list[tuple[str, tuple[str, ...]]] = [("kop", found.titles), ("brief", found.office)]
    shown = [(place, words) for place, lows in places for low in lows if (words := _words(row.overheid, low))]
    if row.bedrijf and found.office:
        return shown
    frame = () if found.to_office and row.bedrijf else found.frame
    own: list[tuple[str, tuple[str, ...]]] = [
        ("onderwerp", found.subject),
        ("adres", tuple(low for low in frame if low not in found.subject)),
        ("daad", tuple(low for low in found.acts if low in found.heads or not close)),
        ("tekst", found.heads if close else found.person),
    ]
    seen = set[str]()
    for place, lows in own:
        for low in lows:
            words = _words(row.zelf, low, sender=close, firm=row.bedrijf)
            if words and low not in seen:
                shown.append((place, words))
            seen.add(low)
    if shown and (row.eerder or row.adres) and any(_appeals.search(low) for low in found.acts):
        shown.append(("middel", shown[0][1]))
    return shown


def _words(pattern: re.Pattern[str], low: str, *, sender: bool = False, firm: bool = False) -> str:
    """The words of a sentence that show a kind; none where it is denied, or where the writer acts for the firm, or in
    the name of an authority."""
    low = without_names(low) if firm else low
    book, match = kind_book(), pattern.search(low)
    if match is None or book.nooit.search(low[: match.start()]):
        return ""
    if firm and _acts_for.search(low[: match.start()]):
        return ""
    return match.group() if not sender or book.afzender.search(low[: match.start()]) else ""
