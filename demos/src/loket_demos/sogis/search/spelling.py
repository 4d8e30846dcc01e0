"""The words by which searches are read, from their data file, and how patterns are made of them."""

import re
import tomllib
from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files
from typing import Literal

from loket.core.data import Frozen


class Spelling(Frozen):
    """The data file; see there."""

    parcels: tuple[str, ...]
    numbers: tuple[str, ...]
    places: tuple[str, ...]
    inside: tuple[str, ...]
    articles: tuple[str, ...]
    commune: tuple[str, ...]
    canton: tuple[str, ...]
    district: tuple[str, ...]
    filler: tuple[str, ...]
    before_place: tuple[str, ...]
    before_street: tuple[str, ...]
    street: tuple[str, ...]
    common: tuple[str, ...]
    maps: tuple[str, ...]
    groups: tuple[str, ...]
    no_topic: tuple[str, ...]
    hits: tuple[str, ...]
    short: dict[str, str]
    verdicts: dict[str, Literal["yes", "limited", "no"]]
    land: dict[str, str]


@lru_cache(maxsize=1)
def spelling() -> Spelling:
    """The words."""
    text = (files("loket_demos.sogis") / "data" / "spelling.toml").read_text("utf-8")
    return Spelling.model_validate(tomllib.loads(text))


def any_of(words: Iterable[str]) -> str:
    """A pattern of these words, the longest first."""
    ordered = sorted(set(words), key=lambda one: (-len(one), one))
    return "(?:" + "|".join(re.escape(one).replace("ü", "(?:ü|ue|u)") for one in ordered) + ")"
