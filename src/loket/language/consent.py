"""Yes or no: whether words agree, decline or say something else, in any language we know."""

from collections.abc import Iterator, Sequence
from typing import Literal

from loket.language.languages import Language, language
from loket.language.tokens import LANGUAGES, fold, words

MOST = 8
"""In more words something else is said, too."""
FIRST = 3
"""A no stands among the first words."""

Piece = Literal["yes", "no", "little", "more"]


def is_yes(text: str) -> bool | None:
    """Whether a short text says yes or no and nothing else; None when it says neither, or more: an if, a but, another
    day or person."""
    said = [{piece for _, piece in pieces} - {"little"} for pieces in _pieces(text)]
    return False if {"no"} in said else True if {"yes"} in said else None


def agrees(text: str) -> bool | None:
    """The same of what is about to be done: a no at the beginning is a no, whatever follows."""
    refused = any(at < FIRST and piece == "no" for pieces in _pieces(text) for at, piece in pieces)
    return False if refused else is_yes(text)


def _pieces(text: str) -> list[list[tuple[int, Piece]]]:
    """What the words are in each language, with where they stand; nothing when there are too many."""
    folds = [word.fold for word in words(text)]
    return [list(_read(folds, language(code))) for code in LANGUAGES] if 0 < len(folds) <= MOST else []


def _read(folds: Sequence[str], tongue: Language) -> Iterator[tuple[int, Piece]]:
    little = tongue.function - tongue.negation - {fold(word) for word in tongue.data["reserving"].split()}
    at = 0
    while at < len(folds):
        polite = 0 if folds[at] in tongue.negation else _length(folds, at, tongue.phrases("small_talk"))
        if step := _length(folds, at, tongue.phrases("no")):
            yield at, "no"
        elif step := _length(folds, at, tongue.phrases("yes")):
            yield at, "yes"
        else:
            step = max(1, polite)
            yield at, "little" if polite or folds[at] in little else "more"
        at += step


def _length(folds: Sequence[str], at: int, phrases: Sequence[tuple[str, ...]]) -> int:
    """The words of the longest of these phrases that begins here."""
    return next((len(one) for one in phrases if tuple(folds[at : at + len(one)]) == one), 0)
