"""A first name that was told with an age stands for that child in what is said later, and for nobody else."""

from collections.abc import Mapping
from dataclasses import replace

from loket.core.shapes import object_at
from loket.language.message import Message
from loket.language.tokens import fold
from loket.planners.finding.names import NameWord, likely_people, words_of
from loket.planners.finding.several import ages
from loket.planners.finding.slots import is_age
from loket.planners.finding.trail import Trail
from loket.planners.finding.usual import usual
from loket.planners.finding.words import FindingWords

BETWEEN = 2
"""So many small words may stand between a name and its age (`Mia, who is 9`)."""


def of_named(trail: Trail, said: FindingWords) -> Trail | None:
    """The trail with the answer about the child that a message names as the last one, and the message without the name:
    so it goes on from there. None where it names no child that was asked for, or several."""
    text = trail.message.last
    if not trail.latest or trail.message.wants is not None:
        return None
    told = _ages_by_name(trail, said)
    named = [one for one in _alone(text) if one.plain in told]
    if len(named) != 1:
        return None
    (name,) = named
    heard = [one for one in trail.heard if told[name.plain] in _ages(object_at(one.args, "parameters"))]
    if not heard or list(told.values()).count(told[name.plain]) > 1:
        return None  # two of an age are asked for once, and the answer may be of the other
    rest = " ".join((text[: name.start] + text[name.end :]).split())
    others = tuple(one for one in trail.heard if one is not heard[-1])
    message = replace(trail.message, last=rest, text=rest)
    asked = (*(one.args for one in others), heard[-1].args)
    return replace(trail, message=message, latest=heard[-1].args, heard=(*others, heard[-1]), asked=asked)


def _ages(parameters: Mapping[str, object]) -> list[object]:
    return [value for name, value in parameters.items() if is_age(name)]


def _ages_by_name(trail: Trail, said: FindingWords) -> Mapping[str, int]:
    """The ages of the children who were named, the last that was told of each."""
    found: dict[str, int] = {}
    for text in reversed(trail.before):
        message, names = said.read(text), {one.start: one.plain for one in _alone(text)}
        likely = likely_people(text, said)
        told = {one.value for one in ages(message)}
        for one in message.numbers:
            name = names.get(_name_before(message, one.start))
            if name and one.value in told and (name in likely or _strange(name, message, said)):
                found[name] = int(one.value)
    return found


def _name_before(message: Message, start: int) -> int:
    """Where the word begins that a number is told of: small words, a comma and a bracket may stand between."""
    at = message.at(start) - 1
    least = at - BETWEEN
    while at >= max(0, least) and message.weights[at] == 0 and not message.words[at].text[:1].isupper():
        at -= 1
    ends = at < 0 or not set(message.text[message.words[at].end : start]).isdisjoint(".;:!?")
    return -1 if ends else message.words[at].start


def _alone(text: str) -> list[NameWord]:
    """The large words that no other one stands beside, as in names of clubs."""
    words = words_of(text)
    beside = zip([None, *words], words, [*words[1:], None], strict=False)
    return [
        word
        for before, word, after in beside
        if word.large
        and not any(sign.isdigit() for sign in word.text)
        and not (before is not None and before.large and not before.first)
        and not (after is not None and after.large)
    ]


def _strange(name: str, message: Message, said: FindingWords) -> bool:
    """Whether a word may be a name, and is none that people are called by."""
    small = said.kin | said.little | said.calendar | said.bodies | message.tongue.people | message.tongue.children
    return name not in small and not (usual(said.code).large and usual(said.code).has(fold(name)))
