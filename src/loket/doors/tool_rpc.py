"""What the tool streams answer to each message: JSON-RPC over a catalogue, knowing no transport."""

from collections.abc import Callable
from typing import cast

from loket.core.data import Json, JsonObject
from loket.core.shapes import is_object
from loket.core.tool import CallContext, ToolFailed
from loket.doors.outside import WAITING
from loket.doors.published import Offered
from loket.house.rpc import FAILURE, METHOD, PARAMS, REQUEST, error_for, id_fits, result_for
from loket.tools.mcp_content import failure_of, listed, result_of

_REVISIONS = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")
_BAD_ARGUMENTS = frozenset({"unknown_tool", "invalid", "too_large"})

MakeContext = Callable[[str, JsonObject], CallContext]
"""The context for the call with this id and these params."""


class RpcSession:
    """One client on one stream. Once it has sent `initialize`, results come wrapped as the protocol wants it;
    until then the result of a call is the tool's object as it is."""

    def __init__(self, catalog: Offered, context: MakeContext) -> None:
        self._catalog = catalog
        self._context = context
        self._formal = False

    async def answer(self, message: Json) -> JsonObject | None:
        """The response to one message; None for a notification. Never raises for what a message says."""
        if not isinstance(message, dict):
            return error_for(None, REQUEST, "A message is one JSON-RPC object; batches are not served.")
        request = cast(JsonObject, message)
        request_id = request.get("id")
        if "id" in request and (request_id is None or not id_fits(request_id)):
            return error_for(None, REQUEST, "The id must be a string or a whole number.")
        method, params = request.get("method"), request.get("params", {})
        if request.get("jsonrpc") != "2.0" or not isinstance(method, str):
            return error_for(request_id, REQUEST, 'A request has "jsonrpc": "2.0" and a method.')
        if "id" not in request:
            return None
        if not isinstance(params, dict):
            return error_for(request_id, PARAMS, "The params must be an object.")
        return await self._served(request_id, method, cast(JsonObject, params))

    async def _served(self, request_id: Json, method: str, params: JsonObject) -> JsonObject:
        match method:
            case "tools/call":
                return await self._call(request_id, params)
            case "tools/list":
                return result_for(request_id, {"tools": [listed(spec) for spec in self._catalog.specs()]})
            case "ping":
                return result_for(request_id, {})
            case "initialize":
                self._formal = True
                return result_for(request_id, self._greeting(params))
            case _:
                return error_for(request_id, METHOD, f"There is no method {method[:100]}.")

    def _greeting(self, params: JsonObject) -> JsonObject:
        wanted = params.get("protocolVersion")
        return {
            "protocolVersion": wanted if wanted in _REVISIONS else _REVISIONS[0],
            "capabilities": {"tools": {"listChanged": False}},
            "serverInfo": {"name": self._catalog.name, "version": self._catalog.version},
        }

    async def _call(self, request_id: Json, params: JsonObject) -> JsonObject:
        name, args = params.get("name"), params.get("arguments", {})
        if not isinstance(name, str):
            return error_for(request_id, PARAMS, "The params must name a tool.")
        try:
            value = await self._catalog.call(name, args, self._context(str(request_id), params))
        except ToolFailed as failed:
            if failed.code in _BAD_ARGUMENTS or failed.code.startswith("invalid_"):
                data: JsonObject = {"code": failed.code}
                if failed.value is not None:
                    data["problems"] = failed.value
                return error_for(request_id, PARAMS, failed.text, data)
            if self._formal:
                return result_for(request_id, failure_of(failed))
            return error_for(request_id, FAILURE, failed.text, {"code": failed.code} | _way_on(failed))
        return result_for(request_id, result_of(value) if self._formal else value)


def _way_on(failed: ToolFailed) -> JsonObject:
    """Where a person can approve a call that waits, and with which key its result is asked for."""
    return failed.value if failed.code == WAITING and is_object(failed.value) else {}
