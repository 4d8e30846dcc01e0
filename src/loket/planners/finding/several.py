"""Several ages, days, teams or listed values in one message: each is asked for, so that none is left out silently."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from datetime import datetime
from itertools import pairwise

from loket.core.data import Json, JsonObject
from loket.core.shapes import is_object, list_at, object_at, text_at
from loket.language import read
from loket.language.amounts import ages_in
from loket.language.births import OLDEST, births
from loket.language.counting import counts_children, unread_ages
from loket.language.fields import fields_of
from loket.language.message import Message
from loket.language.tokens import fold
from loket.planners.finding.agents import about_agent
from loket.planners.finding.birthdays import is_birth
from loket.planners.finding.names import likely_people, organisations, words_of
from loket.planners.finding.pick import Errand, Pick
from loket.planners.finding.slots import aged, ages_at_school, filled, is_age, is_free, lacking, values_named
from loket.planners.finding.told_children import told_by_age, told_children
from loket.planners.finding.trail import LastMessage
from loket.planners.finding.value_places import ValuePlace, goes_on_list, is_joining, joined, side_by_side
from loket.planners.finding.words import FindingWords

PAIR, MOST_ALIKE = 2, 8
"""Several are so many, and at most so many of a kind are asked for."""


def each(picked: Pick, message: LastMessage, now: datetime, locale: str, said: FindingWords) -> Pick:
    """The pick with an errand for each value that was told, where one skill is asked with one of them. Where there are
    more children than ages, these are asked for."""
    made = _each(picked, message, now, locale, said)
    ages_ = [name for one in made.errands[:1] for name in one.parameters if is_age(name)]
    told = read(message.last, now, locale, said.code)
    if made.verdict != "run" or not ages_ or not unread_ages(told, len(made.errands)):
        return made
    own = told_by_age(made.errands[0].offer.skill, told.tongue.code)
    known = {name: value for name, value in made.errands[0].parameters.items() if name not in own}
    asked = replace(made.errands[0], parameters=known, missing=tuple(ages_), sources={})
    return replace(made, verdict="clarify", errands=(asked,), reasoning="There are more children than ages were read.")


def _each(picked: Pick, message: LastMessage, now: datetime, locale: str, said: FindingWords) -> Pick:
    """The pick with an errand for each value. Only what the skill needs goes along, and what was told of this one: the
    rest may be true of another alone."""
    if picked.verdict not in ("run", "clarify") or len(picked.errands) != 1:
        return picked
    # An answer may tell several, and so may the request that it answers.
    texts = [message.last, *([message.text] if message.wants is not None else [])]
    read_ = [read(text, now, locale, said.code) for text in texts if text]
    skill, known = picked.errands[0].offer.skill, picked.errands[0].parameters
    if apart := next((found for one in read_ if (found := told_children(skill, known, one, now, said))), ()):
        return _asked_each(picked, apart)
    errand = next((one for told in read_ if (one := _born(picked.errands[0], told, now, said))), picked.errands[0])
    if errand.missing:
        return picked
    told, values = next(((one, found) for one in read_ if (found := _values(errand, one, said))), (None, {}))
    if told is None:
        return picked
    schema = errand.offer.parameters
    needed = list_at(schema, "required")
    every: list[JsonObject] = [{key: value for key, value in errand.parameters.items() if key in needed}]
    for name, places in values.items():
        own = _own(errand, places, told, now)
        every = [{**one, **more, name: place.value} for one in every for place, more in zip(places, own, strict=True)]
    schooled = _grades(errand, told) & values.keys()
    every = [_at_school(one, schooled, told.tongue.code) for one in every]
    return _asked_each(replace(picked, errands=(errand,)), [_renewed(schema, one, now, said) for one in every])


def _asked_each(picked: Pick, every: Sequence[JsonObject]) -> Pick:
    """The pick with its errand once for each of these parameters."""
    made = [replace(picked.errands[0], parameters=one, missing=()) for one in every[:MOST_ALIKE]]
    reason = f"{picked.reasoning} Several were told, each is asked for."
    if len(every) > MOST_ALIKE:
        reason += f" Only the first {MOST_ALIKE} of {len(every)}."
    return replace(picked, verdict="run", errands=tuple(made), reasoning=reason)


def _born(errand: Errand, told: Message, now: datetime, said: FindingWords) -> Errand | None:
    """The errand with the first of several days of birth, in the place of an age, where nothing else is missing then;
    None where there are no two."""
    schema = errand.offer.parameters
    birth = next((one.name for one in fields_of(schema, told.tongue.code) if is_birth(one)), "")
    days = dict.fromkeys(one.back.isoformat() for one in told.dates if one.ahead == one.back <= told.today)
    if not birth or len(days) < PAIR:
        return None
    known = {name: value for name, value in errand.parameters.items() if not is_age(name)} | {birth: next(iter(days))}
    missing = lacking(schema, _renewed(schema, known, now, said))
    return None if missing else replace(errand, parameters=known, missing=())


def ages(message: Message, known: Json = None) -> Sequence[ValuePlace]:
    """The ages in a text, those that are only joined to one too (`8 and 12 year olds`), or to the age that is known
    where none is called so (`6 and 9` as an answer)."""
    spans = [ValuePlace(int(one.value), one.start, one.end) for one in message.ages if one.kind == "age"]
    dated = [(one.start, one.end) for one in (*message.dates, *message.times, *message.grades)]
    free = [one for one in message.numbers if not one.article and one.kind == "number" and one.value <= OLDEST]
    free = [one for one in free if not counts_children(message, one)]
    others = [ValuePlace(int(one.value), one.start, one.end) for one in free if one.value == int(one.value)]
    others = [one for one in others if not any(start < one.end and one.start < end for start, end in dated)]
    spans = spans or [one for one in others if one.value == known][:1]
    for one in (*others, *reversed(others)):
        apart = not any(one.start < span.end and span.start < one.end for span in spans)
        if apart and any(joined(message, span, one) for span in spans):
            spans.append(one)
    return sorted(_of_now(message, spans), key=lambda one: one.start)


def _of_now(message: Message, spans: Sequence[ValuePlace]) -> Sequence[ValuePlace]:
    """The ages, with that of now where a birthday tells it: `15, 16 in May` is one person, who is 15."""
    told = list(spans)
    for birth in births(message):
        inside = [one for one in told if one.start < birth.end and birth.start < one.end]
        if inside and (age := birth.age(message.today)) is not None:
            told = [*(one for one in told if one not in inside), replace(inside[0], value=age)]
    return told


def _grades(errand: Errand, told: Message) -> frozenset[str]:
    """The parameters that are a year of school."""
    return frozenset(one.name for one in fields_of(errand.offer.parameters, told.tongue.code) if one.kind == "grade")


def _at_school(parameters: JsonObject, grades: AbstractSet[str], code: str) -> JsonObject:
    """With the age at the beginning of the year of school that is now among them."""
    ages_ = [ages_in(float(value), code)[0] for name, value in parameters.items() if name in grades]
    return {**parameters, **{name: ages_[0] for name in parameters if ages_ and is_age(name)}}


def _values(errand: Errand, told: Message, said: FindingWords) -> Mapping[str, Sequence[ValuePlace]]:
    """The parameters that several values were told of, with these."""
    found = {name: places for name in errand.parameters if len(places := _several(errand, name, told, said)) > 1}
    listed = {name for name in found if _listed(errand, name)}
    needed = list_at(errand.offer.parameters, "required")
    # Listed values that a skill does not need go along with what it was told of, not instead of it.
    left = listed - set(needed) if found.keys() - listed else set[str]()
    return {name: places for name, places in found.items() if name not in left}


def _several(errand: Errand, name: str, told: Message, said: FindingWords) -> Sequence[ValuePlace]:
    """All values of this parameter that were told, when its own is one of them."""
    value, shape = errand.parameters[name], object_at(object_at(errand.offer.parameters, "properties"), name)
    if type(value) is int and name in _grades(errand, told):
        found: Sequence[ValuePlace] = [ValuePlace(int(one.value), one.start, one.end) for one in told.grades]
    elif type(value) is int:
        school = ages_at_school(errand.offer.parameters, errand.parameters, told)
        found = ages(told, value if is_age(name) else None) or [ValuePlace(age, 0, 0) for age in school]
    elif text_at(shape, "format") == "date":
        found = _days(errand, value, told)
    elif _listed(errand, name):
        found = _listed_values(errand, name, told)
    elif is_free(shape):
        teams = [ValuePlace(team, 0, 0) for team in _teams(errand, told, said)]
        found = max(_groups(errand, name, told), teams, key=len)
    else:
        return ()
    alone: dict[str, ValuePlace] = {}
    for one in found:
        alone.setdefault(str(one.value), one)
    return list(alone.values()) if value in [one.value for one in found] else ()


def _listed(errand: Errand, name: str) -> bool:
    shape = object_at(object_at(errand.offer.parameters, "properties"), name)
    return any(key in shape for key in ("enum", "oneOf", "anyOf"))


def _listed_values(errand: Errand, name: str, told: Message) -> Sequence[ValuePlace]:
    """The listed values that stand side by side (`a dog and a cat`); the ends of a way do not."""
    words = told.words
    named = [
        ValuePlace(value, words[start].start, words[end - 1].end)
        for value, start, end in values_named(errand.offer.skill, name, told)
    ]
    named.sort(key=lambda one: one.start)
    own = next((at for at, one in enumerate(named) if one.value == errand.parameters[name]), None)
    if own is None:
        return ()
    first = last = own
    while first > 0 and side_by_side(told, named[first - 1], named[first]):
        first -= 1
    while last + 1 < len(named) and side_by_side(told, named[last], named[last + 1]):
        last += 1
    return named[first : last + 1]


def _days(errand: Errand, value: Json, told: Message) -> Sequence[ValuePlace]:
    """The days that were told; of a skill that wants two of them, they are the ends of a time."""
    properties = object_at(errand.offer.parameters, "properties")
    if sum(text_at(object_at(properties, one), "format") == "date" for one in properties) > 1:
        return ()
    ahead, back = (
        [ValuePlace(getattr(one, way).isoformat(), one.start, one.end) for one in told.dates]
        for way in ("ahead", "back")
    )
    days = ahead if value in [one.value for one in ahead] else back
    return [one for at, one in enumerate(days) if at == 0 or not _ends_range(told, days[at - 1], one)]


def _ends_range(told: Message, one: ValuePlace, other: ValuePlace) -> bool:
    """Whether a day is the end of a time that another one begins: it is no second day to ask for."""
    ends = {fold(pair[1]) for pair in told.tongue.data["from_to"] if not is_joining(told, fold(pair[1]))}
    between = {word.fold for word in told.words if one.end <= word.start < other.start}
    return bool(ends & between) or told.text[one.end : other.start].strip() in ("-", "–")


def _teams(errand: Errand, told: Message, said: FindingWords) -> Sequence[str]:
    """The names that begin with a code, as those of teams do, and are not the agent's own."""
    own = {word.plain for word in words_of(about_agent(errand.offer.agent))}
    names = organisations(told.text, likely_people(told.text, said), said)
    coded = [name for name in names if any(sign.isdigit() for sign in name.split()[0])]
    coded.sort(key=told.text.find)
    return [name for name in coded if not {word.plain for word in words_of(name)} <= own]


def _groups(errand: Errand, name: str, told: Message) -> Sequence[ValuePlace]:
    """The groups that stand side by side (`the U9 Hawks and the U10 Lions`), each as it is read alone."""
    starts = [one.start for one in told.ages if one.kind == "group"]
    found: list[ValuePlace] = []
    for start, end in pairwise([*starts, len(told.text)]):
        value = str(filled(errand.offer.skill, told.text[start:end], told.today, told.tongue.code).get(name, ""))
        at = ValuePlace(value, start, start + len(value))
        found += [at] if value and (not found or side_by_side(told, found[-1], at)) else []
    return found


def _own(errand: Errand, places: Sequence[ValuePlace], told: Message, now: datetime) -> Sequence[JsonObject]:
    """For each value the listed ones that were told beside it: of `my boys, 7 and 9, and my girl, 11` the last is a
    girl. Values that are only joined belong together."""
    properties = object_at(errand.offer.parameters, "properties")
    found: list[JsonObject] = []
    begin = 0
    for at, place in enumerate(places):
        if at and goes_on_list(told, places[at - 1], place):
            found.append(found[-1])
            continue
        last = at
        while last + 1 < len(places) and goes_on_list(told, places[last], places[last + 1]):
            last += 1
        end = _until(told, places[last].end, places[last + 1].start if last + 1 < len(places) else len(told.text))
        slots = filled(errand.offer.skill, told.text[begin:end], now, told.tongue.code) if place.end else {}
        held = {name: shape for name, shape in properties.items() if is_object(shape) and "enum" in shape}
        found.append({name: value for name, value in slots.items() if name in held and name in errand.parameters})
        begin = end
    # `my two girls, one in year 2 and the other in year 7`: both are.
    counted = [one.value for one in told.numbers if one.start < places[0].start and counts_children(told, one)]
    return [{**found[0], **one} for one in found] if counted == [len(places)] else found


def _until(told: Message, start: int, end: int) -> int:
    """Where the next mark or joining word begins."""
    marks = [at for at in range(start, end) if told.text[at] in ".,;:!?"]
    joins = [word.start for word in told.words if start <= word.start < end and is_joining(told, word.fold)]
    return min([*marks, *joins, end])


def _renewed(schema: JsonObject, parameters: JsonObject, now: datetime, said: FindingWords) -> JsonObject:
    """With the age that follows from the date of birth that is now among them."""
    properties = object_at(schema, "properties")
    born = any(text_at(object_at(properties, name), "format") == "date" for name in parameters)
    kept = {name: value for name, value in parameters.items() if not (born and type(value) is int)}
    return {**parameters, **aged(schema, kept, now, said)}
