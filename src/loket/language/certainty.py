"""How likely it is that the skill and its values are meant: signs of doubt, weighed on written sets (decision 0050)."""

import math
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from itertools import takewhile

from loket.language.clauses import Clause, clauses, contrary, handed_on
from loket.language.evidence import Evidence
from loket.language.message import Message
from loket.language.slots import MEASURES, missing
from loket.language.tokens import fold

DOUBTS: Mapping[str, float] = {
    "name": 3.0,  # a word with a capital that the skill has no use for
    "figures": 2.2,  # each figure that it has no use for
    "loose": 3.3,  # a day, a time or a number that is wanted, it seems, and is in no property
    "listed": 3.3,  # a word that is joined by an `and` to a value, and is none
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

COUNTING = frozenset([*MEASURES, "quantity", "duration"])
"""Kinds of properties that want a number."""

REACH = 4
"""How many words away a value may stand with which a word is listed."""

NOUN = 0.5
"""A capital that every noun has says so much of one that only names have."""

GUESSED = frozenset(["query", "person", "place", "from", "to", "group", "address"])
"""Kinds of slots whose values are nothing but words which nothing else explains, unless there is a figure in them."""


def certainty(message: Message, best: Evidence) -> float:
    """From 0 to 1."""
    doubt = sum(DOUBTS[sign] * size for sign, size in signs(message, best).items())
    return 1 / (1 + math.exp(doubt - EVEN))


def signs(message: Message, best: Evidence) -> dict[str, float]:
    """How much there is of each sign of doubt."""
    slots, fields = best.filled.slots, best.profile.fields
    texts = [one for one in fields if one.kind == "text" and one.name in slots]
    whole, wanted = handed_on(best), any(one.required for one in texts)
    placed = best.placed(but=frozenset(["text"]))
    used = placed.union(best.known, message.figures)
    # What is handed on as it was written loses nothing, but for a figure in what need not be handed on.
    left = [at for at in message.heavy if at not in used and not whole]
    begins, foreign = list(_guesses(best)), message.tongue.code != best.profile.code
    return {
        "name": _names(message, left),
        "figures": 0 if wanted else _figures(message, message.exact - placed),
        "loose": not wanted and _loose(message, best, placed),
        "listed": any(_listed(message, at, placed) for at in left),
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


def _loose(message: Message, best: Evidence, placed: AbstractSet[int]) -> bool:
    """Whether a day that is not over, a time or a number has no place, in a clause that may order something; a number in
    figures may be of anything, unless a property that wants one has none."""
    wants = any(one.kind in COUNTING and one.name not in best.filled.slots for one in best.profile.fields)
    spans = [(day, message.over(day.start, day.end)) for day in message.dates]
    told = {day.ahead for day, places in spans if not placed.isdisjoint(places)}
    loose = [places for day, places in spans if day.ahead not in told and day.back >= message.today]
    loose += [message.over(time.start, time.end) for time in message.times]
    numbers = [one for one in message.numbers if not one.article and one.value != 1]
    written = (message.over(one.start, one.end) for one in numbers)
    moments = {at for places in loose for at in places} | {at for _, places in spans for at in places}
    free = frozenset(moments) if wants else message.figures
    loose += [places for places in written if free.isdisjoint(places)]
    idle = {at for clause in clauses(message) if _idle(message, clause) for at in clause.words}
    return any(placed.isdisjoint(places) and idle.isdisjoint(places) for places in loose)


def _idle(message: Message, clause: Clause) -> bool:
    """Whether a clause tells what was, or what is not wanted."""
    denied = not message.tongue.negation.isdisjoint(message.folds[at] for at in clause.words)
    return denied or clause.mood in ("past", "supposed", "reported") or contrary(message, clause)


def _listed(message: Message, at: int, placed: AbstractSet[int]) -> bool:
    """Whether nothing but an `and`, small words and the words beside them stand between a word and a value."""
    ands = {fold(message.tongue.data["ands"][0])}
    for step in (1, -1):
        row = [one for one in range(at + step, at + step * (REACH + 1), step) if 0 <= one < len(message.words)]
        between = list(takewhile(lambda one: one not in placed, row))
        ended = len(between) < len(row) and message.joined(*sorted((at, row[len(between)])))
        light = all(message.weights[one] < 1 for one in between)
        if ended and light and any(message.folds[one] in ands for one in between):
            return True
    return False


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
