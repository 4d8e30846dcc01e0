"""A birthday that is told with an age: it makes the age that of today, and the day of birth follows where it is one."""

from datetime import datetime

from loket.core.data import JsonObject
from loket.core.shapes import object_at, text_at
from loket.language import Skill, read
from loket.language.births import BIRTH, births
from loket.language.fields import Field
from loket.language.message import Message
from loket.planners.finding.slots import is_age, profile_of


def told_birth(skill: Skill, given: JsonObject, message: Message, known: int | None = None) -> JsonObject:
    """What a message tells by a birthday for a skill that wants an age: the age of now, and the day of birth. `known`
    is an age that was told before. Nothing where several are told of, or a day of birth is given."""
    age, birth = _age_and_birth(skill, message.tongue.code)
    told = births(message, known)
    if not age or len(told) != 1 or (birth and birth in given):
        return {}
    now = told[0].age(message.today)
    found: JsonObject = {} if now is None else {age: now}
    exact = birth and told[0].first == told[0].last
    return {**found, birth: told[0].first.isoformat()} if exact else found


def with_birth(skill: Skill, given: JsonObject, text: str, now: datetime) -> JsonObject:
    """The parameters with what the birthday in a text tells, in the place of an age that somebody only comes to."""
    if not any(is_age(name) for name in object_at(skill.parameters, "properties")):
        return given
    return {**given, **told_birth(skill, given, read(text, now, "en"))}


def unread_birthday(skill: Skill, given: JsonObject, text: str, now: datetime) -> tuple[str, ...]:
    """The day of birth, where a text tells a birthday that could not be read: it is asked, and not passed over."""
    age, birth = _age_and_birth(skill, "en")
    if not age or not birth or birth in given:
        return ()
    message = read(text, now, "en")
    words = {one for name in message.tongue.data["birthdays"] for one in (name, f"{name}'s")}
    places = [at for at, one in enumerate(message.folds) if one in words]
    if (
        len(places) != 1
        or births(message)
        or message.dates
        or not message.tongue.months.keys().isdisjoint(message.folds)
    ):
        return ()
    behind = [at for at in range(places[0] + 1, len(message.words)) if message.joined(places[0], at)]
    leads = {one for name in ("date_on", "month_alone") for one in message.tongue.data[name][:1]}
    return (birth,) if len(behind) == 2 and message.folds[behind[0]] in leads else ()


def _age_and_birth(skill: Skill, code: str) -> tuple[str, str]:
    """The parameter that is an age, and the one that is a day of birth."""
    fields = profile_of(skill, code).fields
    age = next((one.name for one in fields if is_age(one.name) and one.kind == "age"), "")
    return age, next((one.name for one in fields if is_birth(one)), "")


def is_birth(field: Field) -> bool:
    """Whether a parameter is a day of birth."""
    shape = text_at(field.schema, "format")
    return field.kind == "date" and shape == "date" and field.past and BIRTH in field.named_concepts
