"""What a letter says: the person's own text, whole and word for word, and where it says that it comes late.

Nobody here says which sentence is a reason: all that the person wrote goes into their letter, and they take out what
does not belong. What an office wrote, or what may be meant for whoever helps, only goes in when the person says so."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from loket.language.languages import language
from loket.language.tokens import LANGUAGES, fold
from loket_demos.overheid.content.beside_letter import beside_letter, of_letterhead
from loket_demos.overheid.content.cases import check_letter
from loket_demos.overheid.content.for_helper import for_helper, is_letter, is_told
from loket_demos.overheid.content.frozen import DataRow, ToolOutput
from loket_demos.overheid.content.kept_out import kept_out
from loket_demos.overheid.content.letter_clauses import LetterClause, letter_clauses
from loket_demos.overheid.content.letter_wish import is_subject, objected_before, objects_outright, subject_words
from loket_demos.overheid.content.letter_words import letter_words
from loket_demos.overheid.content.sentences import Sentence, sentences
from loket_demos.overheid.content.voices import Voice, doubtful, voices

LetterKind = Literal["eigen_brief", "brief_van_overheid", "andere_taal", "geen_brief"]
DUTCH_SHARE, SMALL_SHARE, WORDS_TO_TELL = 0.12, 0.2, 8

_word = re.compile(r"[^\W\d_]+")


class Quote(ToolOutput):
    """A piece of the letter, word for word, and where it begins and ends."""

    tekst: str
    begin: int
    eind: int


class LetterReading(DataRow):
    """`grounds` are the person's own sentences, in order; `maybe` those that may be somebody else's, or are meant for
    whoever helps: the person is asked; `aside` those that stay out unless the person wants them, of which they asked it
    where `asked_out`; `reworded`: of these the letter says it in words of its own. `main` are the words that say what
    it is about, `rest` all others; `late`: the writer says that it comes late; `wish`: the writer objects, in so many
    words; `why`: they say more than that; `question`: it only asks something; `to_helper`: it is told to somebody else
    than the office; `addressed`: it is written to one, or objects; `clauses` are all sentences, in order."""

    kind: LetterKind
    text: str = ""
    grounds: tuple[Quote, ...] = ()
    maybe: tuple[Quote, ...] = ()
    aside: tuple[Quote, ...] = ()
    asked_out: bool = False
    reworded: tuple[Quote, ...] = ()
    late: Quote | None = None
    excuse: Quote | None = None
    main: str = ""
    rest: str = ""
    wish: bool = False
    why: bool = False
    question: bool = False
    to_helper: bool = False
    addressed: bool = False
    clauses: tuple[LetterClause, ...] = ()

    @property
    def cut(self) -> tuple[Sentence, ...]:
        return tuple(one.at for one in self.clauses)

    @property
    def spoken(self) -> tuple[Voice, ...]:
        return tuple(one.voice for one in self.clauses)

    @property
    def longer(self) -> bool:
        """There is more than what is read of a letter."""
        return bool(self.clauses) and any(sign.isalnum() for sign in self.text[self.clauses[-1].at.end :])

    @property
    def subject(self) -> str:
        """What the line that says what it is about says, in its own words; that of an office goes before the
        person's. Empty where there is none."""
        lines = [one for one in self.clauses if one.voice != "opdracht" and is_subject(one.low)]
        lines.sort(key=lambda one: one.voice != "overheid")
        return subject_words(lines[0].at.text.split("\n")[0]) if lines else ""

    @property
    def of_office(self) -> bool:
        """The letter of an office stands in it."""
        return any(one.voice == "overheid" for one in self.clauses)

    @property
    def follows(self) -> bool:
        """The reasons come later, and none is there yet."""
        return not self.why and any(letter_words().volgt.search(one.tekst.lower()) for one in self.grounds)

    @property
    def passages(self) -> tuple[Quote, ...]:
        """The person's own sentences, those that follow each other as one piece, with what stands between them."""
        found = list[Quote]()
        for one in self.grounds:
            last = found[-1] if found else one
            gap = self.text[last.eind : one.begin]
            if last is one or not last.eind or not one.eind or any(sign.isalnum() for sign in gap):
                found.append(one)
            else:
                found[-1] = Quote(tekst=self.text[last.begin : one.eind], begin=last.begin, eind=one.eind)
        return tuple(found)

    @property
    def own(self) -> tuple[LetterClause, ...]:
        """The sentences of the person, without the frame of their letter."""
        return tuple(one for one in self.clauses if one.own)


@lru_cache(maxsize=4)
def read_letter(text: str) -> LetterReading:
    """What the letter says, by its sentences; raises ContentError `too_large`. What a letter comes to is asked by one
    after another: the last ones are at hand."""
    cut = sentences(check_letter(text))
    spoken = voices(text, cut)
    clauses = letter_clauses(text, cut, spoken)
    if not _is_dutch(text):
        return LetterReading(kind="andere_taal", text=text, rest=text, clauses=clauses)
    heads = [one for one in clauses if one.head]
    office = "overheid" in spoken
    rest = [one for one in clauses if not (one.head or one.role == "groet" or one.voice == "opdracht")]
    rest = [one for one in rest if not (office and one.voice == "zelf")]
    unsure = doubtful(text, cut, spoken)
    own = [one for one in clauses if one.own]
    told = [one for n, one in enumerate(clauses) if one.own and n not in unsure]
    out, beside = kept_out(text, clauses), beside_letter(clauses)
    paper = [one for one in beside if of_letterhead(one)]
    told = [one for one in told if one not in paper]
    aside = [*_aside([one for one in told if one not in out], for_helper(text, told, clauses)), *out]
    aside += [one for one in beside if one in told and one not in aside]
    sure = [one for one in told if one.role == "tekst" and one not in aside]
    others = [
        one
        for n, one in enumerate(clauses)
        if one not in aside
        and one not in paper
        and (one.voice == "opdracht" or (one.own and (one.role == "vraag" or n in unsure)))
    ]
    late, excuse = _lateness(own)
    reading = LetterReading(
        kind="eigen_brief" if heads else "geen_brief",
        text=text,
        grounds=tuple(_quote(one.at) for one in sure),
        maybe=tuple(_quote(one.at) for one in others),
        aside=tuple(_quote(one.at) for one in clauses if one in aside),
        asked_out=bool(out),
        late=late,
        excuse=excuse,
        main=" . ".join(one.at.text for one in heads),
        rest=" . ".join(one.at.text for one in rest),
        wish=_wish(clauses),
        question=bool(own) and all(one.role == "vraag" for one in own),
        to_helper=is_told(own, clauses),
        addressed=is_letter(clauses) or _objects_outright(clauses),
        clauses=clauses,
    )
    changes: dict[str, object] = {"why": any(_tells(one) for one in sure)}
    return reading.model_copy(update=changes | ({"kind": "brief_van_overheid"} if office and not reading.own else {}))


def for_appeal(reading: LetterReading) -> LetterReading:
    """The same for a letter that is an appeal: a sentence that only says that the person objects stays out, and one
    that says more where others say why."""
    wishes = [one for one in reading.clauses if one.wish and "bezwaar" in one.low]
    starts = {one.at.start for one in wishes}
    others = tuple(one for one in reading.grounds if one.begin not in starts)
    only = {one.at.start for one in wishes if not one.account and (not one.more or says_why(reading, others))}
    ours = tuple(one for one in reading.grounds if one.begin in only)
    kept = tuple(one for one in reading.grounds if one.begin not in only)
    changes = {"grounds": kept, "aside": (*reading.aside, *ours), "reworded": ours}
    return reading.model_copy(update=changes) if kept else reading


def says_why(reading: LetterReading, grounds: tuple[Quote, ...]) -> bool:
    """One of these sentences says more than that the person objects, what was decided, or that the reasons follow."""
    told = {one.at.start for one in reading.clauses if _tells(one)}
    return any(one.begin in told for one in grounds)


def _tells(one: LetterClause) -> bool:
    known = letter_words()
    return one.more and not any(form.search(one.low) for form in (known.volgt, known.vraagt_tijd, known.stuurt_mee))


def _aside(told: Sequence[LetterClause], meant: Sequence[LetterClause]) -> Sequence[LetterClause]:
    """What is meant for whoever helps; where nothing else says why, the person is asked about what they asked."""
    why = any(_tells(one) for one in told if one.role == "tekst" and one not in meant)
    return meant if why else [one for one in meant if one.role != "vraag"]


def _objects_outright(clauses: Sequence[LetterClause]) -> bool:
    """By saying so, or by a title."""
    return any(one.voice == "zelf" and (one.titled or objects_outright(one.low)) for one in clauses)


def _wish(clauses: Sequence[LetterClause]) -> bool:
    """The person objects in so many words, or by the line that says what their letter is about, if they did not before
    it."""
    said = [one for one in clauses if one.wish]
    before = any(objected_before(one.low) for one in clauses if one.own)
    return any(not one.titled or not before for one in said)


def _is_dutch(text: str) -> bool:
    """Enough frequent Dutch words, or more small words of Dutch than of any other language; a text of a few words gets
    the benefit of the doubt."""
    found = [word.lower() for word in _word.findall(text[:4000])]
    ours = sum(1 for word in found if word in letter_words().nederlands)
    if len(found) < WORDS_TO_TELL or ours / len(found) >= DUTCH_SHARE:
        return True
    small = {code: sum(fold(word) in language(code).function for word in found) / len(found) for code in LANGUAGES}
    dutch = small.pop("nl")
    return dutch >= SMALL_SHARE and dutch > max(small.values())


def _lateness(own: Sequence[LetterClause]) -> tuple[Quote | None, Quote | None]:
    """The sentence that says that the letter comes late, and the one that says why: the one before it, when it points
    back at that, else itself or the one behind it and behind what is told of the lateness besides."""
    known = letter_words()
    at = next((n for n, one in enumerate(own) if _late(one.low)), None)
    if at is None:
        return None, None
    last = at + 1
    while last < len(own) and known.over_laat.search(own[last].low) and not known.waarom_laat.search(own[last].low):
        last += 1
    told = [own[at], *(one for one in own[at + 1 : last + 1] if not one.account)]
    near = [one for one in told if known.waarom_laat.search(one.low)]
    near = [own[at - 1]] if at > 0 and known.wijst_terug.search(own[at].low) else near
    near = near or [one for one in own[last : last + 1] if at < last and _happened(one)]
    return _quote(own[at].at), _quote(near[0].at) if near else None


def _happened(one: LetterClause) -> bool:
    """It tells what happened to the person, and nothing of the decision."""
    return one.more and not one.account and bool(letter_words().gebeurde.search(one.low))


def _late(low: str) -> bool:
    known = letter_words()
    others = (known.te_laat_van_u, known.te_laat_niet, known.later_meer)
    return bool(known.te_laat.search(low)) and not any(other.search(low) for other in others)


def _quote(one: Sentence) -> Quote:
    return Quote(tekst=one.text, begin=one.start, eind=one.end)
