"""A request over gRPC holds as much as one over HTTP, and is counted before anything is made of it."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import grpc
import pytest
from a2a.compat.v0_3 import a2a_v0_3_pb2 as pb03
from a2a.types import a2a_pb2 as pb
from google.protobuf.struct_pb2 import ListValue, Struct, Value

from loket.doors.bounds import FILE_BYTES
from tests.servers import free_port
from tests.serving import serving_here

NEW, OLD = "/lf.a2a.v1.A2AService/", "/a2a.v1.A2AService/"
WAYS = [(NEW, "SendMessage"), (NEW, "SendStreamingMessage"), (OLD, "SendMessage"), (OLD, "SendStreamingMessage")]
TOO_MUCH, WRONG = grpc.StatusCode.RESOURCE_EXHAUSTED, grpc.StatusCode.INVALID_ARGUMENT

Ask = Callable[[str, str, bytes], Awaitable[Any]]


@asynccontextmanager
async def asked(data: Path, compression: grpc.Compression = grpc.Compression.NoCompression) -> AsyncGenerator[Ask]:
    """Sends bytes as they are to a method of a service; gives the first bytes that come back."""
    address = f"127.0.0.1:{(port := free_port())}"
    async with (
        serving_here(data, grpc_port=port),
        grpc.aio.insecure_channel(address, compression=compression) as channel,
    ):

        async def ask(service: str, method: str, body: bytes) -> Any:
            metadata = (("a2a-version", "1.0" if service == NEW else "0.3"),)
            if method == "SendStreamingMessage":
                return await channel.unary_stream(service + method)(body, metadata=metadata).read()
            return await channel.unary_unary(service + method)(body, metadata=metadata)

        yield ask


async def refusal(ask: Ask, service: str, method: str, body: bytes) -> tuple[grpc.StatusCode, str]:
    try:
        await ask(service, method, body)
    except grpc.aio.AioRpcError as error:
        return error.code(), str(error.details())
    return grpc.StatusCode.OK, ""


def sent(service: str, *parts: pb.Part | pb03.Part, metadata: Struct | None = None) -> bytes:
    if service == NEW:
        new = pb.Message(message_id=uuid4().hex, role=pb.ROLE_USER, parts=parts, metadata=metadata)  # type: ignore[arg-type]
        return pb.SendMessageRequest(message=new).SerializeToString()
    old = pb03.Message(message_id=uuid4().hex, role=pb03.ROLE_USER, content=parts, metadata=metadata)  # type: ignore[arg-type]
    return pb03.SendMessageRequest(request=old).SerializeToString()


def data(service: str, value: dict[str, Any]) -> pb.Part | pb03.Part:
    inside = Struct()
    inside.update(value)
    return pb.Part(data=Value(struct_value=inside)) if service == NEW else pb03.Part(data=pb03.DataPart(data=inside))


def million(service: str) -> pb.Part | pb03.Part:
    values = ListValue.FromString(b"\x0a\x02\x08\x00" * 1_000_000)
    inside = Struct(fields={"a": Value(list_value=values)})
    return pb.Part(data=Value(struct_value=inside)) if service == NEW else pb03.Part(data=pb03.DataPart(data=inside))


def text(service: str, words: str) -> pb.Part | pb03.Part:
    return pb.Part(text=words) if service == NEW else pb03.Part(text=words)


def many(count: int) -> Struct:
    inside = Struct()
    inside.update({f"n{number}": number for number in range(count)})
    return inside


@pytest.mark.parametrize(("service", "method"), WAYS)
async def test_what_is_too_much_over_http_is_too_much_here(tmp_path: Path, service: str, method: str) -> None:
    words = text(service, "Hello")
    refusals = {
        "a list of a million": (sent(service, million(service)), TOO_MUCH, "20000 values"),
        "a thousand names twenty times": (
            sent(service, *[data(service, {f"n{n}": n for n in range(1000)})] * 10),
            TOO_MUCH,
            "20000 values",
        ),
        "parts": (sent(service, *[words] * 101), WRONG, "has at most 100 items"),
        "empty parts": (sent(service, *[type(words)()] * 101), WRONG, "has at most 100 items"),
        "metadata": (sent(service, words, metadata=many(1001)), WRONG, "Metadata has at most 1000 values"),
        "a text": (sent(service, text(service, "a" * 100_001)), WRONG, "at most 100000 characters"),
        "a number that is none": (sent(service, words, data(service, {"a": [float("nan")] * 99})), WRONG, "read"),
        "no message": (b"\xff" * 50, WRONG, "read"),
        "a long one that is none": (b"\xff" * 100_000, WRONG, "read"),
        "bytes": (sent(service, text(service, "a" * FILE_BYTES)), TOO_MUCH, "larger than max"),
    }
    async with asked(tmp_path) as ask:
        for name, (body, code, told) in refusals.items():
            found = await refusal(ask, service, method, body)
            assert found[0] is code and told in found[1], (name, found)


@pytest.mark.parametrize(("service", "method"), WAYS)
async def test_a_table_and_a_file_that_go_over_http_go_here(tmp_path: Path, service: str, method: str) -> None:
    table = data(service, {"rows": [{f"column{n}": n for n in range(10)} for _ in range(950)]})
    long = b"\0" * (FILE_BYTES - 1000)
    file = pb.Part(raw=long) if service == NEW else pb03.Part(file=pb03.FilePart(file_with_bytes=long))
    async with asked(tmp_path) as ask:
        for part in (table, file):
            assert await ask(service, method, sent(service, text(service, "Hello"), part))


async def test_what_is_nested_deeper_than_can_be_read_is_wrong(tmp_path: Path) -> None:
    body = b""
    for _ in range(2000):
        body = b"\x32" + _long(b"\x0a" + _long(body))  # a value that is a list of one value
    part = b"\x22" + _long(body)
    async with asked(tmp_path) as ask:
        code, told = await refusal(ask, NEW, "SendMessage", b"\x12" + _long(b"\x2a" + _long(part)))
        assert code is WRONG and "read" in told


def _long(body: bytes) -> bytes:
    """The bytes behind their length."""
    left, length = len(body), b""
    while left > 127:
        length, left = length + bytes([left % 128 + 128]), left // 128
    return length + bytes([left]) + body


async def test_a_short_body_does_not_become_a_long_one(tmp_path: Path) -> None:
    """Sixty-four megabytes of nothing are sixty-four kilobytes on the wire."""
    async with asked(tmp_path, grpc.Compression.Gzip) as ask:
        code, told = await refusal(ask, NEW, "SendMessage", sent(NEW, pb.Part(raw=b"\0" * 64 * 1024 * 1024)))
        assert code is TOO_MUCH, told
        assert await ask(NEW, "SendMessage", sent(NEW, pb.Part(text="Hello")))
