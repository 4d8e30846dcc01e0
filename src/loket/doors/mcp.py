"""The official MCP wires over a catalogue of tools: streamable HTTP of both eras, HTTP+SSE and stdio.

Importing this is heavy (the SDK); a catalogue that nobody reaches by an official wire does not need it."""

from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any

from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp.server.auth.provider import AccessToken
from mcp.server.caching import CacheableMethod, CacheHint
from mcp.server.lowlevel import Server
from mcp.server.request_state import RequestStateBoundary, RequestStateSecurity
from mcp.server.sse import SseServerTransport
from mcp.server.stdio import stdio_server
from mcp.server.streamable_http import EventStore
from mcp.server.streamable_http_manager import StreamableHTTPASGIApp, StreamableHTTPSessionManager
from mcp.server.subscriptions import InMemorySubscriptionBus
from mcp.server.transport_security import TransportSecuritySettings
from mcp_types import (
    CallToolRequestParams,
    CallToolResult,
    InputRequiredResult,
    ListToolsResult,
    PaginatedRequestParams,
    Tool,
)
from starlette.routing import BaseRoute, Mount, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from loket.core.data import JsonObject
from loket.core.tool import silent
from loket.doors.mcp_calls import Request, call_result, context_of
from loket.doors.mcp_offers import offer, refuse_cursor
from loket.doors.published import Offered
from loket.engine.claims import Claims
from loket.house.requests import OWNER
from loket.tools.agents.names import plain_names
from loket.tools.mcp_content import listed

_CACHEABLE: tuple[CacheableMethod, ...] = (
    "tools/list",
    "prompts/list",
    "resources/list",
    "resources/templates/list",
    "resources/read",
)
_LOOPBACK = ("127.0.0.1:*", "localhost:*", "[::1]:*")


@dataclass(frozen=True, slots=True)
class McpSettings:
    """How the door is served. `hosts` are the Host headers it answers (`name:*` for any port) and `origins` the web
    pages that may call it. A `stateful` door keeps sessions for the older era, so that tools can ask the client back;
    `events` lets such a client resume a broken stream. `key` seals what a client keeps of us between two requests;
    without one only this process can read it again. With `claims` the address where messages for an open stream go
    names the node that has it, and another node passes them on."""

    path: str = "/mcp"
    hosts: tuple[str, ...] = _LOOPBACK
    origins: tuple[str, ...] = tuple(f"http://{host}" for host in _LOOPBACK)
    stateful: bool = False
    events: EventStore | None = None
    retry_ms: int | None = None
    key: bytes = b""
    claims: Claims | None = None


class McpDoor:
    """Routes for one catalogue, and the task group they need: enter `running` once, around the life of the app."""

    def __init__(self, catalog: Offered, settings: McpSettings | None = None) -> None:
        settings = settings or McpSettings()
        security = TransportSecuritySettings(
            enable_dns_rebinding_protection=True,
            allowed_hosts=list(settings.hosts),
            allowed_origins=list(settings.origins),
        )
        self.server = mcp_server(catalog, settings.key)
        self._manager = StreamableHTTPSessionManager(
            self.server,
            event_store=settings.events,
            retry_interval=settings.retry_ms,
            stateless=not settings.stateful,
            security_settings=security,
        )
        claims, messages = settings.claims, f"{settings.path}/messages"
        sse = SseServerTransport(f"{messages}/{'' if claims is None else f'{claims.id}/'}", security)
        posted = sse.handle_post_message if claims is None else _Posted(sse.handle_post_message, claims)
        self.routes: list[BaseRoute] = [
            Route(settings.path, _Trimmed(_Owned(StreamableHTTPASGIApp(self._manager)))),
            Route(f"{settings.path}/sse", _Owned(_LegacyStream(self.server, sse)), methods=["GET"]),
            Mount(messages, app=_Owned(posted)),
        ]

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        """The time in which the routes answer."""
        async with self._manager.run():
            yield


class _Trimmed:
    """White space around a header's value is not part of it, but the faster of our HTTP parsers leaves it there."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = [(name, value.strip(b" \t")) for name, value in scope["headers"]]
        await self._app({**scope, "headers": headers}, receive, send)


class _Owned:
    """Tells the library in its own way whom the guard let in, so that a session is that of who opened it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if owner := scope.get(OWNER):
            scope = {**scope, "user": AuthenticatedUser(AccessToken(token="", client_id=str(owner), scopes=[]))}
        await self._app(scope, receive, send)


class _LegacyStream:
    """GET of the deprecated HTTP+SSE: the connection is the session."""

    def __init__(self, server: Server[Any], sse: SseServerTransport) -> None:
        self._server = server
        self._sse = sse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with AsyncExitStack() as stack:
            try:
                read, write = await stack.enter_async_context(self._sse.connect_sse(scope, receive, send))
            except ValueError:
                return  # refused for its Host or Origin, and already answered
            await self._server.run(read, write, self._server.create_initialization_options())


class _Posted:
    """POST of the same, at any node: the end of its path names the one that has the stream."""

    def __init__(self, app: ASGIApp, claims: Claims) -> None:
        self._app, self._claims = app, claims

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._claims.pass_to(scope["path"].rstrip("/").rpartition("/")[2])
        await self._app(scope, receive, send)


def mcp_server(catalog: Offered, key: bytes = b"") -> Server[Any]:
    """The catalogue as a server of the SDK; every wire, and a client in this process, can be put in front of it. For
    `key` see McpSettings."""
    bus = InMemorySubscriptionBus()
    names = plain_names(spec.name for spec in catalog.specs())
    tools = [
        Tool.model_validate({**listed(spec), "name": name}, by_name=False)
        for name, spec in zip(names, catalog.specs(), strict=True)
    ]

    async def list_tools(_: Request, __: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=tools)

    async def call_tool(request: Request, params: CallToolRequestParams) -> CallToolResult | InputRequiredResult:
        own = params.model_copy(update={"name": names.get(params.name, params.name)})
        return await call_result(catalog, bus, request, own)

    def input_schema(name: str) -> JsonObject | None:
        tool = catalog.find(names.get(name, name))
        return tool.spec.input if tool is not None else None

    server: Server[Any] = Server(
        catalog.name,
        version=catalog.version,
        cache_hints={method: CacheHint(0, "private") for method in _CACHEABLE},
        get_tool_input_schema=input_schema,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )
    sealed = RequestStateSecurity(keys=[key]) if key else RequestStateSecurity.ephemeral()
    state = RequestStateBoundary(sealed, default_audience=catalog.name)
    server.middleware.extend((state, refuse_cursor))
    offer(server, catalog.extras, bus, lambda request, params: context_of(request, params, bus, silent))
    return server


async def over_stdio(catalog: Offered) -> None:
    """Serves a client that started this process, on standard input and output, until the input ends."""
    server = mcp_server(catalog)
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())
