"""The words of a question that no skill of the club and no answer has: who asked hears that they were left out."""

from collections.abc import Sequence
from functools import cache

from loket.language import read
from loket.language.births import births
from loket.language.clauses import clauses
from loket.language.dates import ANY_DAY
from loket.language.message import Message
from loket.language.tokens import stem, words
from loket.planners.finding.names import likely_people
from loket.planners.finding.unread import unread
from loket.planners.finding.usual import all_words, usual
from loket.planners.finding.wholly import skill_roots
from loket.planners.finding.words import finding_words
from loket_demos.urmston.club.addressee import with_own_as_club
from loket_demos.urmston.club.beside import unspoken
from loket_demos.urmston.club.children import RECEPTION
from loket_demos.urmston.club.places import CODED, TEAM, YEARED
from loket_demos.urmston.club.reading import KNOWN

BESIDE = ("club", "under")
"""Whom it is asked of, and a word for an age group whose number did not come along."""


def unheeded(text: str, answer: str) -> Sequence[str]:
    """The words of the questions and wishes of a message that carry a meaning and are no value and no name, where
    neither the skills nor the answer speak of them. Of a language that is not spoken here none is told."""
    message = read(with_own_as_club(text), ANY_DAY, "en")
    code = message.tongue.code
    said = finding_words(code)
    if unread(text, said) is not None:
        return ()
    said_so = {stem(word.fold, code) for word in words(" ".join((*BESIDE, *all_words("asking"), answer)))}
    known = _roots(code) | said_so
    people = likely_people(message.text, said)
    asking = {at for one in clauses(message) if one.mood in ("asks", "wonders") for at in one.words}
    left = sorted(unspoken(message, KNOWN) & asking - _values(message))
    every = [message.words[at] for at in left if message.stems[at] not in known and usual(code).has(message.folds[at])]
    return list(dict.fromkeys(one.text for one in every if one.text.lower() not in people))


@cache
def _roots(code: str) -> frozenset[str]:
    """The stems of what the club's card says."""
    return frozenset[str]().union(*(skill_roots(skill, code) for skill in KNOWN.values()))


def _values(message: Message) -> set[int]:
    """The words of ages, days, teams and codes, and those of being polite."""
    told = (*message.ages, *message.grades, *births(message), *message.dates, *message.times, *message.numbers)
    spans = [(one.start, one.end) for one in told]
    spans += [one.span() for form in (CODED, TEAM, YEARED, RECEPTION) for one in form.finditer(message.text)]
    polite = {word for talk in message.tongue.small_talk for word in talk}
    within = {at for start, end in spans for at in message.over(start, end)}
    return within | {at for at, word in enumerate(message.folds) if word in polite}
