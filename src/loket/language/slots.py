"""Fills the slots of a skill from a message, by what its JSON Schema wants; what does not fit it is left out."""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from loket.core.data import Json, JsonObject
from loket.core.errors import Invalid
from loket.language.addresses import parted
from loket.language.corrections import unsettled
from loket.language.counting import COUNTED
from loket.language.fields import Field, fits, type_of
from loket.language.flags import flag, uncertain
from loket.language.listed import chosen
from loket.language.measures import measure
from loket.language.message import Message
from loket.language.moments import day, disagreeing, time_of_day
from loket.language.names import row
from loket.language.patterns import matching
from loket.language.persons import headed
from loket.language.phrases import listing
from loket.language.pieces import FilledValue, FoundText
from loket.language.texts import bare_text, guessed, text_of
from loket.language.units import quantity, unit
from loket.schemas import compiled

MEASURES = ("grade", "age", "year", "month", "coordinate", "weight", "money", "count", "number")
ORDER = (
    *(
        "pattern",
        "email",
        "url",
        "choice",
        "duration",
        "quantity",
        "moment",
        "date",
        "time",
        "group",
        "grade",
        "age",
        "year",
        "coordinate",
    ),
    *(
        "address",
        "postcode",
        "phone",
        "plot",
        "id",
        "weight",
        "month",
        "money",
        "count",
        "number",
        "flag",
        "from",
        "to",
        "person",
    ),
    *("place", "query", "text"),
)
"""What is looked for first: the surest kinds, so that the vague ones get what is left."""

NAMES = frozenset(["person", "query"])
"""Kinds that names are of."""

ROWS = frozenset(["person", "query"])
"""Kinds of which several may be told in a row."""

CHANCE = frozenset(["query", "place", "address"])
"""Kinds that take words which nothing else explains."""

Taken = set[int]


@dataclass(frozen=True)
class Filled:
    """The slots that were found, where each stands (word numbers), how sure the listed values are, and those for which
    several were named, of which the first is there; `guessed`: words that nothing but chance gives to a property."""

    slots: JsonObject = field(default_factory=dict)
    places: dict[str, range] = field(default_factory=dict)
    strength: dict[str, float] = field(default_factory=dict)
    doubtful: set[str] = field(default_factory=set)
    guessed: set[str] = field(default_factory=set)

    @property
    def clear(self) -> JsonObject:
        """The slots without the doubtful ones."""
        return {name: value for name, value in self.slots.items() if name not in self.doubtful}


def fill(message: Message, fields: Sequence[Field], code: str, known: AbstractSet[str], bare: bool = False) -> Filled:
    """The slots a message gives a value for. `code` is the language of the skill, `known` its stems; `bare`: the
    message answers a question, so that it may be nothing but the value."""
    filled = Filled()
    taken: Taken = set()
    order = sorted(fields, key=_turn)
    # A number that was for either of two is for the one that has none when the other has its own.
    for one in (*order, *(one for one in order if one.kind in COUNTED)):
        if one.name in filled.slots:
            continue
        found = _value(message, one, (code, known, taken), fields, filled)
        if found is None and bare and len(fields) == 1:
            found = bare_text(message, one)
        if found is None or not fits(one, found[0]):
            continue
        filled.slots[one.name] = [found[0]] if one.many and not isinstance(found[0], list) else found[0]
        filled.places[one.name] = found[1]
        taken |= set(found[1])
    _part(filled, fields)
    _flagged(message, fields, known, filled)
    _turned(fields, filled)
    _unguessed(fields, filled)
    used = taken.union(*filled.places.values())
    # What has a property of its own takes nothing back.
    olds = (old for old, new in unsettled(message) if used.isdisjoint(new))
    for words in (*olds, disagreeing(message)):
        filled.doubtful.update(name for name, places in filled.places.items() if set(places) & set(words))
    return filled


def _flagged(message: Message, fields: Sequence[Field], known: AbstractSet[str], filled: Filled) -> None:
    """Marks the properties of yes or no that may have been told: something is refused that nobody knows."""
    flags = [one for one in fields if one.kind == "flag"]
    taken = {at for places in filled.places.values() for at in places}
    known = known - frozenset[str]().union(*(one.named for one in flags))
    if uncertain(message, known, taken):
        filled.doubtful.update(one.name for one in flags if one.name not in filled.slots)


def _unguessed(fields: Sequence[Field], filled: Filled) -> None:
    """Asks for what is needed and was only guessed, and leaves out what is not needed."""
    for one in (one for one in fields if one.name in filled.guessed):
        if one.required:
            filled.doubtful.add(one.name)
        else:
            filled.slots.pop(one.name, None)
            filled.places.pop(one.name, None)


def withdraw(fields: Sequence[Field], filled: Filled) -> None:
    """The same for words that may as well be the listed value that is lacking, and for a name where nobody knows whose
    another one is; they speak for a skill all the same."""
    if any(one.required and one.kind == "choice" and one.name not in filled.slots for one in fields):
        filled.guessed.update(one.name for one in fields if one.kind == "query" and not one.required)
    people = [one.name for one in fields if one.kind == "person" and one.name in filled.slots]
    if not filled.doubtful.isdisjoint(people):
        filled.guessed.update(people)
    _unguessed(fields, filled)


def keep_told(message: Message, fields: Sequence[Field], filled: Filled, asks: bool) -> None:
    """Leaves out of a question what chance gives to a property that need not be told: words that nothing else explains,
    without a figure or quotation marks. Where something else is asked (`asks`), what is needed and begins without a
    capital is asked for as well."""
    words = [one for one in fields if one.kind in CHANCE and one.name in filled.slots and not message.quoted]
    for one in (one for one in words if not any(map(str.isdigit, str(filled.slots[one.name])))):
        capital = message.words[filled.places[one.name].start].text[:1].isupper()
        filled.guessed.update([one.name] if not one.required or (asks and not capital) else ())
    _unguessed(fields, filled)


def _turned(fields: Sequence[Field], filled: Filled) -> None:
    """Marks both ends of a time that would be over before it begins, and what would be moved to the day it is on."""
    days = [one for one in fields if one.kind in ("date", "moment") and one.name in filled.slots]
    begin = next((one.name for one in days if one.way == "from"), "")
    end = next((one.name for one in days if one.new or one.way == "to"), "")
    if begin and end and str(filled.slots[end]) < str(filled.slots[begin]):
        filled.doubtful.update((begin, end))
    old = next((one.name for one in days if not one.new and not one.way), "")
    if old and end and filled.slots[end] == filled.slots[old]:
        filled.doubtful.update((old, end))


def _part(filled: Filled, fields: Sequence[Field]) -> None:
    """Gives the number of a house to the property that wants it, when the street has taken both."""
    house = next((one for one in fields if one.house and one.name not in filled.slots), None)
    if house is None:
        return
    for one in fields:
        value = filled.slots.get(one.name)
        found = parted(value) if one.kind in ("address", "place") and isinstance(value, str) else None
        if found is not None:
            number: Json = int(found[1]) if type_of(house.schema) == "integer" and found[1].isdecimal() else found[1]
            if fits(house, number):
                filled.slots[one.name], filled.slots[house.name] = found[0], number
                filled.places[house.name] = filled.places[one.name]
            return


_RANKS = {kind: at for at, kind in enumerate(ORDER)}


def _turn(one: Field) -> int:
    """When a property is filled: the surest kinds first, of two of a kind what is before what shall be."""
    return 2 * _RANKS.get(one.kind, len(ORDER)) + one.new


_Context = tuple[str, AbstractSet[str], Taken]


def _value(message: Message, one: Field, context: _Context, fields: Sequence[Field], filled: Filled) -> FilledValue:
    _, known, taken = context
    match one.kind:
        case "choice":
            return _chosen(message, one, context, fields, filled)
        case "flag":
            return flag(message, one)
        case kind if kind in MEASURES:
            open_ = [other for other in fields if other is not one and other.name not in filled.slots]
            number = measure(message, one, taken, [other for other in open_ if other.kind in MEASURES])
            filled.doubtful.update([one.name] if number is not None and number[2] else ())
            return number[:2] if number is not None else None
        case "date" | "moment" | "time":
            open_ = [each for each in fields if each.name not in filled.slots]
            told = (time_of_day if one.kind == "time" else day)(message, one, taken, fields, open_)
            filled.doubtful.update([one.name] if told is not None and told[2] else ())
            return told[:2] if told is not None else None
        case "email":
            return _first(_spans(message, message.mails), taken)
        case "url":
            return _first(_spans(message, message.urls), taken)
        case "pattern":
            return matching(message, one, taken)
        case "quantity" | "duration":
            open_ = [other for other in fields if other is not one and other.name not in filled.slots]
            told = quantity(message, one, taken, open_)
            filled.doubtful.update([one.name] if told is not None and told[2] else ())
            return told[:2] if told is not None else None
        case "none":
            return None
        case _:
            found = text_of(message, one, known, taken)
            if found is not None and one.kind == "query" and not one.many and not _wanted(fields, one, filled):
                found = listing(message, found, known, taken)
            things = one.many and one.kind == "query"
            every = row(message, found[1], known, taken, things) if found and one.kind in ROWS else []
            if one.many and len(every) > 1:
                return [run.value for run in every], range(every[0].first, every[-1].last + 1)
            if one.kind == "person" and len(every) > 1:
                filled.doubtful.add(one.name)
            if found is not None and guessed(message, one, found[1], (known, taken)):
                filled.guessed.add(one.name)
            if found is not None and one.kind in NAMES and headed(message, found[1], _wanted(fields, one, filled)):
                filled.doubtful.add(one.name)
            return found


def _wanted(fields: Sequence[Field], one: Field, filled: Filled) -> bool:
    """Whether another property may want a name as well."""
    return any(other is not one and other.kind in NAMES and other.name not in filled.slots for other in fields)


def _chosen(message: Message, one: Field, context: _Context, fields: Sequence[Field], filled: Filled) -> FilledValue:
    code, _, taken = context
    twin = next((each for each in fields if each.values is one.values and each is not one), None) if one.way else None
    found = chosen(message, one, code, taken, filled.slots.get(twin.name) if twin else None)
    if found is None:
        return unit(message, one)
    filled.strength[one.name] = found.strength
    if found.doubtful:
        filled.doubtful.add(one.name)
    return found.value, found.places


def _spans(message: Message, found: Sequence[FoundText]) -> Iterator[tuple[str, int, int]]:
    for one in found:
        yield one.value, message.at(one.start), message.at(one.end - 1)


def _first(found: Iterator[tuple[str, int, int]], taken: Taken) -> FilledValue:
    for value, first, last in found:
        if not taken & set(range(first, last + 1)):
            return value, range(first, last + 1)
    return None


def typed(one: Field, value: Json) -> Json:
    """A time of day as the schema's own format has it, when it insists."""
    if one.kind != "time" or not isinstance(value, str):
        return value
    try:
        checker = compiled(one.schema)
    except Invalid:
        return value
    return next((form for form in (value, f"{value}:00", f"{value}:00Z") if checker.fits(form)), value)


def missing(fields: Sequence[Field], slots: JsonObject) -> tuple[str, ...]:
    """The required properties without a value, in the order of the schema."""
    return tuple(one.name for one in fields if one.required and one.name not in slots)
