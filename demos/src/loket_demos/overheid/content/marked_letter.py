"""The letter with the words that were understood marked in it, as pieces that follow each other."""

import re
from collections.abc import Iterable, Iterator
from datetime import date
from typing import Literal

from loket_demos.overheid.content.decision_date import decision_dates
from loket_demos.overheid.content.disputed_amount import disputed_amount
from loket_demos.overheid.content.frozen import DataRow, ToolOutput
from loket_demos.overheid.content.letter_reading import LetterReading, Quote

LONGEST_SHOWN = 6000
"""Of a longer letter the first part is shown; what was understood in the rest stands in the answer."""

Mark = Literal["", "grond", "misschien", "te_laat", "datum", "bedrag", "overheid"]


class LetterPiece(ToolOutput):
    """Words of the letter, and what they were understood as."""

    tekst: str
    als: Mark = ""


class _Span(DataRow):
    begin: int
    end: int
    mark: Mark


def marked(
    text: str, reading: LetterReading, written: str | None, amount: str | None, today: date | None = None
) -> tuple[LetterPiece, ...]:
    """The pieces; together they are the letter, up to 6000 characters. `written` is the date and `amount`
    the amount that were used; what an office says is marked around what else was understood in it."""
    shown = text[:LONGEST_SHOWN]
    late = [one for one in (reading.late, reading.excuse) if one is not None]
    spans = [*_spans(reading.maybe, "misschien"), *_spans(late, "te_laat")]
    best = decision_dates(text, reading.cut, reading.spoken, today).best
    spans += _used(shown, written, best.begin if best else -1, "datum")
    spans += _used(shown, amount, disputed_amount(reading).begin, "bedrag")
    grounds = () if reading.follows else reading.passages
    said = sorted((*_office(shown, reading), *_spans(grounds, "grond")), key=lambda span: span.begin)
    pieces, at = list[LetterPiece](), 0
    for one in sorted(spans, key=lambda span: (span.begin, span.end)):
        if one.begin < at or one.end > len(shown):
            continue  # inside another one
        pieces += _between(shown, at, one.begin, said)
        pieces.append(LetterPiece(tekst=shown[one.begin : one.end], als=one.mark))
        at = one.end
    return (*pieces, *_between(shown, at, len(shown), said))


def _spans(quotes: Iterable[Quote], mark: Mark) -> list[_Span]:
    return [_Span(begin=one.begin, end=one.eind, mark=mark) for one in quotes]


def _used(text: str, words: str | None, begin: int, mark: Mark) -> list[_Span]:
    """Where the words stand that were used; of words that somebody else chose the first place that has them."""
    if not words:
        return []
    pattern = re.compile(r"\s+".join(map(re.escape, words.split())))
    match = (pattern.match(text, begin) if begin >= 0 else None) or pattern.search(text)
    return [_Span(begin=match.start(), end=match.end(), mark=mark)] if match else []


def _office(text: str, reading: LetterReading) -> list[_Span]:
    """What an office says, as long as nobody else speaks."""
    spans = list[_Span]()
    for one in reading.clauses:
        if one.voice != "overheid":
            continue
        begin = one.at.start
        if spans and not text[spans[-1].end : begin].strip():
            begin = spans.pop().begin
        spans.append(_Span(begin=begin, end=one.at.end, mark="overheid"))
    return spans


def _between(text: str, begin: int, end: int, said: list[_Span]) -> Iterator[LetterPiece]:
    """What stands between two marks, with who says it: an office, or the person."""
    for one in said:
        first, last = max(begin, one.begin), min(end, one.end)
        if first >= last:
            continue
        if first > begin:
            yield LetterPiece(tekst=text[begin:first])
        yield LetterPiece(tekst=text[first:last], als=one.mark if text[first:last].strip() else "")
        begin = last
    if begin < end:
        yield LetterPiece(tekst=text[begin:end])
