"""A text as it reads, however it is written: for patterns that must not be got around by an odd space or digit."""

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

Span = tuple[int, int]

_UNSEEN = frozenset("\u034f\u115f\u1160\u3164\uffa0") | {chr(code) for code in range(0xFE00, 0xFE10)}
"""What takes no room besides the format characters: joiners, fillers and variation selectors."""
_BLANK, _MINUS = "\u2800", "\u2212\u2043"


@dataclass(frozen=True)
class Level:
    """`text` reads the same as the text it was made of: one kind of space, of hyphen and of digit, whole letters,
    nothing unseen. `spans` says for each of its characters where it stood."""

    text: str
    spans: tuple[Span, ...]

    def span(self, begin: int, end: int) -> Span:
        """Where a part of `text` that is not empty stood."""
        return self.spans[begin][0], self.spans[end - 1][1]


def level(text: str) -> Level:
    """A text as it reads (NFKC, a cluster at a time)."""
    pieces: list[str] = []
    spans: list[Span] = []
    for begin, end in _clusters(text):
        read = _read(text[begin:end])
        pieces.append(read)
        spans += [(begin, end)] * len(read)
    return Level("".join(pieces), tuple(spans))


def replaced(text: str, parts: Iterable[tuple[Span, str]]) -> str:
    """The text with these parts replaced, where they overlap the earlier one first; all else as it was."""
    pieces: list[str] = []
    at = 0
    for (begin, end), instead in sorted(parts):
        pieces += [text[at:begin], instead]
        at = max(at, end)
    return "".join([*pieces, text[at:]])


def _clusters(text: str) -> Iterator[Span]:
    """A letter and what is put on it."""
    begin = 0
    for at in range(1, len(text) + 1):
        if at == len(text) or not unicodedata.combining(text[at]):
            yield begin, at
            begin = at


def _read(cluster: str) -> str:
    if cluster.isascii():
        return cluster if cluster.isprintable() or cluster in "\n\r" else " " if cluster.isspace() else ""
    return "".join(map(_character, unicodedata.normalize("NFKC", cluster)))


def _character(character: str) -> str:
    if character.isspace() or character == _BLANK:
        return "\n" if character in "\n\r\u2028\u2029" else " "
    kind = unicodedata.category(character)
    if kind in ("Cf", "Cc") or character in _UNSEEN:
        return ""
    if kind == "Pd" or character in _MINUS:
        return "-"
    return str(unicodedata.decimal(character)) if kind == "Nd" else character
