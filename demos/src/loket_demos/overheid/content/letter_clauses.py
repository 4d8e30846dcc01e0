"""What each sentence of a letter does, and who says it: what was decided, a reason, a request, that it comes late.

What an office says is never a reason, nor is an order to whoever reads this."""

import itertools
import re
from typing import Literal

from loket_demos.overheid.content.cases import names_office
from loket_demos.overheid.content.decision_date import has_date, names_decision
from loket_demos.overheid.content.frozen import DataRow
from loket_demos.overheid.content.letter_words import letter_words
from loket_demos.overheid.content.own_words import Surroundings, contradicts, is_sure, particulars, says_enough
from loket_demos.overheid.content.sentences import Sentence, is_rule, unintroduced
from loket_demos.overheid.content.voices import Voice, addresses_reader, grants_rights, ruled, speaks_of_self

Role = Literal[
    "kop", "betreft", "aanhef", "groet", "verzoek", "bezwaar", "te_laat", "besluit", "grond", "vraag", "opdracht",
    "wellicht", "naam",
]  # fmt: skip
MAIN: tuple[Role, ...] = ("besluit", "bezwaar", "betreft", "te_laat")
WORDS_OF_A_SENTENCE, WORDS_OF_A_STATEMENT, WORDS_OF_A_LINE, NEAR = 3, 7, 8, 4
RECEIVED = ("kreeg", "kregen", "ontving", "ontvingen", "gekregen", "ontvangen", "gestuurd")


_question_word = re.compile(r"(?:en |maar |dus |of )?(?:wat|hoe|waar|wie|waarom|wanneer|welke?|hoeveel)\b")


class LetterClause(DataRow):
    """A sentence with its voice and its role; `head` is the part that says what, without the part that says why."""

    at: Sentence
    voice: Voice
    role: Role
    head: str

    @property
    def low(self) -> str:
        return self.at.text.lower()


def letter_clauses(text: str, cut: tuple[Sentence, ...], spoken: tuple[Voice, ...]) -> tuple[LetterClause, ...]:
    """What each sentence does; what an office says is never a reason. An own sentence that may be a reason, and is not
    surely one, is `wellicht`."""
    found, owned = list[LetterClause](), _owned(text, cut, spoken)
    for n, (said, voice) in enumerate(zip(cut, spoken, strict=True)):
        one = _of_itself(said) if voice == "zelf" else said
        role = _role(one, one.text.lower())
        if voice == "opdracht":
            role = "opdracht"
        elif voice == "overheid":
            kept = role in ("betreft", "besluit", "aanhef", "groet") and not grants_rights(one.text.lower())
            role = role if kept else "kop"
        else:
            role = _own(one, role, found, _around(n, cut, spoken, found, owned[n]))
        found.append(LetterClause(at=one, voice=voice, role=role, head=head_of(one)))
    return tuple(found)


def _of_itself(said: Sentence) -> Sentence:
    """The sentence without an introduction that says nothing by itself."""
    one = unintroduced(said)
    intro = said.text[: one.start - said.start].lower()
    kept = contradicts(intro) or letter_words().betreft.search(intro) or names_decision(intro)
    return said if kept else one


def _owned(text: str, cut: tuple[Sentence, ...], spoken: tuple[Voice, ...]) -> list[bool]:
    """Of each sentence: the person speaks of themselves in its paragraph, or a line parts it from the office's."""
    owned, block, parted, at = list[bool](), list[int](), False, 0
    for n, one in enumerate(cut):
        gap, at = text[at : one.start], one.end
        parted = (parted or ruled(gap) or is_rule(one)) and spoken[n] == "zelf"
        if "\n" in gap.strip(" \t") and gap.count("\n") > 1:
            block = []
        block.append(n)
        owned.append(parted)
        if spoken[n] == "zelf" and speaks_of_self(one.text):
            for other in block:
                owned[other] = True
        elif n and n - 1 in block and owned[n - 1] and spoken[n] == "zelf":
            owned[n] = True
    return owned


def _around(
    n: int, cut: tuple[Sentence, ...], spoken: tuple[Voice, ...], found: list[LetterClause], owned: bool
) -> Surroundings:
    office, low = spoken.count("overheid") > 1, cut[n].text.lower()
    own = [c for c in found if c.voice == "zelf"]
    inside = "overheid" in spoken[:n] and "overheid" in spoken[n:]
    forwarded = "overheid" not in spoken[:n] and any(c.role == "aanhef" for c in own) and _parted(n, cut, spoken)
    followed = "overheid" not in spoken[n:]
    return Surroundings(
        beside=office,
        last=n == len(cut) - 1,
        doubtful=(office and (inside or forwarded or not owned))
        or (addresses_reader(low) and not letter_words().eigen.search(low)),
        goes_on=followed if office else any(c.role in MAIN or c.role == "grond" for c in own),
        opens=not any(c.role in (*MAIN, "grond", "wellicht") for c in own),
    )


def _parted(n: int, cut: tuple[Sentence, ...], spoken: tuple[Voice, ...]) -> bool:
    """What stands here, above the letter of an office, ends as a letter does: somebody sent the letter on."""
    rest = itertools.takewhile(lambda at: spoken[at] != "overheid", range(n, len(cut)))
    return any(letter_words().groet.search(cut[at].text.lower()) for at in rest)


def _own(one: Sentence, role: Role, found: list[LetterClause], around: Surroundings) -> Role:
    """The role of a sentence of the person: by its words alone, and by what stands around it."""
    known, low = letter_words(), one.text.lower()
    if role == "grond" and not around.beside and _tells_of_it(low, first=all(c.voice != "zelf" for c in found)):
        return "besluit"
    if role == "grond" and known.omdat.match(low) and found and found[-1].role == "besluit" and not around.beside:
        return "wellicht" if known.eigen.search(low) else "kop"  # it goes on with why the office decided so
    signs = bool(found) and found[-1].role in ("groet", "naam") and len(low.split()) <= WORDS_OF_A_LINE
    if role in ("grond", "kop", "wellicht") and signs and one.text[-1:] not in ".!?":
        return "naam"
    if role in ("grond", "kop") and (is_rule(one) or particulars(one, last=around.last)):
        return "kop"
    begun = around.beside or bool(known.eigen.search(low) or known.tegen.search(low))
    begun = begun or any(c.role in MAIN or c.role == "grond" for c in found)
    if role == "grond":
        return "grond" if begun and is_sure(low, around) else "wellicht"
    told = role in ("kop", "besluit") if around.beside else role == "kop" and begun
    return "wellicht" if told and says_enough(low) and not _cause(one, role) else role


def _cause(one: Sentence, role: Role) -> bool:
    """A part of it says why."""
    return role == "besluit" and contrast(one.text.lower()) is not None


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
    if known.kop.search(low) and len(low.split()) <= WORDS_OF_A_LINE:
        return "kop"
    return "groet" if known.groet.search(low) else _deed(one, low)


def _deed(one: Sentence, low: str) -> Role:
    known = letter_words()
    if known.te_laat.search(low) and not known.te_laat_van_u.search(low):
        return "te_laat"
    if known.wil_weten.search(low):
        return "vraag"
    if known.bezwaar.search(low) or (known.middel.search(low) and known.eigen.search(low)):
        return "bezwaar"
    if known.verzoek.match(low) or (known.verzoek.search(low) and not known.deed_zelf.search(low)):
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
    if _questions(one, low) or (_question_word.match(low) and one.text[-1:] not in ".!"):
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
