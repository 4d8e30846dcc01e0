"""Which of several charges of one letter a person objects to: a municipality puts them together on one bill."""

import re

from loket_demos.overheid.content.letter_reading import LetterReading
from loket_demos.overheid.content.letter_words import letter_words

_charge = re.compile(
    r"\b(?!na(?:heffing|vordering)|gemeente\w*belasting|belasting\b|aanslag)"
    r"(?:[a-z]{3,30}heffing|[a-z]{3,30}belasting|leges|ozb|woz(?:-waarde)?)\b",
    re.I,
)
_disputes = re.compile(
    r"\b(?:niet (?:mee )?eens|oneens|bezwaar|klopt (?:ook )?niet|niet goed|onterecht|ten onrechte"
    r"|te (?:hoog|veel)|niet juist|onjuist|fout|verkeerd)\b"
)
_agrees = re.compile(r"\b(?:wel (?:mee )?eens|akkoord|klopt wel|geen bezwaar|wel goed|heb ik betaald)\b")
_clause = re.compile(r"[,;:]|\b(?:maar|terwijl)\b")
SEVERAL = 2


def disputed_part(reading: LetterReading) -> str:
    """The charges that the person says they dispute, in their words, where their letter has more of them; empty where
    they do not say which."""
    told = " . ".join(one.at.text for one in reading.clauses if one.voice != "opdracht")
    every = {match[0].lower(): _as_written(match[0]) for match in _charge.finditer(told)}
    if len(every) < SEVERAL:
        return ""
    clauses = [part for one in reading.own for part in _clause.split(one.low)]
    disputed = [part for part in clauses if _disputes.search(part) and not _agrees.search(part)]
    together = any(letter_words().allebei.search(part) for part in disputed) and not any(
        _agrees.search(part) for part in clauses
    )
    found = [one for low, one in every.items() if together or any(low in _charge.findall(part) for part in disputed)]
    return " en ".join(found)


def _as_written(name: str) -> str:
    """Without the capital of the beginning of a sentence."""
    return name if name[:2].isupper() else name.lower()
