"""The listed values of a property: which one a message names, by itself, a synonym, a compound or a slip of the pen."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain

from rapidfuzz.distance import OSA

from loket.core.data import Json, JsonObject
from loket.language.apart import Apart, in_order, kinds, of_heads, setting_apart
from loket.language.languages import broader, language, lumps, themed
from loket.language.letters import is_letter
from loket.language.lexicon import EVERYDAY, FieldWords, lexicon
from loket.language.message import LEAST_PART, LEAST_REST, LEAST_SLIP, Message
from loket.language.standards import Standard, spoken_of, standard_of
from loket.language.tokens import LANGUAGES, parts, stem, words

MOST_VALUES = 300
EXACT, COMPOUND, MEANT, SLIP, KIND, PART = 1.0, 0.9, 0.85, 0.7, 0.65, 0.6
"""How sure each way of naming a value is."""

SHORT = 3
CODES = (2, 3)
PLURALS = ("s", "es", "e", "n", "en", "er")
"""What a value of so few letters, whose stem says little, may end in when it is spoken of."""

LIKE = 0.84
"""How alike two words must be to be the same with a slip of the pen."""


@dataclass(frozen=True)
class Value:
    """One value as it is sent, what people say for it (each as folded words), the concepts it stands for, and the
    words that only this one of the values has. `sex` is the one it means: words of either sex differ by an ending, so
    they count as they are written. `standard`: the one that its whole list is of. `kinds`: the concepts that it is the
    word for; `apart`: its texts that differ from another value's by small words alone, with the words it takes."""

    value: Json
    label: str
    said: tuple[tuple[str, ...], ...]
    concepts: frozenset[str]
    own: frozenset[str]
    sex: str = ""
    standard: Standard | None = None
    kinds: frozenset[str] = frozenset()
    apart: Apart = ()


@dataclass(frozen=True, slots=True)
class NamedValue:
    """A value that the words from `start` to before `end` name, and how surely."""

    value: Value
    strength: float
    start: int
    end: int


def values_of(
    schema: JsonObject,
    code: str,
    generic: frozenset[str] = frozenset(),
    own: FieldWords = EVERYDAY,
    place: bool = False,
) -> tuple[Value, ...]:
    """The values a schema lists, by `enum` with `x-aliases`, or by `oneOf` or `anyOf` with `const` and `title`.

    `generic` are stems of the property's name: they name no value by themselves. `place`: it speaks of places."""
    listed = [(value, texts) for value, texts in _listed(schema) if isinstance(value, str | int | float)][:MOST_VALUES]
    folds = [[tuple(w.fold for w in words(parts(text))) for text in texts] for _, texts in listed]
    tongue = language(code)
    spread = Counter(f for said in folds for f in {f for text in said for f in text})
    found: list[Value] = []
    for (value, texts), said, small in zip(listed, folds, setting_apart(folds, code), strict=True):
        apart = {f for text in said if len(text) > 1 for f in text if spread[f] == 1 and f not in tongue.function}
        apart = {f for f in apart if stem(f, code) not in generic and f not in tongue.light and len(f) > 1}
        kept = tuple(dict.fromkeys(text for text in said if text))
        concepts = frozenset(c for text in kept for c in _meant(text, code, own))
        label, own_kinds = texts[1] if len(texts) > 1 else str(value), kinds(kept, concepts, code)
        found.append(Value(value, label, kept, concepts, frozenset(apart), _sex(kept), None, own_kinds, small))
    shared = Counter(c for value in found for c in value.concepts)
    common = {concept for concept, times in shared.items() if times > 1} | of_heads(folds, code, own)
    standard = standard_of([texts for _, texts in listed], place)
    kept_ = (replace(v, concepts=v.concepts - common, kinds=v.kinds - common, standard=standard) for v in found)
    return _shared(tuple(kept_))


@lru_cache(maxsize=2_000)
def _shared(values: tuple[Value, ...]) -> tuple[Value, ...]:
    """The same values as one object, so that a message looks for them once and not for every skill that lists them."""
    return values


def named_values(message: Message, values: Sequence[Value], code: str, near: Iterable[int] = ()) -> list[NamedValue]:
    """The values a message names, the surest first. `near` are places of words that speak of the property: a value of
    one sign counts only beside them."""
    places = tuple(near)
    key = (id(values), code, places)
    known = message.named.get(key)
    if known is None:
        known = message.named[key] = (values, _ranked_values(message, values, code, places))
    return known[1]


def _ranked_values(message: Message, values: Sequence[Value], code: str, near: tuple[int, ...]) -> list[NamedValue]:
    beside = {at + step for at in near for step in (-2, -1, 1, 2)}
    small = {at for at in beside.intersection(range(len(message.folds))) if message.tongue.little(message.folds[at])}
    beside -= {at for at in small if not is_letter(message, at, near)}
    found: list[NamedValue] = []
    standard = values[0].standard if values else None
    spoken: dict[int, list[NamedValue]] = {}
    for one in spoken_of(message, standard, code) if standard else ():
        spoken.setdefault(one.index, []).append(NamedValue(values[one.index], one.strength, one.start, one.end))
    for at, value in enumerate(values):
        ways = chain(_ways(message, value, code, beside), spoken.get(at, ()))
        best = max(ways, key=lambda one: one.strength, default=None)
        if best is not None:
            found.append(best)
    inner = [
        one
        for one in found
        if any(
            other.start <= one.start and one.end <= other.end and other.end - other.start > one.end - one.start
            for other in found
        )
    ]
    kept = [one for one in found if one not in inner]
    return sorted(kept, key=lambda one: (-one.strength, -(one.end - one.start), one.start))


def _listed(schema: Mapping[str, Json]) -> list[tuple[Json, list[str]]]:
    aliases = schema.get("x-aliases", schema.get("x-synonyms"))
    names = schema.get("x-enum-labels", schema.get("enumNames", schema.get("x-enumNames")))
    enum = schema.get("enum")
    if isinstance(enum, Sequence) and not isinstance(enum, str):
        labels = list(names) if isinstance(names, Sequence) and not isinstance(names, str) else []
        rows: list[tuple[Json, list[str]]] = []
        for at, value in enumerate(enum):
            texts = [str(value), *([str(labels[at])] if at < len(labels) else [])]
            more = aliases.get(str(value), ()) if isinstance(aliases, Mapping) else ()
            rows.append((value, texts + [str(one) for one in ([more] if isinstance(more, str) else more)]))
        return rows
    for key in ("oneOf", "anyOf"):
        inner = schema.get(key)
        if isinstance(inner, Sequence) and not isinstance(inner, str):
            consts = [one for one in inner if isinstance(one, Mapping) and "const" in one]
            if consts:
                return [(one["const"], _alias_words(one)) for one in consts]
    return []


def _alias_words(one: Mapping[str, Json]) -> list[str]:
    more = one.get("x-aliases", ())
    more = [more] if isinstance(more, str) else list(more) if isinstance(more, Sequence) else []
    return [str(one["const"]), *([str(one["title"])] if "title" in one else []), *map(str, more)]


def _meant(text: tuple[str, ...], code: str, own: FieldWords) -> set[str]:
    """The concepts that a whole phrase stands for. Nothing that is asked about is the value of anything."""
    found: set[str] = set()
    for tongue in {code, "en"}:
        book = lexicon(tongue, own)
        stems = [stem(f, tongue) for f in text]
        whole = {one.concept for one in book.meanings(text, stems) if one.end - one.start == len(text)}
        found |= {concept for concept in whole if _names_kind(concept, text, tongue)}
    return found - themed("asks").keys()


def _names_kind(concept: str, text: tuple[str, ...], code: str) -> bool:
    """Whether a text means all that a concept does, and is not just one of the many things it stands for."""
    kind = lumps().get(concept, {}).get(code)
    return kind is None or stem("".join(text), code) == stem("".join(kind.split()), code)


def _sex(said: Iterable[tuple[str, ...]]) -> str:
    """The sex that a value means by the words it is said with, in any language; none when they are of both."""
    single = {text[0] for text in said if len(text) == 1}
    found = {sex for tongue in LANGUAGES for sex, known in language(tongue).sexes.items() if single & known}
    return found.pop() if len(found) == 1 else ""


def _of_sex(message: Message, value: Value) -> Iterable[NamedValue]:
    """A sex as the language of the message names it, alone, mistyped or at the beginning of a compound."""
    plain = {text[0] for text in value.said if len(text) == 1}
    known = message.tongue.sexes[value.sex]
    others = frozenset[str]().union(*message.tongue.sexes.values()) - known
    for at, folded in enumerate(message.folds):
        if folded in plain | known:
            yield NamedValue(value, EXACT, at, at + 1)
        elif folded in others or len(folded) < LEAST_SLIP or message.weights[at] < 1:
            continue
        elif any(
            len(one) >= LEAST_SLIP and folded.startswith(one) and len(folded) - len(one) >= LEAST_REST for one in known
        ):
            yield NamedValue(value, COMPOUND, at, at + 1)
        elif any(len(one) >= LEAST_SLIP and one[0] == folded[0] and _slip(folded, one) for one in known):
            yield NamedValue(value, SLIP, at, at + 1)


def _ways(message: Message, value: Value, code: str, beside: set[int]) -> Iterable[NamedValue]:
    if value.sex:
        yield from _of_sex(message, value)
        return
    for text in value.said:
        # A code of a standard is often a small word: it is read as codes are written.
        if value.standard is None or len("".join(text)) not in CODES:
            yield from _literal(message, value, text, code, beside)
    for meaning in message.meanings if value.concepts else ():
        if meaning.concept in value.concepts:
            yield NamedValue(value, MEANT - (0.1 if meaning.part else 0), meaning.start, meaning.end)
        elif not meaning.part and not value.kinds.isdisjoint(broader(meaning.concept)):
            yield NamedValue(value, KIND, meaning.start, meaning.end)
    for at, word in enumerate(message.words):
        if word.fold in value.own:
            yield NamedValue(value, PART, at, at + 1)


def _literal(
    message: Message, value: Value, text: tuple[str, ...], code: str, beside: set[int]
) -> Iterable[NamedValue]:
    joined = "".join(text)
    if len(joined) == 1:
        folds = enumerate(message.folds)
        yield from (NamedValue(value, EXACT, at, at + 1) for at, f in folds if f == joined and at in beside)
        return
    yield from _apart(message, value, text, code)
    both, one = message.pairs.get(joined), message.places.get(joined) if len(text) > 1 else None
    if both is not None and (one is None or both <= one):
        yield NamedValue(value, EXACT, both, both + 2)
    elif one is not None:
        yield NamedValue(value, EXACT, one, one + 1)
    if len(text) == 1 and len(joined) >= LEAST_PART:
        for at, folded in message.long:
            if joined in folded and len(folded) >= len(joined) + LEAST_REST:
                if folded.endswith(joined):
                    yield NamedValue(value, COMPOUND, at, at + 1)
                elif folded.startswith(joined):
                    yield NamedValue(value, COMPOUND - 0.05, at, at + 1)
    if len(joined) >= LEAST_SLIP:
        for at, folded in message.doubtful.get(joined[0], ()):
            if _slip(folded, joined):
                yield NamedValue(value, SLIP, at, at + 1)


def _apart(message: Message, value: Value, text: tuple[str, ...], code: str) -> Iterable[NamedValue]:
    """The words of a value, in whatever form and order, near each other; as they are where small words set it apart."""
    exact = dict(value.apart).get(text)
    if exact is not None:
        yield from (NamedValue(value, EXACT, places.start, places.stop) for places in in_order(message, exact))
        return
    function = language(code).function
    needed = [f for f in text if f not in function] or text
    places: list[int] = []
    for folded in needed:
        at = _place(message, folded, code)
        if at is None:
            return
        places.append(at)
    if max(places) - min(places) < len(needed) + 3:
        yield NamedValue(value, EXACT, min(places), max(places) + 1)


def _slip(word: str, other: str) -> bool:
    """Whether a word is most likely another one, mistyped; both are long enough for that and begin alike."""
    if word == other or abs(len(word) - len(other)) > 2:
        return False
    return OSA.normalized_similarity(word, other) >= LIKE


def _place(message: Message, folded: str, code: str) -> int | None:
    """Where a word of a value stands in the message, in whatever form."""
    at = message.places.get(folded)
    if at is None and len(folded) == SHORT:
        forms = (message.places.get(folded + ending) for ending in PLURALS)
        return max((found for found in forms if found is not None), default=None)
    if at is None and len(folded) > SHORT:
        found = (message.rooted.get(stem(folded, tongue)) for tongue in (code, message.tongue.code))
        at = next((one for one in found if one is not None), None)
    return at
