"""The countries that a message names: where to, where from, and a place that nobody knows."""

from collections.abc import Iterator
from dataclasses import dataclass

from loket.language.message import Message
from loket_demos.relocation.countries import names

TO = frozenset(["para", "pra", "pro", "em", "no", "na", "nos", "nas", "a", "ao", "to", "in", "into", "for"])
FROM = frozenset(["de", "do", "da", "dos", "das", "from", "of"])
SMALL = frozenset(["a", "o", "as", "os", "the"])
OTHERS = frozenset(
    ["empresa", "empresas", "firma", "cliente", "clientes", "salario", "company", "companies", "client", "clients"]
)
"""A company of a country is no place where somebody moves to."""
LIVES = frozenset(["moro", "moramos", "vivo", "vivemos", "resido", "morando", "live", "living", "reside", "based"])
PEOPLE = frozenset(["sou", "somos", "cidadao", "cidada", "nacionalidade", "passaporte", "am", "citizen", "passport"])
VISA = frozenset(["visto", "vistos", "visa", "visas"])
LONGEST = 4


@dataclass(frozen=True)
class MoveRoute:
    """Codes of countries: where to, where from, and of which `people` somebody is; `unknown` is a place somebody wants
    to go to that is none of them."""

    to: str = ""
    since: str = ""
    people: str = ""
    unknown: str = ""


@dataclass(frozen=True)
class _Mention:
    code: str
    start: int
    end: int


def places(message: Message, explained: frozenset[int]) -> MoveRoute:
    """What a message names; `explained` are the words that mean something in the field."""
    named = list(_mentions(message))
    roles = {role: one.code for one in reversed(named) if (role := _role(message, one, len(named) > 1))}
    taken = {at for one in named for at in range(one.start, one.end)}
    unknown = "" if "to" in roles else _unknown(message, explained | taken)
    return MoveRoute(roles.get("to", ""), roles.get("since", ""), roles.get("people", ""), unknown)


def _role(message: Message, one: _Mention, several: bool) -> str:
    """Where to (`to`), where from (`since`), or of which people somebody is; empty for a company of a country."""
    folds, before = message.folds, _before(message, one.start)
    near = folds[max(0, one.start - 3) : one.start]
    if OTHERS & {*near, *folds[one.end : one.end + 2]}:
        return ""
    if PEOPLE & {*near[-2:], *folds[one.end : one.end + 1]}:
        return "people"
    if before == "from" or (before in FROM and several) or LIVES & {*near}:
        return "since"
    after = folds[one.end : one.end + 2] if message.tongue.code == "en" else ()
    return "to" if before in TO | FROM or VISA & {*near[-1:], *after} else ""


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
