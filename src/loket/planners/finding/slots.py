"""Filling the parameters of one skill: from a message, from what was said before, and an age from a date of birth."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import date, datetime
from functools import lru_cache

from loket.core.data import Json, JsonObject
from loket.core.shapes import is_object, list_at, object_at
from loket.language import Skill, SkillIndex, fill, read
from loket.language.amounts import ages_in
from loket.language.birthdays import age_on
from loket.language.counting import of_them
from loket.language.fields import fields_of, kind_words
from loket.language.message import Message
from loket.language.profile import Profile, profile
from loket.language.texts import bare_text
from loket.language.tokens import parts
from loket.language.values import MEANT, named_values
from loket.planners.finding.names import words_of
from loket.planners.finding.words import FindingWords

SURE = MEANT - 0.1
"""From this strength on a listed value was named, and is no guess."""


def skill_told(told: JsonObject) -> Skill:
    """A skill from its plain description."""
    return Skill(
        told["id"],
        told["name"],
        told["description"],
        tuple(told.get("tags", ())),
        tuple(told.get("examples", ())),
        told["parameters"],
        bool(told.get("writes")),
    )


def filled(skill: Skill, text: str, now: datetime | date, locale: str = "en") -> JsonObject:
    """What a text gives for the parameters of one skill."""
    if not text.strip():
        return {}
    read_as = profile_of(Skill(skill.id, skill.name, parameters=skill.parameters), locale)
    return dict(fill(read(text, now, locale), read_as.fields, read_as.code, read_as.known).slots)


def values_named(skill: Skill, name: str, message: Message) -> Sequence[tuple[Json, int, int]]:
    """The listed values of a parameter that a message names, with the numbers of their words."""
    read_as = profile_of(skill, message.tongue.code)
    field = next((one for one in read_as.fields if one.name == name), None)
    found = named_values(message, field.values, read_as.code) if field is not None else []
    return [(one.value.value, one.start, one.end) for one in found if one.strength >= SURE]


def only_numbers(schema: JsonObject, missing: Sequence[str], message: Message) -> JsonObject:
    """The first number of a message that has several and no other words that mean something, for the only one missing
    (`6 and 9`)."""
    wanted = [name for name in missing if _whole(object_at(schema, "properties").get(name))]
    plain = not any(weight for weight in message.weights) and not message.dates
    numbers = [one for one in message.numbers if not one.article and not of_them(message, one)]
    whole = [one.value for one in numbers if one.value == int(one.value)]
    return {wanted[0]: int(whole[0])} if plain and len(wanted) == 1 == len(missing) and len(whole) > 1 else {}


def profile_of(skill: Skill, locale: str) -> Profile:
    """What a skill is known by; `locale` is the language of its words where they do not tell."""
    return _profile(json.dumps(asdict(skill)), locale)


def index_of(skills: Sequence[Skill], locale: str) -> SkillIndex:
    """Skills as they are chosen among; the same ones are read once."""
    return _index(json.dumps([asdict(one) for one in skills], sort_keys=True), locale)


@lru_cache(maxsize=256)
def _profile(text: str, locale: str) -> Profile:
    return profile(skill_told(json.loads(text)), locale)


@lru_cache(maxsize=64)
def _index(text: str, locale: str) -> SkillIndex:
    return SkillIndex([skill_told(one) for one in json.loads(text)], locale)


def completed(
    skill: Skill, slots: JsonObject, earlier: Iterable[str], now: datetime, said: FindingWords
) -> tuple[JsonObject, JsonObject]:
    """The slots with what is still missing taken from earlier messages, the newest first, and where each came from.
    Free text is never taken over: it could be about anything."""
    schema = skill.parameters
    known = aged(schema, {name: value for name, value in slots.items() if value is not None}, now, said)
    sources: JsonObject = {}
    for text in earlier:
        if not lacking(schema, known):
            break
        for name, value in filled(skill, text, now).items():
            shape = object_at(object_at(schema, "properties"), name)
            if name not in known and not is_free(shape) and _speaks_of(text, name, shape, said):
                known = {**known, name: value}
                sources[name] = text[:200]
        known = aged(schema, known, now, said)
    return known, sources


def without_words_of(schema: JsonObject, known: JsonObject, about: str) -> JsonObject:
    """Without texts that only repeat what the agent is called, but for those a skill can't do without."""
    own = {word.plain for word in words_of(parts(about))}
    properties, required = object_at(schema, "properties"), list_at(schema, "required")
    return {
        name: value
        for name, value in known.items()
        if name in required
        or not (isinstance(value, str) and is_free(object_at(properties, name)))
        or not {word.plain for word in words_of(value)} <= own
    }


def without_false_birth(schema: JsonObject, known: JsonObject, now: datetime, said: FindingWords) -> JsonObject:
    """Without a day of birth that the age beside it belies: `will be 10 on Friday` tells none."""
    births = [name for name in known if _about(name, said.birth)]
    ages_ = [value for name, value in known.items() if is_age(name) and type(value) is int]
    rest = {name: value for name, value in known.items() if not is_age(name)}
    true = [value for name, value in aged(schema, rest, now, said).items() if is_age(name) and type(value) is int]
    belied = births and ages_ and true and abs(ages_[0] - true[0]) > 1
    return {name: value for name, value in known.items() if name not in births} if belied else known


def lacking(schema: JsonObject, known: JsonObject) -> tuple[str, ...]:
    """The required parameters that are not known."""
    return tuple(str(name) for name in list_at(schema, "required") if known.get(str(name)) in (None, ""))


def bare_answer(schema: JsonObject, missing: Sequence[str], message: Message) -> JsonObject:
    """The words themselves, when one text is missing, nothing limits it and they read as one."""
    free = [one for one in fields_of(schema, message.tongue.code) if one.name in missing and is_free(one.schema)]
    found = bare_text(message, free[0]) if len(free) == 1 == len(missing) else None
    return {} if found is None else {free[0].name: found[0]}


def is_free(shape: JsonObject) -> bool:
    """Whether any text is a value of it."""
    return shape.get("type") == "string" and not any(limit in shape for limit in ("enum", "format", "pattern"))


def at_school(schema: JsonObject, known: JsonObject, text: str, now: datetime) -> tuple[JsonObject, JsonObject]:
    """With the age that follows from a year of school, when the skill needs one that was not told: the age at the
    beginning of that year, by which groups of children go. And where it comes from."""
    message = read(text, now, "en")
    ages_ = [name for name in lacking(schema, known) if is_age(name) and _whole(object_at(schema, "properties")[name])]
    if not (ages_ and message.grades):
        return known, {}
    first, _ = ages_in(message.grades[0].value, message.tongue.code)
    grade = message.grades[0]
    return {**known, ages_[0]: first}, {ages_[0]: text[grade.start : grade.end]}


def ages_at_school(schema: JsonObject, known: JsonObject, message: Message) -> Sequence[int]:
    """Both ages that children have in the year of school that was told; none for a skill that is told the year."""
    if not message.grades or any(field.kind == "grade" and field.name in known for field in fields_of(schema, "en")):
        return ()
    return ages_in(message.grades[0].value, message.tongue.code)


def _speaks_of(text: str, name: str, shape: JsonObject, said: FindingWords) -> bool:
    """Whether a text is about this parameter, and does not only hold a number or a day that would fit."""
    if "enum" in shape:
        return True
    there = {word.plain for word in words_of(text.replace("-", " "))}
    for meant in (said.birth, said.age):
        if _about(name, meant):
            return bool(there & meant)
    return any(word.plain in there for word in words_of(parts(name)))


def aged(schema: JsonObject, known: JsonObject, now: datetime, said: FindingWords) -> JsonObject:
    """With the age that follows from a date of birth, when the skill wants an age and only the other was told."""
    properties = object_at(schema, "properties")
    ages = [n for n in properties if n not in known and is_age(n) and _whole(properties[n])]
    births = [n for n in known if _about(n, said.birth)]
    if not (ages and births):
        return known
    try:
        born = datetime.fromisoformat(str(known[births[0]])[:10])
    except ValueError:
        return known
    age = age_on(now, born)
    return {**known, ages[0]: age} if age >= 0 else known


def _about(name: str, words: frozenset[str]) -> bool:
    return any(word.plain in words for word in words_of(parts(name)))


def is_age(name: str) -> bool:
    """Whether a parameter is an age by its name, and not a year."""
    return any(word.plain in kind_words("age") for word in words_of(parts(name)))


def _whole(field_: Json) -> bool:
    return is_object(field_) and field_.get("type") in ("integer", "number")
