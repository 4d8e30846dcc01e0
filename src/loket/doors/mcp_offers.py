"""What an MCP server offers besides tools, from a catalogue: resources, prompts, completions, subscriptions."""

import base64
import re
from collections.abc import Awaitable, Callable
from typing import Any

from mcp import MCPError
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.subscriptions import ListenHandler, SubscriptionBus
from mcp_types import (
    INVALID_PARAMS,
    BlobResourceContents,
    CompleteRequestParams,
    CompleteResult,
    Completion,
    EmptyResult,
    GetPromptRequestParams,
    GetPromptResult,
    InputRequiredResult,
    ListPromptsResult,
    ListResourcesResult,
    ListResourceTemplatesResult,
    PaginatedRequestParams,
    PromptArgument,
    PromptMessage,
    PromptReference,
    ReadResourceRequestParams,
    ReadResourceResult,
    ResourceTemplate,
    SetLevelRequestParams,
    SubscribeRequestParams,
    SubscriptionsListenRequestParams,
    TextResourceContents,
    UnsubscribeRequestParams,
)
from mcp_types import Prompt as PromptTold
from mcp_types import Resource as ResourceTold

from loket.core.data import JsonObject
from loket.core.tool import CallContext
from loket.doors.mcp_exchange import NeedsInput, caller_of
from loket.tools.catalog import Extras, Resource

Request = ServerRequestContext[Any, Any]
RESOURCE_NOT_FOUND = -32002
"""What the older era answers for a resource that does not exist."""

MakeContext = Callable[[Request, GetPromptRequestParams], CallContext]
_VARIABLE = re.compile(r"\{(\w+)\}")


def offer(server: Server[Any], extras: Extras, bus: SubscriptionBus, context: MakeContext) -> None:
    """Registers what the catalogue has; what it has not is not announced to clients either."""
    if extras.resources or extras.own is not None:
        _offer_resources(server, extras)
    if extras.prompts:
        _offer_prompts(server, extras, context)
    if extras.complete is not None:
        _offer_completions(server, extras.complete)
    if extras.logs:
        server.add_request_handler("logging/setLevel", SetLevelRequestParams, _agree)
    if extras.live:
        server.add_request_handler("resources/subscribe", SubscribeRequestParams, _agree)
        server.add_request_handler("resources/unsubscribe", UnsubscribeRequestParams, _agree)
        server.add_request_handler("subscriptions/listen", SubscriptionsListenRequestParams, ListenHandler(bus))


async def refuse_cursor(ctx: Request, call_next: CallNext) -> HandlerResult:
    """Each list is one page, so a cursor is none of ours: a client that sends one would read the page a second time."""
    if ctx.method.endswith("/list") and ctx.params and ctx.params.get("cursor") is not None:
        raise MCPError(INVALID_PARAMS, "No such cursor: ask for the list without one, it has one page.")
    return await call_next(ctx)


async def _agree(_: Request, __: object) -> EmptyResult:
    return EmptyResult()


def _offer_resources(server: Server[Any], extras: Extras) -> None:
    plain = {resource.uri: resource for resource in extras.resources if "{" not in resource.uri}
    templates = [(_pattern(resource.uri), resource) for resource in extras.resources if "{" in resource.uri]

    async def listed(request: Request, _: PaginatedRequestParams | None) -> ListResourcesResult:
        own = await extras.own.all(caller_of(request)) if extras.own is not None else []
        return ListResourcesResult(
            resources=[
                ResourceTold.model_validate(resource_listed(one), by_name=False) for one in (*plain.values(), *own)
            ]
        )

    async def listed_templates(_: Request, __: PaginatedRequestParams | None) -> ListResourceTemplatesResult:
        return ListResourceTemplatesResult(
            resource_templates=[
                ResourceTemplate(uri_template=r.uri, name=r.name, mime_type=r.media, description=r.description or None)
                for _, r in templates
            ]
        )

    async def read(request: Request, params: ReadResourceRequestParams) -> ReadResourceResult:
        found = _find(plain, templates, params.uri)
        if found is None and extras.own is not None and (own := await extras.own.at(params.uri, caller_of(request))):
            found = own, {}
        if found is None:
            modern = request.protocol_version >= "2026-07-28"
            code = INVALID_PARAMS if modern else RESOURCE_NOT_FOUND
            raise MCPError(code, f"Resource not found: {params.uri[:200]}", {"uri": params.uri[:200]})
        resource, variables = found
        match await resource.read(variables):
            case str(text):
                content = TextResourceContents(uri=params.uri, mime_type=resource.media, text=text)
            case data:
                blob = base64.b64encode(data).decode()
                content = BlobResourceContents(uri=params.uri, mime_type=resource.media, blob=blob)
        return ReadResourceResult(contents=[content])

    server.add_request_handler("resources/list", PaginatedRequestParams, listed)
    server.add_request_handler("resources/templates/list", PaginatedRequestParams, listed_templates)
    server.add_request_handler("resources/read", ReadResourceRequestParams, read)


def resource_listed(resource: Resource) -> JsonObject:
    """A resource as MCP tells it, in a list or as a link."""
    told: JsonObject = {"uri": resource.uri, "name": resource.name, "mimeType": resource.media}
    more: JsonObject = {"description": resource.description or None, "size": resource.size}
    return told | {name: value for name, value in more.items() if value is not None}


def _pattern(template: str) -> re.Pattern[str]:
    parts = _VARIABLE.split(template)
    return re.compile("".join(re.escape(p) if i % 2 == 0 else f"(?P<{p}>[^/]+)" for i, p in enumerate(parts)))


def _find(
    plain: dict[str, Resource], templates: list[tuple[re.Pattern[str], Resource]], uri: str
) -> tuple[Resource, dict[str, str]] | None:
    if uri in plain:
        return plain[uri], {}
    for pattern, resource in templates:
        if match := pattern.fullmatch(uri):
            return resource, match.groupdict()
    return None


def _offer_prompts(server: Server[Any], extras: Extras, context: MakeContext) -> None:
    prompts = {prompt.name: prompt for prompt in extras.prompts}

    async def listed(_: Request, __: PaginatedRequestParams | None) -> ListPromptsResult:
        return ListPromptsResult(
            prompts=[
                PromptTold(
                    name=p.name,
                    description=p.description or None,
                    arguments=[
                        PromptArgument(name=name, description=text, required=True)
                        for name, text in (p.arguments or {}).items()
                    ],
                )
                for p in prompts.values()
            ]
        )

    async def get(request: Request, params: GetPromptRequestParams) -> GetPromptResult | InputRequiredResult:
        prompt = prompts.get(params.name)
        if prompt is None:
            raise MCPError(INVALID_PARAMS, f"Unknown prompt: {params.name[:100]}")
        given = params.arguments or {}
        if missing := [name for name in prompt.arguments or {} if name not in given]:
            raise MCPError(INVALID_PARAMS, f"Missing arguments: {', '.join(missing)}")
        try:
            messages = await prompt.write(given, context(request, params))
        except NeedsInput as needs:
            return input_required(needs)
        return GetPromptResult(
            description=prompt.description or None,
            messages=[PromptMessage.model_validate(message, by_name=False) for message in messages],
        )

    server.add_request_handler("prompts/list", PaginatedRequestParams, listed)
    server.add_request_handler("prompts/get", GetPromptRequestParams, get)


def _offer_completions(server: Server[Any], complete: Callable[[str, str, str], Awaitable[list[str]]]) -> None:
    async def answer(_: Request, params: CompleteRequestParams) -> CompleteResult:
        subject = params.ref.name if isinstance(params.ref, PromptReference) else params.ref.uri
        values = await complete(subject, params.argument.name, params.argument.value)
        return CompleteResult(completion=Completion(values=values[:100], total=len(values), has_more=len(values) > 100))

    server.add_request_handler("completion/complete", CompleteRequestParams, answer)


def input_required(needs: NeedsInput) -> InputRequiredResult:
    """The answer that asks the client for something and to call again."""
    asked = {"resultType": "input_required", "inputRequests": needs.requests or None, "requestState": needs.state}
    return InputRequiredResult.model_validate({k: v for k, v in asked.items() if v is not None}, by_name=False)
