"""The first dialect of the tool wire, as a client: one event stream per call, the request by POST beside it.

The stream opens with an `endpoint` event (JSON: `sse_id`, `post_url`); the request goes there with the header
`X-SSE-ID`; the answer is the `message` event with the same id, its `result` the tool's object as is."""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from dataclasses import dataclass
from typing import cast
from uuid import uuid4

import httpx

from loket.core.data import Json, JsonObject
from loket.core.tool import ToolFailed, ToolSpec
from loket.tools.event_stream import SentEvent, TooMuch, sent_events
from loket.tools.mcp_content import spec_of, value_of
from loket.tools.wire import KEY, CallAttempt, Lost, ToolConnection

SSE_URL = "http://127.0.0.1:8000/sse"
"""Where the tool server listens when nothing else is configured (`MCP_SSE_URL`)."""

LIMIT = 10.0
"""Seconds after which a call is given up."""

_NEVER_LEFT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


class SeedWire:
    """A tool server that speaks the first dialect. `http` is shared by all its calls and stays its owner's; it must not
    limit connections, because every call holds one for its stream while it needs a second for the request."""

    def __init__(self, url: str = SSE_URL, http: httpx.AsyncClient | None = None, trusted: bool = False) -> None:
        self._url = url
        self._http = http
        self._trusted = trusted

    @asynccontextmanager
    async def opened(self) -> AsyncGenerator[ToolConnection]:
        """There is no connection to hold; it counts as open when the server offers an endpoint."""
        async with AsyncExitStack() as stack:
            http = self._http or await stack.enter_async_context(_client())
            line = _SeedLine(self._url, http, self._trusted)
            await line.probe()
            yield line


def _client() -> httpx.AsyncClient:
    """Every call holds a stream while its request goes out beside it: a limit on connections could lock them all."""
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=20)
    return httpx.AsyncClient(timeout=LIMIT, limits=limits, trust_env=False)


@dataclass(frozen=True, slots=True)
class _Endpoint:
    url: httpx.URL
    sse_id: str


class _SeedLine:
    def __init__(self, url: str, http: httpx.AsyncClient, trusted: bool) -> None:
        self._url = httpx.URL(url)
        self._http = http
        self._trusted = trusted

    async def probe(self) -> None:
        async with asyncio.timeout(LIMIT), self._stream() as (_, _events):
            pass

    async def call(self, ask: CallAttempt) -> Json:
        params: JsonObject = {"name": ask.tool, "arguments": ask.args, "_meta": {KEY: ask.key}}
        result = await self._request("tools/call", params, ask.limit)
        return value_of(cast(JsonObject, result)) if isinstance(result, dict) else result

    async def list_tools(self) -> list[ToolSpec]:
        result = await self._request("tools/list", {}, LIMIT)
        tools = cast(JsonObject, result).get("tools") if isinstance(result, dict) else None
        try:
            return [spec_of(tool, str(self._url), self._trusted) for tool in cast("list[JsonObject]", tools or [])]
        except (ValueError, AttributeError, TypeError) as error:
            raise ToolFailed("failed", "The tool server lists tools in a form we can't read.") from error

    async def _request(self, method: str, params: JsonObject, limit: float) -> Json:
        sent = False
        request_id = str(uuid4())
        body = json.dumps({"jsonrpc": "2.0", "id": request_id, "method": method, "params": params})
        try:
            async with asyncio.timeout(min(limit, LIMIT)), self._stream() as (endpoint, events):
                sent = True
                posting = asyncio.create_task(self._post(endpoint, body))
                try:
                    return _unpacked(await _answer(events, request_id, posting))
                finally:
                    posting.cancel()
                    await asyncio.wait([posting])
        except Lost:
            raise
        except TimeoutError:
            if sent:
                raise
            raise Lost("The tool server opened no stream in time.", sent=False) from None
        except _NEVER_LEFT as error:
            raise Lost(f"The tool server can't be reached at {self._url}.", sent=False, broken=True) from error
        except (httpx.HTTPError, TooMuch) as error:
            raise Lost(f"The connection to the tool server broke ({type(error).__name__}).", sent=sent) from error

    @asynccontextmanager
    async def _stream(self) -> AsyncGenerator[tuple[_Endpoint, AsyncIterator[SentEvent]]]:
        """The open stream behind its endpoint event; whoever takes it is its only reader."""
        headers = {"Accept": "text/event-stream", "Cache-Control": "no-cache"}
        async with self._http.stream("GET", self._url, headers=headers, timeout=LIMIT) as response:
            if response.status_code != 200:
                raise Lost(f"The tool server answered {response.status_code} instead of a stream.", sent=False)
            async with aclosing(sent_events(response.aiter_bytes())) as events:
                async for event in events:
                    if event.name == "endpoint":
                        yield self._endpoint(event.data), events
                        return
            raise Lost("The tool server closed the stream before it named an endpoint.", sent=False)

    def _endpoint(self, data: str) -> _Endpoint:
        try:
            told = json.loads(data)
            sse_id, url = str(told["sse_id"]), self._url.join(str(told["post_url"]))
        except (ValueError, KeyError, TypeError, httpx.InvalidURL) as error:
            raise ToolFailed(
                "failed", "The tool server speaks another dialect: its endpoint event is not JSON."
            ) from error
        if not sse_id.isascii() or not sse_id.isprintable():
            raise ToolFailed("failed", "The tool server gave an id that can't be a header.")
        if not _same_origin(self._url, url):
            raise ToolFailed("failed", f"The tool server wants its requests sent to another host ({url.host}).")
        return _Endpoint(url, sse_id)

    async def _post(self, endpoint: _Endpoint, body: str) -> None:
        """Hands the request over. Raises Lost(sent=False) when the server refused to take it."""
        headers = {"X-SSE-ID": endpoint.sse_id, "Content-Type": "application/json"}
        try:
            response = await self._http.post(endpoint.url, content=body, headers=headers, timeout=LIMIT)
        except _NEVER_LEFT as error:
            raise Lost("The tool server takes no requests.", sent=False, broken=True) from error
        if response.status_code in (400, 413, 422):
            raise ToolFailed("invalid", f"The tool server refused the request ({response.status_code}).")
        if not response.is_success:
            told = response.status_code
            raise Lost(f"The tool server answered {told} to the request.", sent=told >= 500 and told != 503)


async def _answer(events: AsyncIterator[SentEvent], request_id: str, posting: "asyncio.Task[None]") -> JsonObject:
    """The message with our id, or why handing the request over failed, whichever comes first."""
    reading = asyncio.create_task(_matching(events, request_id))
    try:
        await asyncio.wait({reading, posting}, return_when=asyncio.FIRST_COMPLETED)
        if posting.done() and not reading.done():
            posting.result()
        return await reading
    finally:
        reading.cancel()
        await asyncio.wait([reading])


async def _matching(events: AsyncIterator[SentEvent], request_id: str) -> JsonObject:
    async for event in events:
        if event.name != "message":
            continue
        try:
            message = json.loads(event.data)
        except ValueError:
            continue
        if isinstance(message, dict) and cast(JsonObject, message).get("id") == request_id:
            return cast(JsonObject, message)
    raise Lost("The tool server closed the stream without an answer.", sent=True)


def _unpacked(message: JsonObject) -> Json:
    error = message.get("error")
    if error is None:
        return message.get("result")
    told = cast(JsonObject, error) if isinstance(error, dict) else {}
    code, text = told.get("code"), str(told.get("message") or "The tool server reports an error.")
    data = told.get("data")
    named = cast(JsonObject, data).get("code") if isinstance(data, dict) else None
    if code == -32602:
        unknown = named == "unknown_tool" or (named is None and "unknown tool" in text.lower())
        precise = isinstance(named, str) and (named == "too_large" or named.startswith("invalid_"))
        raise ToolFailed("unknown_tool" if unknown else str(named) if precise else "invalid", text, data)
    raise ToolFailed("timeout" if named == "timeout" else "failed", text, data)


def _same_origin(one: httpx.URL, other: httpx.URL) -> bool:
    hosts = {one.host, other.host}
    same_host = len(hosts) == 1 or hosts <= _LOOPBACK
    return one.scheme == other.scheme and one.port == other.port and same_host
