"""What every door reads of a request: whose it is, and its body, with the limits that all bodies have."""

from collections.abc import Callable
from typing import TypeVar

import msgspec
from pydantic import BaseModel, ValidationError
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.types import Message, Receive

from loket.core.data import Json
from loket.core.errors import Invalid, TooLarge
from loket.house.bulk import beside
from loket.house.misfit import sentence_of

OWNER = "loket.owner"
"""Where the guard notes in a request whose it is."""

VISITOR = "visitor:"
"""How the owners begin of whom nothing is known but a cookie."""

Model = TypeVar("Model", bound=BaseModel)


class NotJson(Invalid):
    """The body is no JSON; `body` is what came."""

    def __init__(self, body: bytes) -> None:
        super().__init__("bad_json", "The request is not JSON.")
        self.body = body


def owner_of(request: HTTPConnection) -> str:
    """The owner the guard found for this request."""
    return str(request.scope[OWNER])


def is_visitor(owner: str) -> bool:
    """Whether it is somebody who never signed in: what concerns all owners is not theirs to do."""
    return owner.startswith(VISITOR)


def caller_of(request: HTTPConnection) -> str:
    """Whose request it is; "" when no guard stands before the door, because this process asks itself."""
    return str(request.scope.get(OWNER, ""))


async def body_of(request: Request, most: int) -> bytes:
    """The body. TooLarge as soon as it has more bytes than that."""
    body = bytearray()
    try:
        async for part in request.stream():
            body += part
            if len(body) > most:
                raise TooLarge("too_large", f"A request has at most {most} bytes.")
    except ClientDisconnect as error:
        raise Invalid("gone", "The client went away.") from error
    return bytes(body)


async def left(receive: Receive) -> None:
    """Returns when who asked has left."""
    while (await receive())["type"] != "http.disconnect":
        pass


def again(body: bytes, receive: Receive) -> Receive:
    """A body that was read is read once more, then whatever else comes."""
    unread = [body]

    async def heard() -> Message:
        return {"type": "http.request", "body": unread.pop(), "more_body": False} if unread else await receive()

    return heard


async def json_of(request: Request, most: int) -> Json:
    """The JSON of the body. NotJson when it is none, as with NaN or half a character in it."""
    return await beside(_parsed, await body_of(request, most))


async def model_of(request: Request, kind: type[Model]) -> Model:
    """The body as the model that describes it. Invalid `invalid_request` names the field that is wrong."""
    return await beside(_validated(kind), await request.body())


def _parsed(body: bytes) -> Json:
    try:
        return msgspec.json.decode(body)
    except (ValueError, RecursionError) as error:
        raise NotJson(body) from error


def _validated(kind: type[Model]) -> Callable[[bytes], Model]:
    def read(body: bytes) -> Model:
        try:
            return kind.model_validate_json(body)
        except ValidationError as error:
            raise Invalid("invalid_request", sentence_of(error.errors()[0])) from error

    return read
