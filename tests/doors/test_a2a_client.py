"""The library's own client against our door: 1.0 and 0.3, over JSON-RPC, plain HTTP and gRPC, found by the card."""

from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import grpc
import httpx
import pytest
from a2a.client import A2ACardResolver, Client, ClientConfig, ClientFactory
from a2a.client.errors import A2AClientError
from a2a.types import a2a_pb2 as pb
from a2a.utils.errors import A2AError, TaskNotFoundError

from loket.core.errors import ConfigError
from loket.doors.a2a.grpc import grpc_served
from loket.doors.auth import Access
from tests.doors.a2a_citizens import Agent, agent
from tests.servers import free_port

WIRES = [("JSONRPC", "1.0"), ("HTTP+JSON", "1.0"), ("GRPC", "1.0"), ("JSONRPC", "0.3"), ("HTTP+JSON", "0.3")]


@asynccontextmanager
async def met(folder: Path, wire: str, version: str) -> AsyncGenerator[tuple[Agent, Client]]:
    """A served agent and a client that has read its card, and knows only one wire and version."""
    port = free_port()
    async with AsyncExitStack() as stack:
        a2a = await stack.enter_async_context(agent(folder, grpc=f"127.0.0.1:{port}"))
        if wire == "GRPC":
            await stack.enter_async_context(grpc_served(a2a.door.requests, f"127.0.0.1:{port}", Access()))
        http = await stack.enter_async_context(httpx.AsyncClient(timeout=20))
        card = await A2ACardResolver(http, a2a.url, f"/.well-known/agent-card.json?binding={wire}").get_agent_card()
        kept = [
            one for one in card.supported_interfaces if (one.protocol_binding, one.protocol_version) == (wire, version)
        ]
        assert len(kept) == 1
        del card.supported_interfaces[:]
        card.supported_interfaces.extend(kept)
        config = ClientConfig(
            httpx_client=http,
            supported_protocol_bindings=[wire],
            grpc_channel_factory=grpc.aio.insecure_channel,
        )
        client = ClientFactory(config).create(card)
        stack.push_async_callback(client.close)
        yield a2a, client


def message(text: str, id: str, task: str = "") -> pb.SendMessageRequest:
    said = pb.Message(message_id=id, role=pb.ROLE_USER, parts=[pb.Part(text=text)], task_id=task)
    return pb.SendMessageRequest(message=said)


async def streamed(client: Client, request: pb.SendMessageRequest) -> list[pb.StreamResponse]:
    return [event async for event in client.send_message(request)]


def states(events: list[pb.StreamResponse]) -> list[str]:
    found: list[str] = []
    for event in events:
        match event.WhichOneof("payload"):
            case "task":
                found.append(pb.TaskState.Name(event.task.status.state))
            case "status_update":
                found.append(pb.TaskState.Name(event.status_update.status.state))
            case kind:
                found.append(str(kind))
    return [name.removeprefix("TASK_STATE_") for name in found]


@pytest.mark.parametrize(("wire", "version"), WIRES)
async def test_a_client_that_is_not_ours_sends_streams_asks_answers_and_cancels(
    tmp_path: Path, wire: str, version: str
) -> None:
    async with met(tmp_path, wire, version) as (_, client):
        events = await streamed(client, message("hello", "m1"))
        assert states(events) == ["SUBMITTED", "artifact_update", "COMPLETED"]
        id = events[0].task.id
        got = await client.get_task(pb.GetTaskRequest(id=id))
        assert got.artifacts[0].parts[0].text == "echo hello" and got.history[0].message_id == "m1"

        events = await streamed(client, message("ask", "m2"))
        assert states(events) == ["SUBMITTED", "INPUT_REQUIRED"]
        task = events[0].task.id
        events = await streamed(client, message("blue", "m3", task))
        assert states(events)[-1] == "COMPLETED" and events[0].task.id == task

        events = await streamed(client, message("choose", "m4"))
        cancelled = await client.cancel_task(pb.CancelTaskRequest(id=events[0].task.id))
        assert cancelled.status.state == pb.TASK_STATE_CANCELED
        with pytest.raises((A2AError, A2AClientError)) as refused:
            await client.get_task(pb.GetTaskRequest(id="nothing"))
        if version == "1.0":
            assert isinstance(refused.value, TaskNotFoundError)


@pytest.mark.parametrize(("wire", "version"), WIRES)
async def test_a_client_that_is_not_ours_subscribes_again(tmp_path: Path, wire: str, version: str) -> None:
    async with met(tmp_path, wire, version) as (a2a, client):
        stream = client.send_message(message("slow", "m1"))
        task = (await anext(stream)).task.id
        await stream.aclose()  # type: ignore[attr-defined]
        stream = client.subscribe(pb.SubscribeToTaskRequest(id=task))
        assert (await anext(stream)).WhichOneof("payload") == "task"
        a2a.tools.gate.set()
        assert states([event async for event in stream])[-2:] == ["artifact_update", "COMPLETED"]
        assert a2a.tools.done == ["slow"]


@pytest.mark.parametrize("wire", ["JSONRPC", "HTTP+JSON", "GRPC"])
async def test_a_client_that_is_not_ours_pages_through_its_tasks(tmp_path: Path, wire: str) -> None:
    async with met(tmp_path, wire, "1.0") as (a2a, client):
        for number in range(5):
            await a2a.send("hello", f"m{number}", contextId=f"c{number % 2}")
        seen: list[str] = []
        token = ""
        while True:
            page = await client.list_tasks(pb.ListTasksRequest(page_size=2, page_token=token))
            assert page.total_size == 5
            seen += [task.history[0].message_id for task in page.tasks]
            if not (token := page.next_page_token):
                break
        assert seen == ["m4", "m3", "m2", "m1", "m0"]
        mine = await client.list_tasks(pb.ListTasksRequest(context_id="c1"))
        assert [task.history[0].message_id for task in mine.tasks] == ["m3", "m1"]


def channel_to(port: int) -> grpc.aio.Channel:
    return grpc.aio.insecure_channel(f"127.0.0.1:{port}")


async def test_grpc_asks_for_tokens_versions_and_an_address_of_its_own(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        access = Access(tokens={"t" * 20: "ann"})
        async with grpc_served(a2a.door.requests, "127.0.0.1:0", access) as port, channel_to(port) as channel:
            get = channel.unary_unary(
                "/lf.a2a.v1.A2AService/GetTask",
                request_serializer=pb.GetTaskRequest.SerializeToString,
                response_deserializer=pb.Task.FromString,
            )
            token = ("authorization", f"Bearer {'t' * 20}")
            for metadata, code in (
                ([("a2a-version", "1.0")], grpc.StatusCode.UNAUTHENTICATED),
                ([token, ("a2a-version", "1.1")], grpc.StatusCode.FAILED_PRECONDITION),
                ([token], grpc.StatusCode.FAILED_PRECONDITION),
                ([token, ("a2a-version", "1.0.1")], grpc.StatusCode.NOT_FOUND),
            ):
                with pytest.raises(grpc.aio.AioRpcError) as refused:
                    await get(pb.GetTaskRequest(id="nothing"), metadata=metadata)
                assert refused.value.code() == code
        with pytest.raises(ConfigError):
            async with grpc_served(a2a.door.requests, "0.0.0.0:0", Access()):
                pass
