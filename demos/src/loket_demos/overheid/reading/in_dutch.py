"""What somebody writes in another language as our one reader reads it, which reads Dutch: their words by data, their
figures and periods by the language they are in, the rest as it stands."""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from functools import cache
from typing import NamedTuple

from loket.language.amounts import FoundNumber
from loket.language.corrections import settled
from loket.language.languages import language
from loket.language.message import Message
from loket.language.rates import Period, periods_in
from loket.language.tokens import flat, fold
from loket_demos.overheid.content.datafile import read
from loket_demos.overheid.content.frozen import DataRow
from loket_demos.overheid.content.regelingen import regelingen
from loket_demos.overheid.reading.question_texts import HOME

OTHERS = ("en", "de", "pt")


class DutchWords(DataRow):
    """Words and phrases of another language by what they are in Dutch."""

    woorden: dict[str, str]


class _Edit(NamedTuple):
    start: int
    end: int
    put: str


def in_dutch(text: str, tongue: str | None, today: date) -> str:
    """The text with what counts in it in Dutch; itself where it is Dutch, or in no language that we read."""
    if tongue not in OTHERS:
        return text
    message = settled(Message(text, language(tongue), today))
    written, low = message.text, flat(message.text)
    edits = [*_phrases(written, low, tongue), *_periods(low, tongue), *_figures(message)]
    kept = list[_Edit]()
    for edit in sorted(edits, key=lambda one: one.start - one.end):
        if not any(edit.start < other.end and other.start < edit.end for other in kept):
            kept.append(edit)
    for edit in sorted(kept, reverse=True):
        written = written[: edit.start] + edit.put + written[edit.end :]
    return written


@cache
def words_known(tongue: str) -> frozenset[str]:
    """The words of a language that we read at this counter, without those that only count in a phrase."""
    return frozenset(fold(said.strip("*")) for said in _phrase_book(tongue) if " " not in said)


def _phrases(written: str, low: str, tongue: str) -> Iterator[_Edit]:
    """The phrases of a text, whatever accents it has; where these make another word of it, `é` and `e`, they count."""
    pattern, dutch = _vocabulary(tongue)
    for match in pattern.finditer(low):
        told = _phrase_book(tongue).get(written[slice(*match.span())].lower(), dutch[match.lastgroup or ""])
        figure = re.search(r"\d+", match.group()) if "#" in told else None
        yield _Edit(*match.span(), told.replace("#", figure.group() if figure else "#"))


def _periods(low: str, tongue: str) -> Iterator[_Edit]:
    units = language(HOME).data["units"]
    for one in periods_in(low, tongue):
        if not one.within:
            yield _Edit(one.start, one.end, _period(one, units[one.unit]))


def _period(period: Period, names: list[str]) -> str:
    return f"per {names[0]}" if period.every == 1 else f"per {period.every} {names[1]}"


def _figures(message: Message) -> Iterator[_Edit]:
    for one in message.numbers:
        if not one.article:
            yield _Edit(one.start, one.end, _noted(one, message.text[one.start : one.end]))


def _noted(number: FoundNumber, written: str) -> str:
    """A figure as Dutch writes it; one without marks stays, since it may be a year."""
    if written.isdigit():
        return written
    euro = " euro" if number.kind == "money" else ""
    if number.value == int(number.value):
        return f"{int(number.value):,}".replace(",", ".") + euro
    return f"{number.value:,.2f}".translate(str.maketrans(",.", ".,")) + euro


@cache
def _vocabulary(tongue: str) -> tuple[re.Pattern[str], Mapping[str, str]]:
    """All phrases of a language as one pattern over flat text, the longest first, each group with its Dutch."""
    told = sorted(_phrase_book(tongue).items(), key=lambda one: -len(one[0]))
    dutch = {f"p{at}": put for at, (_, put) in enumerate(told)}
    ways = (f"(?P<p{at}>{_shape(flat(said))})" for at, (said, _) in enumerate(told))
    return re.compile(rf"(?<![\w'])(?:{'|'.join(ways)})(?:'s)?(?![\w'])"), dutch


@cache
def _phrase_book(tongue: str) -> dict[str, str]:
    theirs, ours = language(tongue).data, language(HOME).data
    months = {one: own[0] for names, own in zip(theirs["months"], ours["months"], strict=True) for one in names}
    units = {one: ours["units"][unit][0] for unit, names in theirs["units"].items() for one in names}
    schemes = {name: one.naam.lower() for one in regelingen() for name in one.elders}
    return {**months, **units, **schemes, **read(f"woorden_{tongue}", DutchWords).woorden}


def _shape(phrase: str) -> str:
    shapes = {" ": r"[\s-]+", "*": r"\w*", "#": r"\d+", "-": "-"}
    return "".join(shapes.get(sign) or re.escape(sign) for sign in phrase)
