"""Where several were asked for before, `both`, `all three` and `they` mean each of them."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace

from loket.core.data import JsonObject
from loket.core.shapes import list_at, object_at, text_at
from loket.language.births import births
from loket.language.languages import FALLBACK, language
from loket.language.message import Message
from loket.language.tokens import fold
from loket.planners.finding.agents import HeardAnswer
from loket.planners.finding.offers import Offer
from loket.planners.finding.pick import QUERY, Errand, Pick
from loket.planners.finding.pointing import group_of, group_told, how_many, speaks_of
from loket.planners.finding.trail import Trail
from loket.planners.finding.words import FindingWords


def of_all(picked: Pick, offers: Mapping[str, Offer], trail: Trail, said: FindingWords) -> Pick:
    """The pick with an errand for each that a message means together. Where it says how many, and others were asked
    for, nobody is made up: what is missing is asked."""
    message = said.read(trail.message.last)
    last = next((one for one in offers.values() if one.is_of(trail.latest)), None)
    if last is None or trail.message.wants is not None or _tells(message):
        return picked
    if len(picked.errands) > 1 or any(one.offer.agent.base != last.agent.base for one in picked.errands):
        return picked
    heard = _meant(trail, message, said)
    again = speaks_of(last.skill, message)
    every = _once_more(last, heard) if again else _of_groups(picked, heard, message)
    if every and len(every) == len(heard):
        return Pick("run", tuple(every), reasoning="Each of them is asked for.", follows=True, means="words")
    asked = _asked_anew(last) if again else _without_group(picked)
    if heard or not how_many(message) or asked is None:
        return picked
    return Pick("clarify", (asked,), reasoning="Others are meant than were told.", follows=True, means="words")


def _tells(message: Message) -> bool:
    """Whether a message tells itself whom it means."""
    return bool(message.ages or message.grades or message.dates or births(message))


def _asked_anew(last: Offer) -> Errand | None:
    """The same skill with nothing of what was told, where it needs any of it."""
    needed = tuple(str(one) for one in list_at(last.parameters, "required"))
    return Errand(last, {}, needed) if needed else None


def _without_group(picked: Pick) -> Errand | None:
    """What is asked, without the group of the last answer."""
    for one in picked.errands:
        groups = [name for name in group_of(one.offer.skill) if name in one.sources]
        if groups:
            kept = {name: value for name, value in one.parameters.items() if name not in groups}
            return replace(one, parameters=kept, missing=tuple(groups), sources={})
    return None


def _once_more(last: Offer, heard: Sequence[HeardAnswer]) -> Sequence[Errand]:
    """The same as before, for each."""
    return [Errand(last, object_at(one.args, "parameters"), words=text_at(one.args, QUERY)) for one in heard]


def _of_groups(picked: Pick, heard: Sequence[HeardAnswer], message: Message) -> Sequence[Errand]:
    """What is asked of the group that each answer led with."""
    every: list[Errand] = []
    for errand in picked.errands:
        own = {name: value for name, value in errand.parameters.items() if name not in group_of(errand.offer.skill)}
        groups = [group_told(errand.offer.skill, {}, (one.told,), message) for one in heard]
        every += [replace(errand, parameters={**own, **one}, missing=()) for one in groups if one]
    return every


def _meant(trail: Trail, message: Message, said: FindingWords) -> Sequence[HeardAnswer]:
    """The last answers of one skill that a message means together: as many as it says, else all that are surely of
    several."""
    skill, heard = _skill_of(trail.latest), list[HeardAnswer]()
    for one in reversed(trail.heard if trail.latest else ()):
        if _skill_of(one.args) != skill:
            break
        heard.insert(0, one)
    once = list({json.dumps(object_at(one.args, "parameters"), sort_keys=True): one for one in heard}.values())
    children = _children(heard)
    strict = how_many(message)
    counts = {strict} if strict else {int(one.value) for one in message.numbers if not one.article}
    if (counted := next((every for every in (children, once) if len(every) in counts - {1}), None)) is not None:
        return counted
    they = not strict and not said.they.isdisjoint(message.folds)
    return children if they and len(children) > 1 else ()


def _skill_of(args: JsonObject) -> tuple[str, str]:
    return text_at(args, "task_base_url"), text_at(args, "skill_id")


def _children(heard: Sequence[HeardAnswer]) -> Sequence[HeardAnswer]:
    """One answer for each child: those of one message are of several, and so are two that were asked for a boy and for
    a girl. A later one of the same child stands for the earlier."""
    found: list[HeardAnswer] = []
    for one in reversed(heard):
        if all(_apart(one, other) for other in found):
            found.insert(0, one)
    return found


def _apart(one: HeardAnswer, other: HeardAnswer) -> bool:
    """Whether two answers are of different children."""
    return one.seq == other.seq or len({sex for each in (one, other) if (sex := _sex(each))}) > 1


def _sex(one: HeardAnswer) -> str:
    """Whether it was asked for a boy or for a girl, by any of its values."""
    told = {fold(value) for value in object_at(one.args, "parameters").values() if isinstance(value, str)}
    return next((sex for sex, nouns in language(FALLBACK).sexes.items() if told & nouns), "")
