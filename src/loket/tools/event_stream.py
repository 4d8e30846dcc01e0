"""Reads server-sent events out of bytes, tolerant as the standard asks: any line end, many data lines, comments."""

import codecs
from collections.abc import AsyncGenerator, AsyncIterator
from dataclasses import dataclass

MOST_CHARACTERS = 8 * 1024 * 1024
"""An event longer than this is refused, so that a server can't fill our memory."""


class TooMuch(ValueError):
    """One event is longer than we accept."""


@dataclass(frozen=True, slots=True)
class SentEvent:
    """One event; `id` is the last id seen on the stream and `retry` the wait in milliseconds the server asked for."""

    name: str
    data: str
    id: str = ""
    retry: int | None = None


class EventReader:
    """Turns chunks into events; one reader owns a stream from its first to its last byte."""

    def __init__(self, most: int = MOST_CHARACTERS) -> None:
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._most = most
        self._rest: list[str] = []
        self._long = 0
        self._after_cr = False
        self._first = True
        self._name = ""
        self._data: list[str] = []
        self._size = 0
        self._id = ""
        self._retry: int | None = None

    def feed(self, chunk: bytes) -> list[SentEvent]:
        """The events that this chunk completes. Raises TooMuch."""
        text = self._decode(chunk)
        if not text:
            return []
        if self._first:
            self._first = False
            text = text.removeprefix("\ufeff")
        if self._after_cr and text.startswith("\n"):
            text = text[1:]
        self._after_cr = chunk.endswith(b"\r")
        first, *lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        self._rest.append(first)
        self._long += len(first)
        if lines:
            lines.insert(0, "".join(self._rest))
            self._rest = [lines.pop()]
            self._long = len(self._rest[0])
        self._weigh(self._long)
        return [event for line in lines if (event := self._line(line)) is not None]

    def _weigh(self, more: int) -> None:
        if self._size + more > self._most:
            raise TooMuch(f"an event of more than {self._most} characters")

    def _line(self, line: str) -> SentEvent | None:
        if not line:
            return self._finish()
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        match field:
            case "event":
                self._name = value
            case "data":
                self._weigh(len(value))
                self._size += len(value) + 1
                self._data.append(value)
            case "id" if "\0" not in value:
                self._id = value
            case "retry" if value.isascii() and value.isdigit():
                self._retry = int(value)
            case _:
                pass  # a comment, or a field of the future
        return None

    def _finish(self) -> SentEvent | None:
        name, data = self._name, self._data
        self._name, self._data, self._size = "", [], 0
        if not data:
            return None
        return SentEvent(name or "message", "\n".join(data), self._id, self._retry)


async def sent_events(chunks: AsyncIterator[bytes], most: int = MOST_CHARACTERS) -> AsyncGenerator[SentEvent]:
    """The events of a body as they come; an event the stream broke off in is dropped."""
    reader = EventReader(most)
    async for chunk in chunks:
        for event in reader.feed(chunk):
            yield event
