"""What the planner knows of language, from its data file: the concepts of its field, and small words around them."""

import tomllib
from datetime import datetime
from functools import lru_cache

from pydantic import Field

from loket.core.data import Frozen
from loket.language import read
from loket.language.languages import concepts, language
from loket.language.lexicon import Lexicon, alien, lexicon_of
from loket.language.message import Message
from loket.language.tokens import fold, words
from loket_demos.sogis.source.shipped import ROOM

FALLBACK = "de"


class SmallWords(Frozen):
    """Words around a request; see the data file."""

    capitals: bool
    streets: tuple[str, ...]
    lying: frozenset[str]
    lying_paper: frozenset[str]
    scales: frozenset[str]
    places: frozenset[str]
    towns: frozenset[str]
    leads: frozenset[str]
    here: frozenset[str]
    others: frozenset[str]
    within: frozenset[str]
    belonging: frozenset[str]
    inner: frozenset[str]
    numbers: frozenset[str]
    determiners: frozenset[str]
    short: frozenset[str]
    cut: tuple[str, ...]
    mine: frozenset[str]
    corrects: tuple[str, ...]
    sighs: tuple[str, ...]
    corrects_last: tuple[str, ...]
    away: frozenset[str]
    it: frozenset[str]
    lists: frozenset[str]
    ranges: frozenset[str]
    same: tuple[str, ...]
    before: frozenset[str]
    joins: tuple[str, ...]
    questions: frozenset[str]
    asking: frozenset[str]
    objects: frozenset[str]
    apart: frozenset[str]
    last: frozenset[str]
    clauses: frozenset[str]
    conditions: frozenset[str]
    without: frozenset[str]
    unless: frozenset[str]
    against: frozenset[str]
    maps: tuple[str, ...]
    whichever: tuple[str, ...]
    none_of: tuple[str, ...]
    topics: frozenset[str]
    groups: frozenset[str]
    units: frozenset[str]
    both: frozenset[str]
    polite: tuple[str, ...]
    no_more: tuple[str, ...]
    if_so: tuple[str, ...]
    myself: frozenset[str]


class MapVocabulary(Frozen):
    """The data file: `concepts` are said by language, as words and phrases with commas between."""

    concepts: dict[str, dict[str, str]]
    words: dict[str, SmallWords]
    says: dict[str, dict[str, str]] = Field(alias="say")


@lru_cache(maxsize=1)
def vocabulary() -> MapVocabulary:
    """The words of the planner."""
    return MapVocabulary.model_validate(tomllib.loads((ROOM / "planner.toml").read_text("utf-8")))


@lru_cache(maxsize=4)
def book(code: str) -> Lexicon:
    """The concepts of the field in a language."""
    return lexicon_of(vocabulary().concepts, code)


@lru_cache(maxsize=4)
def elsewhere(code: str) -> Lexicon:
    """What anybody asks any assistant and no map can tell: the weather, a joke."""
    return lexicon_of({name: said for name, said in concepts().items() if alien(name)}, code)


def small(code: str) -> SmallWords:
    """The small words of a language that we speak."""
    return vocabulary().words[code]


@lru_cache(maxsize=32)
def phrases(code: str, name: str) -> tuple[tuple[str, ...], ...]:
    """A list of small words, or of the language, as folded words, the longest first. What joins requests is no request
    itself, whatever the language has there."""
    own: tuple[str, ...] = tuple(getattr(small(code), name))
    if name in ("joins", "corrects"):
        own += tuple(language(code).data[{"joins": "split", "corrects": "correction"}[name]])
    folded = {tuple(word.fold for word in words(one)) for one in own}
    verbs = book(code).single.keys() if name == "joins" else ()
    kept = [one for one in folded if one and one[-1] not in verbs]
    return tuple(sorted(kept, key=lambda one: (-len(one), one)))


def heard(text: str, now: datetime, locale: str, spoken: str = "") -> Message:
    """A message as it is read: in the language of the locale or the one spoken before, unless it clearly is in
    another one that we speak. Where few small words tell, the words of our field do."""
    return _ours(read(text, now, locale, spoken), spoken or locale.partition("-")[0].lower())[0]


def spoken_to(text: str, now: datetime, locale: str, spoken: str = "") -> tuple[Message, bool]:
    """The same, and whether it is plainly written in a language that we know and do not speak, with no word of our
    field."""
    message = read(text, now, locale, spoken)
    ours, known = _ours(message, spoken or locale.partition("-")[0].lower())
    return ours, not known and message.tongue.code not in vocabulary().words


def spoken_in(text: str, now: datetime) -> str:
    """The language that a message is plainly written in, whether or not we speak it."""
    return read(text, now, FALLBACK).tongue.code


def said_in(message: Message) -> set[str]:
    """The concepts of our field that a message says."""
    return {one.concept for one in message.meant(book(message.tongue.code)) if not one.part}


def _ours(message: Message, usual: str) -> tuple[Message, int]:
    """A message in the language that we speak and it most likely is in, and how many of its words are of our field."""
    code = message.tongue.code if message.tongue.code in vocabulary().words else usual
    code = code if code in vocabulary().words else FALLBACK
    told = {one: Message(message.text, language(one), message.today) for one in vocabulary().words}
    known = {one: _field_words(ours) for one, ours in told.items()}
    asks = {one: message.words[0].fold in small(one).asking if message.words else False for one in told}
    best = max(known, key=lambda one: (known[one], asks[one], one == code))
    return told[best], known[best]


def _field_words(message: Message) -> int:
    """How many of its words are of our field, as its language says them."""
    found = message.meant(book(message.tongue.code))
    return len({at for one in found if not one.part for at in range(one.start, one.end)})


def sentence(locale: str, name: str) -> str:
    """A sentence of the planner in the language of the person; German when we don't speak it."""
    says = vocabulary().says
    return says.get(locale.partition("-")[0].lower(), {}).get(name) or says[FALLBACK][name]


def street_like(text: str, code: str) -> bool:
    """Whether the last word of a name looks like that of a street."""
    return fold(text).rstrip(".").endswith(small(code).streets)
