"""Which sentence of a person stands for their reasons where there is room for one.

What an office did or says is no reason of the person's, nor is where they live, or why somebody else writes for them.
Where no sentence is clearly one, none is shown: a wrong reason is worse than none."""

import re
from collections.abc import Iterator

from loket_demos.overheid.content.letter_clauses import LetterClause
from loket_demos.overheid.content.letter_reading import LetterReading, Quote
from loket_demos.overheid.content.letter_words import letter_words
from loket_demos.overheid.content.voices import cites

_until = r"\b.*?(?=\b(?:maar|terwijl|toch|echter|hoewel)\b|$)"
_ground = re.compile(r"\b(?:omdat|doordat|vanwege|wegens|want)" + _until)
_ground_and_saying = re.compile(r"\b(?:omdat|doordat|vanwege|wegens|want|dat)" + _until)
"""What an office gives as its ground, or says, up to where the person goes against it."""


def first_words(reading: LetterReading) -> Quote | None:
    """What the person says is their reason; or the first that contradicts or explains, or else tells what comes of it,
    or else one behind what was decided; what was told of the decision before the person's own side of it comes last."""
    found, begins = [one for one in _own_side(reading) if not _only_who(one)], _decision_at(reading)
    behind = [one for one in found if one.begin > begins or one.eind == 0]
    plain = [one for one in (*behind, *found) if letter_words().meer.search(one.tekst.lower())]
    comes_of_it = [one for one in behind if letter_words().gevolg.search(one.tekst.lower())]
    announced = [one for one in reading.grounds if letter_words().noemt_reden.search(one.tekst.lower())]
    return next(iter((*announced, *plain, *comes_of_it, *behind)), None)


def has_own_side(reading: LetterReading) -> bool:
    """The person says something that may be why, whether or not one sentence stands for it."""
    return next(_own_side(reading), None) is not None


def _own_side(reading: LetterReading) -> Iterator[Quote]:
    """The person's own sentences that say more than that they object, and are no account of what an office did."""
    at = {one.at.start: one for one in reading.clauses if one.more and not _of_another(one)}
    for one in reading.grounds:
        if (one.begin in at or one.eind == 0) and one != reading.late and not cites(one.tekst):
            yield one


def _only_who(one: Quote) -> bool:
    """It tells where or who they are, or whom the letter is from, and nothing of why."""
    return bool(letter_words().alleen_wie.search(one.tekst.lower()))


def _decision_at(reading: LetterReading) -> int:
    """Where the decision is told of first; before the text where it only is where the person objects."""
    starts = (one.at.start for one in reading.clauses if not one.wish and (one.account or _decides(one.low)))
    return next(starts, -1)


def _of_another(one: LetterClause) -> bool:
    """It tells what an office did or says and does not contradict it, or why somebody else writes; or it says only that
    it is not right."""
    known = letter_words()
    if known.schrijft_voor.search(one.low) or known.alleen_oneens.search(one.low):
        return True
    says = known.zegt_instantie.search(one.low)
    if one.wish or not (one.account or _decides(one.low) or says):
        return False
    theirs = _ground_and_saying if says else _ground
    return not known.weerspreekt.search(theirs.sub(" ", one.low))


def _decides(low: str) -> bool:
    return bool(letter_words().besliste.search(low))
