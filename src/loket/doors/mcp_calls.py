"""One call over MCP: its world, what it gives, how it is held for a person, and its progress on the way."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Any, cast
from uuid import uuid4

import anyio
from mcp import MCPError
from mcp.server.context import ServerRequestContext
from mcp.server.subscriptions import SubscriptionBus
from mcp_types import (
    INVALID_PARAMS,
    MISSING_REQUIRED_CLIENT_CAPABILITY,
    CallToolRequestParams,
    CallToolResult,
    GetPromptRequestParams,
    InputRequiredResult,
)

from loket.core.data import Json, JsonObject
from loket.core.tool import CallContext, ToolFailed
from loket.doors.mcp_approval import word_on
from loket.doors.mcp_exchange import Exchange, NeedsCapability, NeedsInput, OutsideCall, caller_of, progress_of
from loket.doors.mcp_offers import input_required, resource_listed
from loket.doors.outside import NeedsApproval
from loket.doors.published import Offered, Published
from loket.tools.mcp_content import failure_of, result_of
from loket.tools.wire import KEY

Request = ServerRequestContext[Any, Any]
Asked = CallToolRequestParams | GetPromptRequestParams
Progress = Callable[[str, Json], None]

LIMIT = 120.0
"""Seconds a call may take at most, whatever its tool allows."""


async def call_result(
    catalog: Offered, bus: SubscriptionBus, request: Request, params: CallToolRequestParams
) -> CallToolResult | InputRequiredResult:
    """What a call gives, or what the client must give first. Raises `MCPError` for what is no result in MCP."""
    async with _progress_told(request) as progress:
        context = context_of(request, params, bus, progress)
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


def context_of(request: Request, params: Asked, bus: SubscriptionBus, progress: Progress) -> CallContext:
    """The world of a call, as its request has it."""
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
