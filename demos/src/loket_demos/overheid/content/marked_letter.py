"""The letter with the words that were understood marked in it, as pieces that follow each other."""

from typing import Literal

from loket_demos.overheid.content.frozen import ToolOutput
from loket_demos.overheid.content.letter_reading import LetterReading, Quote

LONGEST_SHOWN = 6000
"""Of a longer letter the first part is shown; what was understood in the rest stands in the answer."""

Mark = Literal["", "grond", "te_laat", "datum", "bedrag"]


class LetterPiece(ToolOutput):
    """Words of the letter, and what they were understood as."""

    tekst: str
    als: Mark = ""


def marked(text: str, reading: LetterReading, date: str | None, amount: str | None) -> tuple[LetterPiece, ...]:
    """The pieces; together they are the letter, up to 6000 characters."""
    shown = text[:LONGEST_SHOWN]
    late = [one for one in (reading.late, reading.excuse) if one is not None]
    spans = [*_spans(reading.grounds, "grond"), *_spans(late, "te_laat")]
    spans += [found for words, mark in ((date, "datum"), (amount, "bedrag")) if (found := _first(shown, words, mark))]  # type: ignore[arg-type]
    pieces: list[LetterPiece] = []
    at = 0
    for begin, end, mark in sorted(spans):
        if begin < at or end > len(shown):
            continue  # inside another one
        pieces += [LetterPiece(tekst=shown[at:begin])] if begin > at else []
        pieces.append(LetterPiece(tekst=shown[begin:end], als=mark))
        at = end
    return (*pieces, LetterPiece(tekst=shown[at:])) if shown[at:] else tuple(pieces)


def _spans(quotes: tuple[Quote, ...] | list[Quote], mark: Mark) -> list[tuple[int, int, Mark]]:
    return [(one.begin, one.eind, mark) for one in quotes]


def _first(text: str, words: str | None, mark: Mark) -> tuple[int, int, Mark] | None:
    at = text.find(words) if words else -1
    return (at, at + len(words or ""), mark) if at >= 0 else None
