"""What people may ask of the map, with the steps it means: one case a line, read and compared by what it is about."""

import json
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from loket_assistants.sogis.geo.lv95 import grid_point, pair_in
from loket_assistants.sogis.planner_reading import Request
from loket_assistants.sogis.planner_turns import turned
from loket_assistants.sogis.search.words import key
from loket_assistants.sogis.source import catalogue

NOW = datetime(2026, 11, 22, tzinfo=UTC)
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
    before: list[Request] = []
    for text in case.before:
        before += turned(text, NOW, before).requests
    return [told(one) for one in turned(case.text, NOW, before).requests]


def told(request: Request) -> str:
    """A request in the form of the file."""
    intent = "parcel" if request.parcel else request.intent
    if request.intent == "clear_map":
        return intent
    if request.number:
        return f"{intent}: #{request.number} {request.municipality}".strip()
    return f"{intent}: {request.egrid or request.q or ('all' if request.all else 'here')}"


def same(case: Case) -> bool:
    """Whether a case is read as it should be."""
    return [_meant(one) for one in read(case)] == [_meant(one) for one in case.want]


def _meant(step: str) -> tuple[object, ...]:
    """A step without differences of spelling."""
    intent, _, subject = step.partition(": ")
    subject = subject.lstrip("@")
    if (pair := pair_in(subject)) is not None and (point := grid_point(*pair)) is not None:
        return intent, round(point[0] / 20), round(point[1] / 20)
    if intent == "load_layer" and (found := catalogue.find(subject)):
        return intent, tuple(one.id for one in found)
    words = re.sub(r"\b(?:in|von|of|the|die|den|das|map|karte|layer)\b", " ", re.sub(r"[,/-]", " ", subject.lower()))
    return intent, subject[:1] == "#", key(words)
