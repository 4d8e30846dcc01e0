"""How a tool server is reached: the port between `RemoteServer`, which is patient, and a wire, which is not."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Protocol

from loket.core.data import Json, JsonObject
from loket.core.tool import ToolSpec

KEY = "loket/idempotency-key"
"""The name in `_meta` under which the idempotency key of a call goes out."""

CODE = "loket/code"
"""The name in `_meta` of a failed result under which our own servers tell the code of the failure."""


@dataclass(frozen=True, slots=True)
class CallAttempt:
    """One attempt at one call; `limit` is how many seconds it may take."""

    tool: str
    args: JsonObject
    key: str
    limit: float
    progress: Callable[[str, Json], None]


class Lost(Exception):
    """The connection failed a call. `sent` is False only when the server surely never began to work on it;
    `broken` says that the line is of no further use."""

    def __init__(self, text: str, *, sent: bool, broken: bool = False) -> None:
        super().__init__(text)
        self.text = text
        self.sent = sent
        self.broken = broken


class ToolConnection(Protocol):
    """An open connection; any number of calls run on it side by side.

    `call` returns the tool's value, raises ToolFailed for what the server answered and Lost for what it didn't.
    When it is cancelled it tells the server so if the wire can."""

    async def call(self, ask: CallAttempt) -> Json: ...

    async def list_tools(self) -> list[ToolSpec]: ...


class ToolWire(Protocol):
    """Knows how to connect. `opened` is entered and left by one and the same task; entering connects and may raise
    anything, and so may leaving or the body when the connection breaks (exception groups included)."""

    def opened(self) -> AbstractAsyncContextManager[ToolConnection]: ...
