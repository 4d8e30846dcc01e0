"""Which names are those of places and maps, as far as anybody can know without asking: no capital letter makes one.

A source may know more of them; a name that is not here is still looked for."""

import re
import tomllib
from collections.abc import Sequence
from functools import lru_cache

from rapidfuzz import fuzz, process

from loket.core.data import Frozen
from loket_demos.sogis.search.words import key
from loket_demos.sogis.source.shipped import ROOM, layers, rows

ALIKE = 86.0
"""Of 100: how alike a slip of the pen and a name must be."""
SHORTEST = 6
"""Letters below which a slip of the pen is another word."""
MOST_WORDS = 4
_POST = re.compile(r"^\s*\d{4}\b")
ENDINGS = ("", "s", "es", "n", "en", "e")
"""What a name of a map may end in as well, in a sentence."""


class _Directory(Frozen):
    names: tuple[str, ...]
    postcodes: tuple[tuple[int, int], ...]


@lru_cache(maxsize=1)
def _directory() -> _Directory:
    return _Directory.model_validate(tomllib.loads((ROOM / "municipalities.toml").read_text("utf-8")))


@lru_cache(maxsize=1)
def _called() -> dict[str, str]:
    """The places by what they are called: of a double name (`Feldbrunnen-St. Niklaus`) its beginning is enough."""
    names = _directory().names
    halves = {key(name.partition("-")[0]): name for name in names if "-" in name}
    return {short: name for short, name in halves.items() if len(short) >= SHORTEST} | {
        key(name): name for name in names
    }


@lru_cache(maxsize=1)
def _communes() -> dict[str, frozenset[str]]:
    """The postcodes of each place that has a name, as far as they are known."""
    found = dict.fromkeys(_called(), frozenset[str]())
    for row in rows("communes"):
        found[key(row["name"])] = found.get(key(row["name"]), frozenset()) | {row["postcode"]}
    return found


@lru_cache(maxsize=1)
def _maps() -> frozenset[str]:
    return frozenset(key(name) for one in layers().values() for name in (one.label, *one.words))


@lru_cache(maxsize=2_000)
def commune(name: str) -> bool:
    """Whether a place is called so."""
    return key(name) in _communes()


@lru_cache(maxsize=2_000)
def like_commune(name: str) -> bool:
    """Whether a place is called so, or nearly."""
    asked = key(name)
    if asked in _communes():
        return True
    if len(asked) < SHORTEST:
        return False
    return process.extractOne(asked, list(_communes()), scorer=fuzz.ratio, score_cutoff=ALIKE) is not None


@lru_cache(maxsize=1)
def shipped_places() -> tuple[str, ...]:
    """The places that the shipped tables know."""
    return tuple(row["name"] for row in rows("communes"))


@lru_cache(maxsize=2_000)
def place_not_shipped(text: str) -> str:
    """The place that a text names, as it is spelt, when it is one that the shipped tables know nothing of; empty for
    any other."""
    asked = key(_POST.sub("", text))
    shipped = set(shipped_places())
    missing = {called: name for called, name in _called().items() if name not in shipped}
    if asked in missing or len(asked) < SHORTEST:
        return missing.get(asked, "")
    alike = process.extractOne(asked, list(_communes()), scorer=fuzz.ratio, score_cutoff=ALIKE)
    return "" if alike is None else missing.get(alike[0], "")


@lru_cache(maxsize=2_000)
def chart(name: str, more: frozenset[str] = frozenset()) -> bool:
    """Whether a map or a topic of the catalogue is called so; `more` are further topics that people ask for."""
    asked = key(name)
    return any(asked.endswith(end) and asked.removesuffix(end) in _maps() | more for end in ENDINGS)


def communes_first(words: Sequence[str]) -> int:
    """How many words from the first on are the longest name of a place; 0 when none is."""
    most = min(len(words), MOST_WORDS)
    exact = next((size for size in range(most, 0, -1) if commune(" ".join(words[:size]))), 0)
    return exact or next((size for size in range(most, 0, -1) if like_commune(" ".join(words[:size]))), 0)


def communes_last(words: Sequence[str]) -> int:
    """How many words at the end are the longest name of a place; 0 when none is."""
    most = min(len(words), MOST_WORDS)
    exact = next((size for size in range(most, 0, -1) if commune(" ".join(words[-size:]))), 0)
    return exact or next((size for size in range(most, 0, -1) if like_commune(" ".join(words[-size:]))), 0)


def charts_first(words: Sequence[str], more: frozenset[str]) -> int:
    """How many words from the first on are the longest name of a map; 0 when none is."""
    most = min(len(words), MOST_WORDS)
    return next((size for size in range(most, 0, -1) if chart(" ".join(words[:size]), more)), 0)


def postcode(number: str, name: str) -> bool:
    """Whether a number before the name of a place is its postcode: that of the place where it is known, else one of
    the canton's."""
    if not number.isdigit() or len(number) != 4 or not like_commune(name):
        return False
    known = _communes().get(key(name), frozenset())
    return number in known if known else any(low <= int(number) <= high for low, high in _directory().postcodes)
