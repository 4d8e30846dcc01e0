"""A message that means the last request: it puts something right, or brings nothing but other values for it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from loket.core.data import JsonObject
from loket.core.shapes import object_at
from loket.language import Skill, fill, read
from loket.language.births import births
from loket.language.clauses import clauses, questioned
from loket.language.counting import of_them
from loket.language.fields import Field, fields_of
from loket.language.languages import FALLBACK
from loket.language.memory import RequestTurn, turn_of
from loket.language.message import Message
from loket.language.months import months
from loket.language.slots import Filled
from loket.language.tokens import parts, words
from loket.planners.finding.birthdays import told_birth
from loket.planners.finding.names import words_of
from loket.planners.finding.slots import is_age, is_free, lacking, profile_of
from loket.planners.finding.trail import Trail
from loket.planners.finding.usual import usual
from loket.planners.finding.words import FindingWords

FRAGMENT = 10
"""A message of more words is a request of its own."""

_PART = re.compile(r"[,;.!–]\s+")
"""Where the first part of a message ends."""

EARLIER = 12
"""So many earlier messages may be repeated."""

FEW, YEARS = 3, 30
"""A correction of a year or a month has hardly more words, and the year is near the one that was told."""

OLD = frozenset({"age", "grade"})
"""Kinds of parameters that say how old somebody is, as a day that lies behind does: a new one outdates the others."""


@dataclass(frozen=True)
class Follow:
    """The parameters of the last request with what a message changes in them, none when it is about something else.
    `says`: it says itself that it corrects or goes on; else it only brings values."""

    parameters: JsonObject = field(default_factory=dict)
    says: bool = False


def followed(skill: Skill, before: JsonObject, message: Message, said: FindingWords) -> Follow:
    """What a message makes of the last request, which asked this skill with the parameters `before`. A correction may
    go on with what is only told (`no, he's in year 7, he started in September`)."""
    turn, code = turn_of(message), message.tongue.code
    if turn.empty:
        return Follow()
    body = read(turn.body, message.today, code, code) if turn.body != message.text else message
    whole = Follow() if len(message.words) > FRAGMENT else _followed(skill, before, body, turn, said)
    if whole.parameters or not turn.corrects:
        return whole
    head, _, rest = _PART.sub("\n", turn.body, count=1).partition("\n")
    first, more = (read(one, message.today, code, code) for one in (head, rest))
    fits = rest and len(first.words) <= FRAGMENT and _only_told(more)
    return _followed(skill, before, first, replace(turn, body=head), said) if fits else whole


def _only_told(message: Message) -> bool:
    """Whether a text asks for nothing and has no figure: it is told besides."""
    told = all(one.mood in ("plain", "past") and not questioned(message, one) for one in clauses(message))
    return told and all(one.article or of_them(message, one) for one in message.numbers) and not message.ages


def _followed(skill: Skill, before: JsonObject, body: Message, turn: RequestTurn, said: FindingWords) -> Follow:
    """The same for the words of a message alone, without those that announce how it goes on."""
    code = body.tongue.code
    known = profile_of(skill, code)
    # A lone number is what the last request was asked with, and a year of school only when it is called so.
    fields = [one for one in known.fields if one.kind != "grade" or one.name in before or body.grades]
    filled = fill(body, fields, known.code, known.known)
    if turn.corrects and (day := _dated_anew(body, before, known.fields)):
        return Follow({**_without_outdated(before, day, known.fields), **day}, says=True)
    if told := _birthday_of(skill, before, body):
        return Follow({**before, **told}, says=True)
    given = {name: value for name, value in filled.slots.items() if _counts(name, skill, before, turn)}
    if not given or not (_only_values(body, filled, turn, said) or _only_age(body, filled, known.fields, said)):
        return Follow()
    says = turn.corrects or turn.follows
    if not says and given.items() <= before.items():
        return Follow()
    says = says or _hardly_more(body, filled)
    return Follow({**_without_outdated(before, given, known.fields), **given}, says)


def as_before(schema: JsonObject, given: JsonObject, before: JsonObject) -> tuple[JsonObject, JsonObject]:
    """What a short message leaves out, as it was in the last call of this skill, and where that comes from. Free texts
    are left out: they could be about anything; and so is an age beside another way to tell it."""
    properties, old = object_at(schema, "properties"), _telling_age(fields_of(schema, FALLBACK))
    taken = [name for name in lacking(schema, given) if name in before and not is_free(object_at(properties, name))]
    taken = [name for name in taken if name not in old or old.isdisjoint(given)]
    return {**{name: before[name] for name in taken}, **given}, dict.fromkeys(taken, "what was asked before")


def repeats(trail: Trail) -> bool:
    """Whether the message only says again what was said before, as people do who were not understood."""
    told, *earlier = ([word.fold for word in words(one)] for one in (trail.message.last, *trail.before[:EARLIER]))
    return len(told) > 2 and told in earlier


def _counts(name: str, skill: Skill, before: JsonObject, turn: RequestTurn) -> bool:
    """Whether a value may stand alone: any words at all fill a free text, so that takes a word that says so."""
    shape = object_at(object_at(skill.parameters, "properties"), name)
    return not is_free(shape) or (name in before and (turn.corrects or turn.follows))


def _only_values(body: Message, filled: Filled, turn: RequestTurn, said: FindingWords) -> bool:
    """Whether nothing is spoken of but the values; beside the words of a correction one more may stand."""
    taken = {at for places in filled.places.values() for at in places} | body.figures
    small = said.kin | said.little | said.calendar | said.birth | said.age
    open_ = [at for at in body.heavy if at not in taken]
    open_ = [at for at in open_ if body.words[at].text.lower() not in small]
    left = [body.words[at].text for at in open_]
    named = any(word[:1].isupper() for word in left) and body.tongue.code != "de"
    return not left or (turn.corrects and len(left) == 1 and not named and body.doing.isdisjoint(open_))


def _only_age(body: Message, filled: Filled, fields: Sequence[Field], said: FindingWords) -> bool:
    """Whether somebody's day of birth or age is called so, among words that are none of this language (`uski date of
    birth 3 May 2014 hai`), and nothing is asked."""
    called = (said.birth | said.age) & {word.plain for word in words_of(body.text)}
    if not called or "?" in body.text or not filled.slots.keys() <= _telling_age(fields):
        return False
    taken = {at for places in filled.places.values() for at in places} | body.figures
    ordinary = usual(body.tongue.code)
    known = called | said.kin | {word.plain for name in filled.slots for word in words_of(parts(name))}
    left = [body.folds[at] for at in body.heavy if at not in taken]
    return not any(ordinary.has(word) and word not in known for word in left)


def _dated_anew(body: Message, before: JsonObject, fields: Sequence[Field]) -> JsonObject:
    """The one day of the last request with another year or month, where a correction is that alone."""
    days = [field.name for field in fields if field.kind == "date" and field.name in before]
    numbers = [one for one in body.numbers if not one.article]
    if len(days) != 1 or body.dates or len(numbers) > 1 or len(body.words) > FEW:
        return {}
    year, month = (numbers[0].value if numbers else None), next((int(one[0]) for one in months(body, set())), None)
    try:
        day = date.fromisoformat(str(before[days[0]])[:10])
        if year is not None and year in range(day.year - YEARS, day.year + YEARS + 1):
            return {days[0]: day.replace(year=int(year)).isoformat()}
        return {days[0]: day.replace(month=month).isoformat()} if month and year is None else {}
    except ValueError:
        return {}


def _hardly_more(body: Message, filled: Filled) -> bool:
    """Whether a message that asks nothing is made of values, and at most one word more (`born 3 May 2014`)."""
    taken = {at for places in filled.places.values() for at in places} | body.figures
    return "?" not in body.text and len(body.words) - len(taken & set(range(len(body.words)))) <= 1


def _birthday_of(skill: Skill, before: JsonObject, body: Message) -> JsonObject:
    """What a birthday that is told alone adds to the age of the last request (`his birthday is in May`)."""
    known = next((value for name, value in before.items() if is_age(name) and type(value) is int), None)
    if known is None or "?" in body.text or any(one.kind == "age" for one in body.ages):
        return {}
    taken = [at for one in births(body, known) for at in body.over(one.start, one.end)]
    return told_birth(skill, {}, body, known) if taken and set(body.heavy) <= set(taken) else {}


def _telling_age(fields: Sequence[Field]) -> set[str]:
    return {field.name for field in fields if field.kind in OLD or (field.kind == "date" and field.past)}


def _without_outdated(before: JsonObject, given: JsonObject, fields: Sequence[Field]) -> JsonObject:
    old = _telling_age(fields)
    return {name: value for name, value in before.items() if not (old & given.keys() and name in old)}
