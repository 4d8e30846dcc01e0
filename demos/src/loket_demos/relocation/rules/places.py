"""The countries that a message names: where to, where from, and a place that nobody knows."""

from collections.abc import Iterator
from dataclasses import dataclass

from loket.planners.skills.message import Message
from loket_demos.relocation.countries import names

TO = frozenset(["para", "pra", "pro", "em", "no", "na", "nos", "nas", "a", "ao", "to", "in", "into", "for"])
FROM = frozenset(["de", "do", "da", "dos", "das", "from", "of"])
SMALL = frozenset(["a", "o", "as", "os", "the"])
OTHERS = frozenset(
    ["empresa", "empresas", "firma", "cliente", "clientes", "salario", "company", "companies", "client", "clients"]
)
"""A company of a country is no place where somebody moves to."""
VISA = frozenset(["visto", "vistos", "visa", "visas"])
LONGEST = 4


@dataclass(frozen=True)
class MoveRoute:
    """Codes of countries; `unknown` is a place somebody wants to go to that is none of them."""

    to: str = ""
    since: str = ""
    unknown: str = ""


@dataclass(frozen=True)
class _Mention:
    code: str
    start: int
    end: int


def places(message: Message, explained: frozenset[int]) -> MoveRoute:
    """What a message names; `explained` are the words that mean something in the field."""
    to, since = "", ""
    named = list(_mentions(message))
    for one in named:
        before = _before(message, one.start)
        near = {word.fold for word in message.words[max(0, one.start - 3) : one.end + 2]}
        if near & OTHERS:
            continue
        beside = {*message.folds[max(0, one.start - 1) : one.start], *message.folds[one.end : one.end + 2]}
        if before == "from" or (before in FROM and len(named) > 1):
            since = since or one.code
        elif before in TO or before in FROM or beside & VISA:
            to = to or one.code
    taken = {at for one in named for at in range(one.start, one.end)}
    return MoveRoute(to, since, "" if to else _unknown(message, explained | taken))


def _mentions(message: Message) -> Iterator[_Mention]:
    known, folds, at = names(), message.folds, 0
    while at < len(folds):
        ends = range(min(len(folds), at + LONGEST), at, -1)
        end = next((end for end in ends if _names(message, at, end, known)), 0)
        if end:
            yield _Mention(known[" ".join(folds[at:end])], at, end)
        at = end or at + 1


def _names(message: Message, at: int, end: int, known: object) -> bool:
    """Codes of two letters are only countries when they are written large: `de` is no Germany."""
    text = " ".join(message.folds[at:end])
    return text in names() and (len(text) > 2 or message.words[at].text.isupper())


def _before(message: Message, at: int) -> str:
    """The word before a name, articles left aside."""
    if at and message.folds[at - 1] in SMALL and at > 1 and message.folds[at - 2] in TO | FROM:
        return message.folds[at - 2]
    return message.folds[at - 1] if at else ""


def _unknown(message: Message, explained: frozenset[int]) -> str:
    """A name after a word of direction that nobody knows."""
    for at, word in enumerate(message.words):
        large = word.text[:1].isupper() and not word.text.isupper() and len(word.text) > 3
        if large and at and at not in explained and _before(message, at) in TO - {"a"} | {"a"} & set(SMALL):
            return word.text
    return ""
