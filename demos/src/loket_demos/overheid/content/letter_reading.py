"""What a letter says, by its sentences: why the decision is wrong, what is asked, why it comes late.

A reason is always a piece of the person's own words, word for word: never of what an office wrote, nor of an order to
whoever reads this. A letter that gives none has none. What a letter is about plays no part here."""

import re
from typing import Literal

from loket_demos.overheid.content.cases import check_letter
from loket_demos.overheid.content.frozen import DataRow, ToolOutput
from loket_demos.overheid.content.letter_clauses import MAIN, LetterClause, Role, contrast, head_of, letter_clauses
from loket_demos.overheid.content.letter_words import letter_words
from loket_demos.overheid.content.own_words import says_enough
from loket_demos.overheid.content.sentences import Sentence, sentences
from loket_demos.overheid.content.voices import Voice, voices

LetterKind = Literal["eigen_brief", "brief_van_overheid", "andere_taal", "geen_brief"]
MOST_GROUNDS = 10
DUTCH_SHARE, WORDS_TO_TELL = 0.12, 8

_word = re.compile(r"[^\W\d_]+")


class Quote(ToolOutput):
    """A piece of the letter, word for word, and where it begins and ends."""

    tekst: str
    begin: int
    eind: int


class LetterReading(DataRow):
    """`maybe` are words that may be a reason: the person is asked. `main` are the words that say what it is about,
    `rest` all others; `late`: the writer says that it comes late; `question`: it only asks something; `clauses` are all
    sentences, in order."""

    kind: LetterKind
    grounds: tuple[Quote, ...] = ()
    maybe: tuple[Quote, ...] = ()
    requests: tuple[Quote, ...] = ()
    late: Quote | None = None
    excuse: Quote | None = None
    main: str = ""
    rest: str = ""
    question: bool = False
    clauses: tuple[LetterClause, ...] = ()

    @property
    def cut(self) -> tuple[Sentence, ...]:
        return tuple(one.at for one in self.clauses)

    @property
    def spoken(self) -> tuple[Voice, ...]:
        return tuple(one.voice for one in self.clauses)

    @property
    def of_office(self) -> bool:
        """The letter of an office stands in it."""
        return any(one.voice == "overheid" for one in self.clauses)


def read_letter(text: str) -> LetterReading:
    """What the letter says, by its sentences; raises ContentError `too_large`."""
    cut = sentences(check_letter(text))
    clauses = letter_clauses(text, cut, voices(text, cut))
    if not _is_dutch(text):
        return LetterReading(kind="andere_taal", rest=text, clauses=clauses)
    heads = [one.head for one in clauses if one.role in MAIN]
    shown = [one for one in clauses if one.role not in ("groet", "opdracht")]
    office = any(one.voice == "overheid" for one in clauses)
    rest = [
        one.at.text.removeprefix(one.head) if one.role in MAIN else one.at.text
        for one in shown
        if not (office and one.role == "grond")
    ]
    reading = LetterReading(kind="geen_brief", main=" . ".join(heads), rest=" . ".join(rest), clauses=clauses)
    own = [one for one in clauses if one.voice == "zelf" and one.role not in ("kop", "aanhef", "groet")]
    if office and not own:
        return reading.model_copy(update={"kind": "brief_van_overheid"})
    roles = {one.role for one in clauses}
    against = any(letter_words().tegen.search(one.low) for one in own)
    late, excuse = _lateness(clauses)
    return LetterReading(
        kind="eigen_brief" if roles & set(MAIN) or against else "geen_brief",
        grounds=_grounds(clauses),
        maybe=_maybe(clauses),
        requests=_requests(clauses),
        late=late,
        excuse=excuse,
        main=reading.main,
        rest=reading.rest,
        question=bool({"vraag", "verzoek"} & roles) and roles <= {"vraag", "verzoek", "aanhef", "groet", "kop"},
        clauses=clauses,
    )


def best_ground(reading: LetterReading) -> Quote | None:
    """The quoted words that contradict most plainly; the first of those that do so alike."""
    known = letter_words()

    def plainly(quote: Quote) -> int:
        low = quote.tekst.lower()
        return 2 * bool(known.tegen.search(low)) + bool(re.search(r"\b(?:niet|geen|nooit|al)\b", low))

    return max(reading.grounds, key=plainly, default=None)


def _is_dutch(text: str) -> bool:
    """Enough frequent Dutch words; a text of a few words gets the benefit of the doubt."""
    found = [word.lower() for word in _word.findall(text[:4000])]
    ours = sum(1 for word in found if word in letter_words().nederlands)
    return len(found) < WORDS_TO_TELL or ours / len(found) >= DUTCH_SHARE


def _requests(clauses: tuple[LetterClause, ...]) -> tuple[Quote, ...]:
    """What the person asks of the office, in a letter that is written to it; what is asked of a helper is none."""
    known = letter_words()
    if not any(one.role == "aanhef" for one in clauses if one.voice == "zelf"):
        return ()
    asked = [one for one in clauses if one.voice == "zelf" and one.role == "verzoek"]
    return tuple(
        _quote(one.at.text, one.at.start)
        for one in asked
        if not known.bezwaar.search(one.low) and not known.aan_ons.search(one.low)
    )[:MOST_GROUNDS]


def _grounds(clauses: tuple[LetterClause, ...]) -> tuple[Quote, ...]:
    """The reasons, in order; of many those after the first word on what was decided. Words that only say that
    somebody does not agree are none."""
    first = next((n for n, one in enumerate(clauses) if one.role in MAIN), 0)
    found = [
        (n >= first, quote)
        for n, one in enumerate(clauses)
        if one.voice == "zelf" and (quote := _ground(one.at, one.role)) and len(quote.tekst) > 3
    ]
    if all(_bare(quote.tekst) for _, quote in found):
        return ()
    against = letter_words().tegen
    found = [one for one in found if not _bare(one[1].tekst) or against.search(one[1].tekst.lower())]
    later = [one for one in found if one[0]] if len(found) > MOST_GROUNDS else found
    return tuple(quote for _, quote in later[:MOST_GROUNDS])


def _maybe(clauses: tuple[LetterClause, ...]) -> tuple[Quote, ...]:
    """What may be a reason: the person says which."""
    found = [_quote(one.at.text, one.at.start) for one in clauses if one.role == "wellicht" and one.voice == "zelf"]
    return tuple(one for one in found if says_enough(one.tekst))[:MOST_GROUNDS]


def _bare(words: str) -> bool:
    """Nothing in it says why."""
    return all(word in letter_words().kaal for word in _word.findall(words.lower()))


def _ground(one: Sentence, role: Role) -> Quote | None:
    """The whole sentence when it is a reason; else the part of it that is one."""
    known, low = letter_words(), one.text.lower()
    if role == "grond":
        return _quote(one.text, one.start)
    if role == "bezwaar":
        cause = known.omdat.search(low)
        told = known.want.search(low) or contrast(low)
        if cause and not known.besluit_van.search(low[: cause.start()]):
            return _quote(one.text[cause.start() :], one.start + cause.start())
        inside = known.namelijk.search(low)
        start = told.end() if told else max(low.rfind(sign, 0, inside.start()) for sign in ",;:") + 1 if inside else -1
        return _quote(one.text[start:], one.start + start) if start >= 0 else None
    if role == "besluit":
        if told := contrast(low):
            return _quote(one.text[told.end() :], one.start + told.end())
        return _quote(one.text, one.start) if known.tegen.search(head_of(one).lower()) else None
    return None


def _lateness(clauses: tuple[LetterClause, ...]) -> tuple[Quote | None, Quote | None]:
    """Where the writer says that the letter comes late, and why, when that is said beside it."""
    at = next((n for n, one in enumerate(clauses) if one.role == "te_laat" and one.voice == "zelf"), None)
    if at is None:
        return None, None
    known, one = letter_words(), clauses[at].at
    low, said = one.text.lower(), known.te_laat.search(one.text.lower())
    late = _quote(one.text, one.start)
    cause = known.omdat.search(low) or known.want.search(low)
    comma = low.find(",", said.end()) if said else -1
    if cause is not None:
        start = cause.start() if known.omdat.match(low, cause.start()) else cause.end()
        return late, _quote(one.text[start:], one.start + start)
    if comma >= 0 and known.waarom_laat.search(low[comma:]):
        return late, _quote(one.text[comma + 1 :], one.start + comma + 1)
    after = clauses[at + 1] if at + 1 < len(clauses) and clauses[at + 1].role in ("grond", "besluit") else None
    if after is not None and known.waarom_laat.search(after.low):
        return late, _quote(after.at.text, after.at.start)
    return late, None


def _quote(text: str, start: int) -> Quote:
    words = text.strip(" \t\r\n,;:")
    begin = start + (text.find(words) if words else 0)
    return Quote(tekst=words, begin=begin, eind=begin + len(words))
