"""Whom a message to the club is about: the names of other organisations in it, of which the club has nothing to tell.

A name by its kind (`Sale Rovers FC`) is surely one; other large words may be a team of ours, which its books know."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from loket.language import read
from loket.language.clauses import clauses
from loket.language.dates import ANY_DAY
from loket.language.tokens import fold
from loket.planners.finding.identity import significant
from loket.planners.finding.names import NameWord, likely_people, organisations, people, words_of
from loket.planners.finding.query import named_in, query_of
from loket.planners.finding.usual import usual
from loket.planners.finding.words import finding_words
from loket_demos.urmston.club.card import ORGANISATION
from loket_demos.urmston.club.places import CODED, HOLDS, YEARED, held_names
from loket_demos.urmston.club.shapes import Team
from loket_demos.urmston.club.skills import AVAILABILITY, REPORT, SCHEDULE, TRAINING

SCHOOL = "school"
ALIKE = 80
"""So alike a word is a mistyped one of ours, of 100."""

SUBJECT = 3
"""Within so many words a clause says of whom it tells."""

_SAID = finding_words("en")
_OWN = frozenset(significant(ORGANISATION, _SAID))
_INITIALS = "".join(word[0] for word in significant(ORGANISATION, _SAID))
_ANY_OWN = "|".join((*sorted(_OWN), "j?fc"))
_OWN_NAME = re.compile(rf"\b(?:{_ANY_OWN})(?: +(?:{_ANY_OWN}))+\b", re.IGNORECASE)
_OPPONENT = frozenset({"against", "v", "vs", "versus", "play", "plays", "playing", "face", "faces", "meet"})
_OURS = frozenset({"you", "your", "we", "our", "us", "the"})
_YOURS = re.compile(r"\byours?\b", re.IGNORECASE)
_TOLD = frozenset({"tell", "to", "inform", "for", "contact", "ask"})
_PARTS = frozenset({"of", "with", "from", *_SAID.leads})
_GROUND = frozenset({"at", "on"})


@dataclass(frozen=True)
class NamedClubs:
    """The names in a message that are not the club's own: those surely of others, and those that its books decide."""

    others: tuple[str, ...] = ()
    perhaps: tuple[str, ...] = ()


def names_in(text: str, skill: str) -> NamedClubs:
    """The names that a message asks this skill about."""
    told = text
    for day in read(text, ANY_DAY, "en", "en").dates:
        told = f"{told[: day.start]}{' ' * (day.end - day.start)}{told[day.end :]}"
    for pattern in (CODED, YEARED):
        told = pattern.sub(lambda code: " " * len(code[0]), told)
    told = _with_large(told)
    held = [name for name in held_names(text, _SAID) if not is_own(name) and _asked_of(name, text, text, skill)]
    if held:
        return NamedClubs(perhaps=tuple(held))
    if query_of(told, (), _SAID).named:
        every = [name for name in named_in(told, _SAID) if not is_own(name) and _asked_of(name, told, text, skill)]
        return NamedClubs(others=tuple(_as_written(name, text, told) for name in every))
    persons = likely_people(told, _SAID)
    runs = organisations(told, persons, _SAID) or organisations(told, people(told, _SAID), _SAID)
    every = [name for name in runs if not is_own(name) and _asked_of(name, told, text, skill)]
    every = [
        name for name in every if _held(name, told, skill, name.lower() in persons) and not _team(name, text, told)
    ]
    return NamedClubs(perhaps=tuple(_as_written(name, text, told) for name in every))


def is_own(name: str) -> bool:
    """Whether a name is the club's own or short for it: no word in it is another's."""
    found = [word.replace(".", "") for word in significant(name, _SAID)]
    return all(word in _OWN or word.removesuffix("fc") == _INITIALS for word in found)


def with_own_as_club(text: str) -> str:
    """The text with the club called so where it is by several words of its name: none of them says what is wanted."""
    return _OWN_NAME.sub("the club", text)


def strangers(names: Iterable[str], teams: Sequence[Team]) -> list[str]:
    """Of these names those that are of no team and no ground of ours."""
    ours = {word for team in teams for word in _folds(f"{team.name} {team.venue}")} | _OWN | {"team", "squad", "side"}
    return [name for name in names if any(_best(word, ours) < ALIKE for word in _folds(name))]


def speaks_only(name: str) -> str:
    """What is said to who asks about somebody else."""
    return (
        f"I speak for {ORGANISATION} only and can't tell anything about {name[:80]}. "
        f"If you mean {ORGANISATION}, please ask again without that name."
    )


def _asked_of(name: str, told: str, text: str, skill: str) -> bool:
    """Whether a name is that of whom the message asks: no opponent, no ground of ours, no club that somebody was in,
    and of a report the one that is to hear of it."""
    at = told.find(name)
    before = words_of(told[:at])
    last = [word.plain for word in before if word.plain not in _SAID.articles_of][-1:]
    if any(" ".join(word.plain for word in before).removesuffix(" the").endswith(one) for one in _SAID.member):
        return False
    if _in_passing(at, text) or _at_school(name, at, text) or _now_at(at, text):
        return False
    if skill == REPORT:
        return bool(_TOLD.intersection(last))
    if skill in (SCHEDULE, TRAINING):
        ours = CODED.search(text[:at]) is not None or any(word.plain in _OURS for word in before)
        return not (_OPPONENT.intersection(last) or (ours and _GROUND.intersection(last)))
    return True


def _in_passing(at: int, text: str) -> bool:
    """Whether what stands at this place is only said, and another sentence asks for what is `yours`."""
    begin = max(text.rfind(mark, 0, at) for mark in ".?!\n") + 1
    end = min((place for mark in ".?!\n" if (place := text.find(mark, at)) >= 0), default=len(text))
    return text[end : end + 1] != "?" and "?" in text and _YOURS.search(f"{text[:begin]} {text[end:]}") is not None


def _at_school(name: str, at: int, text: str) -> bool:
    """Whether a school is only told to be somebody's (`he goes to Davyhulme Primary School`)."""
    message = read(text, ANY_DAY, "en", "en")
    words = message.over(at, at + len(name))
    schools = {place for one in message.meanings if one.concept == SCHOOL for place in range(one.start, one.end)}
    mood = next((one.mood for one in clauses(message) if words.start in one.words), "")
    return not schools.isdisjoint(words) and mood in ("plain", "past", "reported")


def _now_at(at: int, text: str) -> bool:
    """Whether a name is of where somebody is (`he's U12 at Flixton and wants to move`), told in a clause of its own."""
    message = read(text, ANY_DAY, "en", "en")
    word = message.at(at)
    clause = next((one for one in clauses(message) if word in one.words), None)
    if clause is None or clause.mood not in ("plain", "past") or message.folds[word - 1 : word] != ("at",):
        return False
    return not message.tongue.somebody.isdisjoint(message.folds[clause.words.start : word][:SUBJECT])


def _held(name: str, told: str, skill: str, person: bool) -> bool:
    """Whether a name of which its kind is not told stands where an organisation or a team does, and no person."""
    at = told.find(name)
    before, behind = words_of(told[:at]), words_of(told[at + len(name) :])
    last = before[-1].plain if before else ""
    if last in _SAID.behalf or last in _SAID.kin:
        return False
    if skill in (AVAILABILITY, TRAINING) and (person or skill == AVAILABILITY):
        return last in _PARTS or any(word.plain in HOLDS for word in behind[:1])
    return True


def _team(name: str, text: str, told: str) -> bool:
    """Whether a name stands right behind an age group: it is meant as that of a team."""
    at = told.find(name)
    return any(code.end() + 1 == at for code in CODED.finditer(text))


def _with_large(text: str) -> str:
    """The text with a large letter for a strange word and the word of an organisation behind it (`stretford juniors`),
    unless it is our own or an article says that it is a thing."""
    found = words_of(text)
    for before, word, kind in zip([None, *found], found, found[1:], strict=False):
        strange = word.text.isalpha() and word.text.islower() and not usual("en").has(fold(word.plain))
        if strange and kind.plain in _SAID.bodies and not _article(before):
            text = f"{text[: word.start]}{text[word.start : kind.end].title()}{text[kind.end :]}"
    return text


def _article(word: NameWord | None) -> bool:
    return word is not None and word.plain in _OURS | _SAID.articles_of


def _as_written(name: str, text: str, told: str) -> str:
    at = told.find(name)
    return text[at : at + len(name)]


def _folds(name: str) -> list[str]:
    return [fold(word.plain) for word in words_of(name) if word.text[:1].isalnum()]


def _best(word: str, ours: Iterable[str]) -> float:
    return max(fuzz.ratio(word, one) for one in ours)
