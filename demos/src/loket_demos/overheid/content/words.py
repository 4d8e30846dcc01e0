"""Finding keywords in a text in linear time, without patterns that can blow up."""

import re
from functools import lru_cache

_not_word = re.compile(r"[\W_]+")


def plain(text: str) -> str:
    """The text in lower case, with one space between words and a space at both ends."""
    return f" {_not_word.sub(' ', text.lower()).strip()} "


def occurs(keyword: str, words: str) -> bool:
    """Is `keyword` in `words` (made by `plain`)? A star at an end means that the word may go on there."""
    return _sought(keyword) in words


def any_found(keywords: tuple[str, ...], words: str) -> bool:
    """Is at least one of the keywords there?"""
    return any(sought in words for sought in _all_sought(keywords))


@lru_cache(maxsize=8192)
def _sought(keyword: str) -> str:
    start = "" if keyword.startswith("*") else " "
    end = "" if keyword.endswith("*") else " "
    return f"{start}{keyword.strip('*')}{end}"


@lru_cache(maxsize=1024)
def _all_sought(keywords: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(_sought, keywords))


def without(keywords: tuple[str, ...], words: str) -> str:
    """The words (made by `plain`) with these keywords taken out, whole words at a time."""
    for keyword in keywords:
        if occurs(keyword, words):
            goes_on = "[^ ]*" if keyword.endswith("*") else ""
            words = re.sub(rf" {re.escape(keyword.strip('*'))}{goes_on}(?= )", "", words)
    return words
