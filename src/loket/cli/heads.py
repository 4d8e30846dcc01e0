"""The faster of our HTTP parsers with limits for what it keeps of requests: it has none, the other one has."""

from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_BYTES = 64 * 1024
WAITING = 100
"""Requests that may wait on one line: the parser reads them all before the first is answered, each a hundred times as
large as it was sent."""
EMPTY: Any = {}
"""The scope of no request; nobody writes to it."""


class BoundedHead(HttpToolsProtocol):
    """A connection whose requests have heads, and whose chunked bodies have lines between and behind the chunks, of a
    limited length, and of which a limited number waits for the one that is answered."""

    _idle = 0
    """Bytes that came since there was a whole head or a piece of a body."""
    _came = 0
    """Bytes of what the parser reads now."""
    _before = 0
    """How many of those an earlier request may have had: the parser does not say where in them one ends."""

    def on_message_begin(self) -> None:
        """A head begins. What is raised here is answered as a bad request, and ends the line."""
        if len(self.pipeline) >= WAITING:
            raise ValueError("too many requests wait on one line")
        self._idle = -self._before
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """It is read."""
        self._idle = -self._came
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """A piece of a body is read."""
        self._idle = -self._came
        super().on_body(body)

    def on_message_complete(self) -> None:
        """What comes behind it is the next one's."""
        self._before = self._came
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """A line that rests keeps nothing of the request it had last: neither its head nor what layers noted of it."""
        super().on_response_complete()
        if self.cycle.response_complete and self.scope is self.cycle.scope:
            self.cycle.scope = self.scope = EMPTY
            self.headers = []

    def data_received(self, data: bytes) -> None:
        """What came on the line."""
        self._came, self._before = len(data), 0
        super().data_received(data)
        self._idle += len(data)
        if self._idle > HEAD_BYTES:
            self.transport.abort()
