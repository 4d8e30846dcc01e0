"""Fills properties that are a quantity by themselves: an object of a value and a unit, or a duration as ISO 8601."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise

from loket.core.data import Json, JsonObject
from loket.language.fields import Field
from loket.language.message import Message
from loket.language.quantities import FACTORS, Quantity

FINE = 3
"""Figures behind the point of what was told in another unit: nobody measures a boat to the micrometre."""

SECONDS, TIMES, DAY = (("H", 3600), ("M", 60), ("S", 1)), "time", 86_400


def quantity(
    message: Message, field: Field, taken: AbstractSet[int], rivals: Sequence[Field]
) -> tuple[Json, range, bool] | None:
    """What a message tells in a unit that the property takes, the words it is told in, and whether another one of its
    sort may be meant as well, which none of the `rivals` takes."""
    sorts = {FACTORS[unit][0] for unit in field.units.values()} or {TIMES, "months"}
    free = [one for one in message.quantities if one.sort in sorts]
    free = [one for one in free if not taken & set(message.over(one.start, one.end))]
    clocks = [one for one in message.times if one.at]
    free = [one for one in free if not any(t.start < one.end and one.start < t.end for t in clocks)]
    # `twee uur` is a time of day as well: what can be none comes first.
    free = [one for one in free if not any(t.start < one.end and one.start < t.end for t in message.times)] or free
    if not free:
        return None if field.units else _between(message, rivals)
    value = _measured(field, free[0]) if field.units else _duration(free[0])
    others = any(sorts & {FACTORS[unit][0] for unit in (rival.unit, *rival.units.values()) if unit} for rival in rivals)
    return value, message.over(free[0].start, free[0].end), len(free) > 1 and not others


def _between(message: Message, rivals: Sequence[Field]) -> tuple[Json, range, bool] | None:
    """How long it lasts from one time until another, which other properties may have as well."""
    pairs = [(one, end) for one, end in pairwise(message.times) if one.goes_on and one.value < end.value]
    if len(pairs) != 1 or any(one.doubtful for one in pairs[0]):
        return None
    begin, end = (int(one.value[:2]) * 60 + int(one.value[3:]) for one in pairs[0])
    both = sum(rival.kind == "time" for rival in rivals) > 1
    places = range(0) if both else message.over(pairs[0][1].start, pairs[0][1].end)
    return _duration(Quantity(TIMES, (end - begin) * 60, 0, 0)), places, False


def unit(message: Message, field: Field) -> tuple[Json, range] | None:
    """The listed unit that something is told in; its number is another property's."""
    told = ((name, one) for one in message.quantities for name, each in field.units.items() if each == one.unit)
    return next(((name, message.over(one.start, one.end)[-1:]) for name, one in told), None)


def _measured(field: Field, told: Quantity) -> JsonObject:
    """A quantity in the unit it was told in where that is listed, else in the first that it can be turned into."""
    own = next((name for name, unit in field.units.items() if unit == told.unit), None)
    name = own or next(name for name, unit in field.units.items() if FACTORS[unit][0] == told.sort)
    amount = round(told.of(field.units[name]), FINE)
    properties = field.schema["properties"]
    kinds = properties.items() if isinstance(properties, Mapping) else ()
    listed = {key: isinstance(one, Mapping) and "enum" in one for key, one in kinds}
    return {
        key: name if is_unit else int(amount) if amount == int(amount) else amount for key, is_unit in listed.items()
    }


def _duration(told: Quantity) -> str:
    if told.sort != TIMES:
        return f"P{told.amount / 12:.0f}Y" if told.amount % 12 == 0 else f"P{told.amount:.0f}M"
    rest = round(told.amount)
    if rest % DAY == 0:
        return f"P{rest // DAY}D"
    text = ""
    for letter, size in SECONDS:
        many, rest = divmod(rest, size)
        text += f"{many}{letter}" if many else ""
    return f"PT{text}"
