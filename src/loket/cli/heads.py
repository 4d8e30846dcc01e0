"""The faster of our HTTP parsers with a limit of its own for the head of a request: it has none, the other one has."""

from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_BYTES = 64 * 1024
EMPTY: Any = {}
"""The scope of no request; nobody writes to it."""


class BoundedHead(HttpToolsProtocol):
    """A connection whose requests have heads of a limited length."""

    _head: int | None = None
    _came = 0
    """Bytes of what the parser reads now."""
    _before = 0
    """How many of those an earlier request may have had: the parser does not say where in them one ends."""

    def on_message_begin(self) -> None:
        """A head begins."""
        self._head = -self._before
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """It is read."""
        self._head = None
        super().on_headers_complete()

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
        if self._head is not None:
            self._head += len(data)
            if self._head > HEAD_BYTES:
                self.transport.abort()
