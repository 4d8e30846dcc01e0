"""Whether a message is about what a set of skills deals with at all."""

from collections.abc import Mapping

from loket.language.languages import broader, general
from loket.language.message import Message
from loket.language.profile import ABOUT
from loket.language.vocabulary import Vocabulary

NOBODY: Mapping[int, float] = {0: 0.0}

PERSONS = frozenset(["person_any", "family", "child", "partner", "senior", "adult"])
"""Concepts of people. Who a request is for makes it no stranger: my mother is nothing that a skill must know."""


def somebody(concept: str) -> bool:
    """Whether a concept is of a person, about whom anything may be asked."""
    return concept in PERSONS or not PERSONS.isdisjoint(broader(concept))


def speaks_of(message: Message, vocabulary: Vocabulary) -> bool:
    """Whether a message names anything these skills deal with. What can be done or asked about anything does not
    count: the price of a flat is no business of an assistant for visas, though it knows prices."""
    known = vocabulary.concepts
    common = general()
    if any(max(known.get(c, NOBODY).values()) >= ABOUT for c in {one.concept for one in message.meanings} - common):
        return True
    doing = {at for one in message.meanings for at in range(one.start, one.end) if one.concept in common}
    return any(
        at not in doing
        and max(vocabulary.owners(message.folds[at], message.tongue.code)[0].values(), default=0.0) >= ABOUT
        for at in message.heavy
    )


def asks_the_world(message: Message) -> bool:
    """Whether a message has the form of a question that anybody could answer: who did something, what is best, how
    something is done. Such a question must speak of the skills clearly to be for them."""
    asked = message.tongue.world
    told = [word.fold for word in message.words]
    if not told or told[0] in asked["who"] or asked["best"] & set(told):
        return bool(told)
    return any(
        word in asked["how"] and not (at + 1 < len(told) and told[at + 1] in asked["much"])
        for at, word in enumerate(told[:2])
    )
