"""The envelope of JSON-RPC: a request from its bytes, its params in the types of the library, answers and refusals."""

import asyncio
from collections.abc import Callable
from dataclasses import field
from typing import Any, TypeVar

import msgspec
from a2a.utils.error_handlers import build_error_details
from a2a.utils.errors import (
    JSON_RPC_ERROR_CODE_MAP,
    A2AError,
    InvalidParamsError,
    InvalidRequestError,
    JSONParseError,
)
from google.protobuf.json_format import ParseDict, ParseError
from google.protobuf.message import Message
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from loket.core.data import Json, JsonObject
from loket.core.shapes import is_object
from loket.core.value import unchanging
from loket.doors.a2a.limits import check_limits
from loket.house.bulk import LOOP_BYTES
from loket.house.rpc import error_for, id_fits

RequestId = str | int | None
Read = TypeVar("Read")
LONG = "long"
"""Where the state of a call says that its request is."""


@unchanging
class Envelope:
    """A JSON-RPC request that is well formed; `params` may still be anything. A `long` one is read in a thread."""

    id: RequestId
    method: str
    params: Json = field(default_factory=dict)
    long: bool = False

    async def read(self, how: Callable[[], Read]) -> Read:
        """What `how` makes of it."""
        return await aside(self.long, how)


async def aside(long: bool, how: Callable[[], Read]) -> Read:
    """What `how` makes of a request; of a long one in a worker thread."""
    return await asyncio.to_thread(how) if long else how()


class Malformed(Exception):
    """The body is no JSON-RPC request."""

    def __init__(self, error: A2AError, id: RequestId = None) -> None:
        super().__init__(error.message)
        self.error, self.id = error, id


def envelope_of(body: bytes) -> Envelope:
    """The request in a body. Malformed says what is wrong, with the id if there is a usable one."""
    try:
        said: Json = msgspec.json.decode(body)
    except (ValueError, RecursionError) as error:
        raise Malformed(JSONParseError(message="The body is not JSON.")) from error
    if not is_object(said):
        raise Malformed(InvalidRequestError(message="A request is one JSON object; batches are not served."))
    given = said.get("id")
    if not id_fits(given):
        raise Malformed(InvalidRequestError(message="The id is a string, a whole number or null."))
    if said.get("jsonrpc") != "2.0":
        raise Malformed(InvalidRequestError(message='jsonrpc must be "2.0".'), given)
    method = said.get("method")
    if not isinstance(method, str) or not method:
        raise Malformed(InvalidRequestError(message="A request names a method."), given)
    params = said.get("params", {})
    try:
        check_limits(body, params)
    except InvalidParamsError as error:
        raise Malformed(error, given) from error
    return Envelope(given, method, params, len(body) > LOOP_BYTES)


def parsed(params: Json, kind: type[Message]) -> Any:
    """The params as the type of their method; unknown names are passed over."""
    if not is_object(params):
        raise InvalidParamsError(message="The params are an object.")
    try:
        return ParseDict(params, kind(), ignore_unknown_fields=True)
    except (ParseError, ValueError, TypeError, OverflowError, RecursionError) as error:
        raise InvalidParamsError(message=f"The params do not fit: {str(error)[:200]}") from error


def refused(id: RequestId, error: A2AError) -> JsonObject:
    """An error in the words of 1.0."""
    code = JSON_RPC_ERROR_CODE_MAP.get(type(error), -32603)
    return error_for(id, code, error.message, build_error_details(error))


class RpcResponse(Response):
    """JSON-RPC over HTTP: also an error comes with status 200."""

    media_type = "application/json"

    def __init__(self, body: bytes) -> None:
        """With the two headers there are, without the library's look at those there might be."""
        self.status_code, self.background, self.body = 200, None, body
        self.raw_headers = [(b"content-length", b"%d" % len(body)), (b"content-type", b"application/json")]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        await send({"type": "http.response.body", "body": self.body})


def later(response: Response) -> Response:
    """A refusal of what may be asked again in a moment: nothing of it was done."""
    response.status_code, response.headers["Retry-After"] = 503, "5"
    return response


def answered(body: JsonObject) -> Response:
    """An answer or a refusal."""
    return RpcResponse(msgspec.json.encode(body))
