"""The JSON object in what a model wrote, though it wrote more than that or wrote it carelessly. What was cut off in the
middle is no object: half a document is worse than asking once more."""

import json
import re
from collections.abc import Iterator

from loket.core.data import JsonObject
from loket.core.shapes import is_object

LONGEST = 400_000
MOST_STARTS = 50
_FENCE = re.compile(r"```(?:json|JSON)?[ \t]*\r?\n(.*?)\r?\n?[ \t]*```", re.DOTALL)
_TRAILING = re.compile(r'("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])', re.DOTALL)
_decoder = json.JSONDecoder(strict=False, parse_constant=lambda _: None)


def rescued(text: str, wanted: str) -> JsonObject | None:
    """The first object that has the field `wanted`, else the first there is; None when there is none. Around it there
    may be words or a fence, in it commas too many and line breaks in texts."""
    text = text[:LONGEST]
    others: list[JsonObject] = []
    for candidate in (*_FENCE.findall(text), text):
        for careful in (candidate, _TRAILING.sub(lambda match: match.group(1) or "", candidate)):
            for value, outer in _objects(careful):
                if wanted in value:
                    return value
                others += [value] if outer else []
    return others[0] if others else None


def _objects(text: str) -> Iterator[tuple[JsonObject, bool]]:
    """Objects in a text, and whether each surely stands for itself: after a brace that nothing closed it may be a piece
    of what was cut off."""
    at, outer = text.find("{"), True
    for _ in range(MOST_STARTS):
        if at < 0:
            return
        try:
            value, end = _decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            value, end, outer = None, at + 1, False
        if is_object(value):
            yield value, outer
        at = text.find("{", end)
