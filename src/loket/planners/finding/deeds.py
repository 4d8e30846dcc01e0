"""Whether a skill of somebody else's agent changes something: its card says so, else its words, else it may.

Nobody knows what such a skill does. It counts as changing something unless the card clearly says that it only tells,
so that in doubt a person is asked first. The words are a file a language; a card is read in all of them."""

from collections.abc import Collection, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Literal

from loket.core.data import Frozen, JsonObject
from loket.core.shapes import list_at, text_at
from loket.language.languages import language
from loket.language.tokens import LANGUAGES, fold, parts, words

PACKAGE = __name__.rpartition(".")[0]

LEADING = 6
"""In so many of its first words a description says what the skill does."""

LONG = 5
"""A fact of so many letters may be the end of a compound: `Mietpreise`."""

WIDEST = 3
"""So many words has the longest phrase."""

CHARACTERS = 600
"""So much of a description is read."""

MARKS = frozenset(",;.:/&+|")
"""What may stand between two things that a skill does."""

READ_ONLY = frozenset({"read only", "readonly"})
"""Tags that say it outright."""


class Deeds(Frozen):
    """Words and short phrases of a language. `reads`: verbs and question words that tell of finding out; `gives`: verbs
    that do so only before one of the `facts`, things that are told; `changes`: verbs of doing something, which stand
    first or last in a name as `verb` says. `ands` join a second verb; with one of `away` at its end a sentence means
    something else (`checks a guest in`)."""

    verb: Literal["first", "last"]
    reads: frozenset[str]
    gives: frozenset[str]
    facts: frozenset[str]
    changes: frozenset[str]
    ands: frozenset[str]
    away: frozenset[str]


def changes_something(raw: JsonObject) -> bool:
    """Whether a person is asked before this skill of a card is asked for something."""
    stated = raw.get("read_only")
    if isinstance(stated, bool):
        return not stated
    if any(fold(tag).replace("-", " ") in READ_ONLY for tag in list_at(raw, "tags") if isinstance(tag, str)):
        return False
    name, description = text_at(raw, "name") or text_at(raw, "id"), text_at(raw, "description")
    return not _only_tells([word.fold for word in words(parts(name))], description[:CHARACTERS])


def _only_tells(name: Sequence[str], description: str) -> bool:
    told = _named_fact(name)
    if name and not told and (_within(name, 0, _all("changes")) or name[-1] in _last_changes()):
        return False
    described = [word.fold for word in words(description)]
    if not described or described == name:
        return told or _within(name, 0, _all("reads"))
    return not _does_more(description) and _describes_reading(described, told)


def _named_fact(name: Sequence[str]) -> bool:
    """Whether what a name ends with is told or found out: `Order status`, `Boek zoeken`."""
    return bool(name) and (_is_fact(name[-1]) or (len(name) > 1 and name[-1] in _all("reads")))


def _describes_reading(folds: Sequence[str], told: bool) -> bool:
    """Whether the first verb of a description finds something out; what is given may be `told` by the name."""
    strange = False
    for at in range(min(LEADING, len(folds))):
        if _within(folds, at, _all("reads")) and not strange:
            return True
        if _within(folds, at, _all("gives")) and not strange:
            return told or any(_is_fact(one) for one in folds[at + 1 : at + 1 + LEADING])
        if _within(folds, at, _all("changes")):
            return False
        if _is_fact(folds[at]):
            return True
        if folds[at] in _small():
            if strange:
                return False  # a word that nobody knows and then `the` or `for`: a verb that may do anything
        elif strange or (folds[at].endswith("s") and at == 0):
            return False
        else:
            strange = True
    return False


def _does_more(description: str) -> bool:
    """Whether a second verb of a description, after a mark or an `and`, does something, or its last word says so."""
    found = words(description)
    folds = [word.fold for word in found]
    marked = {at for at in range(1, len(found)) if set(description[found[at - 1].end : found[at].start]) & MARKS}
    joined = {at + 1 for at, one in enumerate(folds) if one in _all("ands")}
    return folds[-1] in _all("away") or any(_within(folds, at, _all("changes")) for at in marked | joined)


def _is_fact(word: str) -> bool:
    facts = _all("facts")
    return word in facts or any(len(one) >= LONG and word.endswith(one) for one in facts)


def _within(folds: Sequence[str], at: int, said: Collection[str]) -> bool:
    """Whether one of these words or phrases stands at this place."""
    return any(" ".join(folds[at : at + n]) in said for n in range(1, WIDEST + 1))


@lru_cache(maxsize=len(LANGUAGES))
def _deeds(code: str) -> Deeds:
    return Deeds.model_validate_json(files(PACKAGE).joinpath("deed_words", f"{code}.json").read_bytes())


@lru_cache(maxsize=8)
def _all(name: str) -> frozenset[str]:
    """The words of this list in all languages."""
    return frozenset(fold(one) for code in LANGUAGES for one in getattr(_deeds(code), name))


@lru_cache(maxsize=1)
def _last_changes() -> frozenset[str]:
    """The verbs of doing that end a name, in the languages that have them there: `Termin verschieben`."""
    return frozenset(fold(one) for code in LANGUAGES if _deeds(code).verb == "last" for one in _deeds(code).changes)


@lru_cache(maxsize=1)
def _small() -> frozenset[str]:
    return frozenset[str]().union(*(language(code).function for code in LANGUAGES))
