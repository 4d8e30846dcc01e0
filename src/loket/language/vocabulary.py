"""Which skills a word, concept or letter group belongs to, over a whole set of skills: an inverted index."""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence

from rapidfuzz.distance import OSA

from loket.language.languages import fields_of_life, general, kin
from loket.language.profile import ABOUT, VALUE, Profile
from loket.language.tokens import stem

LIKE = 0.82
"""How alike two words must be for one to be the other, mistyped."""


AT_HOME = 0.35
"""Skills are at home in a field of life that has so much of what their main one has."""

KEPT = 2_000
"""Words whose owners are kept: most people say the same ones."""


class Vocabulary:
    """Which skills a word, concept or letter group belongs to, over a whole set of skills: an inverted index."""

    def __init__(self, profiles: Sequence[Profile]) -> None:
        self.profiles = profiles
        self._most = math.log((len(profiles) + 1) / 0.5)
        self._owners: dict[tuple[str, str], tuple[Mapping[int, float], bool]] = {}
        self.codes = sorted({profile.code for profile in profiles})
        self.words: dict[str, dict[int, float]] = defaultdict(dict)
        self.concepts: dict[str, dict[int, float]] = defaultdict(dict)
        posted: dict[str, list[tuple[int, float]]] = defaultdict(list)
        self.initials: dict[str, list[str]] = defaultdict(list)
        for at, profile in enumerate(profiles):
            for table in (profile.stems, profile.folds):
                for word, worth in table.items():
                    self.words[word][at] = max(worth, self.words[word].get(at, 0.0))
            for concept, worth in profile.concepts.items():
                self.concepts[concept][at] = worth
            for gram, worth in profile.grams.items():
                posted[gram].append((at, worth))
        self.grams: Mapping[str, tuple[float, Sequence[tuple[int, float]]]] = {
            gram: (self.rarity(len(owners)), owners) for gram, owners in posted.items()
        }
        self.fields = self._fields()
        self.lent: dict[str, set[int]] = defaultdict(set)
        self._add_kin()
        self.folds = frozenset(word for profile in profiles for word in profile.folds)
        for word in sorted(self.folds):
            self.initials[word[0]].append(word)

    def _fields(self) -> frozenset[str]:
        """The fields of life that these skills are about: those that most of their things are of."""
        told: dict[str, float] = defaultdict(float)
        for concept, field in fields_of_life().items():
            if concept not in general():
                told[field] += sum(worth for worth in self.concepts.get(concept, {}).values() if worth >= ABOUT)
        most = max(told.values(), default=0.0)
        return frozenset(field for field, amount in told.items() if amount and amount >= AT_HOME * most)

    def _add_kin(self) -> None:
        """Lends a concept that no skill has outright to the skills of its kin."""
        own = {concept: dict(owners) for concept, owners in self.concepts.items()}
        for concept, others in kin().items():
            known = own.get(concept, {})
            if max(known.values(), default=0.0) >= ABOUT:
                continue
            for other, share in others.items():
                lending = ((at, worth) for at, worth in own.get(other, {}).items() if worth >= VALUE)
                for at, worth in lending:
                    if at not in known:
                        self.lent[concept].add(at)
                    self.concepts[concept][at] = max(worth * share, self.concepts[concept].get(at, 0.0))

    def rarity(self, owners: float) -> float:
        """How telling a thing is that so many skills have: 1 for none, near 0 for all."""
        count = len(self.profiles)
        return math.log((count + 1) / (owners + 0.5)) / self._most

    def owners(self, word: str, language: str) -> tuple[Mapping[int, float], bool]:
        """The skills a word speaks for, and whether it does so as it is; else by a part of it, or but for a slip."""
        key = (word, language)
        known = self._owners.get(key)
        if known is None:
            if len(self._owners) >= KEPT:
                self._owners.clear()
            known = self._owners[key] = self._owned(word, language)
        return known

    def _owned(self, word: str, language: str) -> tuple[Mapping[int, float], bool]:
        found: dict[int, float] = {}
        for key in {word, stem(word, language), *(stem(word, code) for code in self.codes)}:
            for at, worth in self.words.get(key, {}).items():
                found[at] = max(worth, found.get(at, 0.0))
        if found or len(word) < 5:
            return found, True
        for known, share in self._alike(word):
            for at, worth in self.words[known].items():
                found[at] = max(worth * share, found.get(at, 0.0))
        return found, False

    def _alike(self, word: str) -> list[tuple[str, float]]:
        parts = [(word[at:], 0.75) for at in range(3, len(word) - 3) if word[at:] in self.folds]
        parts += [(word[:at], 0.6) for at in range(len(word) - 2, 4, -1) if word[:at] in self.folds]
        if parts:
            return parts[:2]
        near = [
            known for known in self.initials.get(word[0], ()) if abs(len(known) - len(word)) <= 2 and len(known) > 4
        ]
        scored = [(known, OSA.normalized_similarity(known, word, score_cutoff=LIKE)) for known in near]
        return sorted(((k, s * 0.85) for k, s in scored if s >= LIKE), key=lambda one: -one[1])[:1]
