"""What is asked over gRPC at another node than the one that has the conversation is passed on there."""

import signal
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import grpc
import pytest
from a2a.types import a2a_pb2 as pb

from tests.cli.counter import Office, office
from tests.nats import nats_server
from tests.servers import free_port
from tests.serving import Loket
from tests.wiring.test_grpc import OPEN
from tests.wiring.test_no_quorum import calling
from tests.wiring.test_nodes import node, shared


def letter(text: str, context: str = "") -> pb.SendMessageRequest:
    parts = [pb.Part(text=text)]
    message = pb.Message(message_id=f"m-{text}", context_id=context, role=pb.ROLE_USER, parts=parts)
    return pb.SendMessageRequest(message=message)


@asynccontextmanager
async def two_ports(folder: Path) -> AsyncGenerator[tuple[Office, Loket, Any, Any]]:
    """Two nodes that are asked over gRPC: the office, the first node, a stub of each."""
    ports = [free_port(), free_port()]
    async with office() as stamps:
        with nats_server(folder / "nats", "-js") as server:
            one, two = ({**shared(stamps, server.address), "LOKET_GRPC_PORT": str(port)} for port in ports)
            async with (
                node(folder / "a", one) as (first, _),
                node(folder / "b", two),
                calling(ports[0]) as here,
                calling(ports[1]) as there,
            ):
                yield stamps, first, here, there


async def test_a_message_and_its_stream_are_answered_by_the_node_that_has_the_conversation(tmp_path: Path) -> None:
    async with two_ports(tmp_path) as (stamps, _, here, there):
        stamps.open.set()
        task = (await here.SendMessage(letter("one"), metadata=OPEN)).task
        again = (await there.SendMessage(letter("two", task.context_id), metadata=OPEN)).task
        assert (again.context_id, again.status.state) == (task.context_id, pb.TASK_STATE_COMPLETED)
        stream = there.SendStreamingMessage(letter("three", task.context_id), metadata=OPEN)
        events = [event.WhichOneof("payload") async for event in stream]
        assert events[0] == "task" and events[-1] == "status_update"
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await there.SendMessage(letter("two"), metadata=OPEN)  # its messageId is used, in that conversation
        assert refused.value.code() is not grpc.StatusCode.UNAVAILABLE
    assert [text for text, _ in stamps.letters] == ["one", "two", "three"]


async def test_what_was_passed_on_to_a_node_that_is_stopped_says_when_to_ask_again(tmp_path: Path) -> None:
    async with two_ports(tmp_path) as (stamps, first, here, there):
        stamps.open.set()
        task = (await here.SendMessage(letter("one"), metadata=OPEN)).task
        first.send(signal.SIGSTOP)
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await there.SendMessage(letter("two", task.context_id), metadata=OPEN)
        assert refused.value.code() is grpc.StatusCode.UNAVAILABLE
        assert ("grpc-retry-pushback-ms", "5000") in tuple(refused.value.trailing_metadata() or ())
        again = (await there.SendMessage(letter("two", task.context_id), metadata=OPEN)).task
        assert again.status.state == pb.TASK_STATE_COMPLETED
        first.send(signal.SIGCONT)
    assert [text for text, _ in stamps.letters] == ["one", "two"]
