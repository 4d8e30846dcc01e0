"""What a tool may say to and ask of an MCP client during a call, in either era of the protocol.

Only tools that are served by the MCP door get to see it; everything else needs no more than the `CallContext`."""

from dataclasses import dataclass
from typing import Any, Literal

from mcp.server.context import ServerRequestContext
from mcp.server.subscriptions import PromptsListChanged, SubscriptionBus, ToolsListChanged
from mcp.shared.message import ServerMessageMetadata
from mcp_types import (
    ClientCapabilities,
    CreateMessageRequest,
    CreateMessageRequestParams,
    CreateMessageResult,
    ElicitationCapability,
    LoggingMessageNotification,
    LoggingMessageNotificationParams,
    RootsCapability,
    SamplingCapability,
    SamplingMessage,
    TextContent,
)
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from starlette.requests import HTTPConnection

from loket.core.data import Json, JsonObject
from loket.core.tool import CallContext, ToolFailed
from loket.house.requests import OWNER

Capability = Literal["elicitation", "sampling", "roots"]

_CAPABILITIES: dict[Capability, ClientCapabilities] = {
    "elicitation": ClientCapabilities(elicitation=ElicitationCapability()),
    "sampling": ClientCapabilities(sampling=SamplingCapability()),
    "roots": ClientCapabilities(roots=RootsCapability()),
}


class NeedsInput(ToolFailed):
    """The call goes on when the client has answered: it is made again, with the answers and with our `state`.

    `requests` maps a name of our choice to a request of MCP (`method`, `params`)."""

    def __init__(self, requests: dict[str, JsonObject], state: str | None = None) -> None:
        super().__init__("needs_input", "The call needs input that this connection can't ask for.")
        self.requests = requests
        self.state = state


class NeedsCapability(ToolFailed):
    """The call can't be made by a client that does not offer this."""

    def __init__(self, capability: Capability) -> None:
        super().__init__("needs_capability", f"The call needs a client that offers {capability}.")
        self.capability = capability


class Exchange:
    """One request of a client: its answers to what we asked before, and the way back to it while it waits."""

    def __init__(
        self,
        request: ServerRequestContext[Any, Any],
        bus: SubscriptionBus,
        responses: dict[str, JsonObject],
        state: str | None,
    ) -> None:
        self._request = request
        self._bus = bus
        self.responses = responses
        self.state = state

    @property
    def modern(self) -> bool:
        """Whether this is the era without sessions, in which a server never asks by itself."""
        return self._request.protocol_version in MODERN_PROTOCOL_VERSIONS

    def offers(self, capability: Capability) -> bool:
        """Whether the client said that it can do this."""
        return self._request.session.check_client_capability(_CAPABILITIES[capability])

    @property
    def links(self) -> bool:
        """Whether a result may name resources: older revisions know no such content."""
        return self._request.protocol_version >= "2025-06-18"

    async def log(self, text: str) -> None:
        """A message for the client's log; the newer era has none unless asked for, which we do not serve."""
        if self.modern:
            return
        params = LoggingMessageNotificationParams(level="info", data=text)
        await self._request.session.send_notification(
            LoggingMessageNotification(params=params), related_request_id=self._request.request_id
        )

    async def progress(self, done: float, total: float) -> None:
        """How far the call is; said to clients that want to know."""
        await self._request.session.report_progress(done, total)

    async def elicit(self, message: str, schema: JsonObject) -> JsonObject:
        """Asks the person at the client to fill in a form; the older era only. Returns `action` and `content`."""
        result = await self._request.session.elicit_form(message, schema, self._request.request_id)
        return result.model_dump(mode="json", by_alias=True, exclude_none=True)

    async def sample(self, text: str, most_tokens: int) -> str:
        """Asks the client's model; the older era only."""
        message = SamplingMessage(role="user", content=TextContent(type="text", text=text))
        result = await self._request.session.send_request(
            CreateMessageRequest(params=CreateMessageRequestParams(messages=[message], max_tokens=most_tokens)),
            CreateMessageResult,
            metadata=ServerMessageMetadata(related_request_id=self._request.request_id),
        )
        return result.content.text if isinstance(result.content, TextContent) else ""

    async def close_stream(self) -> None:
        """Ends the event stream of this request without an answer; the client comes back for the rest."""
        if self._request.close_sse_stream is not None:
            await self._request.close_sse_stream()

    async def changed(self, what: Literal["tools", "prompts"]) -> None:
        """Tells everyone who listens that a list is another one now."""
        await self._bus.publish(ToolsListChanged() if what == "tools" else PromptsListChanged())


@dataclass(frozen=True, slots=True)
class OutsideCall(CallContext):
    """The context of a call that came in by MCP."""

    exchange: Exchange | None = None


def caller_of(request: ServerRequestContext[Any, Any]) -> str:
    """Whom the guard let in, when the request came over HTTP."""
    asked = request.request
    return str(asked.scope.get(OWNER, "")) if isinstance(asked, HTTPConnection) else ""


def progress_of(part: Json, count: int) -> tuple[float, float | None]:
    """Done and total from a tool's progress part; a tool that gives none counts its notes."""
    match part:
        case {"progress": int() | float() as done, "total": int() | float() as total}:
            return done, total
        case _:
            return count, None
