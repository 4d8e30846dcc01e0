"""A message as it is read once: its words and their weights, what they mean, and the typed things found in it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cached_property
from typing import Any

from loket.planners.skills.amounts import FoundNumber, ages, grades, numbers
from loket.planners.skills.dates import FoundDate, dates
from loket.planners.skills.languages import Language, code_of, detect, language
from loket.planners.skills.lexicon import Lexicon, Meaning, lexicon
from loket.planners.skills.times import FoundTime, times
from loket.planners.skills.tokens import MOST_CHARACTERS, Word, fold, stem, words

LIGHT = 0.25
"""What a word counts that says little: want, find, new."""

_MAIL = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}")
_URL = re.compile(r"\bhttps?://[^\s<>\"']{3,500}", re.IGNORECASE)
_QUOTED = re.compile(r"[\"“„«»]([^\"“”„«»]{1,200})[\"”“»«]|(?<!\w)[‘']([^'‘’]{2,200})[’'](?!\w)")
_CODE = re.compile(r"(?<![\w@.])(?=[\w-]*\d)[A-Za-z0-9]{1,40}(?:[-/][A-Za-z0-9]{1,30}){0,5}(?![\w@])")
_PHONE = re.compile(r"(?<![\w.,])(?:\+|00)?\d[\d ()/-]{6,16}\d(?![\w.,-])")


@dataclass(frozen=True, slots=True)
class FoundText:
    """A piece of the message from `start` to before `end`."""

    value: str
    start: int
    end: int


@dataclass(frozen=True)
class Message:
    """One message in one language at one moment. Everything in it is worked out once, when it is first asked for."""

    text: str
    tongue: Language
    today: date
    american: bool = False
    whole: str = ""
    """All that was written, of which only the beginning is read."""

    named: dict[Any, Any] = field(default_factory=dict[Any, Any], compare=False, repr=False)
    """What was looked for in it and found: the listed values of properties, which many skills share."""

    @cached_property
    def words(self) -> tuple[Word, ...]:
        return words(self.text)

    @cached_property
    def stems(self) -> tuple[str, ...]:
        """The stem of each word, in the language of the message."""
        return tuple(stem(word.fold, self.tongue.code) for word in self.words)

    @cached_property
    def places(self) -> Mapping[str, int]:
        """Where each word first stands."""
        return {word.fold: at for at, word in reversed(list(enumerate(self.words)))}

    @cached_property
    def rooted(self) -> Mapping[str, int]:
        """Where each stem first stands."""
        return {root: at for at, root in reversed(list(enumerate(self.stems)))}

    @cached_property
    def weights(self) -> tuple[float, ...]:
        """What each word counts: nothing for function words and figures, little for light ones."""
        return tuple(self._weight(word.fold) for word in self.words)

    @cached_property
    def announcing(self) -> frozenset[str]:
        """Words that announce a number: nr, code, reference."""
        return frozenset(fold(word).strip(".") for word in self.tongue.data["number_words"])

    @cached_property
    def meanings(self) -> tuple[Meaning, ...]:
        """The concepts of its words and phrases."""
        return self.meant(lexicon(self.tongue.code))

    @cached_property
    def dates(self) -> Sequence[FoundDate]:
        return dates(self.text, self.today, self.tongue.code, self.american)

    @cached_property
    def times(self) -> Sequence[FoundTime]:
        return times(self.text, self.tongue.code)

    @cached_property
    def numbers(self) -> Sequence[FoundNumber]:
        return numbers(self.text, self.words, self.tongue.code)

    @cached_property
    def ages(self) -> Sequence[FoundNumber]:
        taken = [(one.start, one.end) for one in (*self.dates, *self.grades)]
        found = ages(self.text, self.tongue.code)
        return [one for one in found if not any(start < one.end and one.start < end for start, end in taken)]

    @cached_property
    def grades(self) -> Sequence[FoundNumber]:
        return grades(self.text, self.tongue.code)

    @cached_property
    def mails(self) -> Sequence[FoundText]:
        return _found(_MAIL, self.text)

    @cached_property
    def urls(self) -> Sequence[FoundText]:
        return _found(_URL, self.text)

    @cached_property
    def phones(self) -> Sequence[FoundText]:
        return _found(_PHONE, self.text)

    @cached_property
    def codes(self) -> Sequence[FoundText]:
        """Words with a figure in them: references, numbers, plates."""
        return _found(_CODE, self.text)

    @cached_property
    def figures(self) -> frozenset[int]:
        """The words that only write a typed thing: a date, a time, an address of mail, a reference. They are found by
        what they are, and are no words anybody should know."""
        return self._within((*self.mails, *self.urls, *self.codes, *self.dates, *self.times))

    @cached_property
    def unnamed(self) -> frozenset[int]:
        """The words that are no part of a name: they write a moment, an address of mail, a reference in parts."""
        parted = [code for code in self.codes if "-" in code.value or "/" in code.value]
        return self._within((*self.mails, *self.urls, *self.dates, *self.times, *parted))

    @cached_property
    def quoted(self) -> Sequence[FoundText]:
        return [
            FoundText(match[group], match.start(group), match.end(group))
            for match in _QUOTED.finditer(self.text)
            for group in (1, 2)
            if match[group]
        ]

    def meant(self, book: Lexicon) -> tuple[Meaning, ...]:
        """The concepts of a lexicon that its words and phrases say; parts of compounds only where the whole word says
        nothing."""
        found = book.meanings([word.fold for word in self.words], self.stems)
        whole = {at for one in found for at in range(one.start, one.end)}
        for at, word in enumerate(self.words):
            if at not in whole and self.weights[at] == 1:
                found += [Meaning(concept, at, at + 1, part=True) for concept in book.compound(word.fold)]
        return tuple(found + self._separated(book))

    def at(self, place: int) -> int:
        """The number of the word that stands at this place of the text, or of the next one after it."""
        return next((at for at, word in enumerate(self.words) if word.end > place), len(self.words))

    def over(self, start: int, end: int) -> range:
        """The numbers of the words that stand between these places of the text, marks after them left aside."""
        first = self.at(start)
        last = next((at for at in range(len(self.words) - 1, -1, -1) if self.words[at].start < end), first)
        return range(first, max(first, last) + 1)

    def _within(self, typed: Sequence[FoundText | FoundDate | FoundTime]) -> frozenset[int]:
        spans = [(one.start, one.end) for one in typed]
        return frozenset(
            at
            for at, word in enumerate(self.words)
            if any(start < word.end and word.start < end for start, end in spans)
        )

    def _weight(self, folded: str) -> float:
        if folded in self.tongue.function or not any(c.isalpha() for c in folded):
            return 0.0
        return LIGHT if folded in self.tongue.light or len(folded) < 2 else 1.0

    def _separated(self, book: Lexicon) -> list[Meaning]:
        """Verbs that stand apart from their particle: `blende den Wald aus` means what `ausblenden` means."""
        particles = {fold(particle) for particle in self.tongue.data["particles"]}
        if not particles:
            return []
        single = book.single
        alone = {fold(particle): concept for particle, concept in self.tongue.data["particle_alone"].items()}
        extra: list[Meaning] = []
        for at, word in enumerate(self.words):
            if word.fold not in particles:
                continue
            before = range(at - 1, max(-1, at - 12), -1)
            verbs = [back for back in before if self.words[back].text.isalpha() and self.weights[back]]
            joined = ((back, _whole(single, word.fold + self.words[back].fold, self.tongue.code)) for back in verbs)
            verb = next(((back, concepts) for back, concepts in joined if concepts), None)
            if verb is not None:
                extra += [Meaning(concept, verb[0], verb[0] + 1) for concept in sorted(verb[1])]
            elif word.fold in alone and self._ends_clause(at):
                extra.append(Meaning(alone[word.fold], at, at + 1))
        return extra

    def _ends_clause(self, at: int) -> bool:
        if at + 1 == len(self.words):
            return True
        between = self.text[self.words[at].end : self.words[at + 1].start]
        following = self.words[at + 1].fold
        joins = {phrase[0] for phrase in self.tongue.phrases("split") if len(phrase) == 1}
        return any(c in between for c in ".,;!?") or following in joins


def _whole(single: Mapping[str, frozenset[str]], verb: str, code: str) -> frozenset[str] | None:
    """What a verb means that was put together from its parts, whatever form it had."""
    return single.get(stem(verb, code)) or single.get(stem(verb + "en", code))


def read(text: str, now: datetime | date, locale: str, spoken: str = "") -> Message:
    """Reads a message, in the language `spoken` before or else of the locale, unless another is clearly more likely."""
    whole, text = text, text[:MOST_CHARACTERS]
    today = now.date() if isinstance(now, datetime) else now
    plain = _URL.sub(" ", _MAIL.sub(" ", text)) if "@" in text or "://" in text else text
    code = detect(plain, words(plain), spoken or code_of(locale))
    american = code == "en" and locale.lower().replace("_", "-") == "en-us"
    return Message(text, language(code), today, american, whole)


def _found(pattern: re.Pattern[str], text: str) -> list[FoundText]:
    return [FoundText(match.group(), match.start(), match.end()) for match in pattern.finditer(text)]
