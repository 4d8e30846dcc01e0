"""The faster of our HTTP parsers with a limit of its own for the head of a request: it has none, the other one has."""

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_BYTES = 64 * 1024


class BoundedHead(HttpToolsProtocol):
    """A connection whose requests have heads of a limited length."""

    _head: int | None = None

    def on_message_begin(self) -> None:
        """A head begins."""
        self._head = 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """It is read."""
        self._head = None
        super().on_headers_complete()

    def data_received(self, data: bytes) -> None:
        """What came on the line."""
        super().data_received(data)
        if self._head is not None:
            self._head += len(data)
            if self._head > HEAD_BYTES:
                self.transport.abort()
