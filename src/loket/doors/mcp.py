"""The official MCP wires over a catalogue of tools: streamable HTTP of both eras, HTTP+SSE and stdio.

Importing this is heavy (the SDK); a catalogue that nobody reaches by an official wire does not need it."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any, cast
from uuid import uuid4

import anyio
from mcp import MCPError
from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp.server.auth.provider import AccessToken
from mcp.server.caching import CacheableMethod, CacheHint
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.request_state import RequestStateBoundary, RequestStateSecurity
from mcp.server.sse import SseServerTransport
from mcp.server.stdio import stdio_server
from mcp.server.streamable_http import EventStore
from mcp.server.streamable_http_manager import StreamableHTTPASGIApp, StreamableHTTPSessionManager
from mcp.server.subscriptions import InMemorySubscriptionBus, SubscriptionBus
from mcp.server.transport_security import TransportSecuritySettings
from mcp_types import (
    INVALID_PARAMS,
    MISSING_REQUIRED_CLIENT_CAPABILITY,
    CallToolRequestParams,
    CallToolResult,
    GetPromptRequestParams,
    InputRequiredResult,
    ListToolsResult,
    PaginatedRequestParams,
    Tool,
)
from starlette.routing import BaseRoute, Mount, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from loket.core.data import Json, JsonObject
from loket.core.tool import CallContext, ToolFailed, silent
from loket.doors.mcp_approval import word_on
from loket.doors.mcp_exchange import Exchange, NeedsCapability, NeedsInput, OutsideCall, caller_of, progress_of
from loket.doors.mcp_offers import input_required, offer, refuse_cursor, resource_listed
from loket.doors.outside import NeedsApproval
from loket.doors.published import Offered, Published
from loket.house.requests import OWNER
from loket.tools.agents.names import plain_names
from loket.tools.mcp_content import failure_of, listed, result_of
from loket.tools.wire import KEY

Request = ServerRequestContext[Any, Any]
Asked = CallToolRequestParams | GetPromptRequestParams
Progress = Callable[[str, Json], None]

LIMIT = 120.0
"""Seconds a call may take at most, whatever its tool allows."""

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
    `events` lets such a client resume a broken stream. `key`
    seals what a client keeps of us between two requests; without one only this process can read it again."""

    path: str = "/mcp"
    hosts: tuple[str, ...] = _LOOPBACK
    origins: tuple[str, ...] = tuple(f"http://{host}" for host in _LOOPBACK)
    stateful: bool = False
    events: EventStore | None = None
    retry_ms: int | None = None
    key: bytes = b""


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
        sse = SseServerTransport(f"{settings.path}/messages/", security)
        self.routes: list[BaseRoute] = [
            Route(settings.path, _Trimmed(_Owned(StreamableHTTPASGIApp(self._manager)))),
            Route(f"{settings.path}/sse", _Owned(_LegacyStream(self.server, sse)), methods=["GET"]),
            Mount(f"{settings.path}/messages", app=_Owned(sse.handle_post_message)),
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
        return await _call(catalog, bus, request, own)

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
    offer(server, catalog.extras, bus, lambda request, params: _context(request, params, bus, silent))
    return server


async def over_stdio(catalog: Offered) -> None:
    """Serves a client that started this process, on standard input and output, until the input ends."""
    server = mcp_server(catalog)
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


async def _call(
    catalog: Offered, bus: SubscriptionBus, request: Request, params: CallToolRequestParams
) -> CallToolResult | InputRequiredResult:
    async with _progress_told(request) as progress:
        context = _context(request, params, bus, progress)
        answer = await _answer(catalog, params, context)
    if isinstance(answer, MCPError):
        raise answer  # here and not above, where the task group would wrap it
    return answer


async def _answer(
    catalog: Offered, params: CallToolRequestParams, context: CallContext
) -> CallToolResult | InputRequiredResult | MCPError:
    try:
        result = await _result(catalog, params, context)
    except NeedsInput as needs:
        return input_required(needs)
    except NeedsCapability as needs:
        wanted = {"requiredCapabilities": {needs.capability: {}}}
        return MCPError(MISSING_REQUIRED_CLIENT_CAPABILITY, needs.text, wanted)
    except NeedsApproval as waiting:
        return await _approval(catalog, params, context, waiting)
    except ToolFailed as failed:
        if failed.code == "unknown_tool":
            return MCPError(INVALID_PARAMS, failed.text)
        result = failure_of(failed)
    return CallToolResult.model_validate(result, by_name=False)


async def _result(catalog: Offered, params: CallToolRequestParams, context: CallContext) -> JsonObject:
    """What a call gives, and the files that it keeps as links to resources."""
    result = result_of(await catalog.call(params.name, params.arguments or {}, context))
    exchange = context.exchange if isinstance(context, OutsideCall) else None
    if isinstance(catalog, Published) and exchange is not None and exchange.links:
        files = await catalog.files_of(context)
        links: list[Json] = [{"type": "resource_link", **resource_listed(one)} for one in files]
        result["content"] = [*cast("list[Json]", result["content"]), *links]
    return result


async def _approval(
    catalog: Offered, params: CallToolRequestParams, context: CallContext, waiting: NeedsApproval
) -> CallToolResult | InputRequiredResult:
    """The answer of a call that is held: what it gives when the person at the client decides, else where it waits."""
    exchange = context.exchange if isinstance(context, OutsideCall) else None
    assert isinstance(catalog, Published)  # nothing else holds a call
    try:
        word = None if exchange is None else await word_on(exchange, waiting, params.arguments or {}, context.key)
    except NeedsInput as needs:
        return input_required(needs)
    except asyncio.CancelledError:
        with anyio.CancelScope(shield=True):
            await catalog.withdraw(waiting)
        raise
    if word is None:
        return CallToolResult.model_validate(failure_of(waiting), by_name=False)
    await catalog.decide(waiting, word)
    try:
        result = await _result(catalog, params, context)
    except ToolFailed as failed:
        result = failure_of(failed)
    return CallToolResult.model_validate(result, by_name=False)


def _context(request: Request, params: Asked, bus: SubscriptionBus, progress: Progress) -> CallContext:
    meta = cast(JsonObject, request.meta or {})
    answers = cast("dict[str, Any]", params.input_responses or {})
    responses = {name: _dumped(answer) for name, answer in answers.items()}
    return OutsideCall(
        conversation="",
        owner=caller_of(request),
        scope="/",
        call=str(request.request_id),
        key=str(meta.get(KEY) or params.request_state or uuid4()),
        deadline=LIMIT,
        progress=progress,
        exchange=Exchange(request, bus, responses, params.request_state),
    )


def _dumped(answer: Any) -> JsonObject:
    if isinstance(answer, dict):
        return cast(JsonObject, answer)
    return cast(JsonObject, answer.model_dump(mode="json", by_alias=True, exclude_none=True))


@asynccontextmanager
async def _progress_told(request: Request) -> AsyncGenerator[Progress]:
    """What a tool calls to tell its progress; all of it is told before the result goes out."""
    notes: asyncio.Queue[tuple[str, Json] | None] = asyncio.Queue()

    def note_down(note: str, part: Json = None) -> None:
        notes.put_nowait((note, part))

    async def tell() -> None:
        count = 0
        while (told := await notes.get()) is not None:
            count += 1
            done, total = progress_of(told[1], count)
            await request.session.report_progress(done, total, told[0] or None)

    async with anyio.create_task_group() as group:
        group.start_soon(tell)
        yield note_down
        notes.put_nowait(None)
