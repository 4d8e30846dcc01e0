"""Reads what comes over gRPC: its bytes become a message only here, within the limits that a body over HTTP has."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import aclosing
from typing import Any

import grpc
from a2a.utils.errors import A2AError, InvalidParamsError
from google.protobuf.json_format import MessageToDict, SerializeToJsonError
from google.protobuf.message import DecodeError, Message

from loket.core.data import FILES
from loket.core.errors import TooLarge, Unavailable
from loket.doors.a2a.grpc_forwarding import AGAIN, noted, passed_on
from loket.doors.a2a.limits import check_parts
from loket.house.bulk import LOOP_BYTES, VALUES, too_many

Parse = Callable[[bytes], Message]
Refuse = Callable[[A2AError, Any], Awaitable[None]]
LIGHT = 2 * FILES
"""Bytes in which no list can be too long: an item has two at least."""


class GrpcRequests(grpc.aio.ServerInterceptor):
    """Gives each method its request read and looked at; `refusals` are how the service of each name words an error.
    Among several `nodes` a request may be passed on, and waits for their servers no longer than who asks does."""

    def __init__(self, refusals: Mapping[str, Refuse], nodes: bool = False) -> None:
        self._refusals, self._nodes = refusals, nodes

    async def intercept_service(self, continuation: Callable[[Any], Awaitable[Any]], handler_call_details: Any) -> Any:
        handler = await continuation(handler_call_details)
        refuse = self._refusals.get(handler_call_details.method.split("/")[1])
        if handler is None or refuse is None or handler.request_deserializer is None:
            return handler
        parse: Parse = handler.request_deserializer
        method, write = handler_call_details.method, handler.response_serializer

        async def streamed(body: bytes, context: Any) -> AsyncGenerator[bytes]:
            peers, begun = noted(context) if self._nodes else [], False
            request = await _read(body, parse, refuse, context)
            try:
                async with aclosing(_answers(handler, request, context)) as answers:
                    async for answer in answers:
                        begun = True
                        yield write(answer)
            except Unavailable as error:
                if begun or not peers or not peers[-1].grpc:
                    await context.abort(grpc.StatusCode.UNAVAILABLE, error.text, AGAIN)
            else:
                return
            async with aclosing(passed_on(peers[-1], method, body, context)) as parts:
                async for part in parts:
                    yield part

        async def once(body: bytes, context: Any) -> bytes:
            async with aclosing(streamed(body, context)) as answers:
                return await anext(answers)

        if handler.response_streaming:
            return grpc.unary_stream_rpc_method_handler(streamed)
        return grpc.unary_unary_rpc_method_handler(once)


async def _answers(handler: Any, request: Message | None, context: Any) -> AsyncGenerator[Any]:
    if not handler.response_streaming:
        yield await handler.unary_unary(request, context)
        return
    async with aclosing(handler.unary_stream(request, context)) as stream:
        async for answer in stream:
            yield answer


async def _read(body: bytes, parse: Parse, refuse: Refuse, context: Any) -> Message | None:
    """The message in a body; a refused one ends the call here."""
    try:
        return await asyncio.to_thread(_message, body, parse) if len(body) > LOOP_BYTES else _message(body, parse)
    except TooLarge as error:
        await context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, error.text)
    except InvalidParamsError as error:
        await refuse(error, context)
    return None


def _message(body: bytes, parse: Parse) -> Message:
    try:
        message = parse(body)
        if len(body) > LIGHT:
            _check_values(message)
            check_parts(MessageToDict(message))
    except (DecodeError, SerializeToJsonError, ValueError, RecursionError) as error:
        raise InvalidParamsError(message="The message can't be read.") from error
    return message


def _check_values(message: Message, values: int = VALUES) -> None:
    """TooLarge for more values and names than a body over HTTP may have; a list or an object counts twice, as there."""
    left: list[object] = [message]
    count = 0
    while left:
        one = left.pop()
        if not isinstance(one, Message):
            continue
        free = one.DESCRIPTOR.full_name == "google.protobuf.Value"  # its field is how it is told, not a name
        for _, inside in one.ListFields():
            inner: Iterable[object] = ()
            if isinstance(inside, Message):  # also one that passes for a list or an object
                count, inner = count + (0 if free else 2), (inside,)
            elif isinstance(inside, Mapping):
                count, inner = count + 2 * len(inside), inside.values()
            elif isinstance(inside, Sequence) and not isinstance(inside, str | bytes):
                count, inner = count + len(inside), inside
            elif not free:
                count += 2
            if count >= values:
                raise too_many(values)
            left += inner
