"""With one server of three left nothing is taken, over any wire, in its own words and with the moment to ask again;
what is there is read."""

import asyncio
import signal
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import grpc
import httpx
import pytest
from a2a.types import a2a_pb2 as pb
from a2a.types.a2a_pb2_grpc import A2AServiceStub

from loket.stores.jetstream import Servers
from tests.cli.counter import office
from tests.cli.test_draining import COUNTER, begun, kinds, watched
from tests.doors.a2a_reading import words
from tests.nats import nats_cluster
from tests.servers import free_port
from tests.serving import START_SECONDS, loket
from tests.stores.test_jetstream_cluster import agreed
from tests.wiring.test_nodes import node, shared

PATIENCE = 12
"""Seconds for an answer: three times what somebody who asks is kept waiting, less than what work waits."""
V10 = {"A2A-Version": "1.0"}
JSON = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-11-25"}
STAMP = {"name": "stamp", "arguments": {"letter": "x"}}
OLD = {"kind": "message", "messageId": "m4", "role": "user", "parts": [{"kind": "text", "text": "four"}]}


@asynccontextmanager
async def calling(port: int) -> AsyncGenerator[Any]:
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        yield A2AServiceStub(channel)


def rpc(method: str, params: Any) -> Any:
    return {"jsonrpc": "2.0", "id": 7, "method": method, "params": params}


async def test_a_node_that_starts_while_servers_agree_on_who_leads_waits_and_says_so(tmp_path: Path) -> None:
    async with office() as stamps:
        with nats_cluster(tmp_path / "nats") as cluster:
            address = f"nats://{','.join(server.address.removeprefix('nats://') for server in cluster)}"
            await (await agreed(Servers.of(address))).close()
            for server in cluster[:2]:
                server.kill()
            started = await loket("serve", "--data", str(tmp_path / "a"), "--port", "0", env=shared(stamps, address))
            try:
                lines: list[bytes] = []
                async with asyncio.timeout(START_SECONDS):
                    while b"waiting for the servers" not in (line := await started.process.stderr.readline()):
                        assert line, "it ended after saying " + b"".join(lines).decode()
                        lines.append(line)
                with cluster[0].again():
                    server = await started.serving()
                    async with httpx.AsyncClient(base_url=server.url, trust_env=False) as http:
                        assert (await http.get("/readyz")).json() == {"state": "serving"}
                    started.send(signal.SIGTERM)
                    assert await started.ended() == 0
            finally:
                await started.kill()


async def test_without_a_quorum_every_door_says_when_to_come_again_and_reading_goes_on(tmp_path: Path) -> None:
    async with office() as stamps:
        stamps.open.set()
        with nats_cluster(tmp_path / "nats") as cluster:
            address = f"nats://{','.join(server.address.removeprefix('nats://') for server in cluster)}"
            await (await agreed(Servers.of(address))).close()
            env = {**shared(stamps, address), "LOKET_GRPC_PORT": str(port := free_port())}
            env["LOKET_ASSISTANTS"] = "tests.wiring.desk:bundle"
            async with node(tmp_path / "a", env) as (_, http), calling(port) as stub:
                at = await begun(http, "one")
                done = (
                    await http.post("/a2a/counter", json=rpc("SendMessage", words("two", "m1")), headers=V10)
                ).json()
                task = done["result"]["task"]
                assert task["status"]["state"] == "TASK_STATE_COMPLETED"
                # What goes to one conversation waits for one another there.
                made = [(await http.post("/api/conversations", json=COUNTER)).json()["id"] for _ in range(3)]
                _, filed, stopped = (f"/api/conversations/{id}" for id in made)
                for server in cluster[:2]:
                    server.kill()
                http.timeout = PATIENCE
                message = pb.Message(message_id="m7", role=pb.ROLE_USER, parts=[pb.Part(text="x")])
                sent = pb.SendMessageRequest(message=message)
                asked = stub.SendMessage(sent, metadata=(("a2a-version", "1.0"),))
                file = {"file": ("a.txt", b"words", "")}
                said = [{"id": "m8", "role": "user", "content": "x"}]
                run = {"threadId": "t", "runId": "r", "protocolVersion": "1.0", "messages": said}
                called = asyncio.create_task(http.post("/mcp", json=rpc("tools/call", STAMP), headers=JSON))
                others = asyncio.gather(
                    http.post("/agui/counter", json=run),
                    http.post("/agui/counter", json={**run, "threadId": made[0]}),
                    http.post(f"{filed}/files", files=file, data={"text": "x"}),
                    http.post(f"{stopped}/events", json={"kind": "stopped"}),
                )
                told = await asyncio.gather(
                    http.post(at, json={"kind": "user_said", "text": "x"}, headers={"Idempotency-Key": "x"}),
                    http.post("/api/conversations", json={"assistant": "counter"}),
                    http.post("/a2a/counter", json=rpc("SendMessage", words("x", "m2")), headers=V10),
                    http.post("/a2a/counter", json=rpc("SendStreamingMessage", words("x", "m3")), headers=V10),
                    http.post("/a2a/counter", json=rpc("message/send", {"message": OLD})),
                    http.post("/a2a/counter/rest/message:send", json=words("x", "m5"), headers=V10),
                    http.post("/a2a/counter/rest/message:stream", json=words("x", "m6"), headers=V10),
                )
                with pytest.raises(grpc.aio.AioRpcError) as refused:
                    await asked
                assert [(one.status_code, one.headers.get("retry-after")) for one in told] == [(503, "5")] * 7
                for one in await others:
                    assert (one.status_code, one.headers.get("retry-after")) == (503, "5"), (one.url, one.text)
                    # Which of both depends on whether a read or the write met the silence first; both ask to try again.
                    text = (await called).text
                    assert '"isError":true' in text and ('"not_stored"' in text or '"no_quorum"' in text), text
                own, started, *agents = (one.json() for one in told)
                assert own["error"]["code"] in ("no_quorum", "moved") and started["error"]["code"] == "no_quorum"
                assert [one["error"]["code"] for one in agents[:3]] == [-32603] * 3
                assert [one["error"]["status"] for one in agents[3:]] == ["UNAVAILABLE"] * 2
                assert all(one["id"] == 7 for one in agents[:3])
                assert refused.value.code() is grpc.StatusCode.UNAVAILABLE
                assert ("grpc-retry-pushback-ms", "5000") in tuple(refused.value.trailing_metadata() or ())
                assert (await kinds(http, at))[:2] == ["started", "user_said"]
                read = await http.post("/a2a/counter", json=rpc("GetTask", {"id": task["id"]}), headers=V10)
                assert read.json()["result"]["artifacts"] == task["artifacts"]
    assert [letter for letter, _ in stamps.letters] == ["one", "two"]


async def test_many_who_wait_for_one_talk_hear_soon_to_come_again_and_the_same_key_is_taken_once(
    tmp_path: Path,
) -> None:
    async with office() as stamps:
        stamps.open.set()
        with nats_cluster(tmp_path / "nats") as cluster:
            address = f"nats://{','.join(server.address.removeprefix('nats://') for server in cluster)}"
            await (await agreed(Servers.of(address))).close()
            async with node(tmp_path / "a", shared(stamps, address)) as (_, http):
                at = await begun(http, "one")
                await watched(http, at, "one is stamped")
                for server in cluster[:2]:
                    server.kill()
                http.timeout = PATIENCE

                async def say(letter: str) -> httpx.Response:
                    said = {"kind": "user_said", "text": letter}
                    return await http.post(at, json=said, headers={"Idempotency-Key": letter})

                letters = [f"letter {number}" for number in range(5)]
                for _ in range(2):  # the second time it is in memory, and nobody knows yet whether it is stored
                    for told in await asyncio.gather(*map(say, letters)):
                        assert (told.status_code, told.headers.get("retry-after")) == (503, "5"), told.text
                with cluster[0].again():
                    async with asyncio.timeout(60):
                        seqs: dict[str, int] = {}
                        while len(seqs) < len(letters):
                            for letter in letters:
                                if (told := await say(letter)).status_code == 200:
                                    assert seqs.setdefault(letter, told.json()["seq"]) == told.json()["seq"]
                                else:
                                    assert told.status_code == 503, told.text
                    records = (await http.get(at)).json()["items"]
                    said = {one["event"]["text"]: one["seq"] for one in records if one["event"]["kind"] == "user_said"}
                    assert len(records) == records[-1]["seq"] and {**seqs, "one": 2} == said
                    assert sum(one["event"]["kind"] == "user_said" for one in records) == len(said)
