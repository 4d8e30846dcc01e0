"""Where to look: an address the person gave, a site known by its name, or a search and its promising results."""

import re
from collections.abc import Iterable, Mapping, Sequence
from urllib.parse import urlsplit

from loket.core.data import JsonObject
from loket.core.shapes import text_at
from loket.planners.finding.names import likely_people, organisations, people, words_of
from loket.planners.finding.words import FindingWords

TOGETHER, MOST = 4, 8
"""So many sites are probed side by side, and so many for one request."""
PROMISING = 0.5
"""A result is promising when it fits at least so well as this part of the best."""
QUERY_CHARACTERS = 200

_ADDRESS = re.compile(
    r"https?://[^\s<>\"']+|(?<![@\w.-])(?:[a-z0-9-]+\.)+[a-z]{2,24}(?::\d+)?(?=[\s/?!.,;:)]|$)", re.IGNORECASE
)


def addresses(text: str) -> list[str]:
    """The sites a message names by their address, without path."""
    found: list[str] = []
    for match in _ADDRESS.finditer(text):
        told = match[0].rstrip(".,;:!?)")
        if "://" not in told and told != told.lower():
            continue  # two sentences without a space between them
        parts = urlsplit(told if "://" in told else f"https://{told}")
        if parts.hostname:
            found.append(f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}")
    return list(dict.fromkeys(found))


def linked(text: str, known: Mapping[str, str]) -> list[str]:
    """The sites known by a name that stands in the message, the longest name first."""
    said = {word.plain for word in words_of(text)}
    names = sorted(known, key=lambda name: -len(name))
    fitting = [name for name in names if (parts := {word.plain for word in words_of(name)}) and parts <= said]
    return list(dict.fromkeys(known[name] for name in fitting))


def search_query(text: str, names: Iterable[str], said: FindingWords) -> str:
    """What to search for: the organisation by its name, else the words that carry the meaning. Never a person's name
    and never a number."""
    strict = people(text, said) | frozenset(names)
    phrases = organisations(text, likely_people(text, said) | strict, said) or organisations(text, strict, said)
    if phrases:
        name = min(phrases, key=_numbered)
        return said.query.format(name=name)[:QUERY_CHARACTERS]
    kept = [
        word.text
        for word in words_of(text)
        if word.plain not in said.little | said.kin | strict and not _numbered(word.text)
    ]
    return " ".join(dict.fromkeys(kept))[:QUERY_CHARACTERS]


def promising(results: Sequence[JsonObject], query: str, said: FindingWords) -> tuple[list[str], list[str]]:
    """The sites of the results, once each: those to probe first, and the others in their order."""
    wanted = {word.plain for word in words_of(query)} - said.little - {w.plain for w in words_of(said.query)}
    scores: dict[str, float] = {}
    for rank, result in enumerate(results):
        for site in addresses(text_at(result, "url"))[:1]:
            score = _fits(result, wanted) - rank / 1000
            scores[site] = max(score, scores.get(site, -1.0))
    ranked = sorted(scores, key=lambda site: -scores[site])
    best = max(scores.values(), default=0.0)
    first = [site for site in ranked if scores[site] >= PROMISING * best - 0.01]
    return first, [site for site in ranked if site not in first]


def covered(phrase: str, about: str) -> float:
    """Which part of the words of a phrase stands in a text, or runs together in it as in the name of a site."""
    wanted = [word.plain for word in words_of(phrase)]
    if not wanted:
        return 0.0
    there = {word.plain for word in words_of(about)}
    compact = about.lower().replace(" ", "").replace("-", "")
    return sum(word in there or (len(word) > 3 and word in compact) for word in wanted) / len(wanted)


def _numbered(name: str) -> bool:
    """Whether a name has a number, as that of a team, a room or a line has, and that of an organisation seldom."""
    return any(sign.isdigit() for sign in name)


def _fits(result: JsonObject, wanted: Iterable[str]) -> float:
    """The title and the address tell more than the text."""
    title = f"{text_at(result, 'title')} {urlsplit(text_at(result, 'url')).hostname or ''}"
    phrase = " ".join(wanted)
    if not phrase:
        return 1.0
    return 0.7 * covered(phrase, title) + 0.3 * covered(phrase, f"{title} {text_at(result, 'snippet')}")
