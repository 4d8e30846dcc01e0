"""Where a letter says that one must write to: the address beside what can be done, or that of its head."""

import itertools
import re

from loket_demos.overheid.content.cases import names_office
from loket_demos.overheid.content.letter_reading import LetterReading
from loket_demos.overheid.content.letter_wish import is_subject
from loket_demos.overheid.content.named_remedy import named_remedy
from loket_demos.overheid.content.voices import names_public_body

TOWN = r"(?:'s-)?[A-Z][\w'-]*(?: (?:[A-Z][\w'-]*|aan|den|de|op|a/d|bij))*"
"""The name of a place, behind a postcode."""
_place = rf"[1-9][0-9]{{3}} ?[A-Za-z]{{2}},? {{1,3}}{TOWN}"
_box = re.compile(rf"\b[Pp]ostbus [0-9]{{1,6}}[,;]? {{0,3}}{_place}")
_officer = re.compile(r"\b(?:heffingsambtenaar|invorderingsambtenaar)\b")
_street = re.compile(rf"\b[A-Z][\w'’. -]{{2,40}} [0-9]{{1,5}}[a-zA-Z]?, {{0,3}}{_place}")


def office_address(reading: LetterReading, *, head: bool = True) -> str | None:
    """The one address of an office in its letter; none when it has none, or when two could be it. That of its `head`
    is its own, and of no other office that one must write to."""
    told = [one for one in reading.clauses if one.voice == "overheid"]
    remedy = named_remedy([one.low for one in told])
    beside = next((one.at.text for one in told if remedy is not None and one.low == remedy.quote), "")
    found = {_plain(match[0]) for pattern in (_box, _street) for match in pattern.finditer(beside)}
    if len(found) != 1 and head:
        top = ", ".join(one.at.text.strip(" ,") for one in told)
        found = {_plain(match[0]) for match in _box.finditer(top)}
    return found.pop() if len(found) == 1 else None


def addressed_to(reading: LetterReading) -> str | None:
    """The address of the office that a person's own letter is for: a post box in its head, below the name."""
    above = list(itertools.takewhile(lambda one: one.role == "kop" and not is_subject(one.low), reading.clauses))
    office = next((n for n, one in enumerate(above) if _names_office(one.low)), None)
    if office is None or reading.of_office:
        return None
    found = {_plain(match[0]) for match in _box.finditer(", ".join(one.at.text.strip(" ,") for one in above[office:]))}
    return found.pop() if len(found) == 1 else None


def _names_office(low: str) -> bool:
    words = low.removeprefix("aan ").removeprefix("het ").strip()
    return names_public_body(words) or names_office(words) or _officer.search(words) is not None


def _plain(address: str) -> str:
    """On one line, with a comma before the postcode."""
    words = " ".join(address.split())
    return re.sub(r"[,;]? (?=[1-9][0-9]{3} ?[A-Za-z]{2}\b)", ", ", words, count=1)
