"""Very long texts, such as files of 100 MB: made while they are sent, and never kept whole."""

import base64
import binascii
import re
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from hashlib import sha256
from secrets import token_hex

from loket.core.data import Json
from loket.core.shapes import is_list, is_object
from loket.tools.event_stream import TooMuch

FILLING = f"zeros as base64 {token_hex(8)}"
"""Stands in a body for the text that is put there while it is sent."""
CHUNK = 192 * 1024
LONG = 100_000
"""Characters of the longest text that is kept whole."""
TAIL = 40
RAW_BYTES = 1024**3
"""The longest answer that is read to its end, however little of it is kept."""
FILE_KEYS = ("bytes", "raw", "fileWithBytes")
_ENDS = re.compile(rb'["\\\n]')
_PLAIN = re.compile(rb"[^ !#-\[\]-~]")
_KEPT = re.compile(r"… \(\d+ characters, sha256 ([0-9a-f]{64}|), …[^…]*\)$")


def poured(body: bytes, zeros: int) -> Iterator[bytes]:
    """A body in pieces, with so many zero bytes as base64 wherever FILLING stands."""
    first, *others = body.split(FILLING.encode())
    yield first
    for piece in others:
        for start in range(0, zeros, CHUNK):
            yield base64.b64encode(bytes(min(CHUNK, zeros - start)))
        yield piece


async def pouring(body: bytes, zeros: int) -> AsyncGenerator[bytes]:
    """The same for a client."""
    for piece in poured(body, zeros):
        yield piece


def poured_length(body: bytes, zeros: int) -> int:
    """How long it is when all of it is sent."""
    return len(body) + body.count(FILLING.encode()) * (-(-zeros // 3) * 4 - len(FILLING))


def without_long_files(frame: Json) -> Json:
    """A frame to keep: of a long file its head, its tail, its size and its digest."""
    if is_list(frame):
        return [without_long_files(one) for one in frame]
    if not is_object(frame):
        return frame
    return {
        name: _brief(value)
        if name in FILE_KEYS and isinstance(value, str) and len(value) > LONG
        else without_long_files(value)
        for name, value in frame.items()
    }


def file_digest(encoded: str) -> str:
    """The digest of a file in base64, also of one that was not kept whole; "" for what is none."""
    if kept := _KEPT.search(encoded[-200:]):
        return kept[1]
    try:
        return sha256(base64.b64decode(encoded, validate=False)).hexdigest()
    except (binascii.Error, ValueError):
        return ""


def _brief(text: str) -> str:
    return f"{text[:TAIL]}… ({len(text)} characters, sha256 {file_digest(text)}, …{text[-TAIL:]})"


async def with_short_texts(chunks: AsyncIterator[bytes], most: int = LONG) -> AsyncGenerator[bytes]:
    """A body of JSON, or events of it, as it comes: of a long text the beginning, its size and its digest. TooMuch for
    one that does not end."""
    texts, size = _Texts(most), 0
    async for chunk in chunks:
        size += len(chunk)
        if size > RAW_BYTES:
            raise TooMuch
        yield texts.feed(chunk)


class _Texts:
    """Finds the texts of JSON in its bytes, and leaves out of each what is past the most."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._inside = self._escaped = False
        self._begin()

    def _begin(self) -> None:
        self._size = self._owed = 0
        self._tail, self._digest, self._dropping = b"", sha256(), False

    def feed(self, chunk: bytes) -> bytes:
        out, at = bytearray(), 0
        while at < len(chunk):
            if not self._inside:
                quote = chunk.find(b'"', at) + 1
                self._inside = quote > 0
                out += chunk[at : quote or len(chunk)]
                at = quote or len(chunk)
                self._begin()
            elif self._escaped:
                self._text(chunk[at : at + 1], out)
                self._escaped, self._owed = False, 4 * (chunk[at : at + 1] == b"u")
                at += 1
            else:
                at = self._plain(chunk, at, out)
        return bytes(out)

    def _plain(self, chunk: bytes, at: int, out: bytearray) -> int:
        end = _ENDS.search(chunk, at)
        if end is None or end.start() > at:
            upto = end.start() if end else len(chunk)
            self._text(chunk[at:upto], out)
            return upto
        if end[0] == b"\\":
            self._text(end[0], out)
            self._escaped = True
        else:
            self._inside = False
            out += self._left_out() + end[0]
        return at + 1

    def _text(self, piece: bytes, out: bytearray) -> None:
        # No escape is cut in two: what belongs to one goes with it.
        self._dropping |= self._size > self._most and not (self._owed or self._escaped)
        if not self._dropping:
            out += piece
        self._owed = max(0, self._owed - len(piece))
        self._size += len(piece)
        self._digest.update(piece)
        self._tail = (self._tail + piece[-TAIL:])[-TAIL:]

    def _left_out(self) -> bytes:
        if not self._dropping:
            return b""
        tail = _PLAIN.sub(b"", self._tail)
        return f"… ({self._size} characters, sha256 {self._digest.hexdigest()}, …".encode() + tail + b")"
