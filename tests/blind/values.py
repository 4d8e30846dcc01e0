"""Whether two values are the same: a quantity in any unit, a duration however it is divided, words as the READMEs have
it, without case, quotes, the article or preposition before them, and the full stop after them."""

import re
from collections.abc import Mapping
from typing import Any

from loket.cli.evals import planner

UNITS = {"mm": 0.001, "cm": 0.01, "m": 1.0, "km": 1000.0, "in": 0.0254, "ft": 0.3048, "g": 0.001, "kg": 1.0}
_LASTS = re.compile(r"PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?")
_BEFORE = re.compile(
    r"(?:(?:a|an|the|de|het|een|der|die|das|dem|den|ein|eine|einen|o|os|as|um|uma|in|on|at|for|to|op|aan|bij|voor|te"
    r"|im|am|an|auf|bei|für|zu|em|no|na|nos|nas|para|por)\s+)+"
)


def same(got: object, want: object) -> bool:
    """Whether a value that was read is the one that is right."""
    if planner.same(got, want):
        return True
    if isinstance(got, Mapping) and isinstance(want, Mapping):
        return _alike(got, want)
    if not isinstance(got, str) or not isinstance(want, str):
        return False
    times = _seconds(got), _seconds(want)
    return times[0] == times[1] if all(times) else _bare(got) == _bare(want)


def _alike(got: Mapping[Any, Any], want: Mapping[Any, Any]) -> bool:
    try:
        numbers = float(got["value"]), float(want["value"])
        units = str(got["unit"]), str(want["unit"])
    except (KeyError, TypeError, ValueError):
        return False
    if units[0] == units[1]:
        return abs(numbers[0] - numbers[1]) < 1e-9
    if not set(units) <= UNITS.keys():
        return False
    metres = [number * UNITS[unit] for number, unit in zip(numbers, units, strict=True)]
    return abs(metres[0] - metres[1]) < 1e-6


def _seconds(text: str) -> int:
    found = _LASTS.fullmatch(text)
    parts = found.groups() if found else ()
    return sum(int(part or 0) * length for part, length in zip(parts, (3600, 60, 1), strict=False))


def _bare(text: str) -> str:
    words = re.sub(r"[\"“”„‘’']", "", planner.fold(text)).strip(" .!?;:")
    return _BEFORE.sub("", words, count=1) if _BEFORE.match(words) else words
