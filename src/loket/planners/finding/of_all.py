"""Where several children were told of, `they` are all of them: what is asked then is asked of each."""

from collections.abc import Sequence
from dataclasses import replace

from loket.core.shapes import object_at
from loket.language.languages import FALLBACK, language
from loket.language.tokens import fold
from loket.planners.finding.agents import HeardAnswer
from loket.planners.finding.offers import offers_of
from loket.planners.finding.pick import Errand, Pick
from loket.planners.finding.pointing import group_of, group_told, speaks_of
from loket.planners.finding.trail import Trail
from loket.planners.finding.words import FindingWords

PAIR = 2


def of_all(picked: Pick, trail: Trail, said: FindingWords) -> Pick:
    """The pick with an errand for each child, where a message points at several."""
    message = said.read(trail.message.last)
    heard = _children(trail)
    both = not (said.they | {fold(one) for one in message.tongue.data["both"]}).isdisjoint(message.folds)
    if trail.message.wants is not None or len(picked.errands) != 1 or not both or len(heard) < PAIR:
        return picked
    (errand,) = picked.errands
    agent, asked = errand.offer.agent, heard[-1].args
    last = next((one for one in offers_of([agent], said).values() if one.id == asked.get("skill_id")), None)
    if asked.get("task_base_url") != agent.base or last is None:
        return picked
    if speaks_of(last.skill, message):
        every = [Errand(last, object_at(one.args, "parameters")) for one in heard]
    else:
        own = {name: value for name, value in errand.parameters.items() if name not in group_of(errand.offer.skill)}
        groups = [group_told(errand.offer.skill, {}, (one.told,), message) for one in heard]
        every = [replace(errand, parameters={**own, **one}, missing=()) for one in groups if one]
    return replace(picked, verdict="run", errands=tuple(every)) if len(every) == len(heard) else picked


def _children(trail: Trail) -> Sequence[HeardAnswer]:
    """The last answers of one skill, one for each child: those of one message are of several, and so are two that
    were asked for a boy and for a girl. A later one of the same child stands for the earlier."""
    found: list[HeardAnswer] = []
    for one in reversed(trail.heard if trail.latest else ()):
        if any(one.args.get(name) != trail.latest.get(name) for name in ("skill_id", "task_base_url")):
            break
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
