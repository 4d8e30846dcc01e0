"""What went over a wire between us and an agent, letter by letter: for people who look for what went wrong there.

It is beside the log and nothing is decided by it; the log names the call that it was for."""

from datetime import datetime
from typing import Protocol

from pydantic import Field

from loket.core.data import Frozen


class RawFrame(Frozen):
    """One event of a stream: so many milliseconds after the request, and its data as it came."""

    at_ms: int
    text: str


class RawExchange(Frozen):
    """A request and its answer, or the events of it. `ours`: we asked; else we were asked. `method` is JSON-RPC's, or
    that of HTTP; `call` is the call it was for. `took_ms` and `status` are None while it is under way; `error` says why
    there is no whole answer. `cut`: more was said than is kept. No header that could hold a secret is in it."""

    id: str
    ours: bool
    url: str
    method: str
    started: datetime
    dialect: str = ""
    call: str = ""
    took_ms: int | None = None
    request_headers: dict[str, str] = {}
    request: str = ""
    status: int | None = None
    response_headers: dict[str, str] = {}
    response: str = ""
    frames: tuple[RawFrame, ...] = Field(default=())
    error: str = ""
    cut: bool = False


class RawExchanges(Protocol):
    """Who keeps them. Asked when one begins and when it is over; the same id takes the other's place."""

    async def keep(self, exchange: RawExchange) -> None:
        """Raises nothing that a caller would have to know of."""
        ...
