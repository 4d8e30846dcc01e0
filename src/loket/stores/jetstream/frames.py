"""What the messages of the log say: frames of records, chained so that any record is a few steps from the last."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

import msgspec

from loket.core.ports import Entry, Row
from loket.stores.checks import damaged

FRAME_BYTES = 256 * 1024
"""A message is at most about this long; servers take 1 MiB unless told otherwise."""

T = TypeVar("T")


class Tree(NamedTuple):
    """A complete binary tree of earlier commits, by its newest one: where its first message is in the stream, the
    first seq in it, and how many commits the tree has."""

    at: int
    first: int
    size: int


class Frame(msgspec.Struct, array_like=True, frozen=True):
    """The records of one conversation in one commit. `first`: the seq of the first one, of the next when there is
    none. `stored`: the bytes of all records up to here. `spine`: the trees of the commits before this one, newest
    first; sizes grow as in a skew binary number, so there are about log2 of the commits (Myers, "An applicative
    random-access stack", 1983). A long commit is several frames: `part` counts them, `begins` is the first seq."""

    node: str
    commit: str
    first: int
    rows: tuple[tuple[bytes, str | None], ...]
    stored: int
    spine: tuple[Tree, ...]
    part: int = 0
    begins: int = 0
    redacted: bool = False
    erased: bool = False

    @property
    def last(self) -> int:
        """The last seq so far."""
        return self.first + len(self.rows) - 1

    def records(self) -> list[Row]:
        return [Row(self.first + i, body, key) for i, (body, key) in enumerate(self.rows)]


class Note(msgspec.Struct, array_like=True, frozen=True):
    """A value of the book. `value` is JSON; `expires` in microseconds since 1970."""

    owner: str
    name: str
    value: str
    version: int
    expires: int | None


class Meta(msgspec.Struct, array_like=True, frozen=True):
    """The message behind those that hold a file or a snapshot: how many they are, and what they hold."""

    parts: int
    size: int
    seq: int = 0
    version: str = ""


encode: Callable[[object], bytes] = msgspec.msgpack.Encoder().encode
_FRAME = msgspec.msgpack.Decoder(Frame)
_NOTE = msgspec.msgpack.Decoder(Note)
_META = msgspec.msgpack.Decoder(Meta)
_ENTRY = msgspec.msgpack.Decoder(Entry)


def frame(body: bytes) -> Frame:
    return _decoded(_FRAME, body, "A record")


def note(body: bytes) -> Note:
    return _decoded(_NOTE, body, "A note")


def meta(body: bytes) -> Meta:
    return _decoded(_META, body, "A file")


def entry(body: bytes) -> Entry | None:
    """None for the mark of what was deleted."""
    return _decoded(_ENTRY, body, "An entry of the index") if body else None


def with_commit(spine: Sequence[Tree], at: int, first: int) -> tuple[Tree, ...]:
    """The spine behind one more commit."""
    if len(spine) > 1 and spine[0].size == spine[1].size:
        return (Tree(at, first, 2 * spine[0].size + 1), *spine[2:])
    return (Tree(at, first, 1), *spine)


def split(rows: Sequence[Row]) -> list[list[Row]]:
    """In order, so that each part fits into a message; one part without rows when there are none."""
    parts: list[list[Row]] = [[]]
    size = 0
    for row in rows:
        length = len(row.body) + len(row.key or "") + 16
        if parts[-1] and size + length > FRAME_BYTES:
            parts.append([])
            size = 0
        parts[-1].append(row)
        size += length
    return parts


def _decoded(decoder: msgspec.msgpack.Decoder[T], body: bytes, what: str) -> T:
    try:
        return decoder.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise damaged(what) from error
