"""What the personal assistant's own tools say and are asked by, in the languages it speaks: data, read once."""

import json
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib.resources import files

from loket.core.data import Frozen
from loket.language import read
from loket.language.dates import ANY_DAY
from loket.language.detection import detect
from loket.language.languages import language
from loket.language.opening import opening
from loket.language.tokens import fold, stem, words
from loket.planners.finding.usual import all_words

FALLBACK = "en"
LABEL = 2
"""So many words may stand before a colon (`note to self: …`)."""
DATA = files("loket_demos.urmston") / "data" / "own.json"


class OwnWords(Frozen):
    """One language: sentences with places in braces, names of days and months, and the words before what is to be
    remembered or forgotten. `called` is what the notes are called, `puts` and `takes` are the verbs for them, `onto`
    the words between; `pointed` is said to who only points at what shall be kept. `examples` are sentences that ask for
    a tool, by its name."""

    can: str
    known: str
    today: str
    age: str
    one_year: str
    years: str
    to_come: str
    no_date: str
    no_sum: str
    point: str
    until: str
    past: str
    one_day: str
    days: str
    kept: str
    what: str
    nothing: str
    told: str
    forgot: str
    none_kept: str
    weekdays: tuple[str, ...]
    months: tuple[str, ...]
    asks_to_remember: tuple[str, ...]
    asks_to_forget: tuple[str, ...]
    called: tuple[str, ...]
    puts: tuple[str, ...]
    onto: tuple[str, ...]
    takes: tuple[str, ...]
    instead: tuple[str, ...]
    pointed: str
    everything: tuple[str, ...]
    polite: tuple[str, ...]
    examples: Mapping[str, tuple[str, ...]]


@lru_cache(maxsize=1)
def every_language() -> Mapping[str, OwnWords]:
    """The words by language."""
    data = json.loads(DATA.read_text("utf-8"))
    return {code: OwnWords.model_validate(told) for code, told in data.items()}


def own_words(code: str) -> OwnWords:
    """The words of a language; English for those it does not speak."""
    return every_language().get(code) or every_language()[FALLBACK]


def examples(tool: str) -> tuple[str, ...]:
    """The sentences that ask for a tool, those in English first."""
    return tuple(one for said in every_language().values() for one in said.examples.get(tool, ()))


def in_any_language(name: str) -> tuple[str, ...]:
    """What a message begins with that has a wish (`asks_to_forget`), what notes are called (`called`), or the verbs for
    them (`puts`), in all languages."""
    return tuple(dict.fromkeys(one for said in every_language().values() for one in getattr(said, name)))


def _any_of(told: Iterable[str]) -> str:
    """Words and phrases as alternatives of a pattern, the longest first."""
    return "|".join(map(re.escape, sorted(told, key=len, reverse=True)))


@lru_cache(maxsize=1)
def joins() -> frozenset[str]:
    """The words between such a beginning and what is to be kept (`that`)."""
    every = {*in_any_language("asks_to_remember")}
    ended = (one.rpartition(" ") for one in every)
    return frozenset(last for before, _, last in ended if before in every)


@lru_cache(maxsize=2)
def closing(wish: str) -> re.Pattern[str]:
    """A wish at the end of a message, behind what it is about (`my code is 4711, remember that`), in any language."""
    asks = sorted(in_any_language(wish), key=len, reverse=True)
    spaced = "|".join(r"[,\s]+".join(map(re.escape, one.split())) for one in asks)
    return re.compile(rf"[,;.:!–]\s+(?:\w+[,\s]+){{0,3}}(?:{spaced})\b[^,;.:!–]*[.!]?$", re.IGNORECASE)


@lru_cache(maxsize=1)
def _putting() -> re.Pattern[str]:
    """A wish to put something on one's notes (`add milk to my list`), in any language."""
    puts, onto, called = (_any_of(in_any_language(name)) for name in ("puts", "onto", "called"))
    mine = _any_of(all_words("mine"))
    behind = rf"\s+(?:{onto})\s+(?:{mine}|the)\s+(?:{called})\b"
    return re.compile(rf"\b(?:{puts})\s+(?P<fact>.+?){behind}", re.IGNORECASE)


@lru_cache(maxsize=1)
def _down() -> re.Pattern[str]:
    """A wish to put something down, up to a colon or `that` (`save this for me: …`, `jot down that …`)."""
    verbs, ends = _any_of(in_any_language("puts")), _any_of(joins())
    return re.compile(rf"\b(?:{verbs})\b(?:\s+[\w']+){{0,5}}?(?::|\s+(?:{ends}))\s+(?P<fact>.+)", re.I | re.S)


@lru_cache(maxsize=1)
def _instead() -> re.Pattern[str]:
    """What is to be put down in the place of a note that goes (`… and put 20 on Friday instead`), in any language."""
    verbs, ends = (_any_of(in_any_language(name)) for name in ("puts", "instead"))
    ands = _any_of(one for code in every_language() for one in language(code).ands)
    return re.compile(rf"\s*,?\s+(?:{ands})\s+(?:{verbs})\s+(?P<fact>.+?)(?:\s+(?:{ends}))?\s*[.!]*$", re.IGNORECASE)


def put_instead(text: str) -> tuple[str, str]:
    """What is to go, and what to be kept in its place, empty where nothing is."""
    found = _instead().search(text)
    return (text[: found.start()], found["fact"].strip(" ,:")) if found else (text, "")


def put_on(text: str) -> str | None:
    """What is to be put on the notes: empty where the words only point at something (`the first`); None where nothing
    is to be."""
    found = _putting().search(text)
    if found is None:
        return None
    fact = found["fact"].strip(" ,:")
    code = code_of(text)
    message = read(fact, ANY_DAY, code, code)
    data = message.tongue.data
    points = {fold(one) for one in (*data["ordinals"], *data["other_one"], *data["all_that"])}
    points |= message.tongue.numbers.keys()
    return fact if any(message.folds[at] not in points for at in message.heavy) else ""


def wished(text: str, wish: str) -> str:
    """What is to be remembered or forgotten: what stands behind the wish, or before it where it ends a message."""
    code = code_of(text)
    message = read(text, ANY_DAY, code, code)
    at = opening(message, in_any_language(wish))
    if not at and wish == "asks_to_remember" and (down := _down().search(text)):
        return down["fact"].strip(" ,:")
    if not at:
        return closing(wish).sub("", text).strip()
    begin = message.words[at].start if at < len(message.words) else len(text)
    label, colon, rest = text[begin:].partition(": ")
    body = rest if colon and len(label.split()) <= LABEL else text[begin:]
    first, _, behind = body.partition(" ")
    return (behind if first.lower().rstrip(",") in joins() else body).strip(" ,:")


def code_of(text: str) -> str:
    """The language of a text."""
    return detect(text, words(text), FALLBACK)


def meaning_of(text: str, code: str) -> set[str]:
    """The stems of the words that carry a meaning."""
    empty = language(code).function | language(code).light
    return {stem(word.fold, code) for word in words(text) if word.fold not in empty}
