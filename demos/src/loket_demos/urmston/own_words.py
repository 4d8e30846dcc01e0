"""What the personal assistant's own tools say and are asked by, in the languages it speaks: data, read once."""

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files

from loket.core.data import Frozen

FALLBACK = "en"
DATA = files("loket_demos.urmston") / "data" / "own.json"


class OwnWords(Frozen):
    """One language: sentences with places in braces, names of days and months, and the words before what is to be
    remembered. `examples` are sentences that ask for a tool, by its name."""

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
    one_day: str
    days: str
    kept: str
    what: str
    nothing: str
    told: str
    weekdays: tuple[str, ...]
    months: tuple[str, ...]
    asks_to_remember: tuple[str, ...]
    polite: tuple[str, ...]
    examples: Mapping[str, tuple[str, ...]]


@lru_cache(maxsize=1)
def every_language() -> Mapping[str, OwnWords]:
    """The words by language."""
    read = json.loads(DATA.read_text("utf-8"))
    return {code: OwnWords.model_validate(words) for code, words in read.items()}


def own_words(code: str) -> OwnWords:
    """The words of a language; English for those it does not speak."""
    return every_language().get(code) or every_language()[FALLBACK]


def examples(tool: str) -> tuple[str, ...]:
    """The sentences that ask for a tool, those in English first."""
    return tuple(one for words in every_language().values() for one in words.examples.get(tool, ()))


def beginnings() -> tuple[str, ...]:
    """What a message begins with that asks to remember something, in any language: with a kind word before it, too."""
    every = every_language().values()
    asks = [one for words in every for one in words.asks_to_remember]
    kind = [f"{polite} {one}" for words in every for polite in words.polite for one in words.asks_to_remember]
    return tuple(dict.fromkeys((*asks, *kind)))


@lru_cache(maxsize=1)
def asking_to_remember() -> re.Pattern[str]:
    """What stands before the thing to be remembered, in any language, or behind it at the end of a message."""
    polite = sorted({one for words in every_language().values() for one in words.polite}, key=len, reverse=True)
    asks = sorted({one for words in every_language().values() for one in words.asks_to_remember}, key=len, reverse=True)
    spaced = (r"[,\s]+".join(map(re.escape, one.split())) for one in asks)
    wish = rf"(?:(?:{'|'.join(map(re.escape, polite))})[,\s]+)*(?:{'|'.join(spaced)})\b"
    return re.compile(rf"^{wish}[,:\s]*|[,;.:!–]\s+{wish}[^,;.:!–]*[.!]?$", re.IGNORECASE)
