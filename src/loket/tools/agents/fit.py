"""Skills of a long card, made to fit into a record: a planner reads records, and can't choose what is not in them."""

from collections.abc import Callable, Sequence

import msgspec

from loket.core.data import JsonObject

ROOM = 24 * 1024
"""Bytes that the skills of one card may take."""


def _fewer(skill: JsonObject) -> JsonObject:
    return {**skill, "examples": skill["examples"][:2], "tags": skill["tags"][:6]}


def _shorter(skill: JsonObject) -> JsonObject:
    return {**skill, "description": skill["description"][:240], "examples": skill["examples"][:1]}


def _bare(skill: JsonObject) -> JsonObject:
    return {**skill, "description": skill["description"][:120], "examples": [], "tags": skill["tags"][:3]}


_STEPS: tuple[Callable[[JsonObject], JsonObject], ...] = (_fewer, _shorter, _bare)


def fitting_skills(skills: Sequence[JsonObject], room: int = ROOM) -> tuple[list[JsonObject], int]:
    """As much of them as there is room for, and how many had to be left out: first the examples and tags go, then the
    descriptions get shorter, and only then the last skills are dropped. Parameters are kept whole, for they are what a
    call is checked against."""
    kept = list(skills)
    for step in _STEPS:
        if _size(kept) <= room:
            return kept, 0
        kept = [step(skill) for skill in kept]
    total = 2
    for count, skill in enumerate(kept):
        total += _size(skill) + 1
        if total > room:
            return kept[:count], len(kept) - count
    return kept, 0


def _size(value: object) -> int:
    return len(msgspec.json.encode(value))
