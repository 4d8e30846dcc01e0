"""The pieces of a text that are known by how they are written: mail, links, phones, references, quotations."""

import re
from dataclasses import dataclass

from loket.core.data import Json

MAIL = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}")
URL = re.compile(r"\bhttps?://[^\s<>\"']{3,500}", re.IGNORECASE)
_QUOTED = re.compile(r"[\"“„«»]([^\"“”„«»]{1,200})[\"”“»«]|(?<!\w)[‘']([^'‘’]{2,200})[’'](?!\w)")
_DOTTED = r"(?=[\w.]*[A-Z])(?=[\w.]*\d)[A-Z0-9]{1,30}(?:\.[A-Z0-9]{1,30}){1,5}"
_PLATE = r"[A-Z]{1,3}\d{1,4} [A-Z]{2,3}"
CODE = re.compile(
    rf"(?<![\w@.])(?:{_DOTTED}|{_PLATE}|(?=[\w-]*\d)[A-Za-z0-9]{{1,40}}(?:[-/][A-Za-z0-9]{{1,30}}){{0,5}})(?![\w@])"
)
PHONE = re.compile(r"(?<![\w.,])(?:\+|00)?\d[\d ()/-]{6,16}\d(?![\w.,-])")


FilledValue = tuple[Json, range] | None
"""A value and the words of the message it stands in."""


@dataclass(frozen=True, slots=True)
class FoundText:
    """A piece of the message from `start` to before `end`."""

    value: str
    start: int
    end: int


def matches(pattern: re.Pattern[str], text: str) -> list[FoundText]:
    """Everything of this form, in the order it stands."""
    return [FoundText(match.group(), match.start(), match.end()) for match in pattern.finditer(text)]


def quotations(text: str) -> list[FoundText]:
    """What stands between quotation marks."""
    return [
        FoundText(match[group], match.start(group), match.end(group))
        for match in _QUOTED.finditer(text)
        for group in (1, 2)
        if match[group]
    ]
