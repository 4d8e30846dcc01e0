"""What speaks for each skill: its words, its letters, its concepts and its schema, each as a number and in words."""

import math
from collections import defaultdict
from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from loket.language.languages import fields_of_life, kin, themed
from loket.language.lexicon import asking
from loket.language.message import Message
from loket.language.profile import EXAMPLE, TAG, WORD, Profile
from loket.language.slots import Filled, missing
from loket.language.tokens import grams
from loket.language.topic import somebody
from loket.language.vocabulary import Vocabulary

VAGUE = frozenset(["query", "text", "person", "place", "from", "to"])
"""Kinds of slots that almost any words can fill."""

TELLING = frozenset(["choice", "pattern", "coordinate", "age", "grade", "plot", "weight", "flag"])
"""Kinds of slots whose value says what a message is about; a date or a sum may be of anything."""

OF_AGE = frozenset(["age", "grade", "group"])
"""Kinds of slots that may hold the same figure, each in its own way."""

REFERENCES = frozenset(["pattern", "id"])
"""Kinds of slots that hold a reference."""

FEW = 12
"""Of so few skills every one is weighed, also those no word speaks for: a date and a time may say enough."""
LEAST_TOLD = 0.6
"""A message with less meaning than this says little for any skill."""

LEAST_RARITY = 0.25
"""A word all skills share still says that one of them is meant."""


@dataclass(frozen=True)
class Weights:
    """What each sort of evidence counts, and what it costs to speak of things no skill knows."""

    words: float = 0.7
    letters: float = 0.55
    concepts: float = 1.0
    meaning: float = 0.45
    slots: float = 0.6
    foreign: float = 0.25
    taking: float = 0.08
    astray: float = 0.35
    lacking: float = 0.2
    unowned: float = 0.4
    named: float = 1.6
    at_home: float = 0.5
    owning: float = 0.2


NOTHING = Filled()
"""Slots that were not looked for yet."""


@dataclass(slots=True)
class Evidence:
    """What was found for one skill. `score` sums it up; `terms` are the words that spoke for it. Of the places of words
    that it has itself (`own`), `gives` are those that tell what it does, and not what it takes."""

    profile: Profile
    words: float = 0.0
    letters: float = 0.0
    concepts: float = 0.0
    meaning: float = 0.0
    slots: float = 0.0
    foreign: float = 0.0
    takes_away: bool = False
    astray: bool = False
    telling: bool = False
    acts: float = 0.0
    does: bool = False
    score: float = 0.0
    terms: list[str] = field(default_factory=list)
    known: set[int] = field(default_factory=set)
    own: set[int] = field(default_factory=set)
    gives: set[int] = field(default_factory=set)
    named: set[int] = field(default_factory=set)
    filled: Filled = NOTHING

    def placed(
        self, kinds: AbstractSet[str] = frozenset(), required: bool = False, but: AbstractSet[str] = VAGUE
    ) -> set[int]:
        """Where the values of its slots stand, those of any words left aside; or only of some kinds of slots."""
        wanted = [
            field_
            for field_ in self.profile.fields
            if field_.name in self.filled.slots
            and (field_.kind in kinds if kinds else field_.kind not in but)
            and (field_.required or not required)
        ]
        return {at for field_ in wanted for at in self.filled.places[field_.name]}

    @property
    def outright(self) -> float:
        """What its words and concepts alone say."""
        return max(self.words, self.concepts)


def claimed(message: Message, ranked: Iterable[Evidence]) -> frozenset[int]:
    """The places of references that fit the pattern, or are the required number, that one of these skills asks for."""
    codes = {message.at(code.start) for code in message.codes if len(code.value) >= 4}
    return frozenset(at for one in ranked for at in one.placed(REFERENCES, required=True) if at in codes)


def user(message: Message, best: Evidence, others: Iterable[Evidence]) -> Evidence | None:
    """The skill that has a use for a figure or an address that the best leaves unused. A second one of a sort that the
    best takes is of another child, or another day: it has a use for both, and free text for anything."""
    unused = message.exact.difference(*best.filled.places.values())
    used = {one.kind for one in best.profile.fields if one.name in best.filled.slots}
    if "text" in used:
        return None
    used |= VAGUE | (OF_AGE if used & OF_AGE else frozenset[str]())
    return next((one for one in others if unused & one.placed(but=used)), None)


Taker = Callable[[int], Evidence]


def weigh(message: Message, vocabulary: Vocabulary, weights: Weights) -> list[Evidence]:
    """The evidence for every skill that anything speaks for, without that of its schema."""
    every: dict[int, Evidence] = {}

    def of(at: int) -> Evidence:
        known = every.get(at)
        if known is None:
            known = every[at] = Evidence(vocabulary.profiles[at])
        return known

    if len(vocabulary.profiles) <= FEW:
        every.update((at, Evidence(profile)) for at, profile in enumerate(vocabulary.profiles))
    total, unknown = _by_words(message, vocabulary, weights, of)
    _by_concepts(message, vocabulary, weights, of)
    _by_letters(message, vocabulary, of)
    said = {one.concept for one in message.meanings}
    said |= {other for concept in said for other in kin().get(concept, {})}
    for one in every.values():
        one.words /= total or 1.0
        one.foreign = unknown
        one.takes_away = bool(one.profile.taking) and not one.profile.taking & said
        one.score = score(one, weights)
    return sorted(every.values(), key=lambda one: (-one.score, one.profile.skill.id))


def score(one: Evidence, weights: Weights) -> float:
    """All evidence in one number."""
    takes = weights.taking if one.takes_away else 0.0
    return (
        weights.words * one.words
        + weights.letters * one.letters
        + weights.concepts * one.concepts
        + weights.slots * one.slots
        + weights.meaning * one.meaning
        - weights.foreign * one.foreign
        - takes
        - (weights.astray if one.astray else 0.0)
    )


def _by_words(message: Message, vocabulary: Vocabulary, weights: Weights, of: Taker) -> tuple[float, float]:
    meant = {at for one in message.meanings for at in range(one.start, one.end) if one.concept in vocabulary.concepts}
    spoken = {at for one in message.meanings for at in range(one.start, one.end)}
    names, fields = message.figures, fields_of_life()
    at_home = {
        at
        for one in message.meanings
        for at in range(one.start, one.end)
        if fields.get(one.concept) in vocabulary.fields or somebody(one.concept)
    }
    total = unknown = whole = 0.0
    for at, (word, weight) in enumerate(zip(message.words, message.weights, strict=True)):
        if not weight or at in names:
            continue
        owners, exact = vocabulary.owners(word.fold, message.tongue.code)
        if not exact and at in spoken and at not in meant:
            # The word as a whole is known to mean something that no skill is about.
            owners = {}
        whole += weight
        if not owners and at not in meant:
            others = weights.at_home if at in at_home else weights.named if at in spoken else 1.0
            capital = word.text[:1].isupper() and at > 0 and message.tongue.code != "de"
            unknown += weight * (others if others != 1.0 else 0.4 if capital else 1.0)
        weight *= max(LEAST_RARITY, vocabulary.rarity(sum(owners.values())))
        if not owners and at in meant:
            weight *= 0.3
        elif not owners:
            weight *= 0.7
        total += weight
        for owner, worth in owners.items():
            evidence = of(owner)
            evidence.words += weight * worth
            evidence.known.add(at)
            evidence.own.add(at)
            if worth > WORD:
                evidence.gives.add(at)
            if worth >= TAG * 0.95 and message.weights[at] == 1:
                evidence.named.add(at)
            if worth >= TAG * 0.95:
                evidence.acts = max(evidence.acts, worth)
            if weight * worth >= 0.3:
                evidence.terms.append(word.text)
    return total, unknown / (whole + 0.7)


def _by_concepts(message: Message, vocabulary: Vocabulary, weights: Weights, of: Taker) -> None:
    best: dict[str, float] = {}
    said: dict[str, str] = {}
    places: dict[str, set[int]] = defaultdict(set)
    widest: dict[int, int] = defaultdict(int)
    for one in message.meanings:
        for at in range(one.start, one.end):
            widest[at] = max(widest[at], one.end - one.start)
    for one in message.meanings:
        inner = all(widest[at] > one.end - one.start for at in range(one.start, one.end))
        weight = (0.35 if inner else 1.0 if one.end - one.start == 1 else 1.25) * (0.7 if one.part else 1.0)
        best[one.concept] = max(best.get(one.concept, 0.0), weight)
        places[one.concept] |= set(range(one.start, one.end))
        said.setdefault(one.concept, " ".join(word.text for word in message.words[one.start : one.end]))
    acts, done = asking(), themed("acts").keys()
    found: dict[int, dict[frozenset[int], float]] = defaultdict(dict)
    readings: dict[frozenset[int], float] = defaultdict(float)
    for concept, weight in best.items():
        owners = vocabulary.concepts.get(concept, {})
        rarity = max(LEAST_RARITY, vocabulary.rarity(sum(owners.values())))
        # Several concepts of the same words are readings of them: the best of them counts.
        place = frozenset(places[concept])
        said_ = weight * rarity * (1.0 if owners else weights.unowned)
        readings[place] = max(readings[place], said_)
        for owner, worth in owners.items():
            told = found[owner]
            told[place] = max(told.get(place, 0.0), weight * rarity * worth)
            of(owner).known |= places[concept]
            if owner not in vocabulary.lent.get(concept, ()):
                of(owner).own |= places[concept]
                of(owner).gives |= places[concept] if worth >= EXAMPLE else set()
            if worth >= TAG * 0.95 and message.weights[min(places[concept])] == 1:
                of(owner).named |= places[concept]
            if concept in acts:
                of(owner).acts = max(of(owner).acts, worth)
                of(owner).does |= concept in done
            if weight * rarity * worth >= 0.35:
                of(owner).terms.append(said[concept])
    total = sum(readings.values())
    for owner, told in found.items():
        of(owner).concepts = sum(told.values()) / max(total, LEAST_TOLD)


def _by_letters(message: Message, vocabulary: Vocabulary, of: Taker) -> None:
    counts: dict[str, float] = defaultdict(float)
    for word, weight in zip(message.words, message.weights, strict=True):
        if weight:
            for gram in grams(word.fold):
                counts[gram] += weight
    length, grams_, nobody = 0.0, vocabulary.grams, (vocabulary.rarity(0), ())
    found: dict[int, float] = defaultdict(float)
    for gram, count in counts.items():
        rarity, posted = grams_.get(gram, nobody)
        length += (count * rarity) ** 2
        told = count * rarity * rarity
        for at, worth in posted:
            found[at] += told * worth
    for at, value in found.items():
        of(at).letters = 2 * value / (math.sqrt(length) or 1.0)


def by_schema(message: Message, one: Evidence, weights: Weights) -> float:
    """What the schema says: typed things that were found and are wanted speak for a skill, such as it has no use for
    and required ones that are missing against it. Bounded, so that a date never outranks the name of a skill."""
    filled, fields = one.filled, one.profile.fields
    gained, one.telling = 0.0, False
    used: set[int] = set()
    for field_ in fields:
        if field_.name not in filled.slots:
            continue
        used |= set(filled.places[field_.name])
        figures = any(c.isdigit() for c in str(filled.slots[field_.name]))
        telling = field_.kind in TELLING or (figures and field_.kind in ("group", "address", "id"))
        one.telling |= telling
        match field_.kind:
            case "choice":
                gained += 0.3 * filled.strength.get(field_.name, 1.0)
            case "query" | "text" | "person" | "place":
                gained += 0.1 if field_.required else 0.03
            case "address" | "group" if not figures:
                gained += 0.1
            case _:
                gained += (0.36 if telling else 0.28) if field_.required else 0.15
    typed_slots = sum(field_.name in filled.slots and field_.kind not in VAGUE for field_ in fields)
    one.telling |= typed_slots > 1
    lacking = weights.lacking * min(2, len(missing(fields, filled.slots)))
    if any(field_.kind == "text" for field_ in fields):
        return max(-0.5, min(0.6, gained - lacking))
    unused = len(message.demanding - used)
    return max(-0.5, min(0.6, gained - lacking - 0.2 * min(unused, 2)))
