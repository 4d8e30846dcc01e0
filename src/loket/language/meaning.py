"""How near in meaning the skills are to a message, by an encoder: one witness beside words, letters and schema."""

from collections.abc import Mapping, Sequence
from operator import mul

from loket.core.encoder import Encoder, Vector
from loket.language.message import Message
from loket.language.profile import Profile

EXAMPLES = 4
"""So many examples of a skill are encoded: the first ones say most."""

SPREAD = 0.05
"""So much further than the nearest is as far as it gets: encoders put all short texts close together."""


class Meanings:
    """What the skills of an index mean; their texts are encoded when the first message is read."""

    def __init__(self, encoder: Encoder, profiles: Sequence[Profile]) -> None:
        self._encoder = encoder
        self._texts = {one.skill.id: _texts(one) for one in profiles}
        self._known: Mapping[str, Sequence[Vector]] = {}

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


def _texts(one: Profile) -> Sequence[str]:
    return (f"{one.label}. {one.skill.description}", *one.skill.examples[:EXAMPLES])
