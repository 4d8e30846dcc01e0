"""Slips of the pen in the long words that a question about an allowance turns on."""

import re

from rapidfuzz.distance import OSA

from loket_demos.overheid.content.household import situation_words
from loket_demos.overheid.content.words import any_found
from loket_demos.overheid.reading.field_words import field_words

LONG = 10
"""From so many letters on, a word may have two slips in it."""

_word = re.compile(r"[^\W\d_]{6,}")


def spelled(text: str) -> str:
    """The text with such words as they are spelled; a word that may be either of two stays as it is."""
    return _word.sub(lambda match: _meant(match.group()), text)


def _meant(written: str) -> str:
    word, words = written.lower(), field_words().spelling
    if any(word.startswith(one) for one in words) or any_found(situation_words().samen, f" {word} "):
        return written
    near = [
        one
        for one in words
        if one[0] == word[0] and OSA.distance(word, one, score_cutoff=2) <= (2 if len(one) >= LONG else 1)
    ]
    return near[0] if len({one[:LONG] for one in near}) == 1 else written
