"""Whether a message asks for something else than what the likeliest skill gives: the skill may take the age or the day
that is told, and know nothing of what is asked about it."""

from loket.language.evidence import Evidence
from loket.language.lexicon import asking
from loket.language.message import Message
from loket.language.topic import somebody

LISTED = frozenset(["choice"])
"""Kinds of slots whose values are listed: they may be what is asked for (`a wisdom tooth`)."""


def beside(message: Message, one: Evidence) -> bool:
    """Whether nothing but values and what they are called speaks for a skill, and a thing is spoken of that it does not
    know; or nothing but what is lent from its kin. What changes something is meant by a word of its own, by its deed
    or by a value that is more than words."""
    if one.profile.skill.writes:
        return not (one.words or one.acts or one.placed())
    spans = [(span.start, span.end) for span in (*message.ages, *message.dates)]
    values = {at for at, word in enumerate(message.words) if any(s <= word.start < e for s, e in spans)}
    values |= message.figures | {at for places in one.filled.places.values() for at in places}
    people = {at for told in message.meanings if somebody(told.concept) for at in range(told.start, told.end)}
    names = {at for at, word in enumerate(message.words) if at and word.text[:1].isupper()}
    names = names if message.tongue.code != "de" else set[int]()
    if one.placed(LISTED) - people or one.gives - values - names:
        return False
    if not one.own and not one.filled.slots:
        return bool(one.known)
    things = {at for told in message.meanings if told.concept not in asking() for at in range(told.start, told.end)}
    strange = {at for at in things if message.weights[at] == 1}
    return bool(strange - values - people - names - one.known)
