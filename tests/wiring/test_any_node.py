"""Every door answers at a node that does not have the conversation as it does where it is."""

import asyncio
import json
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Any

import httpx
import pytest

from loket.tools.wire import KEY
from tests.cli.counter import Office, office
from tests.cli.test_draining import COUNTER
from tests.doors.a2a_reading import words
from tests.doors.test_mcp import MODERN
from tests.nats import nats_server
from tests.wiring.test_no_quorum import JSON, OLD, V10, rpc
from tests.wiring.test_nodes import node, shared


class Between:
    """A conversation that the first node has, and another one to ask."""

    def __init__(self, stamps: Office, here: httpx.AsyncClient, there: httpx.AsyncClient, id: str) -> None:
        self.stamps, self.here, self.there, self.id = stamps, here, there, id
        self.at = f"/api/conversations/{id}"

    async def tell(self, http: httpx.AsyncClient, **event: Any) -> Any:
        answer = await http.post(f"{self.at}/events", json=event)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def seen(self, words: str) -> str:
        """What a watcher there sees until some words."""
        seen = ""
        async with self.there.stream("GET", f"{self.at}/events", headers={"Accept": "text/event-stream"}) as stream:
            async for piece in stream.aiter_text():
                seen += piece
                if words in seen:
                    return seen
        raise AssertionError(f"the stream ended: {seen}")

    async def posted(self, path: str, body: Any, status: int = 200, **more: Any) -> httpx.Response:
        answer = await self.there.post(path, json=body, **more)
        assert answer.status_code == status, answer.text
        return answer

    async def task(self, text: str, http: httpx.AsyncClient | None = None, **more: Any) -> Any:
        """A task that somebody gave by A2A, where the conversation is unless it is said."""
        params = words(text, f"m-{text}-{self.id}", contextId=self.id)
        answer = await (http or self.here).post("/a2a/counter", json=rpc("SendMessage", params | more), headers=V10)
        assert "result" in answer.json(), answer.text
        return answer.json()["result"]["task"]


async def says(b: Between) -> None:
    await b.tell(b.there, kind="user_said", text="one")
    await b.seen("one is stamped")


async def answers(b: Between) -> None:
    await b.tell(b.here, kind="user_said", text="ask")
    await b.seen("What colour?")
    question = (await b.there.get(b.at)).json()["views"]["questions"]["state"]["items"][-1]
    await b.tell(b.there, kind="answered", to=question["id"], text="red")
    await b.seen("So it is red.")


async def stops(b: Between) -> None:
    b.stamps.open.clear()
    await b.tell(b.here, kind="user_said", text="one")
    await b.seen("call_started")
    await b.tell(b.there, kind="stopped")
    await b.seen('"kind":"stopped"')
    b.stamps.open.set()


async def uploads(b: Between) -> None:
    sent = await b.there.post(f"{b.at}/files", files={"file": ("a.txt", b"words", "")}, data={"text": "one"})
    assert sent.status_code == 201, sent.text
    [line] = (await b.there.get(b.at)).json()["views"]["files"]["state"]["items"]
    for http in (b.here, b.there):
        assert (await http.get(f"{b.at}/files/{line['file']['blob']['sha256']}")).content == b"words"


async def forks(b: Between) -> None:
    await b.tell(b.here, kind="user_said", text="one")
    answer = await b.posted(f"{b.at}/fork?at=2", None, 201)
    assert len((await b.here.get(f"/api/conversations/{answer.json()['id']}/events")).json()["items"]) >= 2


async def erases(b: Between) -> None:
    await b.tell(b.here, kind="user_said", text="one")
    assert (await b.there.delete(b.at)).status_code == 204
    assert [(await http.get(b.at)).status_code for http in (b.here, b.there)] == [410, 410]


async def exports(b: Between) -> None:
    await b.tell(b.here, kind="user_said", text="one")
    await b.seen("one is stamped")
    assert (await b.there.get(f"{b.at}/export")).text == (await b.here.get(f"{b.at}/export")).text


async def sends_by_a2a(b: Between) -> None:
    first = await b.task("one")
    task = await b.task("two", b.there)
    assert task["contextId"] == first["contextId"] and task["status"]["state"] == "TASK_STATE_COMPLETED"


async def reads_by_a2a(b: Between) -> None:
    first = await b.task("one")
    read = await b.posted("/a2a/counter", rpc("GetTask", {"id": first["id"]}), headers=V10)
    assert read.json()["result"]["status"] == first["status"]
    listed = await b.posted("/a2a/counter", rpc("ListTasks", {"contextId": first["contextId"]}), headers=V10)
    assert [task["id"] for task in listed.json()["result"]["tasks"]] == [first["id"]]


async def streams_by_a2a(b: Between) -> None:
    first = await b.task("one")
    params = words("two", f"m2-{b.id}", contextId=first["contextId"])
    stream = await b.posted("/a2a/counter", rpc("SendStreamingMessage", params), headers=V10)
    assert "TASK_STATE_COMPLETED" in stream.text and "two is stamped" in stream.text


async def subscribes_and_cancels_by_a2a(b: Between) -> None:
    b.stamps.open.clear()
    first = await b.task("one", configuration={"returnImmediately": True})
    b.id = first["id"].partition("-")[0]
    subscribed = asyncio.create_task(b.posted("/a2a/counter", rpc("SubscribeToTask", {"id": first["id"]}), headers=V10))
    b.at = f"/api/conversations/{b.id}"
    await b.seen("call_started")
    ended = await b.posted("/a2a/counter", rpc("CancelTask", {"id": first["id"]}), headers=V10)
    assert ended.json()["result"]["status"]["state"] == "TASK_STATE_CANCELED"
    assert "TASK_STATE_CANCELED" in (await subscribed).text
    b.stamps.open.set()


async def sends_by_a2a_of_before(b: Between) -> None:
    first = await b.task("one")
    old = {**OLD, "messageId": f"o-{b.id}", "contextId": first["contextId"]}
    sent = await b.posted("/a2a/counter", rpc("message/send", {"message": old}))
    assert sent.json()["result"]["status"]["state"] == "completed"
    old = {**old, "messageId": f"p-{b.id}"}
    assert "completed" in (await b.posted("/a2a/counter", rpc("message/stream", {"message": old}))).text


async def uses_plain_http(b: Between) -> None:
    at, first = "/a2a/counter/rest", await b.task("one")
    context = {"contextId": first["contextId"]}
    sent = await b.posted(f"{at}/message:send", words("two", f"r-{b.id}", **context), headers=V10)
    assert sent.json()["task"]["status"]["state"] == "TASK_STATE_COMPLETED"
    stream = await b.posted(f"{at}/message:stream", words("three", f"s-{b.id}", **context), headers=V10)
    assert "TASK_STATE_COMPLETED" in stream.text
    b.stamps.open.clear()
    four = await b.task("four", contextId=first["contextId"], configuration={"returnImmediately": True})
    ended = await b.posted(f"{at}/tasks/{four['id']}:cancel", {}, headers=V10)
    assert ended.json()["status"]["state"] == "TASK_STATE_CANCELED"
    b.stamps.open.set()


async def runs_by_agui(b: Between) -> None:
    def body(text: str) -> Any:
        said = [{"id": f"{text}-{b.id}", "role": "user", "content": text}]
        return {"threadId": b.id, "runId": text, "protocolVersion": "1.0", "messages": said}

    run = await b.posted("/agui/counter", body("one"))
    assert "one is stamped" in run.text and "RUN_FINISHED" in run.text
    asked = await b.posted("/agui/counter", body("ask"))
    assert "What colour?" in asked.text
    answered = await b.posted("/agui/counter", body("red"))
    assert "So it is red." in answered.text


async def calls_by_mcp(b: Between) -> None:
    params = {"name": "stamp", "arguments": {"letter": b.id}, "_meta": {KEY: b.id}}
    call: Any = {"json": rpc("tools/call", params), "headers": JSON}
    b.stamps.open.clear()
    first = asyncio.create_task(b.here.post("/mcp", **call))
    await b.stamps.came.wait()
    again = asyncio.create_task(b.there.post("/mcp", **call))
    b.stamps.open.set()
    texts = [answer.text for answer in (await first, await again, await b.there.post("/mcp", **call))]
    assert all(f"{b.id} is stamped" in text for text in texts), texts
    assert [letter for letter, _ in b.stamps.letters].count(b.id) == 1


async def approves_by_mcp(b: Between) -> None:
    """A client of the newer era is asked by the answer of its first call, and its second one may come elsewhere."""
    meta = {**MODERN, "io.modelcontextprotocol/clientCapabilities": {"elicitation": {"form": {}}}, KEY: b.id}
    params = {"name": "shred", "arguments": {"letter": b.id}, "_meta": meta}
    headers = {**JSON, "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "shred"}
    asked = (await b.here.post("/mcp", json=rpc("tools/call", params), headers=headers)).json()["result"]
    assert asked["resultType"] == "input_required" and b.id not in [letter for letter, _ in b.stamps.letters]
    word = {name: {"action": "accept", "content": {"approve": True}} for name in asked["inputRequests"]}
    answer = {**params, "inputResponses": word, "requestState": asked["requestState"]}
    assert f"{b.id} is stamped" in (await b.posted("/mcp", rpc("tools/call", answer), headers=headers)).text


async def is_watched(b: Between) -> None:
    await b.tell(b.here, kind="user_said", text="one")
    assert "id: 1\n" in await b.seen("one is stamped")


async def is_watched_as_it_is_written(b: Between) -> None:
    b.stamps.open.clear()
    await b.tell(b.here, kind="user_said", text="think")
    seen = await b.seen("Let me see")
    assert '"kind":"delta"' in seen and '"decided"' not in seen, seen
    b.stamps.open.set()
    await b.seen("Let me see: yes.")


async def events(stream: httpx.Response) -> AsyncGenerator[str]:
    """What each event of a stream says."""
    async for line in stream.aiter_lines():
        if line.startswith("data: "):
            yield line.removeprefix("data: ")


async def calls_over_an_open_stream(b: Between) -> None:
    """The stream is where it was opened; what is asked on it may come anywhere."""
    async with b.here.stream("GET", "/sse") as stream:
        said = events(stream)
        opened = json.loads(await anext(said))
        call = rpc("tools/call", {"name": "stamp", "arguments": {"letter": b.id}, "_meta": {KEY: b.id}})
        answer = await b.posted(opened["post_url"], call, headers={"X-SSE-ID": opened["sse_id"]})
        assert answer.json() == {"ok": True}
        assert f"{b.id} is stamped" in await anext(said)
    await b.posted(opened["post_url"], call, 404, headers={"X-SSE-ID": f"nobody-{opened['sse_id']}"})


async def calls_over_an_open_stream_of_mcp(b: Between) -> None:
    async with b.here.stream("GET", "/mcp/sse") as stream:
        said = events(stream)
        at = await anext(said)
        client = {"protocolVersion": "2024-11-05", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
        await b.posted(at, rpc("initialize", client), 202)
        assert "serverInfo" in await anext(said)
        await b.posted(at, {"jsonrpc": "2.0", "method": "notifications/initialized"}, 202)
        await b.posted(at, rpc("tools/call", {"name": "stamp", "arguments": {"letter": b.id}}), 202)
        assert f"{b.id} is stamped" in await anext(said)
    await b.posted(at.replace("/messages/", "/messages/nobody"), rpc("ping", {}), 404)


WAYS: list[Callable[[Between], Awaitable[None]]] = [
    says,
    answers,
    stops,
    uploads,
    forks,
    erases,
    exports,
    is_watched,
    is_watched_as_it_is_written,
    sends_by_a2a,
    reads_by_a2a,
    streams_by_a2a,
    subscribes_and_cancels_by_a2a,
    sends_by_a2a_of_before,
    uses_plain_http,
    runs_by_agui,
    calls_by_mcp,
    approves_by_mcp,
    calls_over_an_open_stream,
    calls_over_an_open_stream_of_mcp,
]


@pytest.fixture(scope="module")
async def nodes(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[tuple[Office, Any, Any]]:
    folder = tmp_path_factory.mktemp("nodes")
    async with office() as stamps:
        with nats_server(folder / "nats", "-js") as server:
            env = {**shared(stamps, server.address), "LOKET_ASSISTANTS": "tests.wiring.desk:bundle"}
            async with node(folder / "a", env) as (_, a), node(folder / "b", env) as (_, b):
                yield stamps, a, b


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
async def test_at_a_node_that_does_not_have_it(
    nodes: tuple[Office, httpx.AsyncClient, httpx.AsyncClient], way: Callable[[Between], Awaitable[None]]
) -> None:
    stamps, here, there = nodes
    stamps.open.set()
    stamps.came.clear()
    made = (await here.post("/api/conversations", json=COUNTER)).json()["id"]
    async with asyncio.timeout(30):
        await way(Between(stamps, here, there, made))
