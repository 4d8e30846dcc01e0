"""Numbers that a message tells and a skill does not take: they are told with what it takes, and not left out."""

from collections.abc import Sequence
from datetime import datetime

from loket.core.data import Json, JsonObject
from loket.core.shapes import is_object, object_at
from loket.language import Skill, fill, read
from loket.language.message import Message
from loket.planners.finding.slots import profile_of
from loket.planners.finding.words import FindingWords

LIMITS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")


def beyond(skill: Skill, text: str, now: datetime, known: JsonObject, asked: Sequence[str] = ()) -> JsonObject:
    """The numbers of a text that would be parameters but for the limits of the schema, those that are known left out;
    a text that answers what was `asked` may be no more than the number."""
    properties = object_at(skill.parameters, "properties")
    limited = {name for name, shape in properties.items() if is_object(shape) and any(one in shape for one in LIMITS)}
    if not limited - known.keys() or not text.strip():
        return {}
    free = {name: _unlimited(shape) if name in limited else shape for name, shape in properties.items()}
    open_ = Skill(skill.id, skill.name, skill.description, skill.tags, (), {**skill.parameters, "properties": free})
    message = read(text, now, "en")
    read_as = profile_of(open_, message.tongue.code)
    filled = fill(message, read_as.fields, read_as.code, read_as.known)
    slots = {**_bare(message, asked), **filled.slots}
    return {
        name: value
        for name, value in slots.items()
        if name in limited - known.keys() and _outside(value, object_at(properties, name))
    }


def _bare(message: Message, asked: Sequence[str]) -> JsonObject:
    """The only number of a text that says nothing else, for the only thing that was asked."""
    figures = [one.value for one in message.numbers if not one.article]
    alone = len(asked) == 1 and len(figures) == 1 and not any(message.weights)
    return {asked[0]: int(figures[0]) if figures[0] == int(figures[0]) else figures[0]} if alone else {}


def limits_told(beyond_: JsonObject, schema: JsonObject, named: dict[str, str], said: FindingWords) -> str:
    """What a skill takes instead of these numbers, in sentences; `named` are the parameters as they are called."""
    told: list[str] = []
    for name, value in beyond_.items():
        low, high = _bounds(object_at(object_at(schema, "properties"), name))
        form = said.between if None not in (low, high) else said.at_least if low is not None else said.at_most
        range_ = form.format(low=low, high=high)
        label = named.get(name, name)
        told.append(said.limit.format(name=label[:1].upper() + label[1:], value=value, range=range_))
    return " ".join(told)


def _unlimited(shape: Json) -> Json:
    return {name: value for name, value in shape.items() if name not in LIMITS} if is_object(shape) else shape


def _bounds(shape: JsonObject) -> tuple[float | None, float | None]:
    low, high = shape.get("minimum"), shape.get("maximum")
    above, below = shape.get("exclusiveMinimum"), shape.get("exclusiveMaximum")
    whole = shape.get("type") == "integer"
    low = low if isinstance(low, int | float) else above + whole if isinstance(above, int | float) else None
    high = high if isinstance(high, int | float) else below - whole if isinstance(below, int | float) else None
    return low, high


def _outside(value: Json, shape: JsonObject) -> bool:
    low, high = _bounds(shape)
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return number and ((low is not None and value < low) or (high is not None and value > high))
