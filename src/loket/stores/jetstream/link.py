"""The connection to the servers, and what is asked of JetStream over it: the only module that knows of nats-py."""

import asyncio
import json
import logging
import ssl
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Self

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import AuthorizationError, Error, NoRespondersError
from nats.js.errors import Error as StreamError

from loket.core.errors import NoQuorum, StoreError
from loket.stores.durable import closed
from loket.stores.jetstream.servers import Servers
from loket.stores.patience import soon

PATIENCE_SECONDS = 15.0
"""So long a question is asked again before we give up: a cluster that lost its leader has another in under 10."""
_ANSWER_SECONDS = 2.0
_PAUSE_SECONDS = 0.05
_NO_LEADER = 10008
"""What servers say that can't ask one another."""
_CLOSE_SECONDS = 1.0

log = logging.getLogger("loket.stores")


class _InTheClear(Error):
    """A server that does not encrypt is not told who we are."""


class _Connection(Client):
    """Keeps to encryption when it is asked for: nats-py goes on without where a server offers none."""

    encrypted = False

    def _connect_command(self) -> bytes:
        self.encrypted = bool(self._server_info.get("tls_required"))
        if self.options.get("tls") is not None and not self.encrypted:
            raise _InTheClear
        return super()._connect_command()


class Link:
    """Made by `open`, ended by `close`. Comes back by itself when a server goes away."""

    def __init__(self, connection: Client, servers: Servers, patience: float) -> None:
        self.connection = connection
        self.servers = servers
        self.patience = patience
        self.closed = False

    @classmethod
    async def open(cls, servers: Servers, patience: float = PATIENCE_SECONDS) -> Self:
        """StoreError says what to do when the servers are absent, too old, or do not take us."""
        trouble: list[Exception] = []

        async def heard(error: Exception) -> None:
            trouble.append(error)
            log.debug("NATS: %s", error)

        link: Self | None = None

        async def parted() -> None:
            if link is not None and not link.closed:
                log.warning("the connection to NATS is lost; trying %s", servers.shown)

        connection = _Connection()
        encryption = servers.encryption()
        servers.check_credentials()
        try:
            await connection.connect(
                list(servers.urls),
                name="loket",
                error_cb=heard,
                ping_interval=5,
                disconnected_cb=parted,
                connect_timeout=2,
                allow_reconnect=False,
                max_reconnect_attempts=1,
                reconnect_time_wait=0,
                tls=encryption,
                user=servers.user,
                password=servers.password,
                token=servers.token,
                user_credentials=servers.credentials,
                nkeys_seed=None if servers.nkey is None else str(servers.nkey),
            )
        except (AuthorizationError, OSError, Error) as error:
            with suppress(TimeoutError):
                # nats-py waits for ever for the end of a connection that was not encrypted in the end.
                await asyncio.wait_for(connection.close(), _CLOSE_SECONDS)
            raise _reason(servers, connection, [error, *trouble]) from error
        if encryption is not None:
            logging.getLogger("asyncio").addFilter(_of_use)
        # It gives up at once on servers that are absent, and never on those that it had.
        connection.options.update(allow_reconnect=True, max_reconnect_attempts=-1, reconnect_time_wait=0.1)
        link = cls(connection, servers, patience)
        version = connection.connected_server_version
        if (version.major, version.minor) < (2, 12):
            await link.close()
            raise servers.too_old(f"{version.major}.{version.minor}.{version.patch}")
        return link

    async def close(self) -> None:
        self.closed = True
        with suppress(Error, OSError):
            await self.connection.close()

    async def hear(self, subject: str, told: Callable[[bytes], None]) -> Callable[[], Awaitable[None]]:
        """Is told of what anybody sends to a subject, as long as there is a connection, until what this gives is
        awaited."""

        async def came(message: Msg) -> None:
            told(message.data)

        heard = await self.connection.subscribe(subject, cb=came)

        async def over() -> None:
            with suppress(Error):
                await heard.unsubscribe()

        return over

    async def api(self, what: str, question: object) -> dict[str, Any]:
        """What the leader of a stream, or of all, answers; its errors are in the answer. Asked again for a while."""

        async def ask() -> dict[str, Any] | None:
            subject = f"$JS.API.{what}"
            answer = await self.connection.request(subject, json.dumps(question).encode(), timeout=_ANSWER_SECONDS)
            found: dict[str, Any] = json.loads(answer.data)
            return None if found.get("error", {}).get("code") == 503 else found

        return await self.patiently(ask)

    async def patiently(self, ask: Callable[[], Any]) -> Any:
        """Asks until there is an answer. NoQuorum when there is none in time."""
        return await soon(self._asked(ask))

    async def _asked(self, ask: Callable[[], Any]) -> Any:
        until = time.monotonic() + self.patience
        task = asyncio.current_task()
        cancels = task.cancelling() if task is not None else 0
        while True:
            if self.closed:
                raise closed()
            with suppress(Error, StreamError, TimeoutError, OSError):
                answer = await ask()
                # Python 3.11's wait_for, which nats-py asks with, loses a cancellation that comes with the answer.
                if task is not None and task.cancelling() > cancels:
                    raise asyncio.CancelledError
                if answer is not None:
                    return answer
            if time.monotonic() >= until:
                raise NoQuorum
            await asyncio.sleep(_PAUSE_SECONDS)

    async def probe(self) -> dict[str, Any]:
        """What our account may use. StoreError when JetStream is off or not for us."""
        try:
            answer = await self.connection.request("$JS.API.INFO", b"", timeout=_ANSWER_SECONDS)
        except NoRespondersError as error:
            raise self.servers.without_jetstream() from error
        except (Error, TimeoutError) as error:
            last = self.connection.last_error
            if last is not None and "permissions violation" in str(last).lower():
                raise self.servers.forbidden(str(last)) from error
            raise NoQuorum from error
        found: dict[str, Any] = json.loads(answer.data)
        if (error := found.get("error")) is not None:
            raise NoQuorum if error.get("err_code") == _NO_LEADER else self.servers.without_jetstream()
        return found


def _of_use(line: logging.LogRecord) -> bool:
    """What asyncio says of the end of each encrypted connection of nats-py tells nobody anything."""
    return "eof_received()" not in str(line.msg)


def _reason(servers: Servers, connection: _Connection, known: list[Exception]) -> StoreError:
    """Why nobody took us, by what went wrong on the way."""
    if any(isinstance(e, AuthorizationError) or "authorization" in str(e).lower() for e in known):
        return servers.stranger()
    if any(isinstance(e, _InTheClear) for e in known):
        return servers.in_the_clear()
    for error in known:
        if isinstance(error, ssl.SSLError):
            return servers.untrusted(getattr(error, "verify_message", "") or error.reason or "no reason given")
    return servers.untrusted("they ended it") if connection.encrypted else servers.absent()


def refused(answer: dict[str, Any]) -> StoreError:
    """What a server answered that nobody expected."""
    return StoreError("nats_refused", f"NATS refused: {answer.get('error', {}).get('description', 'no reason given')}.")
