"""One exchange over a wire as it goes on, for those who keep them raw; nothing at all where nobody does."""

import uuid
from collections.abc import Callable, Iterable
from datetime import UTC, datetime

import anyio
import httpx

from loket.core.exchange import RawExchange, RawExchanges, RawFrame

CHARACTERS, FRAMES = 256 * 1024, 1000
"""Of the request, the answer and all frames together, each; and frames."""
SECRET = frozenset(
    ("authorization", "proxy-authorization", "cookie", "set-cookie", "x-api-key", "x-edit-token", "x-goog-api-key")
)
"""Headers that hold what nobody may read later."""
_HEADERS = 60


class Notes:
    """Nobody reads them."""

    async def begin(self) -> None:
        """The request is about to leave."""

    def answered(self, status: int, headers: httpx.Headers, body: bytes = b"") -> None:
        """The head of the answer, and its body when it came whole."""

    def frame(self, data: str) -> None:
        """An event of the stream."""

    async def end(self, error: str = "") -> None:
        """It is over; `error` says why there is no whole answer."""


NO_NOTES = Notes()


class RawNotes(Notes):
    """What somebody keeps. `without` takes secrets out of what was said."""

    def __init__(self, exchanges: RawExchanges, exchange: RawExchange, without: Callable[[bytes], bytes]) -> None:
        self._exchanges, self._exchange, self._without = exchanges, exchange, without
        self._began = anyio.current_time()
        self._frames: list[RawFrame] = []
        self._left = CHARACTERS

    async def begin(self) -> None:
        await self._exchanges.keep(self._exchange)

    def answered(self, status: int, headers: httpx.Headers, body: bytes = b"") -> None:
        text = self._clean(body)
        cut = self._exchange.cut or len(text) > CHARACTERS
        said = ((name, self._clean(value.encode())) for name, value in headers.items())  # some say again what they got
        self._update(status=status, response_headers=shown(said), response=text[:CHARACTERS], cut=cut)

    def frame(self, data: str) -> None:
        if self._left <= 0 or len(self._frames) >= FRAMES:
            self._update(cut=True)
            return
        text = self._clean(data.encode("utf-8", "replace"))
        if len(text) > self._left:
            self._update(cut=True)
        self._frames.append(RawFrame(at_ms=self._ms(), text=text[: self._left]))
        self._left -= len(text)

    async def end(self, error: str = "") -> None:
        self._update(took_ms=self._ms(), frames=tuple(self._frames), error=error)
        await self._exchanges.keep(self._exchange)

    def _ms(self) -> int:
        return round((anyio.current_time() - self._began) * 1000)

    def _clean(self, said: bytes) -> str:
        return self._without(said).decode("utf-8", "replace")

    def _update(self, **fields: object) -> None:
        self._exchange = self._exchange.model_copy(update=fields)


def noting(
    exchanges: RawExchanges, request: httpx.Request, about: tuple[str, str, str], without: Callable[[bytes], bytes]
) -> RawNotes:
    """Notes of a request to which no secret has been added yet; `about` are its method in JSON-RPC, the dialect and the
    call it is for."""
    method, dialect, call = about
    text = without(request.content).decode("utf-8", "replace")
    exchange = RawExchange(
        id=uuid.uuid4().hex,
        ours=True,
        url=str(request.url.copy_with(username=None, password=None, query=None, fragment=None)),
        method=method or request.method,
        started=datetime.now(UTC),
        dialect=dialect,
        call=call,
        request_headers=shown(request.headers.items()),
        request=text[:CHARACTERS],
        cut=len(text) > CHARACTERS,
    )
    return RawNotes(exchanges, exchange, without)


def shown(headers: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Headers that may be kept; of a secret one only that it was there."""
    kept = [(name.lower()[:100], value[:500]) for name, value in headers][:_HEADERS]
    return {
        name: "(secret)" if name in SECRET or "token" in name or "secret" in name else value for name, value in kept
    }
