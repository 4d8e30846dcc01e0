"""Several ages, dates of birth, days or teams in one message: each is asked for, so that none is left out silently."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from loket.core.data import Json, JsonObject
from loket.core.shapes import list_at, object_at, text_at
from loket.planners.finding.names import likely_people, organisations, words_of
from loket.planners.finding.pick import Errand, Pick
from loket.planners.finding.slots import aged, ages_at_school, is_free
from loket.planners.finding.trail import Message, about_agent
from loket.planners.finding.words import FindingWords
from loket.planners.skills.message import Message as Told
from loket.planners.skills.message import read

MOST_ALIKE = 8
"""So many of a kind are asked for."""

_JOINS = re.compile(r"\s*(?:,|&|and|or|und|oder|en|of|e|ou)\s*(?:and\s+|an?\s+)?", re.IGNORECASE)


def each(picked: Pick, message: Message, now: datetime, locale: str, said: FindingWords) -> Pick:
    """The pick with an errand for each value that was told, where one skill is asked with one of them. Only what the
    skill needs goes along: the rest may be true of one of them alone."""
    if picked.verdict != "run" or len(picked.errands) != 1 or message.step in ("confirm", "trust"):
        return picked
    (errand,) = picked.errands
    text = message.last or message.text
    told = read(text, now, locale)
    values = {name: several for name in errand.parameters if len(several := _several(errand, name, told, said)) > 1}
    if not values:
        return picked
    needed = list_at(errand.offer.parameters, "required")
    errands: list[JsonObject] = [{key: value for key, value in errand.parameters.items() if key in needed}]
    for name, several in values.items():
        errands = [{**one, name: value} for one in errands for value in several]
    schema = errand.offer.parameters
    made = [replace(errand, parameters=_renewed(schema, one, now, said)) for one in errands[:MOST_ALIKE]]
    reason = f"{picked.reasoning} Several were told, each is asked for."
    if len(errands) > MOST_ALIKE:
        reason += f" Only the first {MOST_ALIKE} of {len(errands)}."
    return replace(picked, errands=tuple(made), reasoning=reason)


def ages(message: Told) -> Sequence[int]:
    """The ages in a text, those that are only joined to one too (`8 and 12 year olds`)."""
    text = message.text
    spans = [(one.start, one.end, int(one.value)) for one in message.ages if one.kind == "age"]
    dated = [(one.start, one.end) for one in message.dates]
    others = [(one.start, one.end, int(one.value)) for one in message.numbers if not one.article]
    others = [one for one in others if not any(start < one[1] and one[0] < end for start, end in dated)]
    for one in (*others, *reversed(others)):
        beside = any(
            _JOINS.fullmatch(text[min(one[1], span[1]) : max(one[0], span[0])])
            for span in spans
            if one[1] <= span[0] or span[1] <= one[0]
        )
        if beside:
            spans.append(one)
    return list(dict.fromkeys(value for _, _, value in sorted(spans)))


def _several(errand: Errand, name: str, told: Told, said: FindingWords) -> Sequence[Json]:
    """All values of this parameter that were told, when its own is one of them."""
    value, shape = errand.parameters[name], object_at(object_at(errand.offer.parameters, "properties"), name)
    if type(value) is int:
        found: Sequence[Json] = [*ages(told)] or [*ages_at_school(errand.offer.parameters, errand.parameters, told)]
    elif text_at(shape, "format") == "date":
        found = _days(errand, value, told)
    elif is_free(shape):
        found = _teams(errand, told, said)
    else:
        return ()
    return list(dict.fromkeys(found)) if value in found else ()


def _days(errand: Errand, value: Json, told: Told) -> Sequence[Json]:
    """The days that were told; of a skill that wants two of them, they are the ends of a time."""
    properties = object_at(errand.offer.parameters, "properties")
    if sum(text_at(object_at(properties, one), "format") == "date" for one in properties) > 1:
        return ()
    ahead, back = ([getattr(one, way).isoformat() for one in told.dates] for way in ("ahead", "back"))
    return ahead if value in ahead else back


def _teams(errand: Errand, told: Told, said: FindingWords) -> Sequence[Json]:
    """The names that begin with a code, as those of teams do, and are not the agent's own."""
    own = {word.plain for word in words_of(about_agent(errand.offer.agent))}
    names = organisations(told.text, likely_people(told.text, said), said)
    coded = [name for name in names if any(sign.isdigit() for sign in name.split()[0])]
    return [name for name in coded if not {word.plain for word in words_of(name)} <= own]


def _renewed(schema: JsonObject, parameters: JsonObject, now: datetime, said: FindingWords) -> JsonObject:
    """With the age that follows from the date of birth that is now among them."""
    properties = object_at(schema, "properties")
    born = any(text_at(object_at(properties, name), "format") == "date" for name in parameters)
    kept = {name: value for name, value in parameters.items() if not (born and type(value) is int)}
    return {**parameters, **aged(schema, kept, now, said)}
