"""Several that were asked for before, of whom a message speaks together: `is there room for both of them`."""

import json
from collections.abc import Sequence

from loket.core.data import JsonObject
from loket.core.shapes import object_at
from loket.language import Skill
from loket.language.anew import orders
from loket.language.births import births
from loket.language.message import Message
from loket.planners.finding.names import words_of
from loket.planners.finding.slots import profile_of
from loket.planners.finding.trail import Trail
from loket.planners.finding.words import FindingWords

PAIR = 2


def pointed_at(trail: Trail, said: FindingWords) -> Sequence[JsonObject]:
    """The arguments of the earlier invocations that a message means together, none when it is not clear that it means
    these: as many as it says, or those of the last answer."""
    message = said.read(trail.message.last)
    plain = {word.plain for word in words_of(message.text)}
    numbers = [int(one.value) for one in message.numbers if not one.article]
    many = PAIR if plain & said.both else numbers[0] if len(numbers) == 1 else 0
    tells = message.ages or message.grades or message.dates or births(message)
    if not trail.latest or tells or not (many or plain & said.they):
        return ()
    if len(trail.together) > 1 and many in (0, len(trail.together)):
        return trail.together
    same = [one for one in trail.asked if all(one.get(name) == trail.latest.get(name) for name in ("site", "skill_id"))]
    apart = {json.dumps(object_at(one, "parameters"), sort_keys=True): one for one in same}
    return tuple(apart.values()) if many > 1 and len(apart) == many else ()


def asks_the_same(message: Message, skill: Skill) -> bool:
    """Whether a message orders nothing and speaks of nothing but what this skill does."""
    known = profile_of(skill, message.tongue.code).concepts
    meant = {at for one in message.meanings if one.concept in known for at in range(one.start, one.end)}
    counts = {message.at(one.start) for one in message.numbers}
    heavy = {at for at, weight in enumerate(message.weights) if weight == 1} - counts
    return bool(meant) and heavy <= meant and not orders(message)
