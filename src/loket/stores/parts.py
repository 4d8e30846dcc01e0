"""The parts of a note's name: ids of conversations stand among them, and their notes go when they are erased."""

import re

_PART = re.compile(r"[^\W_]+")


def parts(name: str) -> set[str]:
    """What stands between characters that are neither letter nor digit."""
    return set(in_order(name))


def in_order(name: str) -> list[str]:
    """The same, from left to right."""
    return _PART.findall(name)
