"""One run of an agent of others that speaks AG-UI: what is posted, and its events as they come."""

from collections.abc import AsyncGenerator

import anyio
import httpx
import msgspec

from loket.core.data import Json, JsonObject
from loket.core.shapes import is_object
from loket.core.tool import ToolFailed
from loket.net.client import REPLY_BYTES, HttpAnswer, origin
from loket.net.guard import REFUSED, AddressRefused
from loket.tools.agents.wire import IDLE, event_texts
from loket.tools.invoke import InvokeTool
from loket.tools.json_rpc import check_depth, http_failure, unanswered


def run_input(thread: str, run: str, messages: list[Json], resume: list[JsonObject]) -> JsonObject:
    """What is sent: every field that older agents ask for stands in it."""
    empty: JsonObject = {"state": {}, "tools": [], "context": [], "forwardedProps": {}}
    answers = {"resume": resume} if resume else {}
    return {"threadId": thread, "runId": run, "protocolVersion": "1.0", "messages": messages, **empty, **answers}


async def events_of(invoke: InvokeTool, url: str, body: JsonObject, *, repeatable: bool) -> AsyncGenerator[JsonObject]:
    """The events of the run; `invoke` has the guarded client and what to log in with. Raises ToolFailed."""
    settings, keyring = invoke.directory.settings, invoke.keyring
    if (refusal := settings.refusal(url)) is not None:
        raise ToolFailed(REFUSED, refusal.text)
    credential, client = settings.credential(url), invoke.directory.client
    headers = {"accept": "text/event-stream", "content-type": "application/json"}
    request = client.build_request("POST", url, content=msgspec.json.encode(body), headers=headers)
    await keyring.unlock(request, credential)
    request.extensions |= {"timeout": {"connect": 10, "read": IDLE, "write": 10, "pool": 10}}
    try:
        answer = await client.send(request, stream=True)
        try:
            if answer.status_code != 200:
                raise _refused(answer, url)
            async for data in event_texts(answer.aiter_raw(), origin(url), REPLY_BYTES):
                if (event := _event(keyring.without(data.encode(), credential), url)) is not None:
                    yield event
        finally:
            with anyio.CancelScope(shield=True):
                await answer.aclose()
    except AddressRefused as error:
        raise ToolFailed(REFUSED, error.refusal.text) from error
    except (httpx.TransportError, httpx.DecodingError) as error:
        raise unanswered(error, url, IDLE, repeatable=repeatable) from error
    raise unanswered(httpx.RemoteProtocolError(""), url, 0, repeatable=repeatable)


def _event(data: bytes, url: str) -> JsonObject | None:
    """None for a ping and for nonsense."""
    try:
        found: Json = msgspec.json.decode(data)
    except (ValueError, RecursionError):
        return None
    if not is_object(found):
        return None
    check_depth(found, origin(url))
    return found


def _refused(answer: httpx.Response, url: str) -> ToolFailed:
    where, status = origin(url), answer.status_code
    if status in (401, 403):
        return ToolFailed("needs_credentials", f"{where} wants us to log in (HTTP {status}).")
    if status in (429, 503):
        return ToolFailed("busy", f"{where} has no time for us now (HTTP {status}).")
    return http_failure(HttpAnswer(status, answer.headers, b""), where)
