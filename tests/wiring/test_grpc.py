"""The server's agent over gRPC: opened by a setting, declared by the card only then, for the same callers."""

import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import grpc
import httpx
import pytest
from a2a.client import A2ACardResolver, Client, ClientConfig, ClientFactory
from a2a.types import a2a_pb2 as pb
from a2a.types.a2a_pb2_grpc import A2AServiceStub
from google.protobuf.json_format import ParseDict

from loket.app import opened
from loket.config import Config, load
from loket.core.errors import ConfigError
from tests.servers import free_port, listening
from tests.serving import Here, serving_here

TOKENS = {"anna": "a-token-of-20-letters", "bert": "b-token-of-20-letters"}
VERSION = {"A2A-Version": "1.0"}
OPEN = (("a2a-version", "1.0"),)
QUESTION = "Kan ik in 2025 zorgtoeslag krijgen? Ik ben alleenstaand en mijn inkomen is 30000 euro."


async def declared(here: Here, path: str = "") -> list[str]:
    card = (await here.http.get(f"{path}/.well-known/agent-card.json?binding=GRPC", headers=VERSION)).json()
    return [way["url"] for way in card["supportedInterfaces"] if way["protocolBinding"] == "GRPC"]


def asking(text: str) -> pb.SendMessageRequest:
    return pb.SendMessageRequest(message=pb.Message(message_id="m1", role=pb.ROLE_USER, parts=[pb.Part(text=text)]))


def metadata_of(owner: str) -> Any:
    return (("a2a-version", "1.0"), ("authorization", f"Bearer {TOKENS[owner]}"))


async def test_the_servers_agent_answers_those_who_have_a_token(tmp_path: Path) -> None:
    async with serving_here(tmp_path, tokens=TOKENS, grpc_port=(port := free_port())) as here:
        assert await declared(here) == await declared(here, "/a2a/overheid") == [f"127.0.0.1:{port}"]
        async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
            stub: Any = A2AServiceStub(channel)
            task = (await stub.SendMessage(asking(QUESTION), metadata=metadata_of("anna"))).task
            assert task.status.state == pb.TASK_STATE_COMPLETED and "per maand" in str(task)
            for metadata, code in (
                ((("a2a-version", "1.0"),), grpc.StatusCode.UNAUTHENTICATED),
                (metadata_of("bert"), grpc.StatusCode.NOT_FOUND),
            ):
                with pytest.raises(grpc.aio.AioRpcError) as refused:
                    await stub.GetTask(pb.GetTaskRequest(id=task.id), metadata=metadata)
                assert refused.value.code() is code
        headers = {"Authorization": f"Bearer {TOKENS['anna']}", **VERSION}
        same = await here.http.get(f"/a2a/overheid/rest/tasks/{task.id}", headers=headers)
        assert same.json()["id"] == task.id, "a task is the same over every wire"


@asynccontextmanager
async def met(here: Here, name: str) -> AsyncGenerator[Client]:
    """The library's own client, which has read the card of this agent and speaks gRPC alone."""
    async with httpx.AsyncClient(timeout=20) as http:
        path = "/.well-known/agent-card.json?binding=GRPC"
        card = await A2ACardResolver(http, f"{here.url}/a2a/{name}", path).get_agent_card()
        ways = ["GRPC"]
        config = ClientConfig(
            httpx_client=http, supported_protocol_bindings=ways, grpc_channel_factory=grpc.aio.insecure_channel
        )
        client = ClientFactory(config).create(card)
        yield client
        await client.close()


async def test_every_agent_of_the_server_is_reached_at_the_one_port(tmp_path: Path) -> None:
    """The card of each but the first names the tenant that its callers name; clients do so by themselves."""
    given: Any = {"rules": [], "checklist": []}
    asked = pb.SendMessageRequest(message=pb.Message(message_id="m1", role=pb.ROLE_USER, parts=[pb.Part()]))
    ParseDict(given, asked.message.parts[0].data)
    async with serving_here(tmp_path, grpc_port=(port := free_port())) as here:
        tasks: dict[str, pb.Task] = {}
        for name in ("overheid", "toeslagen", "urmston"):
            assert await declared(here, f"/a2a/{name}") == [f"127.0.0.1:{port}"]
            async with met(here, name) as client:
                sent = asked if name == "toeslagen" else asking(QUESTION)
                *_, last = [event async for event in client.send_message(sent)]
                listed = await client.list_tasks(pb.ListTasksRequest())
                assert listed.total_size == 1 and last.WhichOneof("payload") == "status_update"
                tasks[name] = await client.get_task(pb.GetTaskRequest(id=listed.tasks[0].id))
        assert tasks["toeslagen"].status.state == pb.TASK_STATE_COMPLETED
        assert tasks["toeslagen"].artifacts[0].parts[1].HasField("data")
        assert "per maand" in str(tasks["overheid"]) and "per maand" not in str(tasks["urmston"])
        async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
            stub: Any = A2AServiceStub(channel)
            mine = tasks["toeslagen"].id
            for tenant, code in (
                ("", grpc.StatusCode.NOT_FOUND),
                ("overheid", grpc.StatusCode.NOT_FOUND),
                ("urmston", grpc.StatusCode.NOT_FOUND),
                ("nobody", grpc.StatusCode.INVALID_ARGUMENT),
                ("toeslagen/", grpc.StatusCode.INVALID_ARGUMENT),
            ):
                with pytest.raises(grpc.aio.AioRpcError) as refused:
                    await stub.GetTask(pb.GetTaskRequest(tenant=tenant, id=mine), metadata=OPEN)
                assert refused.value.code() is code, tenant
            found = await stub.GetTask(pb.GetTaskRequest(tenant="toeslagen", id=mine), metadata=OPEN)
            assert found.id == mine
            named = await stub.GetTask(pb.GetTaskRequest(tenant="overheid", id=tasks["overheid"].id), metadata=OPEN)
            assert named.id == tasks["overheid"].id, "the first has a name, too"


async def test_an_agent_alone_has_it_too_and_nobody_has_it_unasked(tmp_path: Path) -> None:
    async with serving_here(tmp_path, only="overheid.bezwaar", grpc_port=(port := free_port())) as here:
        assert await declared(here, "/a2a") == [f"127.0.0.1:{port}"]
        async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
            stub: Any = A2AServiceStub(channel)
            page = await stub.ListTasks(pb.ListTasksRequest(), metadata=(("a2a-version", "1.0"),))
            assert page.total_size == 0
    async with serving_here(tmp_path) as here:
        assert await declared(here) == []


async def test_behind_a_proxy_the_card_names_the_public_host(tmp_path: Path) -> None:
    public = {"tokens": TOKENS, "public_url": "https://loket.example:8443/base"}
    async with serving_here(tmp_path, grpc_port=(port := free_port()), **public) as here:
        assert await declared(here) == [f"loket.example:{port}"]


async def test_a_port_that_is_taken_or_a_library_that_is_missing_is_a_refusal_to_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with listening(0) as taken:
        taken.listen()
        config = Config(data=tmp_path, grpc_port=taken.getsockname()[1])
        with pytest.raises(ConfigError, match=rf"127\.0\.0\.1:{config.grpc_port} can't be used for gRPC"):
            async with opened(config, {}):
                pass
    monkeypatch.setitem(sys.modules, "loket.doors.a2a.grpc", None)
    with pytest.raises(ConfigError, match=r"pip install 'loket\[grpc\]'"):
        async with opened(config, {}):
            pass


def test_it_is_set_by_a_variable(tmp_path: Path) -> None:
    assert load({}, {"LOKET_GRPC_PORT": "9000"}, tmp_path).grpc_port == 9000
    assert load({}, {}, tmp_path).grpc_port == 0
    with pytest.raises(ConfigError, match="LOKET_GRPC_PORT can't be used: it must be a whole number from 0 to 65535"):
        load({}, {"LOKET_GRPC_PORT": "many"}, tmp_path)
