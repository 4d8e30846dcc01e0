"""How sure it is that the likeliest skill and its values are meant: a few signs beside its score, weighed on written
sets that had been seen (docs/planner.md)."""

from collections.abc import Iterator, Sequence

from loket.language.evidence import Evidence
from loket.language.message import Message
from loket.language.slots import missing

AHEAD = 0.75
"""What it counts to be far ahead of the next skill."""

WHOLE = 1.75
"""What it counts that the skill is handed the message as it is, so that nothing of it is lost."""

STRANGE = 1.7
"""What a name costs that the skill has no use for."""

NOUN = 0.5
"""A capital that every noun has says so much of one that only names have."""

GUESSED = 0.45
"""What a value costs that is nothing but words which nothing else explains, and as much again without a capital."""

GUESSES = frozenset(["query", "person", "place", "from", "to", "group", "address"])
"""Kinds of slots that have such values, unless there is a figure in them."""


def certainty(message: Message, ranked: Sequence[Evidence], floor: float) -> float:
    """The signs in one number."""
    best = ranked[0]
    gap = best.score - ranked[1].score if len(ranked) > 1 else floor
    whole = any(one.kind == "text" and one.name in best.filled.slots for one in best.profile.fields)
    return (
        best.score
        + AHEAD * min(1.0, gap / max(best.score, floor))
        + (WHOLE if whole else 0.0)
        - STRANGE * _left(message, best)
        - _guessed(message, best)
    )


def _left(message: Message, best: Evidence) -> float:
    """Whether there is a word with a capital that the skill neither knows nor has a place for."""
    used = best.known.union(message.figures, *best.filled.places.values())
    left = (at for at, weight in enumerate(message.weights) if weight == 1 and at > 0 and at not in used)
    if not any(message.words[at].text[:1].isupper() for at in left):
        return 0.0
    return NOUN if message.tongue.code == "de" else 1.0


def _guessed(message: Message, best: Evidence) -> float:
    begins = list(_guesses(best))
    return GUESSED * (bool(begins) + any(not message.words[at].text[:1].isupper() for at in begins))


def _guesses(best: Evidence) -> Iterator[int]:
    """The words at which such values begin."""
    for one in best.profile.fields:
        value = str(best.filled.slots.get(one.name, ""))
        if one.kind in GUESSES and value and not any(map(str.isdigit, value)):
            yield best.filled.places[one.name].start


def why(one: Evidence) -> str:
    """The words and the schema evidence in a sentence."""
    slots = ", ".join(f"{name} = {value}" for name, value in one.filled.slots.items())
    lacking = ", ".join(missing(one.profile.fields, one.filled.slots))
    terms = ", ".join(dict.fromkeys(one.terms))
    said = f"words {terms}" if terms else "worded like its description or examples"
    said += f"; found {slots}" if slots else ""
    return said + (f"; missing {lacking}" if lacking else "") + "."
