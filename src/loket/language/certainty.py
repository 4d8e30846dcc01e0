"""How likely it is that the skill and its values are meant: signs of doubt, weighed on written sets (decision 0050)."""

import math
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from loket.language.clauses import clauses, handed_on
from loket.language.evidence import Evidence
from loket.language.message import Message
from loket.language.slots import missing
from loket.language.unused import spare, unused

DOUBTS: Mapping[str, float] = {
    "name": 3.0,  # a word with a capital that the skill has no use for
    "figures": 2.2,  # each figure that it has no use for
    "unused": 3.3,  # something that stands like a value and is none
    "guesses": 0.35,  # words that are left over beside each value that is nothing but words
    "several": 1.1,  # each further value of that sort: it may have the other's place
    "lower": 1.4,  # one of that sort begins without a capital
    "room": 0.7,  # words that are left over where a property other than a free text has no value
    "language": 0.9,  # the skill is described in another language
    "clauses": 1.0,  # and there are several clauses in that other language
    "score": 2.55,  # what the score lacks
}
"""What each sign of doubt weighs."""

EVEN = 4.05
"""The weight of doubt at which right and wrong are as likely."""

ENOUGH = 0.7
"""A score that leaves nothing to doubt."""

MOST_LEFT = 2
"""So many words that are left over count."""

LEAST_READ = 4
"""A shorter message may do without small words: `lost umbrella, blue`."""

NOUN = 0.4
"""A capital that every noun has says so much of one that only names have."""

GUESSED = frozenset(["query", "person", "place", "from", "to", "group", "address"])
"""Kinds of slots whose values are nothing but words which nothing else explains, unless there is a figure in them."""


def certainty(message: Message, best: Evidence) -> float:
    """From 0 to 1."""
    doubt = sum(DOUBTS[sign] * size for sign, size in signs(message, best).items())
    return 1 / (1 + math.exp(doubt - EVEN))


def together(wishes: Sequence[tuple[Message, Evidence]]) -> float:
    """How likely it is that all of several wishes are meant: two that are likely may be less so together."""
    return math.prod(certainty(message, best) for message, best in wishes)


def unread(message: Message, best: Evidence) -> bool:
    """Whether a message may be in a language that we don't read, so that words of it went to a property for nothing: it
    has no small word and no number of its own language, and the skill knows few of the others."""
    spoken = [at for at, word in enumerate(message.words) if word.text.isalpha() and at not in message.figures]
    small = (message.weights[at] == 0 or message.folds[at] in message.tongue.numbers for at in spoken)
    if len(spoken) < LEAST_READ or any(small):
        return False
    words = any(one.kind in GUESSED | {"text"} and one.name in best.filled.slots for one in best.profile.fields)
    return words and 2 * len(best.known) < len(spoken)


def signs(message: Message, best: Evidence) -> dict[str, float]:
    """How much there is of each sign of doubt."""
    slots, fields = best.filled.slots, best.profile.fields
    texts = [one for one in fields if one.kind == "text" and one.name in slots]
    whole, wanted = handed_on(best), any(one.required for one in texts)
    placed = best.placed(but=frozenset(["text"]))
    # What is handed on as it was written loses nothing, but for a figure in what need not be handed on.
    left = [] if whole else spare(message, best)
    begins, foreign = list(_guesses(best)), message.tongue.code != best.profile.code
    return {
        "name": _names(message, left),
        "figures": 0 if wanted else _figures(message, message.exact - placed),
        "unused": bool(unused(message, best)),
        "guesses": len(begins) * min(MOST_LEFT, len(left)),
        "several": max(0, len(begins) - 1),
        "lower": any(not message.words[at].text[:1].isupper() for at in begins),
        "room": any(one.name not in slots and one.kind != "text" for one in fields) * min(MOST_LEFT, len(left)),
        "language": foreign,
        "clauses": foreign and len(clauses(message)) > 1,
        "score": max(0.0, ENOUGH - best.score),
    }


def _figures(message: Message, left: AbstractSet[int]) -> int:
    """How many words with a figure are left over; those of a day are one figure, however often it is told."""
    told = {day.ahead: frozenset(message.over(day.start, day.end)) for day in message.dates}
    every = frozenset[int]().union(*(message.over(day.start, day.end) for day in message.dates))
    return len(left - every) + sum(1 for places in told.values() if places & left)


def _names(message: Message, left: list[int]) -> float:
    """Whether a word that is left over has a capital that the beginning does not give it."""
    if not any(at > 0 and message.words[at].text[:1].isupper() for at in left):
        return 0.0
    return NOUN if message.tongue.code == "de" else 1.0


def _guesses(best: Evidence) -> Iterator[int]:
    """The words at which guessed values begin."""
    for one in best.profile.fields:
        value = str(best.filled.slots.get(one.name, ""))
        if one.kind in GUESSED and value and not any(map(str.isdigit, value)):
            yield best.filled.places[one.name].start


def why(one: Evidence) -> str:
    """The words and the schema evidence in a sentence."""
    slots = ", ".join(f"{name} = {value}" for name, value in one.filled.slots.items())
    lacking = ", ".join(missing(one.profile.fields, one.filled.slots))
    terms = ", ".join(dict.fromkeys(one.terms))
    said = f"words {terms}" if terms else "worded like its description or examples"
    said += f"; found {slots}" if slots else ""
    return said + (f"; missing {lacking}" if lacking else "") + "."
