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
    remembered or forgotten. `examples` are sentences that ask for a tool, by its name."""

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
    forgot: str
    none_kept: str
    weekdays: tuple[str, ...]
    months: tuple[str, ...]
    asks_to_remember: tuple[str, ...]
    asks_to_forget: tuple[str, ...]
    everything: tuple[str, ...]
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


def beginnings(wish: str) -> tuple[str, ...]:
    """What a message begins with that has this wish (`asks_to_forget`), in any language: with a kind word before it,
    too."""
    every = every_language().values()
    asks = [one for words in every for one in getattr(words, wish)]
    kind = [f"{polite} {one}" for words in every for polite in words.polite for one in getattr(words, wish)]
    return tuple(dict.fromkeys((*asks, *kind)))


@lru_cache(maxsize=2)
def wishing(wish: str) -> re.Pattern[str]:
    """What stands before the thing to be remembered or forgotten, in any language, or behind it at the end of a
    message."""
    polite = sorted({one for words in every_language().values() for one in words.polite}, key=len, reverse=True)
    asks = sorted({one for words in every_language().values() for one in getattr(words, wish)}, key=len, reverse=True)
    spaced = (r"[,\s]+".join(map(re.escape, one.split())) for one in asks)
    begin = rf"(?:(?:{'|'.join(map(re.escape, polite))})[,\s]+)*(?:{'|'.join(spaced)})\b"
    return re.compile(rf"^{begin}[,:\s]*|[,;.:!–]\s+{begin}[^,;.:!–]*[.!]?$", re.IGNORECASE)
