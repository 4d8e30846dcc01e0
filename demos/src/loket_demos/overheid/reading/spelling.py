"""Slips of the pen in the long words that a question about an allowance turns on, and names that are cut short."""

import re
from functools import cache

from rapidfuzz.distance import OSA

from loket_demos.overheid.content.household import situation_words
from loket_demos.overheid.content.regelingen import regelingen
from loket_demos.overheid.content.words import any_found
from loket_demos.overheid.reading.field_words import field_words

LONG = 10
"""From so many letters on, a word may have two slips in it."""

_word = re.compile(r"[^\W\d_]{6,}")

ENDING = "toeslag"
_priced = re.compile(r"[0-9][^ ]*(?: [^ ]+){0,3} $")


def in_full(text: str) -> str:
    """The text with names in full that share their ending with the next one: `zorg- en huurtoeslag`. A rent with its
    amount before it is no name: `650 huur en zorgtoeslag`."""
    return _cut_short().sub(lambda match: _completed(text, match), text)


def _completed(text: str, match: re.Match[str]) -> str:
    loose = not match["mark"] and bool(_priced.search(text[max(0, match.start() - 60) : match.start()]))
    return match.group() if loose else f"{match['stem']}{ENDING}"


@cache
def _cut_short() -> re.Pattern[str]:
    """A beginning of a name, with a mark or an `and` behind it, up to a whole name."""
    names = [name for one in regelingen() for name in (one.naam.lower(), *one.aliases)]
    stems = "|".join(sorted({name.removesuffix(ENDING) for name in names if name.endswith(ENDING) and " " not in name}))
    between = rf"(?:[ ,/&+-]|\ben\b|\bof\b|\b(?:{stems})(?![a-z]))*"
    return re.compile(
        rf"\b(?P<stem>{stems})(?:(?P<mark>-)(?=[ ,/])|(?P<slash>)(?=/| (?:en|of|&) ))(?={between}(?:{stems}){ENDING})",
        re.IGNORECASE,
    )


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
