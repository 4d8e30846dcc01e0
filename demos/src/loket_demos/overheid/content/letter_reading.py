"""What each sentence of a letter does: it says what was decided, why that is wrong, what is asked, why it comes late.

A reason is always a piece of the letter, word for word; a letter that gives none has none. What a letter is about plays
no part here: only how letters are written does (`data/brieftaal.toml`)."""

import re
from datetime import date
from functools import cache
from typing import Literal

from loket_demos.overheid.content.cases import check_letter
from loket_demos.overheid.content.datafile import read
from loket_demos.overheid.content.frozen import DataRow, ToolOutput
from loket_demos.overheid.content.sentences import Sentence, sentences

LetterKind = Literal["eigen_brief", "brief_van_overheid", "andere_taal", "geen_brief"]
Role = Literal["kop", "betreft", "aanhef", "groet", "verzoek", "bezwaar", "te_laat", "besluit", "grond", "vraag"]

MOST_GROUNDS = 8
DUTCH_SHARE, WORDS_TO_TELL = 0.12, 8
OFFICE_MARKS = 2
WORDS_OF_A_SENTENCE = 3

_word = re.compile(r"[^\W\d_]+")


class LetterWords(DataRow):
    """The patterns of `data/brieftaal.toml`; what each is for stands there."""

    checked: date
    nederlands: tuple[str, ...]
    kop: re.Pattern[str]
    betreft: re.Pattern[str]
    aanhef: re.Pattern[str]
    groet: re.Pattern[str]
    verzoek: re.Pattern[str]
    bezwaar: re.Pattern[str]
    omdat: re.Pattern[str]
    want: re.Pattern[str]
    namelijk: re.Pattern[str]
    maar: re.Pattern[str]
    besluit_woord: re.Pattern[str]
    besluit: re.Pattern[str]
    besluit_van: re.Pattern[str]
    tegen: re.Pattern[str]
    te_laat: re.Pattern[str]
    te_laat_van_u: re.Pattern[str]
    waarom_laat: re.Pattern[str]
    eigen: re.Pattern[str]
    ik: re.Pattern[str]
    overheid: tuple[re.Pattern[str], ...]


class Quote(ToolOutput):
    """A piece of the letter, word for word, and where it begins and ends."""

    tekst: str
    begin: int
    eind: int


class LetterReading(DataRow):
    """`main` are the words that say what it is about, `rest` all others; `late`: the writer says that it comes late;
    `question`: it only asks something."""

    kind: LetterKind
    grounds: tuple[Quote, ...] = ()
    requests: tuple[Quote, ...] = ()
    late: Quote | None = None
    excuse: Quote | None = None
    main: str = ""
    rest: str = ""
    question: bool = False


@cache
def letter_words() -> LetterWords:
    """The patterns, read once."""
    return read("brieftaal", LetterWords)


def read_letter(text: str) -> LetterReading:
    """What the letter says, by its sentences; raises ContentError `too_large`."""
    cut = sentences(check_letter(text))
    if not _is_dutch(text):
        return LetterReading(kind="andere_taal", rest=text)
    roles = _roles(cut)
    main = [one for one, role in zip(cut, roles, strict=True) if role in ("besluit", "bezwaar", "betreft", "te_laat")]
    heads = [_head(one, role) for one, role in zip(cut, roles, strict=True) if one in main]
    rest = [
        one.text for one, role in zip(cut, roles, strict=True) if role in ("grond", "verzoek", "kop", "aanhef", "vraag")
    ]
    rest += [one.text.removeprefix(head) for one, head in zip(main, heads, strict=True)]
    if _from_office(cut):
        return LetterReading(kind="brief_van_overheid", main=" . ".join(heads), rest=" . ".join(rest))
    says = {"besluit", "bezwaar", "betreft", "te_laat"} & set(roles)
    against = any(letter_words().tegen.search(one.text.lower()) for one in cut)
    late, excuse = _lateness(cut, roles)
    return LetterReading(
        kind="eigen_brief" if says or against else "geen_brief",
        grounds=_grounds(cut, roles),
        requests=tuple(_quote(one.text, one.start) for one, role in zip(cut, roles, strict=True) if _asks(one, role))[
            :MOST_GROUNDS
        ],
        late=late,
        excuse=excuse,
        main=" . ".join(heads),
        rest=" . ".join(rest),
        question=bool({"vraag", "verzoek"} & set(roles))
        and set(roles) <= {"vraag", "verzoek", "aanhef", "groet", "kop"},
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


def _from_office(cut: tuple[Sentence, ...]) -> bool:
    """An office writes here, and nobody says anything of themselves."""
    known, low = letter_words(), [one.text.lower() for one in cut]
    marks = sum(1 for mark in known.overheid if any(mark.search(one) for one in low))
    return marks >= OFFICE_MARKS and not any(known.ik.search(one) for one in low)


def _roles(cut: tuple[Sentence, ...]) -> list[Role]:
    """What each sentence does. Before anybody objects or speaks of themselves, nothing is a reason."""
    known = letter_words()
    roles: list[Role] = []
    spoken = False
    for one in cut:
        low = one.text.lower()
        role = _role(one, low)
        spoken = spoken or bool(known.eigen.search(low) or known.tegen.search(low))
        spoken = spoken or (role == "bezwaar" and not any(mark.search(low) for mark in known.overheid))
        roles.append("kop" if role == "grond" and not spoken else role)
    return roles


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
    if known.bezwaar.search(low):
        return "bezwaar"
    if known.verzoek.search(low):
        return "verzoek"
    named = known.besluit_woord.search(low)
    begins = named is not None and len(low[: named.start()].split()) < WORDS_OF_A_SENTENCE
    names_it = named and not known.tegen.search(low) and (begins or not known.eigen.search(low))
    if known.besluit.search(low) or names_it:
        return "besluit"
    if one.text.endswith("?"):
        return "vraag"
    if one.text[-1:] not in ".!?" and not (known.eigen.search(low) or known.tegen.search(low)):
        return "kop"
    return "grond"


def _asks(one: Sentence, role: Role) -> bool:
    return role == "verzoek" and not letter_words().bezwaar.search(one.text.lower())


def _grounds(cut: tuple[Sentence, ...], roles: list[Role]) -> tuple[Quote, ...]:
    found = [
        quote for one, role in zip(cut, roles, strict=True) if (quote := _ground(one, role)) and len(quote.tekst) > 3
    ]
    return tuple(found[:MOST_GROUNDS])


def _ground(one: Sentence, role: Role) -> Quote | None:
    """The whole sentence when it is a reason; else the part of it that is one."""
    known, low = letter_words(), one.text.lower()
    if role == "grond":
        return _quote(one.text, one.start)
    if role == "bezwaar":
        cause = known.omdat.search(low)
        told = known.want.search(low) or known.maar.search(low)
        if cause and not known.besluit_van.search(low[: cause.start()]):
            return _quote(one.text[cause.start() :], one.start + cause.start())
        inside = known.namelijk.search(low)
        start = told.end() if told else max(low.rfind(sign, 0, inside.start()) for sign in ",;:") + 1 if inside else -1
        return _quote(one.text[start:], one.start + start) if start >= 0 else None
    if role == "besluit":
        told = known.maar.search(low)
        if told:
            return _quote(one.text[told.end() :], one.start + told.end())
        return _quote(one.text, one.start) if known.tegen.search(low) else None
    return None


def _head(one: Sentence, role: Role) -> str:
    """The part of a sentence that says what it is about, without the part that says why."""
    known, low = letter_words(), one.text.lower()
    ends = [match.start() for name in (known.omdat, known.want, known.maar) if (match := name.search(low))]
    return one.text[: min(ends)] if ends else one.text


def _lateness(cut: tuple[Sentence, ...], roles: list[Role]) -> tuple[Quote | None, Quote | None]:
    """Where the writer says that the letter comes late, and why, when that is said beside it."""
    at = next((n for n, role in enumerate(roles) if role == "te_laat"), None)
    if at is None:
        return None, None
    known, one = letter_words(), cut[at]
    low, said = one.text.lower(), known.te_laat.search(one.text.lower())
    late = _quote(one.text, one.start)
    cause = known.omdat.search(low) or known.want.search(low)
    comma = low.find(",", said.end()) if said else -1
    if cause is not None:
        start = cause.start() if known.omdat.match(low, cause.start()) else cause.end()
        return late, _quote(one.text[start:], one.start + start)
    if comma >= 0 and known.waarom_laat.search(low[comma:]):
        return late, _quote(one.text[comma + 1 :], one.start + comma + 1)
    after = cut[at + 1] if at + 1 < len(cut) and roles[at + 1] in ("grond", "besluit") else None
    if after is not None and known.waarom_laat.search(after.text.lower()):
        return late, _quote(after.text, after.start)
    return late, None


def _quote(text: str, start: int) -> Quote:
    words = text.strip(" \t\r\n,;:")
    begin = start + (text.find(words) if words else 0)
    return Quote(tekst=words, begin=begin, eind=begin + len(words))
