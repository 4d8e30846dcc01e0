"""A message that lacks what the last answer was about means that: who it was for, and the group that it led with."""

from collections.abc import Mapping, Sequence

from loket.core.data import JsonObject
from loket.core.shapes import list_at, object_at
from loket.language import Skill
from loket.language.counting import of_them
from loket.language.fields import fields_of
from loket.language.languages import general
from loket.language.message import Message
from loket.language.persons import of_another
from loket.language.tokens import fold
from loket.planners.finding.slots import is_free, profile_of

PAIR = 2
OWN = 1.0
"""What a skill is about weighs so much in its words."""


def points(message: Message, before: Sequence[str]) -> bool:
    """Whether a message asks for something and tells nobody and nothing that it is of: what was said before is meant.
    `before` are the earlier words."""
    values = message.ages or message.dates or message.grades or _counting(message)
    every = _asked_in(message)
    return bool(every) and all(every) and not values and not of_another(message, before)


def speaks_of(skill: Skill, message: Message) -> bool:
    """Whether a message asks, and a skill is about all of it and writes nothing."""
    known, asked = profile_of(skill, message.tongue.code).concepts, _asked_in(message)
    return bool(asked) and not skill.writes and all(any(known.get(one, 0.0) >= OWN for one in word) for word in asked)


def _asked_in(message: Message) -> list[set[str]]:
    """What may be asked of anything that each weighty word means."""
    common, counting = general(), _counting(message)
    return [
        {one.concept for one in message.meanings if one.concept in common and one.start <= at < one.end}
        for at in message.heavy
        if at not in counting
    ]


def how_many(message: Message) -> int:
    """Of how many that were spoken of before a message says that it means them: `both`, `the three of them`."""
    if not _both(message).isdisjoint(message.folds):
        return PAIR
    return next((int(one.value) for one in message.numbers if of_them(message, one)), 0)


def _counting(message: Message) -> set[int]:
    """The words that say how many."""
    both = _both(message)
    numbers = {message.at(one.start) for one in message.numbers if not one.article}
    return numbers | {at for at, folded in enumerate(message.folds) if folded in both}


def _both(message: Message) -> set[str]:
    return {fold(one) for one in message.tongue.data["both"]}


def as_asked(schema: JsonObject, given: JsonObject, before: JsonObject) -> JsonObject:
    """What else the last call of a skill was asked with, but for free texts."""
    properties = object_at(schema, "properties")
    return {
        name: value
        for name, value in before.items()
        if name in properties and name not in given and not is_free(object_at(properties, name))
    }


def group_told(skill: Skill, given: JsonObject, told: Sequence[JsonObject], message: Message) -> JsonObject:
    """The group that the last request or its answer was about, for a skill that is about one and needs nothing else:
    `told` are the values of that request and the data of the answer. A message that speaks of groups itself means
    others."""
    wanted = group_of(skill)
    led = [value for one in told for name in _groups(one) if isinstance(value := one[name], str) and value]
    itself = any(one.concept in ("team", "groups") for one in message.meanings)
    if not wanted or not led or itself or any(given.get(name) for name in wanted):
        return {}
    return {wanted[0]: led[0]}


def group_of(skill: Skill) -> list[str]:
    """The parameters of a group, of a skill that needs nothing else."""
    wanted = _groups(object_at(skill.parameters, "properties"))
    return wanted if set(list_at(skill.parameters, "required")) <= set(wanted) else []


def _groups(named: Mapping[str, object]) -> list[str]:
    """Of these names those of groups, in order."""
    shapes: JsonObject = {"properties": {name: {"type": "string"} for name in named}}
    return [one.name for one in fields_of(shapes, "en") if one.kind == "group"]
