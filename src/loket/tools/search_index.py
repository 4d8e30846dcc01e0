"""A search without the internet: a small index of example sites, ranked by the stems of words, forgiving typos."""

import json
import math
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files

from rapidfuzz.fuzz import ratio
from Stemmer import Stemmer

from loket.core.data import JsonObject
from loket.tools.search import Hit, Site

TITLE, KEYWORD, SNIPPET = 4.0, 3.0, 1.0
TYPO = 86
"""Two stems this alike (of 100) are one word written differently; it counts less than the word itself."""

LEAST = 0.12
"""A site that covers less than this share of what the query asks for is not shown."""

_WORD = re.compile(r"[^\W_]+")
_STEMMERS = tuple(Stemmer(name, 0) for name in ("english", "dutch", "german", "portuguese"))


@dataclass(frozen=True, slots=True)
class _Entry:
    site: Site
    weights: dict[str, float]


class ExampleSearch:
    """Finds sites in an index; the bundled one unless another is given. The same query gives the same sites."""

    def __init__(self, sites: Sequence[Site] | None = None) -> None:
        self._sites = example_sites() if sites is None else tuple(sites)

    @cached_property
    def _entries(self) -> list[_Entry]:
        """Made when somebody searches first: half of what a server takes to start, and most are never asked."""
        return [_Entry(site, _weights(site)) for site in self._sites]

    @cached_property
    def _rarity(self) -> dict[str, float]:
        counts = Counter(stem for entry in self._entries for stem in entry.weights)
        return {stem: math.log(1 + len(self._sites) / count) for stem, count in counts.items()}

    async def find(self, query: str, limit: int, locale: str = "en") -> list[Hit]:
        wanted = self._wanted(query)
        if not wanted:
            return []
        most = sum(TITLE * rarity for _, rarity in wanted)
        scored = [(self._score(entry, wanted) / most, entry.site) for entry in self._entries]
        best = sorted((s for s in scored if s[0] >= LEAST), key=lambda s: (-s[0], s[1].lang != locale[:2], s[1].title))
        return [Hit(title=site.title, url=site.url, snippet=site.snippet) for _, site in best[:limit]]

    def _wanted(self, query: str) -> list[tuple[dict[str, float], float]]:
        """Each word of the query as the stems of the index that it may mean, and how much it tells. A word that the
        index does not know means nothing there, and tells that no site is quite what is looked for."""
        found: list[tuple[dict[str, float], float]] = []
        for word in dict.fromkeys(word for word in _words(query) if word not in little_words()):
            meant = {stem: 1.0 for stem in _stems(word) if stem in self._rarity}
            if not meant and len(word) > 4:
                alike = ((stem, ratio(word, stem)) for stem in self._rarity if stem[0] == word[0])
                meant = {stem: score / 200 for stem, score in alike if score >= TYPO}
            known = [self._rarity[stem] for stem in meant]
            found.append((meant, max(known, default=math.log(1 + len(self._entries)))))
        return found

    @staticmethod
    def _score(entry: _Entry, wanted: list[tuple[dict[str, float], float]]) -> float:
        return sum(
            rarity * max((entry.weights.get(stem, 0.0) * share for stem, share in meant.items()), default=0.0)
            for meant, rarity in wanted
        )


@cache
def example_sites() -> tuple[Site, ...]:
    """The bundled index."""
    return tuple(Site.model_validate(entry) for entry in _bundled()["sites"])


@cache
def little_words() -> frozenset[str]:
    """Words that stand in every sentence and look for nothing."""
    return frozenset(_bundled()["little_words"])


def _bundled() -> JsonObject:
    return json.loads((files("loket.tools") / "data" / "example_sites.json").read_text("utf-8"))


def _weights(site: Site) -> dict[str, float]:
    """Each stem with the weight of the best place it stands in; words of the address are as good as a title."""
    host = site.url.partition("://")[2].partition("/")[0].removesuffix(".example")
    places = ((SNIPPET, (site.snippet,)), (KEYWORD, site.keywords), (TITLE, (site.title, host)))
    return {
        stem: weight for weight, texts in places for text in texts for word in _words(text) for stem in _stems(word)
    }


def _words(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKD", text.casefold())
    return [word for word in _WORD.findall("".join(c for c in plain if not unicodedata.combining(c))) if len(word) > 1]


@cache
def _stems(word: str) -> frozenset[str]:
    """The word itself, and its stem in every language we know: a query does not tell which one it is in."""
    return frozenset([word, *(stemmer.stemWord(word) for stemmer in _STEMMERS)])
