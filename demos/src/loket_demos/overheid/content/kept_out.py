"""What a person asks to keep out of their letter: the sentence that asks it, what it points back at, and what it opens.

In doubt more is left out than was meant: it is shown without a tick, and the person may put it in again."""

import re
from collections.abc import Sequence
from datetime import date
from functools import cache

from loket_demos.overheid.content.datafile import read
from loket_demos.overheid.content.frozen import DataRow
from loket_demos.overheid.content.letter_clauses import LetterClause
from loket_demos.overheid.content.named_decision import names_decision
from loket_demos.overheid.content.voices import names_public_body

WORDS_OF_ITS_OWN = 2
"""With fewer words before it and behind it, what asks to leave something out speaks of what stands before it."""

_word = re.compile(r"[^\W\d_]{2,}")
SMALL_WORDS = (
    "en maar dus ook dat dit die deze het hier daar er ze de een denk ik hoor wel graag aub alsjeblieft alstublieft je "
    "u trouwens natuurlijk liever even nog ja nee oh is van mij misschien want toch gewoon verder allemaal"
)
_small = frozenset(SMALL_WORDS.split(" "))
_that = re.compile(r"\b(?:dat|dit|die|deze|ze)\b")
_whole = re.compile(r"\b(?:alles|allemaal|alle\w*|(?:vorige|laatste|bovenstaande) \w*(?:zinnen|dingen|stuk\w*))\b")
_goes_on = re.compile(r"^(?:en|ook|dat|dit|die|deze|hij|zij|ze|hem|haar|hun|daar\w*|toen|het|dus|maar)\b")
_about = re.compile(r"\b(?:over|noem|vermeld) (?:(?:de|het|die|dat|mijn|m'n|onze) )?([^\W\d_]{5,})")


class KeptOutWords(DataRow):
    """The file `data/weglaten.toml`."""

    checked: date
    vormen: tuple[re.Pattern[str], ...]


@cache
def kept_out_words() -> KeptOutWords:
    """The forms, read once."""
    return read("weglaten", KeptOutWords)


def _asked(low: str) -> re.Match[str] | None:
    """Where a sentence asks to leave something out."""
    return next((match for form in kept_out_words().vormen if (match := form.search(low))), None)


def kept_out(text: str, clauses: Sequence[LetterClause]) -> list[LetterClause]:
    """Of the person's sentences those that they want to keep out, in order."""
    own = [one for one in clauses if one.own or one.voice == "opdracht"]
    blocks, found = _paragraphs(text, own), set[int]()
    for n, one in enumerate(own):
        asked = _asked(one.low)
        if asked is None:
            continue
        found.add(n)
        inside = [m for m in range(len(own)) if blocks[m] == blocks[n]]
        if _opens(one.low, asked):
            found |= _until_matter(own, [m for m in inside if m > n])
        if _points_back(one.low, asked):
            found |= _back(
                own, [m for m in inside if m < n] or [*range(n)][-1:], everything=bool(_whole.search(one.low))
            )
        found |= _of_the_same(own, n)
    return [own[n] for n in sorted(found)]


def _paragraphs(text: str, own: Sequence[LetterClause]) -> list[int]:
    """The number of the paragraph of each. A line is one, unless the lines were broken by the width of a page."""
    broken = any("\n" in one.at.text for one in own)
    mark = re.compile(r"\n[ \t]*\n" if broken else r"\n")
    numbers, at = list[int](), 0
    for n, one in enumerate(own):
        gap = bool(n and mark.search(text, own[n - 1].at.end, one.at.start))
        at += gap
        numbers.append(at)
    return numbers


def _besides(low: str, asked: re.Match[str]) -> tuple[int, int]:
    """So many words of weight stand before what asks it, and behind it."""
    before, after = (_word.findall(part) for part in (low[: asked.start()], low[asked.end() :]))
    return len([one for one in before if one not in _small]), len([one for one in after if one not in _small])


def _opens(low: str, asked: re.Match[str]) -> bool:
    """It comes first, and what follows is meant: `between us, I did`, `not for the letter: I did`."""
    before, after = _besides(low, asked)
    return not before and (after > 0 or low.rstrip().endswith(":"))


def _points_back(low: str, asked: re.Match[str]) -> bool:
    """It says hardly anything itself, so that what it speaks of stands before it."""
    before, after = _besides(low, asked)
    points = not _opens(low, asked) or _that.search(asked[0])
    return bool(points) and max(before, after) < WORDS_OF_ITS_OWN


def _back(own: Sequence[LetterClause], before: Sequence[int], *, everything: bool) -> set[int]:
    """The sentence before it, with those that it goes on from itself; all of the paragraph where that is said."""
    found = set[int]()
    for m in reversed(before):
        if _matters(own[m]) and (found or not everything):
            break
        found.add(m)
        if not (everything or _goes_on.search(own[m].low) or _asked(own[m].low)):
            break
    return found


def _until_matter(own: Sequence[LetterClause], behind: Sequence[int]) -> set[int]:
    """The rest of the paragraph, until the person objects or tells of the decision."""
    found = set[int]()
    for m in behind:
        if _matters(own[m]):
            break
        found.add(m)
    return found


def _matters(one: LetterClause) -> bool:
    return one.wish or one.account


def _of_the_same(own: Sequence[LetterClause], n: int) -> set[int]:
    """What else is told of the matter that is named where it is asked: `do not mention my debts`."""
    named = {match[1] for match in _about.finditer(own[n].low)}
    named = {word for word in named if not (names_public_body(word) or names_decision(word))}
    return {m for m, one in enumerate(own) if not _matters(one) and named & {*_word.findall(one.low)}}
