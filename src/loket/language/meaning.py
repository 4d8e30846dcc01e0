"""What an encoder says of a message: how near in meaning the skills are, one witness beside words, letters and schema,
and which listed values its words may stand for that nothing else knows."""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import islice
from operator import mul

from loket.core.encoder import Encoder, Vector
from loket.language.evidence import Evidence
from loket.language.fields import Field
from loket.language.message import Message
from loket.language.pieces import FilledValue
from loket.language.profile import Profile
from loket.language.tokens import parts

EXAMPLES = 4
"""So many examples of a skill are encoded: the first ones say most."""

SPREAD = 0.05
"""So much further than the nearest is as far as it gets: encoders put all short texts close together."""

NEAR, APART = 0.88, 0.04
"""So near a word has to be to the listed value that it may stand for, and so much nearer than to any other."""

LEAST = 3
"""What has fewer letters is a code or a small word, of which an encoder knows nothing."""

GUESS = 0.6
"""As likely as that is such a value at most, however little else is doubtful."""

PHRASES, VALUES = 12, 40
"""So many words and pairs of them are compared, with lists of so many values: each costs some milliseconds."""


class Meanings:
    """What the skills of an index mean; their texts are encoded when the first message is read."""

    def __init__(self, encoder: Encoder, profiles: Sequence[Profile]) -> None:
        self._encoder = encoder
        self._texts = {one.skill.id: _texts(one) for one in profiles}
        self._known: Mapping[str, Sequence[Vector]] = {}
        self._values: dict[str, Vector] = {}

    def nearness(self, message: Message) -> Mapping[str, float]:
        """How much further from a message each skill is than the nearest, from 0 to -1: it speaks against skills, and
        never makes a skill of a message that is none. Nothing for a message without a word that says something, and
        where there is nothing to compare."""
        if not any(message.weights) or len(self._texts) < 2:
            return {}
        if not self._known:
            self._known = {name: self._encoder.passages(texts) for name, texts in self._texts.items()}
        asked = self._encoder.question(message.text)
        best = {name: max(sum(map(mul, asked, one)) for one in every) for name, every in self._known.items()}
        nearest = max(best.values())
        return {name: max(-1.0, (value - nearest) / SPREAD) for name, value in best.items()}

    def fill_listed(self, message: Message, best: Evidence) -> bool:
        """Fills listed properties that are needed and that nothing names, where words that nothing else takes are near
        one value and far from the others, in whatever language. Whether there were any: they are guesses, for the
        person to confirm."""
        filled = best.filled
        lacking = [one for one in best.profile.fields if one.required and 1 < len(one.values) <= VALUES]
        lacking = [one for one in lacking if one.name not in filled.slots and not one.many]
        phrases = islice(_phrases(message, set().union(*filled.places.values())), PHRASES if lacking else 0)
        spoken = [(places, self._encoder.question(words)) for places, words in phrases]
        found = [(one.name, near) for one in lacking if spoken and (near := self._nearest(one, spoken)) is not None]
        for name, (value, places) in found:
            filled.slots[name], filled.places[name] = value, places
        return bool(found)

    def _nearest(self, one: Field, spoken: Sequence[tuple[range, Vector]]) -> FilledValue:
        rated = list[tuple[float, int, range]]()
        for at, value in enumerate(one.values):
            label = parts(value.label).strip()
            meant = self._values[label] = self._values.get(label) or self._encoder.question(label)
            best = max(spoken, key=lambda each: sum(map(mul, each[1], meant)))
            rated.append((sum(map(mul, best[1], meant)), at, best[0]))
        rated.sort(key=lambda each: -each[0])
        (near, at, places), (next_, *_) = rated[:2]
        value = one.values[at]
        return (value.value, places) if near >= NEAR and near - next_ >= APART and len(value.label) >= LEAST else None


def _phrases(message: Message, taken: AbstractSet[int]) -> Iterator[tuple[range, str]]:
    """The words that say something and are no value yet, each alone and with the next one."""
    for at in message.heavy:
        for end in (at + 1, at + 2):
            places = range(at, end)
            if end <= len(message.words) and taken.isdisjoint(places):
                words = message.text[message.words[at].start : message.words[end - 1].end]
                if len(words) >= LEAST and words[0].isalpha():
                    yield places, words


def _texts(one: Profile) -> Sequence[str]:
    return (f"{one.label}. {one.skill.description}", *one.skill.examples[:EXAMPLES])
