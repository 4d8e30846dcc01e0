"""What may leave in words: an allow-list. A word goes out when the agent's card has it, when it is an ordinary word of
the language, when it stands where things do, or when it is sent anyway; every other word stays here, since it may be
somebody's name, and so does what tells who somebody is."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from loket.core.data import JsonObject
from loket.language.tokens import fold, parts, stem, words
from loket.planners.finding.agents import Agent
from loket.planners.finding.leaving import card_words, folds_of, texts_of
from loket.planners.finding.names import NameWord, likely_people, rest_of_name, words_of
from loket.planners.finding.private import private, spared
from loket.planners.finding.usual import usual
from loket.planners.finding.words import FindingWords, own_words

SHORT_STEM, LONG_NUMBER = 4, 5
"""Shorter stems say too little; longer numbers may be somebody's."""

_BETWEEN = re.compile(r"[^\s\0!-/:-@\[-`{-~€£×÷°]+")
"""What is neither a word nor a sign of writing and counting."""


@dataclass(frozen=True, slots=True)
class Readable:
    """A text as it leaves, and the words of it that stay here."""

    text: str
    kept: tuple[str, ...] = ()


def readable(text: str, agent: Agent, values: JsonObject, said: FindingWords) -> Readable:
    """The text with only the words that may leave for this agent, when these values are sent with it."""
    sent = " ".join(texts_of(list(values.values()))).lower()
    told = unicodedata.normalize("NFC", text)
    kept: list[str] = []
    for begin, end in reversed(private(told, said)):
        if not spared(told[begin:end].strip(), sent):
            kept.insert(0, told[begin:end].strip())
            told = f"{told[:begin]}\0{told[end:]}"
    ways = _Ways(agent, folds_of(sent), told, said)
    found = words_of(told)
    pieces: list[str] = []
    at = 0
    for n, word in enumerate(found):
        pieces.append(_BETWEEN.sub("", told[at : word.start]))
        at = word.end
        leaves = not word.text[:1].isalnum() or ways.leaves(found, n)
        pieces.append(word.text if leaves else "\0")
        kept += [] if leaves else [word.text]
    pieces.append(_BETWEEN.sub("", told[at:]))
    return Readable(_joined("".join(pieces)), tuple(dict.fromkeys(kept)))


class _Ways:
    """Which words of one text may leave for an agent. It goes from word to word: behind a name that stays here, what
    may be its second word stays too."""

    def __init__(self, agent: Agent, sent: frozenset[str], text: str, said: FindingWords) -> None:
        self.said, self.usual = said, usual(said.code)
        self.own = folds_of(f"{agent.name} {parts(agent.name)} {agent.organisation} {agent.site}") | sent
        self.card, self.written = folds_of(card_words(agent)) | self.own, self.own | _written(agent)
        self.people = {fold(name) for name in likely_people(text, said)} - self.own
        self.stems = {stem(word, said.code) for word in self.card if len(word) > SHORT_STEM}
        self.lives = {stem(word, said.code) for word in said.does | said.birth}
        self.name = -1

    def leaves(self, found: Sequence[NameWord], n: int) -> bool:
        """Whether the word at this place may; the words before it were asked for already."""
        word = found[n]
        folds = folds_of(word.text)
        if folds and folds <= self.own:
            return True
        rest = rest_of_name(found, n, self.name, self.said)
        named = rest or bool(folds & self.people) or stands_as_name(found, n, self.said)
        if folds and not named and self._fits(found, n, folds):
            return True
        if word.large or rest or self._where_names_stand(found, n):
            self.name = n
        return False

    def _fits(self, found: Sequence[NameWord], n: int, folds: frozenset[str]) -> bool:
        word = found[n]
        if word.large and self._place(found, n):
            return True
        if word.large and not word.first and not self.usual.large and word.plain not in self.said.calendar:
            return folds <= self.written
        return all(self._may_leave(one) for one in folds) or self._thing(found, n)

    def _may_leave(self, one: str) -> bool:
        if one.isdigit():
            return len(one) < LONG_NUMBER or one in self.card
        if one in self.card or self.usual.has(one) or one in _common(self.said.code):
            return True
        return len(one) > SHORT_STEM and stem(one, self.said.code) in self.stems

    def _thing(self, found: Sequence[NameWord], n: int) -> bool:
        """Whether a strange word stands where things do: a unit behind a number, a thing behind an article."""
        word, before = found[n], found[n - 1] if n else None
        if before is None or not word.text.isalpha() or (word.large and not self.usual.large):
            return False
        counted = before.text.isdigit() and not word.large and len(before.text) < LONG_NUMBER
        return counted or before.plain in self.said.nouns

    def _place(self, found: Sequence[NameWord], n: int) -> bool:
        """Whether a large word, or the ones before it, stands behind a word for where: `in Paris`, `near New York`;
        not where that tells of a person: `lives in Paris`."""
        first = n
        while first and found[first - 1].large and not found[first - 1].first:
            first -= 1
        if not first or found[first - 1].plain not in self.said.near:
            return False
        before = found[first - 2].plain if first > 1 else ""
        return before not in self.said.kin and stem(before, self.said.code) not in self.lives

    def _where_names_stand(self, found: Sequence[NameWord], n: int) -> bool:
        before = found[n - 1].plain if n else ""
        return before in self.said.kin | self.said.behalf | self.said.named or fold(found[n].plain) in self.people


def stands_as_name(found: Sequence[NameWord], n: int, said: FindingWords) -> bool:
    """Whether a common word stands where a name does: `my daughter May`, `May is 9`, `my son rose, 9`."""
    word, after = found[n], found[n + 1] if n + 1 < len(found) else None
    before = found[n - 1] if n else None
    month = word.plain in said.calendar and word.plain not in said.little
    namelike = month or word.plain in ("may", "will")
    if before is not None and after is None and word.first and word.large:
        return True  # a signature
    if before is not None and before.plain in said.kin:
        told = after is not None and (after.text in ",(" or after.plain in said.does) and not namelike
        return (word.large and word.plain != "i") or (told and word.plain not in said.little)
    if before is not None and before.plain in said.behalf and after is not None and after.text in ",(":
        return n + 2 < len(found) and (found[n + 2].text.isdigit() or found[n + 2].plain in said.age)
    return word.first and namelike and after is not None and after.plain in said.does


@lru_cache(maxsize=8)
def _common(code: str) -> frozenset[str]:
    """The small words of a language, and those that people around a person are spoken of with."""
    said = own_words(code)
    extra = said.little | said.kin | said.calendar | said.writing | said.birth | said.age
    return frozenset(fold(word) for word in extra)


def _written(agent: Agent) -> frozenset[str]:
    """The words that the card itself writes large."""
    return frozenset(word.fold for word in words(card_words(agent)) if word.text[:1].isupper())


def _joined(text: str) -> str:
    """One line; of a gap nothing stays, nor of the marks around it."""
    closed = re.sub(r"[-'’&/@+_]*\0+[-'’&/@+_]*|\0", " ", text)
    closed = re.sub(r"\(\s*[.,;:]*\s*\)", " ", closed)
    closed = re.sub(r"\s+([?.!,;:)])", r"\1", " ".join(closed.split()))
    closed = re.sub(r"\(\s+", "(", closed)
    closed = re.sub(r"[,;:](?:\s*[,;:])+", ",", closed)
    closed = re.sub(r"([.!?])(?:\s*[.,;:])+", r"\1", closed)
    return closed.strip(" ,;:-")
