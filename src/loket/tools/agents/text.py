"""Words that strangers wrote, made fit to be shown: of bounded length and without characters that hide or reorder."""

import re

from loket.core.data import Json

MARK = "…"
"""Stands where words were cut off."""
AGENT_TEXT = "agent_text"
"""Under this a failure tells which of its words are the agent's own, so that nobody takes them for ours."""

_LINE_ENDS = re.compile(r"\r\n?|[\u0085\u2028\u2029\v\f]")
# Direction overrides, zero-width characters that join nothing, and the invisible copies of ASCII: all of them let a
# text read differently for a person than for a program. The joiners U+200C and U+200D are letters' business and stay.
_HIDING = re.compile(
    "[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e0fff]"
)
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
_SPACE = re.compile(r"\s+")


def visible(text: str) -> str:
    """The text without characters that hide, reorder, or steer a terminal; its lines end with a line feed."""
    return _CONTROL.sub("", _HIDING.sub("", _LINE_ENDS.sub("\n", text)))


def words(text: Json, most: int) -> str:
    """Several lines of text, at most so many characters; empty for anything that is no text."""
    if not isinstance(text, str):
        return ""
    # Whoever sends a book where a sentence belongs is not read to the end.
    kept = visible(text[: 4 * most + 64]).strip()
    return kept if len(kept) <= most else kept[: most - 1].rstrip() + MARK


def line(text: Json, most: int) -> str:
    """One line of text, at most so many characters."""
    flat = _SPACE.sub(" ", words(text, 4 * most)).strip()
    return flat if len(flat) <= most else flat[: most - 1].rstrip() + MARK
