"""Where to look: an address the person gave, a site known by its name, or a search and its promising results."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from loket.core.data import JsonObject
from loket.core.level import level
from loket.core.shapes import text_at
from loket.language.tokens import fold
from loket.planners.finding.agents import Agent
from loket.planners.finding.bodies import by_kind, small_names
from loket.planners.finding.leaving import card_words, nouns
from loket.planners.finding.names import (
    PRIVATE,
    likely_people,
    organisations,
    people,
    practices,
    rest_of_name,
    words_of,
)
from loket.planners.finding.readable import stands_as_name
from loket.planners.finding.usual import usual
from loket.planners.finding.words import FindingWords

TOGETHER, MOST = 4, 8
"""So many sites are probed side by side, and so many for one request."""
PROMISING = 0.5
"""A result is promising when it fits at least so well as this part of the best."""
QUERY_CHARACTERS = 200
ENOUGH = 2
"""So many words that carry a meaning can be searched for without a name."""

_REST = r"[^\s<>\"'“”„‘’«»‹›]"
_BEHIND = rf"(?:/{_REST}*|(?=[\s?!.,;:)]|$))"
_HERE = r"(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?=[:/])"
"""This machine, which is called without TLS; the word alone is no address."""
_ADDRESS = re.compile(
    rf"https?://{_REST}+|(?<![@\w.-])(?:(?:[a-z0-9-]+\.)+[a-z]{{2,24}}|{_HERE})(?::\d+)?{_BEHIND}",
    re.IGNORECASE,
)
_PARTS = re.compile(r"\s+(?:of|van|von|der|do|da|de)\s+", re.IGNORECASE)
"""What stands between a team and its club, too."""
_CARD = re.compile(r"/agent(-card)?\.json$")


def addresses(text: str) -> list[str]:
    """The addresses a message names: a site with the path that was given, for several agents may live on one, and with
    the query of a card."""
    found: list[str] = []
    for match in _ADDRESS.finditer(text):
        told = match[0].rstrip(".,;:!?)]}*_`")
        host = told.partition("/")[0]
        if "://" not in told and host != host.lower():
            continue  # two sentences without a space between them
        try:
            scheme = "http" if re.match(_HERE, told) else "https"
            parts = urlsplit(told if "://" in told else f"{scheme}://{told}")
        except ValueError:
            continue  # brackets that hold no address of a machine
        if parts.hostname:
            query = f"?{parts.query}" if parts.query and _CARD.search(parts.path) else ""
            found.append(f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path.rstrip('/')}{query}")
    return list(dict.fromkeys(found))


def behind_address(text: str) -> str:
    """What stands behind an address and a colon, which is said to whoever lives there."""
    for match in _ADDRESS.finditer(text):
        before, colon, told = text[match.start() :].partition(": ")
        if colon and len(before) <= len(match[0]) and told.strip():
            return told.strip()
    return ""


def site_of(url: str) -> str:
    """The site that an address is of."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def without_addresses(text: str) -> str:
    """The text without the addresses of sites."""
    return _ADDRESS.sub(" ", text)


def linked(text: str, known: Mapping[str, str]) -> list[str]:
    """The sites known by a name that stands in the message, the longest name first."""
    said = {word.plain for word in words_of(text)}
    names = sorted(known, key=lambda name: -len(name))
    fitting = [name for name in names if (parts := {word.plain for word in words_of(name)}) and parts <= said]
    return list(dict.fromkeys(known[name] for name in fitting))


@dataclass(frozen=True)
class Query:
    """What to search for. `doubtful`: it may be somebody's name, so that a person has to agree first. `named`: it is
    the name of an organisation."""

    text: str
    doubtful: bool = False
    named: bool = False


def query_of(text: str, agents: Iterable[Agent], said: FindingWords) -> Query:
    """What to search for: the organisation by its name, else the words that carry the meaning. Never a number, nor a
    name that is told as a person's; what may be one only as a question."""
    told, strict, likely, runs = _runs(text, said)
    sure = _sure(told, likely, runs, said)
    if sure:
        return Query(_name_query(sure, said), named=True)
    kept = _kept(told, strict | likely, _card_words(agents), said)
    if not _means_something(kept, said):
        kept = []
    names = _maybe(runs, told, said) or (
        [] if len(kept) >= ENOUGH else runs or small_names(told, likely, said, least=1)
    )
    if not names:
        return Query(" ".join(dict.fromkeys(kept))[:QUERY_CHARACTERS])
    return Query(_name_query(names, said), doubtful=True)


def _means_something(kept: Sequence[str], said: FindingWords) -> bool:
    """Whether any of these words carries a meaning: nobody is looked for by `very` or `now` alone."""
    return any(weight for one in kept for weight in said.read(one).weights)


def named_in(text: str, said: FindingWords) -> list[str]:
    """The organisations that a message names, without those of its parts that have a number, as teams have: those that
    are surely so, else the large words of a message that has nothing else to be searched for."""
    told, _, likely, runs = _runs(text, said)
    names = _sure(told, likely, runs, said) or _maybe(runs, told, said)
    if not names and query_of(text, (), said).doubtful:
        names = runs or small_names(told, likely, said, least=1)
    return _alone(names)


def _alone(names: Sequence[str]) -> list[str]:
    """Names that stand in no other one of them."""
    alone = [name for name in dict.fromkeys(map(_without_numbered, names)) if name]
    return [name for name in alone if not any(name != other and name in other for other in alone)]


def _without_numbered(name: str) -> str:
    """A name without those of its parts that have a number, as teams have."""
    parts = _PARTS.split(name)
    kept = [part for part in parts if not _numbered(part)]
    return name if len(kept) == len(parts) else " ".join(kept)


def _runs(text: str, said: FindingWords) -> tuple[str, frozenset[str], frozenset[str], list[str]]:
    """What may be read for names: the text without addresses, the names of people in it, those that are surely so and
    those that may be, and the runs of large words that are no people's."""
    told = PRIVATE.sub(" ", _ADDRESS.sub(" ", level(text).text))
    hosts = practices(told, said)
    strict, likely = people(told, said) - hosts, likely_people(told, said) - hosts
    return told, strict, likely, organisations(told, likely, said) or organisations(told, strict, said)


def _sure(told: str, likely: frozenset[str], runs: Sequence[str], said: FindingWords) -> list[str]:
    """The names that are surely of organisations: by what is in them, else by an article that names nobody."""
    people_ = likely | practices(told, said)
    large = [*by_kind(told, likely, said), *(run for run in runs if _body(run, told, said, people_))]
    large = [run for run in large if len(words_of(run)) > 1 or not _numbered(run)] or (large if len(runs) == 1 else [])
    placed = [run for run in runs if len(words_of(run)) > 1 and _before(run, told) in said.nouns & said.articles_of]
    return large or small_names(told, likely, said) or placed


def _maybe(runs: Sequence[str], told: str, said: FindingWords) -> list[str]:
    """The names that may be of organisations, whatever else could be searched for: of two that are joined by a mark,
    or behind an article that may stand before somebody's name, too."""
    several = [run for run in runs if len(words_of(run)) > 1]
    return [run for run in several if "&" in run or _before(run, told) in said.articles_of]


def _before(run: str, told: str) -> str:
    """The word right before a name, in small letters."""
    before = words_of(told[: told.find(run)])[-1:]
    return before[0].plain if before and before[0].end + 1 >= told.find(run) else ""


def _name_query(runs: Sequence[str], said: FindingWords) -> str:
    best = min(runs, key=lambda run: (_numbered(run), -len(run.split())))
    return said.query.format(name=best)[:QUERY_CHARACTERS]


def _body(run: str, text: str, said: FindingWords, people_: frozenset[str]) -> bool:
    """Whether a run of large words is no person's: by a word in names of organisations, by a code as teams have them
    (`U12 Panthers`), or by the word before it."""
    named = words_of(run)
    if len(named) > 1 and any(word.plain in said.bodies or _numbered(word.text) for word in named):
        return True
    if named[-1].plain in people_:
        return False
    return _before(run, text) in said.leads


def _card_words(agents: Iterable[Agent]) -> frozenset[str]:
    return frozenset(word.plain for agent in agents for word in words_of(f"{agent.name} {card_words(agent)}"))


def _kept(text: str, names: frozenset[str], cards: frozenset[str], said: FindingWords) -> list[str]:
    """The words that may be searched for: those of the language and of cards, and others only where things stand."""
    ordinary = usual(said.code)
    things = nouns() - said.small
    found = words_of(text)
    kept: list[str] = []
    name = -1
    for n, word in enumerate(found):
        before, after = (found[n - 1].plain if n else ""), (found[n + 1].plain if n + 1 < len(found) else "")
        if not word.text[:1].isalpha() or word.plain in said.little | said.kin | names or _numbered(word.text):
            continue
        small = ordinary.large or word.first or not word.large
        known = word.plain in cards or (ordinary.has(fold(word.plain)) and small and word.plain not in said.calendar)
        placed = before in said.near
        joined = fold(after) in things - said.does and before not in said.kin | said.asks | said.behalf
        thing = small and (before in said.nouns or joined)
        rest, strange = rest_of_name(found, n, name, said), not known and word.plain not in said.calendar
        if ((known and not stands_as_name(found, n, said)) or placed or (thing and not word.first)) and not rest:
            kept.append(word.text)
        elif rest or fold(word.plain) in names or (strange and before in said.kin | said.behalf | said.named):
            name = n
    return kept


def promising(results: Sequence[JsonObject], query: str, said: FindingWords) -> tuple[list[str], list[str]]:
    """The sites of the results, once each: those to probe first, and the others in their order."""
    wanted = {word.plain for word in words_of(query)} - said.little - {w.plain for w in words_of(said.query)}
    scores: dict[str, float] = {}
    for rank, result in enumerate(results):
        for site in map(site_of, addresses(text_at(result, "url"))[:1]):
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
