"""How a command reaches a conversation: through the server that runs on this data folder, else by an engine of its
own."""

import os
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing, asynccontextmanager
from typing import Protocol
from urllib.parse import quote, urlsplit

from loket.app import opened
from loket.cli import server_log
from loket.config import Config
from loket.core.data import JsonObject
from loket.core.errors import LoketError, NotFound, Unavailable
from loket.core.outside import PersonEvent
from loket.core.record import Record, encode
from loket.doors.auth import LOCAL
from loket.doors.not_here import EMPTY
from loket.engine.host import Host
from loket.house.house import follow
from loket.net.client import CallFailed, Client, shared_client
from loket.stores.lock import holder
from loket.tools.event_stream import sent_events

NO_SETTINGS: JsonObject = {}
TOKEN = "LOKET_TOKEN"  # noqa: S105 - the name of a variable


class Channel(Protocol):
    """A line to the conversations of one person. Everything raises LoketError only; `address` is that of the server
    that answers, None when it is this process."""

    @property
    def address(self) -> str | None: ...

    async def assistants(self) -> Mapping[str, str]:
        """Name and title of those a person may talk with."""
        ...

    async def start(self, assistant: str, settings: JsonObject = NO_SETTINGS) -> str: ...

    async def head(self, conversation: str) -> int:
        """The seq of its last record."""
        ...

    async def tell(self, conversation: str, event: PersonEvent) -> int: ...

    def bodies(self, conversation: str, after: int = 0) -> AsyncGenerator[bytes, None]:
        """Every record after `after` as it is stored, then new ones as they are committed."""
        ...


@asynccontextmanager
async def reached(config: Config, assistant: str = "") -> AsyncGenerator[Channel]:
    """The channel to whoever has this data folder, or the part of it that `loket up` gives the assistant."""
    address = _server(config, assistant)
    if address is None:
        server_log.begin(config)
        async with opened(config, guest=True) as served:
            if served.host is None:
                raise Unavailable("no_assistants", EMPTY)
            yield InProcess(served.host)
        return
    async with shared_client([urlsplit(address).hostname or ""]) as http:
        if os.environ.get(TOKEN):
            http.headers["Authorization"] = f"Bearer {os.environ[TOKEN]}"
        try:
            yield OverHttp(http, address)
        except CallFailed as error:
            raise Unavailable("no_server", f"The server at {address} does not answer: {error}.") from error


class InProcess:
    """An engine in this process; gone with it."""

    address: None = None

    def __init__(self, host: Host) -> None:
        self._host = host

    async def assistants(self) -> Mapping[str, str]:
        return {name: spec.title for name, spec in self._host.kit.assistants.items() if not spec.hidden}

    async def start(self, assistant: str, settings: JsonObject = NO_SETTINGS) -> str:
        return await self._host.start(LOCAL, assistant, settings)

    async def head(self, conversation: str) -> int:
        return (await self._host.look(conversation, LOCAL)).upto

    async def tell(self, conversation: str, event: PersonEvent) -> int:
        return await self._host.tell(conversation, event, owner=LOCAL)

    async def bodies(self, conversation: str, after: int = 0) -> AsyncGenerator[bytes, None]:
        async with aclosing(follow(self._host, conversation, after, LOCAL)) as batches:
            async for batch in batches:
                for record in batch:
                    if isinstance(record, Record):
                        yield encode(record)


class OverHttp:
    """A server with Loket's own API."""

    def __init__(self, http: Client, address: str) -> None:
        self.address = address
        self._http = http

    async def assistants(self) -> Mapping[str, str]:
        body = _checked(await self._http.get(f"{self.address}/api/assistants"))
        return {str(item["name"]): str(item["title"]) for item in body["items"]}

    async def start(self, assistant: str, settings: JsonObject = NO_SETTINGS) -> str:
        body = {"assistant": assistant, "settings": settings}
        return str(_checked(await self._http.post(f"{self.address}/api/conversations", json=body))["id"])

    async def head(self, conversation: str) -> int:
        url = f"{self.address}/api/conversations/{quote(conversation, safe='')}"
        return int(_checked(await self._http.get(url))["upto"])

    async def tell(self, conversation: str, event: PersonEvent) -> int:
        body = event.model_dump(mode="json", exclude_defaults=True) | {"kind": event.kind}
        return int(_checked(await self._http.post(self._events(conversation), json=body))["seq"])

    async def bodies(self, conversation: str, after: int = 0) -> AsyncGenerator[bytes, None]:
        url, headers = f"{self._events(conversation)}?after={after}", {"Accept": "text/event-stream"}
        async with self._http.stream("GET", url, headers=headers) as stream:
            if stream.is_error:
                await stream.aread()
                _checked(stream)
            async with aclosing(sent_events(stream.aiter_bytes())) as frames:
                seen = ""
                async for frame in frames:
                    if frame.id != seen:  # words in the making have no id of their own
                        seen = frame.id
                        yield frame.data.encode()

    def _events(self, conversation: str) -> str:
        return f"{self.address}/api/conversations/{quote(conversation, safe='')}/events"


class Response(Protocol):
    """The little of an HTTP response that is read here."""

    @property
    def is_error(self) -> bool: ...

    def json(self) -> JsonObject: ...


def _server(config: Config, assistant: str) -> str | None:
    holders = (holder(folder) for folder in (config.data, config.data / assistant))
    return next((running.address for running in holders if running is not None and running.address), None)


def _checked(response: Response) -> JsonObject:
    try:
        body = response.json()
    except ValueError:
        body = {}
    if response.is_error:
        error = body.get("error", {})
        raise LoketError(str(error.get("code", "http_error")), str(error.get("text", "The server refused this.")))
    return body


async def chosen_assistant(channel: Channel, wanted: str | None) -> tuple[str, str]:
    """Name and title of the assistant that is meant. NotFound names those there are."""
    there = await channel.assistants()
    if wanted is None and len(there) == 1:
        return next(iter(there.items()))
    if wanted is not None and wanted in there:
        return wanted, there[wanted]
    names = ", ".join(there) or "none"
    what = "Say which assistant" if wanted is None else f"There is no assistant named {wanted[:80]}"
    raise NotFound("no_assistant", f"{what}; there are: {names}.")
