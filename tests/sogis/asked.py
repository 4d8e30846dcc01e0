"""What people may ask of the map, with the steps it means: one case a line, read and compared by what it is about."""

import json
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from loket_demos.sogis.geo.lv95 import grid_point, pair_in
from loket_demos.sogis.planner_request import Request
from loket_demos.sogis.planner_turns import turned
from loket_demos.sogis.search.words import key
from loket_demos.sogis.source import catalogue

NOW = datetime(2026, 11, 22, tzinfo=UTC)
ANY = ("search_place", "load_layer")
FOLDER = Path(__file__).parent / "data"


class Case(NamedTuple):
    """A message, the ones before it, and the steps that are wanted, each as `intent: what it is about`."""

    lang: str
    text: str
    before: Sequence[str]
    want: Sequence[str]


def cases(name: str) -> list[Case]:
    """The cases of a file."""
    lines = (json.loads(line) for line in (FOLDER / name).read_text("utf-8").splitlines())
    return [Case(one["lang"], one["text"], one.get("before", []), one["want"]) for one in lines]


def read(case: Case) -> list[str]:
    """The steps as they are read, in the form of the file."""
    before, spoken = list[Request](), ""
    for text in case.before:
        found = turned(text, NOW, before, spoken=spoken)
        before, spoken = [*before, *found.requests], found.code
    return [line_of(one) for one in turned(case.text, NOW, before, spoken=spoken).requests]


def line_of(request: Request) -> str:
    """A request in the form of the file."""
    intent = "parcel" if request.parcel else request.intent
    if request.intent == "clear_map":
        return intent
    if request.number:
        return f"{intent}: #{request.number} {request.municipality}".strip()
    if request.loose and request.intent in ANY:
        intent = "search_place or load_layer"
    whole = " but ".join(("all", *request.but)) if request.all else "here"
    return f"{intent}: {request.egrid or request.q or whole}"


def same(case: Case) -> bool:
    """Whether a case is read as it should be."""
    got, want = read(case), case.want
    return len(got) == len(want) and all(_meant(*pair) == _meant(*pair[::-1]) for pair in zip(got, want, strict=True))


def _meant(step: str, other: str) -> tuple[object, ...]:
    """A step without differences of spelling. A name that may be a place as well as a map is looked for as both, so
    it is either."""
    intent, _, subject = step.partition(": ")
    if " or " in intent:
        intent = other.partition(": ")[0] if other.partition(": ")[0] in ANY else intent
    subject = subject.lstrip("@")
    if (pair := pair_in(subject)) is not None and (point := grid_point(*pair)) is not None:
        return intent, round(point[0] / 20), round(point[1] / 20)
    if intent == "load_layer" and (found := catalogue.find(subject)):
        return intent, tuple(one.id for one in found)
    words = re.sub(r"\b(?:in|von|of|the|die|den|das|map|karte|layer)\b", " ", re.sub(r"[,/-]", " ", subject.lower()))
    return intent, subject[:1] == "#", sorted(map(key, words.split()))
