"""What the wires of all providers are made of: the parts of an answer, cut into pieces as they are streamed."""

import json
from typing import Any

from loket.core.model import Part, ToolCallPart

PIECE = 7
SIGNED = "c2lnbmVk"

Parts = tuple[Part, ...]
Frames = list[tuple[str, Any]]
"""Names of events, empty where the wire has none, with their data."""


def cut(text: str) -> list[str]:
    return [text[at : at + PIECE] for at in range(0, len(text), PIECE)]


def written(call: ToolCallPart) -> str:
    return call.broken or json.dumps(call.args)
