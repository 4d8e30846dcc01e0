"""A message in a language that is not spoken here: the person hears which words were not understood, and what to do."""

from collections.abc import Container, Sequence
from dataclasses import dataclass

from loket.core.actions import Ask, Decision
from loket.core.planner import Situation
from loket.language.dates import ANY_DAY
from loket.language.message import read
from loket.language.tokens import LANGUAGES, fold
from loket.planners.finding.names import likely_people, words_of
from loket.planners.finding.query import without_addresses
from loket.planners.finding.trail import Trail
from loket.planners.finding.usual import usual
from loket.planners.finding.words import FindingWords, finding_words, spoken

LEAST, PART = 3, 0.4
"""So many strange words, and such a part of all words, are of another language and no names; or they are all."""
SMALL, SURELY = 4, 3
"""So many strange words of so few letters are the small ones of another language: names have none."""
SHORT = 2
"""A word of so few letters tells no language."""
SHOWN = 5
"""So many of them are told."""


@dataclass(frozen=True, slots=True)
class UnreadWords:
    """The words of a message that no language of ours has; `surely`: they are no names."""

    words: Sequence[str]
    surely: bool


def unread(text: str, said: FindingWords) -> UnreadWords | None:
    """The words of a message in another language; None where it is in one of ours."""
    strange, every = _strange(text, said), _worded(text)
    many = len(strange) >= LEAST and len(strange) >= PART * len(every)
    if not strange or not (many or len(strange) == len(every)):
        return None
    return UnreadWords(strange, sum(len(one) <= SMALL for one in strange) >= SURELY)


def not_read(unread_: UnreadWords, trail: Trail, situation: Situation) -> Decision:
    """Says which words are not understood."""
    said = _before(trail, situation)
    ask = Ask(text=not_read_words(unread_, trail, situation), lasts=False)
    return Decision(reasoning=said.because("no_words"), action=ask, step="answer")


def not_read_words(unread_: UnreadWords, trail: Trail, situation: Situation) -> str:
    """The same as words alone."""
    words = ", ".join(f"“{one}”" for one in unread_.words[:SHOWN])
    return _before(trail, situation).not_read.format(words=words)


def _before(trail: Trail, situation: Situation) -> FindingWords:
    """What is said in the language of the talk before: that of the message is none that we know."""
    return finding_words(spoken(tuple(reversed(trail.before)), situation.locale))


def _strange(text: str, said: FindingWords) -> list[str]:
    """The small words of a text that no language of ours has and that name nobody and no day, once each."""
    people = {fold(name) for name in likely_people(text, said)}
    people |= {fold(one) for one in said.calendar | said.kin | said.birth | said.age | said.little}
    message = read(text, ANY_DAY, said.code)
    dated = {fold(text[one.start : one.end]) for one in (*message.dates, *message.times)}
    people |= {word for one in dated for word in one.split()}
    return list(dict.fromkeys(word for word in _worded(text) if not _is_ours(fold(word), people)))


def _worded(text: str) -> list[str]:
    """The words of a text that are long enough to tell a language, but for those that are large inside it."""
    every = words_of(without_addresses(text))
    return [one.text for one in every if one.text.isalpha() and len(one.text) > SHORT and (one.first or not one.large)]


def _is_ours(word: str, others: Container[str]) -> bool:
    return word in others or any(usual(code).has(word) for code in LANGUAGES)
