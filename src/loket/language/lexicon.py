"""What words of several languages mean alike, so that a card in one language meets a request in another."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from loket.language.languages import FALLBACK, concepts, language, themed
from loket.language.tokens import LANGUAGES, folds, stem

SHORTEST_PART = 3
BEGINNING = 4
"""So many letters a word and its stem begin with alike."""

GAP = 2
"""So many small words may stand inside a phrase: `niet eens` is also meant by `niet mee eens`."""

ENDINGS = frozenset(["s", "e", "n", "en", "t", "er", "es", "d", "ed", "ing", "em", "te", "r", "'s"])
"""What a short word may end in and still be the same word."""


SHORT_ENDINGS = frozenset(["s", "e", "n", "en", "t", "d", "'s"])
"""The same for one of three letters: Tim is no timer."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """A concept found in a text, in the words from `start` to before `end`; a part of a compound has `part` set."""

    concept: str
    start: int
    end: int
    part: bool = False


@dataclass(frozen=True, eq=False)
class Lexicon:
    """Concepts as one language says them. `phrases` go by their first stem, the longest first; `single` are the
    words that stand alone, by their folded form, which compounds are taken apart by."""

    language: str
    phrases: Mapping[str, Sequence[tuple[tuple[str, ...], str, str]]]
    single: Mapping[str, frozenset[str]]
    small: frozenset[str] = frozenset()

    @cached_property
    def beginnings(self) -> frozenset[str]:
        """The first letters of its words, by which most words are known to be none of them."""
        return frozenset(word[:BEGINNING] for word in self.single)

    def meanings(self, folds: Sequence[str], stems: Sequence[str]) -> list[Meaning]:
        """The concepts of a text, given its words and the stem of each."""
        found: list[Meaning] = []
        there = frozenset(stems)
        for start, first in enumerate(stems):
            for phrase, concept, written in self.phrases.get(first, ()):
                if len(phrase) == 1:
                    end = start + 1 if self._says(folds[start], written) else 0
                else:
                    end = self._end(folds, stems, start, phrase) if there.issuperset(phrase) else 0
                if end:
                    found.append(Meaning(concept, start, end))
        return list(dict.fromkeys(found))

    def _says(self, word: str, written: str) -> bool:
        """Whether a word is a form of the one that was written down; a small word only as it is: `can` is no cans,
        `nicht` no niece."""
        little = word in self.small or word in language(self.language).negation
        return word == written if little else _inflected(word, written)

    def _end(self, folds: Sequence[str], stems: Sequence[str], start: int, phrase: tuple[str, ...]) -> int:
        """Where a phrase that begins at `start` ends, small words inside it left aside; 0 when it is not there."""
        at, left = start, GAP
        for wanted in phrase:
            while at < len(stems) and stems[at] != wanted and at > start and left and folds[at] in self.small:
                at, left = at + 1, left - 1
            if at >= len(stems) or stems[at] != wanted:
                return 0
            at += 1
        return at

    def compound(self, word: str) -> list[str]:
        """The concepts of the parts of a compound, which Dutch and German write as one word; the head comes first."""
        if self.language not in ("nl", "de") or len(word) < 2 * SHORTEST_PART + 1:
            return []
        return list(_compound(self, word))

    def head(self, word: str) -> str:
        """The word that a compound is one of: the longest that is known at its end; none when there is none."""
        if self.language not in ("nl", "de"):
            return ""
        tails = (word[at:] for at in range(SHORTEST_PART, len(word) - SHORTEST_PART))
        return next((tail for tail in tails if tail in self.single), "")

    def ends(self, word: str) -> bool:
        """Whether no more than the end of a compound is known."""
        tails = (word[at:] for at in range(SHORTEST_PART, len(word) - SHORTEST_PART))
        return not self.halves(word) and any(len(tail) > SHORTEST_PART and tail in self.single for tail in tails)

    def halves(self, word: str) -> tuple[str, ...]:
        """The two words that a compound is made of, both of them known; none when it is no compound."""
        if self.language not in ("nl", "de"):
            return ()
        for at in range(SHORTEST_PART, len(word) - SHORTEST_PART):
            if word[at:] in self.single:
                front = next((joint for joint in _joints(word[:at]) if joint in self.single), "")
                if front:
                    return front, word[at:]
        return ()


def _inflected(word: str, other: str) -> bool:
    """Whether two words of one stem are forms of one word: stems also bring together `geld` and `geldig`."""
    if word == other:
        return True
    short, long = sorted((word, other), key=len)
    if len(short) <= 4:
        return long.startswith(short) and long[len(short) :] in (
            ENDINGS if len(short) > SHORTEST_PART else SHORT_ENDINGS
        )
    same = next((at for at, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    return same >= 0.6 * len(long)


@lru_cache(maxsize=1)
def asking() -> frozenset[str]:
    """The concepts of what is done and what is asked about, as opposed to the things it is about."""
    return frozenset(themed("acts")) | frozenset(themed("asks"))


def alien(concept: str) -> bool:
    """Whether a concept is of the things everybody asks any assistant: the weather, a joke, a recipe."""
    return concept.startswith("elsewhere_")


@dataclass(frozen=True, eq=False)
class FieldWords:
    """The words of one field, which its assistant brings: concepts, of its own or those that everybody has, said as
    those are in `concepts`."""

    concepts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


EVERYDAY = FieldWords()
"""What everybody says, and no more."""


def lexicon(language: str, own: FieldWords = EVERYDAY) -> Lexicon:
    """The concepts in a language, those of a field with them; in English for languages we do not know."""
    return _lexicon(language if language in LANGUAGES else FALLBACK, own)


@lru_cache(maxsize=64)
def _lexicon(code: str, own: FieldWords) -> Lexicon:
    if own is EVERYDAY:
        return lexicon_of(concepts(), code)
    every, more = lexicon(code), lexicon_of(own.concepts, code)
    phrases = {
        first: sorted([*every.phrases.get(first, ()), *entries], key=lambda entry: -len(entry[0]))
        for first, entries in more.phrases.items()
    }
    single = {word: every.single.get(word, frozenset()) | meant for word, meant in more.single.items()}
    return Lexicon(code, {**every.phrases, **phrases}, {**every.single, **single}, every.small)


def lexicon_of(said: Mapping[str, Mapping[str, str]], code: str) -> Lexicon:
    """These concepts in a language that we know; each is said by language, as words and phrases with commas between.
    Who reads messages about one field only uses them alone."""
    phrases: dict[str, list[tuple[tuple[str, ...], str, str]]] = defaultdict(list)
    single: dict[str, set[str]] = defaultdict(set)
    known: set[tuple[str, tuple[str, ...], str]] = set()
    for concept, by_language in said.items():
        for entry in by_language.get(code, "").split(","):
            written = folds(entry)
            if not written:
                continue
            stems = tuple([stem(word, code) for word in written])
            one = (concept, stems, written[0] if len(stems) == 1 else "")
            if one not in known:
                known.add(one)
                phrases[stems[0]].append((stems, concept, written[0]))
            if len(written) == 1 and len(written[0]) >= SHORTEST_PART:
                single[written[0]].add(concept)
                if len(stems[0]) > SHORTEST_PART:
                    single[stems[0]].add(concept)
    ordered = {first: sorted(entries, key=lambda entry: -len(entry[0])) for first, entries in phrases.items()}
    return Lexicon(code, ordered, {word: frozenset(found) for word, found in single.items()}, _small(code))


def _small(code: str) -> frozenset[str]:
    """Words that may stand inside a phrase without changing it; a no is none of them."""
    tongue = language(code)
    return tongue.function - tongue.negation


def _joints(front: str) -> tuple[str, ...]:
    """The words that the front of a compound may be: Arbeit in Arbeitsvertrag."""
    return front, front.removesuffix("s"), front.removesuffix("n"), front.removesuffix("en"), front + "e"


@lru_cache(maxsize=20_000)
def _compound(book: Lexicon, word: str) -> tuple[str, ...]:
    known = book.single
    for at in range(SHORTEST_PART, len(word) - SHORTEST_PART + 1):
        tail = word[at:]
        heads = known.get(tail)
        if not heads or len(tail) < 4:
            continue
        fronts = next((known[joint] for joint in _joints(word[:at]) if joint in known), frozenset[str]())
        return (*sorted(heads), *sorted(fronts - heads))
    for at in range(len(word) - SHORTEST_PART - 1, SHORTEST_PART, -1):
        if at >= 5 and word[:at] in known:
            return tuple(sorted(known[word[:at]]))
    return ()
