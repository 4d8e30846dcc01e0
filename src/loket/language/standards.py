"""Lists of a standard that everybody knows: currencies, countries, languages, days, months, parts of a day, sizes. Who
names one by its sign, its code or its name in any of our languages names the value that stands for it."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from itertools import chain
from typing import Any

from loket.language.languages import PACKAGE, language
from loket.language.message import Message
from loket.language.tokens import LANGUAGES, fold, stem, words

LEAST_LISTED = 2
SHARE = 0.8
"""So many of the values at least, and this part of them, must be of one standard for a list to be of it."""

LETTERED = {"XXS": "", "XS": "extra small", "S": "small", "M": "medium", "L": "large", "XL": "extra large", "XXL": ""}
"""The sizes of clothes by the letters of their English names (EN 13402)."""

NAMED, HEAD, DERIVED = 1.0, 0.9, 0.8
"""How sure a name or code is, the noun that only one of the names has (`francs`), and what follows from a time."""

LEAST_NAME = 5
"""A weekday in another language than the message has more letters."""

LONGEST, SHORTEST = 6, 2
"""Words of the longest name that is looked for; letters of a code."""


@dataclass(frozen=True)
class Standard:
    """The standard that a list is of: its `kind`, and the code of each value in its order, empty for others."""

    kind: str
    codes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Spoken:
    """That the words from `start` to before `end` name the value at `index`; a sign is no word, and has none."""

    index: int
    strength: float
    start: int
    end: int


@lru_cache(maxsize=8)
def every(kind: str) -> Standard:
    """All values of a standard that is kept with its codes: of `territory` each country."""
    return Standard(kind, tuple(_standards()[kind]))


def standard_of(listed: Sequence[Sequence[str]], place: bool = False) -> Standard | None:
    """The standard that a list is of, given what each of its values is written as. `place`: its name speaks of places,
    so that codes of two letters are countries."""
    if len(listed) < LEAST_LISTED:
        return None
    kinds = ("size", "weekday", "month", "daypart", "currency", *(("territory", "language") if place else ()))
    lower = all(text.islower() for texts in listed for text in texts[:1] if len(text) == 2)
    for kind in chain(kinds, ("language", "territory") if lower else ("territory", "language")):
        for table in _written(kind):
            codes = tuple(next((table[_key(text)] for text in texts if _key(text) in table), "") for texts in listed)
            known = [code for code in codes if code]
            if len(known) >= max(LEAST_LISTED, SHARE * len(codes)) and len(set(known)) == len(known):
                return Standard(kind, codes)
    return None


def spoken_of(message: Message, standard: Standard, code: str) -> Iterator[Spoken]:
    """The values of a list that a message names, in the language `code` of the list, its own or another."""
    names = _names(standard, message.tongue.code, code)
    # `Morgen` is no part of the day where it is the next one.
    days = message.dates if standard.kind == "daypart" else ()
    dated = {over.start for one in days if len(over := message.over(one.start, one.end)) == 1}
    for at, (folded, root) in enumerate(zip(message.folds, message.stems, strict=True)):
        # What is a name itself is never another by its stem: `Libéria` and `Líbia` have the same in Portuguese.
        stemmed = () if root == folded or folded in _single(standard.kind) else names.get(root, ())
        for phrase, index, strength in (*names.get(folded, ()), *stemmed):
            end = at + len(phrase)
            if (
                all(
                    one in (f, s)
                    for one, f, s in zip(phrase, message.folds[at:end], message.stems[at:end], strict=False)
                )
                and end <= len(message.folds)
                and at not in dated
            ):
                yield Spoken(index, strength, at, end)
    yield from _coded(message, standard)
    match standard.kind:
        case "currency":
            yield from _signed(message, standard)
        case "weekday":
            for one in message.dates:
                if not one.whole and (index := _index(standard, str(one.ahead.weekday()))) is not None:
                    over = message.over(one.start, one.end)
                    named = any(message.folds[at] in _weekdays(message.tongue.code) for at in over)
                    yield Spoken(index, NAMED if named else DERIVED, over.start, over.stop if named else over.start)
        case "daypart":
            yield from _of_clock(message, standard)
        case _:
            pass


def _index(standard: Standard, code: str) -> int | None:
    return standard.codes.index(code) if code in standard.codes else None


def _coded(message: Message, standard: Standard) -> Iterator[Spoken]:
    """Codes as they are written: in capitals, or in small letters where they are no word and no name of another (`twi`
    is Akan's code)."""
    for at, word in enumerate(message.words):
        small = not word.text.isupper()
        if word.text.upper() not in _capitals(standard) or (small and len(word.text) < 2):
            continue
        named = word.fold in _common() or word.fold in _single(standard.kind)
        if small and (named or standard.kind in ("territory", "weekday", "month")):
            continue
        yield Spoken(_capitals(standard)[word.text.upper()], NAMED, at, at + 1)


def _signed(message: Message, standard: Standard) -> Iterator[Spoken]:
    pattern, signs = _signs()
    for match in pattern.finditer(message.text):
        index = _index(standard, signs[match.group()])
        if index is not None:
            at = message.at(match.start())
            yield Spoken(index, NAMED, at, at)


def _of_clock(message: Message, standard: Standard) -> Iterator[Spoken]:
    """The part of the day that a time lies in, and what a compound ends in: `zaterdagavond`."""
    for at, folded in message.long:
        ends = [(name, index) for name, index in _ends(standard, message.tongue.code) if folded.endswith(name)]
        if ends:
            # The word may be a day as well, which is another property's: `morgenmiddag`.
            yield Spoken(max(ends)[1], HEAD, at, at)
    for time in message.times:
        if time.doubtful or any(one.start < time.end and time.start < one.end for one in message.quantities):
            continue  # `een uur` is a while as well
        minute = int(time.value[:2]) * 60 + int(time.value[3:])
        for index, part in enumerate(standard.codes):
            hours = _standards()["daypart"][part]["hours"] if part else ()
            if any(tongue == message.tongue.code and begin <= minute < end for tongue, begin, end in hours):
                at = message.at(time.start)
                yield Spoken(index, DERIVED, at, at)


def _key(text: str) -> str:
    """How a written value is looked up: a code as it is, a name folded."""
    return text if len(text) <= 3 and text.isalpha() else " ".join(word.fold for word in words(text))


@lru_cache(maxsize=1)
def _standards() -> Mapping[str, Mapping[str, Mapping[str, Any]]]:
    return json.loads(files(PACKAGE).joinpath("standards.json").read_text("utf-8"))


@lru_cache(maxsize=16)
def _written(kind: str) -> tuple[Mapping[str, str], ...]:
    """The codes of a standard by what is written; each table of one language where languages differ in them."""
    if kind == "size":
        return ({said: code for code, name in LETTERED.items() for said in (code, code.lower(), name) if said},)
    if kind in ("weekday", "month"):
        return tuple(_calendar(kind, code) for code in LANGUAGES)
    if kind == "daypart":
        return tuple(
            {_key(name): part for part, said in _standards()[kind].items() for name in said.get(code, ())}
            for code in LANGUAGES
        )
    found: dict[str, str] = {}
    for code, said in _standards()[kind].items():
        for name in (name for tongue, names in said.items() if tongue != "any" for name in names):
            found.setdefault(_key(name), code)
    for code, said in _standards()[kind].items():
        found |= {form: code for one in said["any"] for form in (one, one.lower(), one.upper())}
    return (found,)


def _calendar(kind: str, code: str) -> Mapping[str, str]:
    listed = language(code).data["weekdays" if kind == "weekday" else "months"]
    first = 0 if kind == "weekday" else 1
    found: dict[str, str] = {}
    for at, names in enumerate(listed, start=first):
        for name in names:
            short = fold(name)
            for form in (short, name, name.upper(), name.capitalize(), short[:2].upper(), short[:3]):
                found.setdefault(form, str(at))
    return found


@lru_cache(maxsize=1_000)
def _names(standard: Standard, spoken: str, code: str) -> Mapping[str, tuple[tuple[tuple[str, ...], int, float], ...]]:
    """The names of a list's values by their first word: in every language, but for what is another word elsewhere."""
    found: dict[str, list[tuple[tuple[str, ...], int, float]]] = {}
    heads: Counter[str] = Counter()
    every: list[tuple[tuple[str, ...], int, str]] = []
    for index, one in enumerate(standard.codes):
        for tongue, name in _called(standard.kind, one, spoken) if one else ():
            phrase = tuple(word.fold for word in words(name))[:LONGEST]
            if len("".join(phrase)) > SHORTEST:
                every.append((phrase, index, tongue))
    for head, _ in {(_head(phrase, tongue), index) for phrase, index, tongue in every}:
        heads[head] += 1
    for phrase, index, tongue in every:
        forms = {phrase, tuple(stem(word, spoken) for word in phrase)} if tongue == spoken else {phrase}
        rows: list[tuple[tuple[str, ...], float]] = [(form, NAMED) for form in forms]
        head = _head(phrase, tongue)
        if standard.kind == "currency" and len(phrase) > 1 and heads[head] == 1:
            rows += [((form,), HEAD) for form in {head, stem(head, tongue) if tongue == spoken else head}]
        for form, strength in rows:
            first = next(iter(form), "")
            if first not in language(spoken).function:
                found.setdefault(first, []).append((form, index, strength))
    return {first: tuple(dict.fromkeys(rows)) for first, rows in found.items()}


@lru_cache(maxsize=16)
def _single(kind: str) -> frozenset[str]:
    """The names of one word that a standard has in any language."""
    every = (
        name for said in _standards().get(kind, {}).values() for tongue in LANGUAGES for name in said.get(tongue, ())
    )
    return frozenset(fold(name) for name in every if name.isalpha())


def _head(phrase: Sequence[str], tongue: str) -> str:
    """The noun of a name: `franc` in `Swiss franc`, `franco` in `franco suíço`."""
    return phrase[0] if tongue == "pt" else phrase[-1]


def _called(kind: str, code: str, spoken: str) -> Iterator[tuple[str, str]]:
    """What a code is called, with the language; a part of a day only in that of the message: `morgen` is no morning."""
    if kind == "size":
        yield "en", LETTERED[code]
    elif kind == "month":
        names = language(spoken).data["months"][int(code) - 1]
        yield from ((spoken, name) for name in names if fold(name) not in language(spoken).function)
    elif kind == "weekday":
        # Those of its own language are dates. Short names are words elsewhere.
        for tongue in (tongue for tongue in LANGUAGES if tongue != spoken):
            every = language(tongue).data["weekdays"][int(code)]
            yield from ((tongue, name) for name in every if len(name) > LEAST_NAME)
    else:
        for tongue, names in _standards()[kind][code].items():
            if tongue in LANGUAGES and (kind != "daypart" or tongue == spoken):
                yield from ((tongue, name) for name in names)


@lru_cache(maxsize=1_000)
def _capitals(standard: Standard) -> Mapping[str, int]:
    """The codes of a list's values in capitals."""
    found: dict[str, int] = {}
    for index, code in enumerate(standard.codes):
        more = _standards()[standard.kind][code]["any"] if code and standard.kind in _standards() else ()
        sized = [code] if standard.kind == "size" else []
        found |= {one.upper(): index for one in (*sized, *more) if one.isalpha()}
    return found


@lru_cache(maxsize=1)
def _signs() -> tuple[re.Pattern[str], Mapping[str, str]]:
    """The signs of currencies; `$` alone is what most who write it mean."""
    signs: dict[str, str] = {}
    for code, said in _standards()["currency"].items():
        signs |= {one: code for one in said["any"] if not one.isalpha()}
    found = "|".join(re.escape(sign) for sign in sorted(signs, key=len, reverse=True))
    return re.compile(rf"(?<![^\W\d_])(?:{found})(?![^\W\d_])"), signs


@lru_cache(maxsize=64)
def _ends(standard: Standard, spoken: str) -> tuple[tuple[str, int], ...]:
    names = (
        (name, index) for index, one in enumerate(standard.codes) if one for _, name in _called("daypart", one, spoken)
    )
    return tuple((fold(name), index) for name, index in names if name.isalpha() and len(name) > 4)


@lru_cache(maxsize=len(LANGUAGES))
def _weekdays(code: str) -> frozenset[str]:
    return frozenset(fold(name) for names in language(code).data["weekdays"] for name in names)


@lru_cache(maxsize=1)
def _common() -> frozenset[str]:
    """The small words of all languages, which are no codes."""
    return frozenset[str]().union(*(language(code).function | language(code).light for code in LANGUAGES))
