"""What each sentence of a letter does, and who says it: what was decided, a reason, a request, that it comes late.

What an office says is never a reason, nor is an order to whoever reads this."""

import re
from typing import Literal

from loket_demos.overheid.content.cases import names_office
from loket_demos.overheid.content.decision_date import has_date, names_decision
from loket_demos.overheid.content.frozen import DataRow
from loket_demos.overheid.content.letter_words import letter_words
from loket_demos.overheid.content.sentences import Sentence
from loket_demos.overheid.content.voices import Voice, grants_rights

Role = Literal[
    "kop", "betreft", "aanhef", "groet", "verzoek", "bezwaar", "te_laat", "besluit", "grond", "vraag", "opdracht"
]
MAIN: tuple[Role, ...] = ("besluit", "bezwaar", "betreft", "te_laat")
WORDS_OF_A_SENTENCE, WORDS_OF_A_STATEMENT, NEAR = 3, 7, 4
RECEIVED = ("kreeg", "kregen", "ontving", "ontvingen", "gekregen", "ontvangen", "gestuurd")


class LetterClause(DataRow):
    """A sentence with its voice and its role; `head` is the part that says what, without the part that says why."""

    at: Sentence
    voice: Voice
    role: Role
    head: str

    @property
    def low(self) -> str:
        return self.at.text.lower()


def letter_clauses(cut: tuple[Sentence, ...], spoken: tuple[Voice, ...]) -> tuple[LetterClause, ...]:
    """What each sentence does. Before anybody tells of a decision or speaks of themselves, nothing is a reason; what an
    office says never is one."""
    known, found, begun = letter_words(), list[LetterClause](), False
    for one, voice in zip(cut, spoken, strict=True):
        low = one.text.lower()
        role = _role(one, low)
        if voice == "opdracht":
            role = "opdracht"
        elif voice == "overheid":
            role = role if role in ("betreft", "besluit", "aanhef", "groet") and not grants_rights(low) else "kop"
        if role == "grond" and voice == "zelf" and _tells_of_it(low, first="zelf" not in spoken[: len(found)]):
            role = "besluit"
        if role == "grond" and known.omdat.match(low) and found and found[-1].role == "besluit":
            role = "kop"  # it goes on with why the office decided so
        begun = begun or role in MAIN or (voice == "zelf" and bool(known.eigen.search(low) or known.tegen.search(low)))
        role = "kop" if role == "grond" and not begun else role
        found.append(LetterClause(at=one, voice=voice, role=role, head=head_of(one)))
    return tuple(found)


def _tells_of_it(low: str, *, first: bool) -> bool:
    """It names a decision with its date, or begins the account with an office: that is what happened, and no reason."""
    named = names_decision(low) and has_date(low)
    return (named or (first and names_office(low))) and not letter_words().tegen.search(low)


def _role(one: Sentence, low: str) -> Role:
    known = letter_words()
    if (greeting := known.aanhef.match(low)) is not None:
        low = low[greeting.end() :].strip()
        if len(low.split()) < WORDS_OF_A_SENTENCE:
            return "aanhef"
    if known.betreft.search(low):
        return "betreft"
    if known.kop.search(low):
        return "kop"
    return "groet" if known.groet.search(low) else _deed(one, low)


def _deed(one: Sentence, low: str) -> Role:
    known = letter_words()
    if known.te_laat.search(low) and not known.te_laat_van_u.search(low):
        return "te_laat"
    if known.wil_weten.search(low):
        return "vraag"
    if known.bezwaar.search(low):
        return "bezwaar"
    if known.verzoek.search(low):
        return "verzoek"
    decided, named = known.besluit.search(low), known.besluit_woord.search(low)
    if decided and decided.group() in RECEIVED and not (named or known.eigen.search(low)):
        decided = None  # what somebody else got
    told = (decided and low[decided.start()] in ",;:") or (named and len(low[: named.start()].split()) <= NEAR)
    deed = known.deed_zelf.search(low)
    if deed and not told:
        return "vraag" if _questions(one, low) else "grond"
    begins = named is not None and len(low[: named.start()].split()) < (NEAR + 1 if deed else WORDS_OF_A_SENTENCE)
    names_it = named and not known.tegen.search(low) and not (known.eigen.search(low) and known.die.match(low))
    names_it = names_it and (begins or not known.eigen.search(low))
    if decided or names_it:
        return "besluit"
    if _questions(one, low):
        return "vraag"
    short = len(low.split()) < WORDS_OF_A_STATEMENT and one.text[-1:] not in ".!?" and not one.text[:1].islower()
    if short and not (known.eigen.search(low) or known.tegen.search(low)):
        return "kop"
    return "grond"


def _questions(one: Sentence, low: str) -> bool:
    return one.text.endswith("?") and bool(letter_words().vraagvorm.search(low))


def contrast(low: str) -> re.Match[str] | None:
    """Where a sentence turns against what it said; one that begins so only goes on."""
    turns = letter_words().maar.finditer(low)
    return next((one for one in turns if len(low[: one.start()].split()) >= WORDS_OF_A_SENTENCE), None)


def head_of(one: Sentence) -> str:
    """The part of a sentence that says what it is about, without the part that says why."""
    known, low = letter_words(), one.text.lower()
    found = (known.omdat.search(low), known.want.search(low), contrast(low))
    ends = [match.start() for match in found if match]
    return one.text[: min(ends)] if ends else one.text
