"""What a property of a schema wants: read from its type, format and words, once for each skill."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as dataclass_field
from functools import cached_property, lru_cache
from importlib.resources import files
from itertools import pairwise

from loket.core.data import Json, JsonObject
from loket.core.errors import Invalid
from loket.language.languages import PACKAGE, language
from loket.language.lexicon import EVERYDAY, FieldWords, lexicon
from loket.language.quantities import unit_of
from loket.language.rates import periods_in
from loket.language.tokens import flat, fold, parts, stem, words
from loket.language.values import Value, values_of
from loket.schemas import CLOCK, Validator, compiled

MOST_FIELDS = 60
"""Properties looked at: a schema with more is no request a person makes in a sentence."""

PAIR = 2

_TEXT_KINDS = (
    *("email", "phone", "url", "postcode", "plot", "id", "address", "group", "date", "time", "text", "query"),
    *("person", "place"),
)
MEASURED = frozenset(["count", "number", "weight", "age"])
"""Kinds of numbers that may be told in a unit."""

_NUMBER_KINDS = ("grade", "age", "year", "month", "coordinate", "count", "weight", "money")
_FORMATS = {
    "date": "date",
    "date-time": "moment",
    "time": "time",
    "duration": "duration",
    CLOCK: "time",
    "email": "email",
    "idn-email": "email",
    "uri": "url",
    "url": "url",
    "iri": "url",
    "uuid": "id",
}


@dataclass(frozen=True)
class Field:
    """One property: what `kind` of thing it wants, the `values` it takes if they are listed, the words and concepts it
    is known by. `past`: a date that lies behind; `ahead`: one that lies ahead; `new`: what it shall be, beside what it
    is; `reported`: of a skill that is told what is or was; `last`: the day by which something is due or over; `part`: a
    number of what `stays` or `goes`, of a skill that changes what there is; `way`: `from` or `to` when its name says
    that it is an end of a way; `house`: the number of a house, beside its street. `unit` and `period`: what its number
    is told in, and for how long it is, when its words say so. `units`: of a quantity, the listed names of its units,
    each with the unit it stands for."""

    name: str
    kind: str
    schema: JsonObject
    required: bool = False
    many: bool = False
    past: bool = False
    new: bool = False
    values: tuple[Value, ...] = ()
    stems: frozenset[str] = frozenset()
    concepts: frozenset[str] = frozenset()
    named: frozenset[str] = frozenset()
    named_concepts: frozenset[str] = frozenset()
    way: str = ""
    house: bool = False
    unit: str = ""
    period: str = ""
    ahead: bool = False
    reported: bool = False
    last: bool = False
    part: str = ""
    units: Mapping[str, str] = dataclass_field(default_factory=dict)

    @cached_property
    def checker(self) -> Validator | None:
        """Says whether a value fits the schema; none when the schema can't be used."""
        try:
            # A time without seconds is no `time` of RFC 3339, but what people and most tools write.
            return compiled({**self.schema, "format": CLOCK} if self.kind == "time" else self.schema)
        except Invalid:
            return None

    @property
    def title(self) -> str:
        """What people call it: its description or title, or its name in words."""
        for key in ("title", "description"):
            said = self.schema.get(key)
            if isinstance(said, str) and said.strip():
                return said.strip().rstrip(".")
        return parts(self.name).strip() or self.name


def fits(one: Field, value: Json) -> bool:
    """Whether a value is what the property's schema allows."""
    checker = one.checker
    if checker is None:
        return False
    if isinstance(value, list):
        return all(checker.fits(item) for item in value)
    return checker.fits(value)


def fields_of(parameters: JsonObject, code: str, own: FieldWords = EVERYDAY) -> tuple[Field, ...]:
    """The properties of a skill's parameters; none when they are no object schema. `own` are the words of its field."""
    properties = parameters.get("properties")
    if not isinstance(properties, Mapping):
        return ()
    listed = parameters.get("required")
    required = set(map(str, listed)) if isinstance(listed, Sequence) and not isinstance(listed, str) else set[str]()
    items = list(properties.items())[:MOST_FIELDS]
    return _paired(tuple(_field(str(name), schema, str(name) in required, code, own) for name, schema in items))


def _paired(found: tuple[Field, ...]) -> tuple[Field, ...]:
    """The properties, where two list the same values as the ends of a way: the first is what it comes from."""
    days = [one for one in found if one.kind in ("date", "moment") and not one.past]
    if len(days) == PAIR and days[0].way == "to":  # who stays arrives before they leave
        ends = {
            one.name: replace(one, way=way, last=way == "to") for one, way in zip(days, ("from", "to"), strict=True)
        }
        return tuple(ends.get(one.name, one) for one in found)
    listed = [one for one in found if one.values and not one.many]
    same = [one for one in listed if sum(one.values is other.values for other in listed) == PAIR]
    if len(same) != PAIR or any(one.way for one in same):
        return found
    ways = {one.name: way for one, way in zip(same, ("from", "to"), strict=True)}
    return tuple(replace(one, way=ways[one.name]) if one.name in ways else one for one in found)


def _field(name: str, schema: Json, required: bool, code: str, own: FieldWords) -> Field:
    whole: JsonObject = dict(schema) if isinstance(schema, Mapping) else {}
    many = type_of(whole) == "array"
    items = whole.get("items")
    inner: JsonObject = dict(items) if many and isinstance(items, Mapping) else {} if many else whole
    said = [parts(name), str(whole.get("title", "")), str(whole.get("description", ""))]
    folds = [[word.fold for word in words(text)] for text in said]
    place = bool(set(folds[0]) & _kinds()["place"])
    values = values_of(inner, code, frozenset(stem(f, code) for f in folds[0]), own, place)
    tongue = language(code)
    known = [f for text in folds for f in text if f not in tongue.function and f not in tongue.light]
    stems = frozenset(stem(f, code) for f in known)
    book, english = lexicon(code, own), lexicon("en", own)
    concepts = {one.concept for text in folds for one in book.meanings(text, [stem(f, code) for f in text])}
    concepts |= {one.concept for one in english.meanings(folds[0], [stem(f, "en") for f in folds[0]])}
    tokens = {f for text in folds for f in text}
    past, new = any(map(_behind, tokens)), bool(set(folds[0]) & _kinds()["new"])
    way = next((end for end in ("from", "to") if fold(name) in _kinds()[end]), "")
    kind = _kind(inner, way, folds, bool(values))
    if many and kind == "query" and {stem(f, code) for text in folds for f in text} & _rooted("person", code):
        kind = "person"
    named = frozenset(stem(f, code) for text in folds[:2] for f in text if f in known)
    meant = {one.concept for text in folds[:2] for one in book.meanings(text, [stem(f, code) for f in text])}
    return Field(
        name,
        kind,
        inner,
        required,
        many,
        past,
        new,
        values,
        stems,
        frozenset(concepts),
        named,
        frozenset(meant),
        way,
        bool({fold(name), "_".join(folds[0])} & _kinds()["house"]),
        _unit(kind, said, code),
        _period(said, code) if kind in ("money", "number") else "",
        last=new or way == "to" or (way != "from" and bool(tokens & _kinds()["last"])),
        units=_units(inner),
    )


def _behind(token: str) -> bool:
    """Whether a word of a property says that its day lies behind, also as the first part of a word: `Kaufdatum`."""
    heads = {token, *(token.removesuffix(day) for day in _kinds()["date"])}
    return not _kinds()["past"].isdisjoint(heads | {head.removesuffix("s") for head in heads})


def _units(schema: JsonObject) -> Mapping[str, str]:
    """The listed units of a property, or of an object that is a number and a unit, those we know."""
    listed = schema.get("properties")
    inner = [one for one in listed.values() if isinstance(one, Mapping)] if isinstance(listed, Mapping) else []
    number = len(inner) == PAIR and sum(type_of(one) in ("number", "integer") for one in inner) == 1
    names = next((one["enum"] for one in (inner if number else [schema]) if "enum" in one), ())
    found = {name: unit_of([name], "en") for name in names if isinstance(name, str)} if isinstance(names, list) else {}
    known = {name: unit for name, unit in found.items() if unit}
    return known if number or len(known) == len(found) else {}


def _unit(kind: str, said: Sequence[str], code: str) -> str:
    """The unit of a number; an age is in years unless it says otherwise."""
    unit = unit_of([text for text in said if text], code) if kind in MEASURED else ""
    return unit or ("duration-year" if kind == "age" else "")


def _period(said: Sequence[str], code: str) -> str:
    """What a sum is for: a year, a month; nothing when its words speak of none, or of several."""
    spoken = {(one.unit, one.every) for text in said for one in periods_in(flat(text), code)}
    spoken = spoken or {(one.unit, one.every) for text in said for one in periods_in(flat(text), "en")}
    return next((unit for unit, every in spoken if every == 1), "") if len(spoken) == 1 else ""


def type_of(schema: Mapping[str, Json]) -> str:
    """The type a schema asks for, the first that is not null when there are several."""
    kind = schema.get("type")
    if isinstance(kind, Sequence) and not isinstance(kind, str):
        kind = next((one for one in kind if one != "null"), None)
    if isinstance(kind, str):
        return kind
    for key in ("anyOf", "oneOf"):
        inner = schema.get(key)
        if isinstance(inner, Sequence) and not isinstance(inner, str):
            return next((type_of(one) for one in inner if isinstance(one, Mapping) and one.get("type") != "null"), "")
    return "object" if "properties" in schema else "array" if "items" in schema else ""


def _kind(schema: JsonObject, way: str, folds: Sequence[Sequence[str]], listed: bool) -> str:
    kind = type_of(schema)
    if listed:
        return "choice"
    if kind == "boolean":
        return "flag"
    if kind in ("integer", "number"):
        return _declared(schema, _NUMBER_KINDS) or _by_words(_NUMBER_KINDS, folds) or "number"
    if kind not in ("string", ""):
        return "quantity" if _units(schema) else "none"
    if (known := _FORMATS.get(str(schema.get("format", "")))) is not None:
        return known
    patterned = isinstance(schema.get("pattern"), str)
    if patterned and (moment := _moment(schema)):
        return moment
    if way:
        return way
    if patterned:
        return "pattern"
    return _declared(schema, _TEXT_KINDS) or _by_words(_TEXT_KINDS, folds) or "query"


def _moment(schema: JsonObject) -> str:
    """The kind of a text whose pattern takes nothing but a day, or a time of day."""
    try:
        takes = compiled(schema).fits
    except Invalid:
        return ""
    if any(map(takes, ("zzz", "1234", "AB12CD", "AB-12-CD", "12-34-56-78"))):
        return ""
    if all(map(takes, ("2026-11-23", "2031-02-08"))):
        return "date"
    # It may take those of some hours only.
    return "time" if any(takes(f"{hour:02}:30") for hour in range(24)) else ""


def _declared(schema: JsonObject, kinds: Sequence[str]) -> str | None:
    """The kind that a schema says itself, where its words would not tell; a kind that we do not know says nothing."""
    said = schema.get("x-kind")
    return said if isinstance(said, str) and said in kinds else None


def _by_words(kinds: Sequence[str], folds: Sequence[Sequence[str]]) -> str | None:
    """The kind the words of a property speak of: its name first, then its title, then its description."""
    table = _kinds()
    for text in folds:
        joined = {"_".join(text), *(f"{a}_{b}" for a, b in pairwise(text))}
        for kind in kinds:
            if joined & table[kind]:
                return kind
        for kind in kinds:
            if any(word in table[kind] for word in text):
                return kind
        for kind in kinds:
            heads = [known for known in table[kind] if len(known) >= 4]
            if any(len(word) > len(head) + 2 and word.endswith(head) for word in text for head in heads):
                return kind
    return None


def kind_words(kind: str) -> frozenset[str]:
    """The words by which properties of a kind are recognised."""
    return _kinds()[kind]


@lru_cache(maxsize=64)
def _rooted(kind: str, code: str) -> frozenset[str]:
    """The same by their stems: a list speaks of names."""
    return frozenset(stem(word, code) for word in _kinds()[kind])


@lru_cache(maxsize=1)
def _kinds() -> Mapping[str, frozenset[str]]:
    read = json.loads(files(PACKAGE).joinpath("kinds.json").read_text("utf-8"))
    return {kind: frozenset(said.split()) for kind, said in read.items()}
