"""Finds streets with their number, postcode and place in a text, as each language writes them."""

import re
from dataclasses import dataclass
from functools import lru_cache

from loket.language.languages import alternatives, language
from loket.language.tokens import flat

_NUMBER = r"\d{1,4}(?:\s?[a-z](?![a-zß]))?(?!\d|[.,]\d)(?:\s?[-/]\s?\d{1,4})?"
_POST = r"\d{4}\s?[a-z]{2}(?![a-z])|\d{5}-\d{3}|\d{4,5}(?!\d)"
_NAME = r"[a-zß'.-]{1,30}"


@dataclass(frozen=True, slots=True)
class FoundAddress:
    """A street with its number, from `start` to before `end`; the postcode is part of it, the place comes after."""

    value: str
    start: int
    end: int


def addresses(text: str, code: str) -> list[FoundAddress]:
    """The addresses of a text in the order they stand."""
    low = flat(text)
    found: list[FoundAddress] = []
    for pattern in _patterns(code):
        for match in pattern.finditer(low):
            if any(match.start() < old.end and old.start < match.end() for old in found):
                continue
            start, end = match.span("street")
            value = text[start:end].strip()
            if match["post"]:
                value += ", " + text[slice(*match.span("post"))]
            found.append(FoundAddress(value, start, match.end()))
    return sorted(found, key=lambda one: one.start)


def postcodes(text: str) -> list[FoundAddress]:
    """What looks like a postcode and stands for itself."""
    pattern = re.compile(rf"(?<![\w.,-])(?:{_POST})(?![\w,.-]*\d)")
    return [FoundAddress(text[m.start() : m.end()], m.start(), m.end()) for m in pattern.finditer(flat(text))]


@lru_cache(maxsize=8)
def _patterns(code: str) -> tuple[re.Pattern[str], ...]:
    every = [language(code), *(language(other) for other in ("de", "nl", "pt", "en") if other != code)]
    sources: list[str] = []
    post = rf"(?:\s*,?\s*(?P<post>{_POST}))?"
    for tongue in every:
        data = tongue.data
        if data["street_ends"]:
            ends = alternatives(data["street_ends"])
            sources.append(rf"\b(?P<street>[a-zß-]{{2,40}}(?:{ends})\.?\s+{_NUMBER}){post}")
            sources.append(rf"\b(?P<street>{_NAME}er\s(?:{ends})\.?\s+{_NUMBER}){post}")
        if data["street_begins"]:
            begins = alternatives(data["street_begins"])
            named = rf"(?:{begins})\s+(?:{_NAME}\s+){{0,4}}?{_NAME}"
            sources.append(rf"\b(?P<street>{named}[\s,]+(?:n[º°o.]*\s*)?{_NUMBER}){post}")
        if data["streets"]:
            kinds = alternatives(data["streets"])
            sources.append(rf"\b(?P<street>\d{{1,5}}[a-z]?\s+(?:{_NAME}\s+){{1,3}}?(?:{kinds})\b\.?){post}")
            sources.append(rf"\b(?P<street>(?:{_NAME}\s+){{1,2}}?(?:{kinds})\.?\s+{_NUMBER}){post}")
    bare = [
        rf"\b(?P<street>[a-zß-]{{3,40}}(?:{alternatives(language(c).data['street_ends'])})\b)(?P<post>(?!))?"
        for c in ("de", "nl")
    ]
    return tuple(re.compile(source) for source in (*sources, *bare))


def parted(address: str) -> tuple[str, str] | None:
    """The street of an address and the number of its house; None when it has no number behind or before it."""
    found = re.match(r"(?P<street>\D+?)[\s,]+(?P<house>\d+\s?[A-Za-z]?(?:[-/]\d+)?)(?=,|$)", address)
    found = found or re.match(r"(?P<house>\d+[A-Za-z]?)\s+(?P<street>\D+?)(?=,|$)", address)
    return (found["street"], found["house"]) if found is not None else None
