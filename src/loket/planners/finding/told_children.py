"""Children whose ages are told in different ways, one by the year of school and another by the age: each is asked for
with what was told of that one, and never as one child who is both."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from loket.core.data import JsonObject
from loket.core.shapes import is_object, object_at
from loket.language import Skill
from loket.language.amounts import ages_in
from loket.language.birthdays import age_on
from loket.language.births import births
from loket.language.fields import fields_of
from loket.language.message import Message
from loket.language.tokens import fold
from loket.planners.finding.birthdays import is_birth, with_birth
from loket.planners.finding.names import likely_people
from loket.planners.finding.slots import aged, at_school, filled, is_age, lacking
from loket.planners.finding.value_places import is_joining
from loket.planners.finding.words import FindingWords


@dataclass(frozen=True, slots=True)
class ToldAge:
    """One way in which an age was told, where, and how old it may be."""

    kind: str
    start: int
    end: int
    ages: frozenset[int]


def told_children(
    skill: Skill, known: JsonObject, told: Message, now: datetime, said: FindingWords
) -> Sequence[JsonObject]:
    """The parameters for each child of a message, where their ages are told in different ways; nothing where they are
    not, or of one of them the skill is told too little."""
    spans = _children(told, said)
    if len(spans) < 2:
        return ()
    schema, own = skill.parameters, told_by_age(skill, told.tongue.code)
    rest = {name: value for name, value in known.items() if name not in own}
    every: list[JsonObject] = []
    for start, end in spans:
        text = told.text[start:end]
        given = with_birth(skill, filled(skill, text, now, told.tongue.code), text, now)
        given = aged(schema, {name: value for name, value in given.items() if name in own}, now, said)
        every.append(at_school(schema, {**rest, **given}, text, now)[0])
    return () if any(lacking(schema, one) for one in every) else every


def told_by_age(skill: Skill, code: str) -> frozenset[str]:
    """The parameters that are of one child: those that tell its age, and listed values."""
    fields = fields_of(skill.parameters, code)
    own = {one.name for one in fields if is_age(one.name) or one.kind == "grade" or is_birth(one)}
    properties = object_at(skill.parameters, "properties")
    return frozenset(own | {name for name, shape in properties.items() if is_object(shape) and "enum" in shape})


def _children(told: Message, said: FindingWords) -> Sequence[tuple[int, int]]:
    """From where to where each child is told of, where not all are told in the same way."""
    every: list[list[ToldAge]] = []
    for one in _told_ages(told):
        if every and _of_same(told, every[-1], one, said):
            every[-1].append(one)
        else:
            every.append([one])
    if len({frozenset(one.kind for one in child) for child in every}) < 2:
        return ()
    cuts = [_cut(told, one[-1].end, other[0].start) for one, other in pairwise(every)]
    return list(zip([0, *cuts], [*cuts, len(told.text)], strict=True))


def _told_ages(told: Message) -> Sequence[ToldAge]:
    """The ages of a message in order, none inside another."""
    every = [
        ToldAge("birth", one.start, one.end, frozenset({age}))
        for one in births(told)
        if (age := one.age(told.today)) is not None
    ]
    past = (one for one in told.dates if one.ahead == one.back and age_on(told.today, one.back) > 0)
    every += [ToldAge("birth", one.start, one.end, frozenset({age_on(told.today, one.back)})) for one in past]
    every += [
        ToldAge("grade", one.start, one.end, frozenset(ages_in(one.value, told.tongue.code))) for one in told.grades
    ]
    every += [ToldAge("age", one.start, one.end, frozenset({int(one.value)})) for one in told.ages if one.kind == "age"]
    apart: list[ToldAge] = []
    for one in every:
        if not any(one.start < other.end and other.start < one.end for other in apart):
            apart.append(one)
    return sorted(apart, key=lambda one: one.start)


def _of_same(told: Message, child: Sequence[ToldAge], one: ToldAge, said: FindingWords) -> bool:
    """Whether an age is told of the child that was told of last: in another way, it may be true of it, and nobody else
    is named between them."""
    if any(one.kind == other.kind or one.ages.isdisjoint(other.ages) for other in child):
        return False
    others = {word for other in told.tongue.data["other_one"] for word in fold(other).split()}
    persons = told.tongue.people | others | {fold(name) for name in likely_people(told.text, said)}
    return persons.isdisjoint(word.fold for word in told.words if child[-1].end <= word.start < one.start)


def _cut(told: Message, end: int, start: int) -> int:
    """Where what is told of the next child begins: at the first mark or joining word between two ages."""
    marks = [at for at in range(end, start) if told.text[at] in ",.;:!?\n"]
    joins = [word.start for word in told.words if end <= word.start < start and is_joining(told, word.fold)]
    return min([*marks, *joins], default=end)
