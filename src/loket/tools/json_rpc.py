"""The answer to one JSON-RPC request over HTTP, and every way it can go wrong in the words of the tool port."""

import httpx
import msgspec

from loket.core.data import Json
from loket.core.shapes import deeper_than, is_object, text_at
from loket.core.tool import ToolFailed
from loket.net.client import REPLY_LEVELS, HttpAnswer, origin
from loket.tools.agents.text import line

MOVED = (301, 302, 303, 307, 308)
SERVERS_OWN = 500
"""From this HTTP status on the trouble is the server's own."""
_PASSING = ("timeout", "unreachable", "busy", "unknown_outcome")


def unanswered(error: Exception, url: str, deadline: float, *, repeatable: bool) -> ToolFailed:
    """What a broken exchange is called: surely not begun, too late, or nobody knows."""
    where = origin(url)
    match error:
        case httpx.ConnectError() | httpx.ConnectTimeout() | httpx.PoolTimeout() | httpx.UnsupportedProtocol():
            return ToolFailed("unreachable", f"{where} can't be reached.")
        case _ if not repeatable:
            return ToolFailed("unknown_outcome", f"{where} did not confirm; nobody knows whether it was done.")
        case httpx.TimeoutException():
            return ToolFailed("timeout", f"{where} did not answer within {deadline:g} seconds.")
        case _:
            return ToolFailed("unreachable", f"The connection to {where} broke.")


def passes(failed: ToolFailed) -> bool:
    """Whether what went wrong may well be over soon: a server that is away, starting, or has too much to do."""
    status = failed.value.get("status") if is_object(failed.value) else None
    return failed.code in _PASSING or (isinstance(status, int) and status >= SERVERS_OWN)


def json_in(reply: HttpAnswer, where: str) -> Json:
    """The JSON in an answer. Raises ToolFailed: `failed` (its value holds the HTTP status), `not_json`, `invalid`."""
    try:
        answer: Json = msgspec.json.decode(reply.body)
    except (ValueError, RecursionError) as error:
        if reply.status >= 300:
            raise http_failure(reply, where) from error
        raise ToolFailed("not_json", f"{where} answered with something that is not JSON.") from error
    check_depth(answer, where)
    return answer


def result_of(reply: HttpAnswer, request_id: str, where: str) -> Json:
    """The result in a JSON-RPC response. Raises ToolFailed: `failed` (its value holds the error's code and data, or
    the HTTP status), `not_json`, `invalid`."""
    answer = json_in(reply, where)
    if is_object(answer) and is_object(error := answer.get("error")):
        text = line(text_at(error, "message"), 500) or f"{where} reported an error without words."
        raise ToolFailed("failed", text, {"code": error.get("code"), "data": error.get("data")})
    if reply.status >= 400:
        raise http_failure(reply, where)
    if not is_object(answer) or answer.get("jsonrpc") != "2.0" or "result" not in answer:
        raise ToolFailed("invalid", f"{where} answered with something that is no JSON-RPC response.")
    if answer.get("id") != request_id:
        raise ToolFailed("invalid", f"{where} answered another request than ours.")
    return answer["result"]


def check_depth(answer: Json, where: str) -> None:
    """Raises ToolFailed("invalid") for an answer that is nested so deeply that no record could hold it."""
    if deeper_than(answer, REPLY_LEVELS):
        text = f"{where} answered with something that is nested more than {REPLY_LEVELS} levels deep."
        raise ToolFailed("invalid", text)


def http_failure(reply: HttpAnswer, where: str) -> ToolFailed:
    """An HTTP status instead of an answer."""
    if reply.status in MOVED:
        told = f"{where} sends us on to another address (HTTP {reply.status}); a request is not sent after it."
        return ToolFailed("failed", told, {"status": reply.status})
    return ToolFailed("failed", f"{where} answered with HTTP {reply.status}.", {"status": reply.status})
