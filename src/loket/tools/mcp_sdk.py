"""The official wires of MCP as a client, by way of its SDK: streamable HTTP of both eras, HTTP+SSE, stdio, in process.

The SDK is heavy to import: only what talks to such a server may import this file."""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Literal, cast

import anyio
import httpx2
from mcp import MCPError, StdioServerParameters
from mcp.client import Transport
from mcp.client.client import Client
from mcp.client.session import ElicitationFnT, ListRootsFnT, SamplingFnT
from mcp.client.sse import sse_client
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.server import Server
from mcp_types import (
    CONNECTION_CLOSED,
    INTERNAL_ERROR,
    INVALID_PARAMS,
    INVALID_REQUEST,
    REQUEST_TIMEOUT,
    RequestParamsMeta,
    Tool,
)

from loket.core.data import Json
from loket.core.tool import ToolFailed, ToolSpec
from loket.net.public import origin_of
from loket.tools.configured import McpServer
from loket.tools.mcp_content import spec_of, value_of
from loket.tools.stderr import errors_of
from loket.tools.wire import KEY, CallAttempt, Lost, ToolConnection

Target = str | StdioServerParameters | Server[Any]
Dialect = Literal["auto", "legacy", "sse"]

MOST_PAGES = 100
MOST_BYTES = 16_000_000
"""Of one answer over HTTP."""
_TIMEOUT = httpx2.Timeout(30.0, read=300.0)


@dataclass(frozen=True, slots=True)
class Options:
    """How we present ourselves: credentials, what the server may ask of us during a call (None: not offered), and
    whether its hints about tools are believed. What a program says on its standard error is logged under `name`."""

    auth: httpx2.Auth | None = None
    elicitation: ElicitationFnT | None = None
    sampling: SamplingFnT | None = None
    roots: ListRootsFnT | None = None
    trusted: bool = False
    headers: Mapping[str, str] = field(default_factory=dict)
    name: str = ""


class Departures(httpx2.AsyncBaseTransport):
    """Sends requests, and remembers by idempotency key which calls surely never left this machine. With an `origin` an
    answer to a request ends after `MOST_BYTES`, and it goes nowhere else but to a sign-in that lives `abroad`."""

    def __init__(
        self, inner: httpx2.AsyncBaseTransport | None = None, origin: str = "", *, abroad: bool = False
    ) -> None:
        self._inner = inner or httpx2.AsyncHTTPTransport()
        self._origin = origin
        self._abroad = abroad
        self._stayed: set[str] = set()

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Hands the request on; notes its key when no connection could be had for it."""
        if self._origin and not self._abroad and origin_of(str(request.url)) != self._origin:
            raise httpx2.ConnectError(f"Only {self._origin} is called here.")
        try:
            response = await self._inner.handle_async_request(request)
        except (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout):
            if key := await _key_in(request):
                self._stayed.add(key)
            raise
        if self._origin and request.method == "POST" and isinstance(response.stream, httpx2.AsyncByteStream):
            response.stream = _Limited(response.stream)
        return response

    def took_back(self, key: str) -> bool:
        """Whether the last request with this key stayed here; asking forgets it."""
        found = key in self._stayed
        self._stayed.discard(key)
        return found

    async def aclose(self) -> None:
        """Does nothing: clients come and go with connections, the sockets stay; see `close`."""

    async def close(self) -> None:
        """Closes the sockets for good."""
        await self._inner.aclose()


class SdkWire:
    """A server at a URL, a command that starts one, or a server object in this process.

    `auto` finds the newest era the server knows, `legacy` keeps to the handshake, `sse` is the deprecated HTTP+SSE.
    `transport` may be shared by all servers and must outlive them."""

    def __init__(
        self,
        target: Target,
        dialect: Dialect = "auto",
        transport: Departures | None = None,
        options: Options | None = None,
    ) -> None:
        self._target = target
        self._dialect: Dialect = dialect
        self._transport = transport
        self._options = options or Options()

    @asynccontextmanager
    async def opened(self) -> AsyncGenerator[ToolConnection]:
        """Connects and negotiates."""
        async with AsyncExitStack() as stack:
            transport = self._transport
            if transport is None:
                origin = origin_of(str(httpx2.URL(self._target))) if isinstance(self._target, str) else ""
                transport = Departures(origin=origin, abroad=self._options.auth is not None)
                stack.push_async_callback(transport.close)
            target = await self._reached(stack, transport)
            client = Client(
                target,
                mode="legacy" if self._dialect in ("legacy", "sse") else "auto",
                elicitation_callback=self._options.elicitation,
                sampling_callback=self._options.sampling,
                list_roots_callback=self._options.roots,
            )
            yield SdkLine(await stack.enter_async_context(client), transport, self._options.trusted)

    async def _reached(self, stack: AsyncExitStack, transport: Departures) -> Server[Any] | Transport:
        def http(
            headers: dict[str, str] | None = None,
            timeout: httpx2.Timeout | None = None,
            auth: httpx2.Auth | None = None,
        ) -> httpx2.AsyncClient:
            return httpx2.AsyncClient(
                headers={**(headers or {}), **self._options.headers},
                timeout=timeout or _TIMEOUT,
                auth=auth,
                transport=transport,
                trust_env=False,
            )

        match self._target:
            case str() as url if self._dialect == "sse":
                return sse_client(url, httpx_client_factory=http, auth=self._options.auth)
            case str() as url:
                client = await stack.enter_async_context(http(auth=self._options.auth))
                return streamable_http_client(url, http_client=client)
            case StdioServerParameters() as command:
                return stdio_client(command, await stack.enter_async_context(errors_of(self._options.name)))
            case server:
                return server


def configured(name: str, table: McpServer, values: Mapping[str, str]) -> SdkWire:
    """How a server of the configuration is reached; `values` are those of its environment or its headers."""
    if table.url is not None:
        return SdkWire(table.url, options=Options(trusted=table.hints, headers=values, name=name))
    command, *args = (*table.command, *table.args)
    program = StdioServerParameters(command=command, args=args, env=dict(values), cwd=table.folder)
    return SdkWire(program, options=Options(trusted=table.hints, name=name))


class SdkLine:
    """An open client of the SDK; `client` is there for what is not a tool."""

    def __init__(self, client: Client, transport: Departures, trusted: bool) -> None:
        self.client = client
        self._transport = transport
        self._trusted = trusted

    async def call(self, ask: CallAttempt) -> Json:
        """See `Line`."""

        async def tell(progress: float, total: float | None, message: str | None) -> None:
            ask.progress(message or "", {"progress": progress, "total": total})

        meta = cast(RequestParamsMeta, {KEY: ask.key})
        self._transport.took_back(ask.key)
        try:
            result = await self.client.call_tool(
                ask.tool, ask.args, read_timeout_seconds=ask.limit, progress_callback=tell, meta=meta
            )
        except MCPError as error:
            raise self._explained(error, ask.key) from error
        except (anyio.ClosedResourceError, anyio.BrokenResourceError) as error:
            raise Lost(
                "The connection was closed.", sent=not self._transport.took_back(ask.key), broken=True
            ) from error
        except asyncio.CancelledError:
            # The SDK ends all calls when one can't connect; those that stayed here may be tried again.
            if self._transport.took_back(ask.key):
                raise Lost("The server can't be reached.", sent=False, broken=True) from None
            raise
        return value_of(result.model_dump(mode="json", by_alias=True, exclude_none=True))

    async def list_tools(self) -> list[ToolSpec]:
        """See `Line`; all pages of the list."""
        found: list[Tool] = []
        cursor: str | None = None
        try:
            for _ in range(MOST_PAGES):
                page = await self.client.list_tools(cursor=cursor, cache_mode="refresh")
                found += page.tools
                cursor = page.next_cursor
                if cursor is None:
                    break
        except MCPError as error:
            raise self._explained(error, "") from error
        dumped = [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in found]
        return [spec_of(tool, "", self._trusted) for tool in dumped]

    def _explained(self, error: MCPError, key: str) -> Exception:
        """What an error of the SDK means; some are the server's, some the SDK's own about the connection."""
        text = error.message
        match error.code:
            case code if code == REQUEST_TIMEOUT and text.endswith("timed out"):
                return TimeoutError(text)
            case code if code == INVALID_REQUEST and text in ("Session not found", "Session terminated"):
                return Lost("The server has forgotten the session.", sent=False, broken=True)
            case code if code == CONNECTION_CLOSED and text == "Connection closed":
                return Lost("The connection was closed.", sent=not self._transport.took_back(key), broken=True)
            case code if code == CONNECTION_CLOSED and text.startswith("SSE stream"):
                return Lost("The connection broke before the answer came.", sent=True)
            case code if code == INTERNAL_ERROR and text == "Server returned an error response":
                return Lost("The server answered with an HTTP error.", sent=True)
            case code if code == INVALID_PARAMS:
                unknown = "unknown tool" in text.lower()
                return ToolFailed("unknown_tool" if unknown else "invalid", text, error.data)
            case _:
                return ToolFailed("failed", text or "The server reports an error.", error.data)


class _Limited(httpx2.AsyncByteStream):
    """The bytes of an answer, up to a limit."""

    def __init__(self, inner: httpx2.AsyncByteStream) -> None:
        self._inner = inner

    async def __aiter__(self) -> AsyncIterator[bytes]:
        left = MOST_BYTES
        async for piece in self._inner:
            left -= len(piece)
            if left < 0:
                raise httpx2.ReadError(f"The answer is longer than {MOST_BYTES:,} bytes.")
            yield piece

    async def aclose(self) -> None:
        await self._inner.aclose()


async def _key_in(request: httpx2.Request) -> str | None:
    """The idempotency key in a JSON-RPC request; None in any other."""
    try:
        return str(json.loads(await request.aread())["params"]["_meta"][KEY])
    except (ValueError, KeyError, TypeError):
        return None
