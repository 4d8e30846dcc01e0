"""The connection to the servers, and what is asked of JetStream over it: the only module that knows of nats-py."""

import asyncio
import json
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Self

from nats.aio.client import Client
from nats.errors import AuthorizationError, Error, NoRespondersError
from nats.js.errors import Error as StreamError

from loket.core.errors import StoreError, Unavailable
from loket.stores.durable import closed
from loket.stores.jetstream.servers import Servers

PATIENCE_SECONDS = 15.0
"""So long a question is asked again before we give up: a cluster that lost its leader has another in under 10."""
_ANSWER_SECONDS = 2.0
_PAUSE_SECONDS = 0.05
_NO_LEADER = 10008
"""What servers say that can't ask one another."""

log = logging.getLogger("loket.stores")


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

        connection = Client()
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
                tls=servers.encryption(),
                user_credentials=None if servers.credentials is None else str(servers.credentials),
            )
        except (AuthorizationError, OSError, Error) as error:
            await connection.close()
            known = [error, *trouble]
            if any(isinstance(e, AuthorizationError) or "authorization" in str(e).lower() for e in known):
                raise servers.stranger() from error
            raise servers.absent() from error
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

    async def api(self, what: str, question: object) -> dict[str, Any]:
        """What the leader of a stream, or of all, answers; its errors are in the answer. Asked again for a while."""

        async def ask() -> dict[str, Any] | None:
            subject = f"$JS.API.{what}"
            answer = await self.connection.request(subject, json.dumps(question).encode(), timeout=_ANSWER_SECONDS)
            found: dict[str, Any] = json.loads(answer.data)
            return None if found.get("error", {}).get("code") == 503 else found

        return await self.patiently(ask)

    async def patiently(self, ask: Callable[[], Any]) -> Any:
        """Asks until there is an answer. Unavailable `no_quorum` when there is none in time."""
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
                raise no_quorum()
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
            raise no_quorum() from error
        found: dict[str, Any] = json.loads(answer.data)
        if (error := found.get("error")) is not None:
            raise no_quorum() if error.get("err_code") == _NO_LEADER else self.servers.without_jetstream()
        return found


def no_quorum() -> Unavailable:
    text = "The servers that keep the log do not answer, or too few of them. Try again in a moment."
    return Unavailable("no_quorum", text)


def refused(answer: dict[str, Any]) -> StoreError:
    """What a server answered that nobody expected."""
    return StoreError("nats_refused", f"NATS refused: {answer.get('error', {}).get('description', 'no reason given')}.")
