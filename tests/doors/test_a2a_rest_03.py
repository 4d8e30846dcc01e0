"""Plain HTTP in 0.3: its errors are the bare error object of the protocol, also where a stream was asked for."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from a2a.client import ClientConfig, ClientFactory
from a2a.types import a2a_pb2 as pb
from a2a.utils.errors import TaskNotFoundError

from loket.doors.a2a.cards import RESUME
from tests.doors.a2a_citizens import Agent, agent


def message_body(text: str, **more: Any) -> Any:
    return {"message": {"messageId": "m1", "role": "ROLE_USER", "content": [{"text": text}], **more}}


def check(answer: httpx.Response, status: int, code: int, kind: str) -> None:
    body = answer.json()
    assert (answer.status_code, body["code"], body["type"]) == (status, code, kind), body
    assert body["message"] and "error" not in body and answer.headers["content-type"] == "application/json"


async def begun(a2a: Agent, text: str) -> str:
    """The id of a task that a message in words began."""
    answer = await a2a.http.post(f"{a2a.url}/rest/v1/message:send", json=message_body(text))
    assert answer.status_code == 200, answer.text
    return answer.json()["task"]["id"]


async def test_an_error_is_the_bare_object_of_the_protocol(tmp_path: Path) -> None:
    async with agent(tmp_path, push=False) as a2a:
        base, http = f"{a2a.url}/rest/v1", a2a.http
        check(await http.get(f"{base}/tasks/nothing"), 404, -32001, "TaskNotFoundError")
        check(
            await http.post(f"{base}/message:send", json=message_body("x", taskId="nothing")),
            404,
            -32001,
            "TaskNotFoundError",
        )
        task = await begun(a2a, "hello")
        check(await http.post(f"{base}/tasks/{task}:cancel"), 400, -32002, "TaskNotCancelableError")
        hook = {"parent": f"tasks/{task}", "config": {"pushNotificationConfig": {"url": "https://hook.example"}}}
        answer = await http.post(f"{base}/tasks/{task}/pushNotificationConfigs", json=hook)
        check(answer, 400, -32003, "PushNotificationNotSupportedError")
        answer = await http.get(f"{base}/tasks/{task}", headers={"A2A-Version": "1.0"})
        check(answer, 400, -32603, "InternalError")
        for body, code, kind in ((b"{", -32600, "InvalidRequestError"), (b"{}", -32602, "InvalidParamsError")):
            answer = await http.post(f"{base}/message:send", content=body, headers={"Content-Type": "application/json"})
            check(answer, 400, code, kind)
        assert answer.json()["data"]["errors"], "what is missing is told"
        plain = await http.post(f"{base}/message:send", content=b"{}", headers={"Content-Type": "text/plain"})
        check(plain, 415, -32005, "ContentTypeNotSupportedError")
        later = await http.get(f"{a2a.url}/rest/tasks/nothing", headers={"A2A-Version": "1.0"})
        assert later.json()["error"]["details"], "1.0 has a form of its own"


async def test_a_stream_that_can_not_begin_is_an_error_and_no_empty_stream(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        base, http = f"{a2a.url}/rest/v1", a2a.http
        check(await http.get(f"{base}/tasks/nothing:subscribe"), 404, -32001, "TaskNotFoundError")
        ended = await begun(a2a, "hello")
        check(await http.post(f"{base}/tasks/{ended}:subscribe"), 400, -32004, "UnsupportedOperationError")
        named = {"Content-Type": "application/json"}
        check(
            await http.post(f"{base}/message:stream", content=b"{", headers=named), 400, -32600, "InvalidRequestError"
        )
    async with agent(tmp_path, streaming=False) as a2a:
        answer = await a2a.http.post(f"{a2a.url}/rest/v1/message:stream", json=message_body("hello"))
        check(answer, 400, -32004, "UnsupportedOperationError")


@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_its_streams_have_ids_to_go_on_after_for_who_knows_the_extension(tmp_path: Path, method: str) -> None:
    async with agent(tmp_path) as a2a:
        base = f"{a2a.url}/rest/v1"
        known = {"X-A2A-Extensions": RESUME}
        lines = (
            await a2a.http.post(f"{base}/message:stream", json=message_body("ask"), headers=known)
        ).text.splitlines()
        events = [line.partition(": ")[2] for line in lines if line]
        assert events[::2] == ["2", "3"]
        first, last = json.loads(events[1]), json.loads(events[3])
        assert first["task"]["status"]["state"] == "TASK_STATE_SUBMITTED"
        assert last["statusUpdate"]["status"]["state"] == "TASK_STATE_INPUT_REQUIRED"
        task = first["task"]["id"]
        await a2a.http.post(f"{base}/tasks/{task}:cancel")
        answer = await a2a.http.request(method, f"{base}/tasks/{task}:subscribe", headers={"Last-Event-ID": "3"})
        assert "TASK_STATE_CANCELLED" in answer.text and "id: " in answer.text
        plain = await a2a.http.post(f"{base}/message:stream", json=message_body("hello", messageId="m2"))
        assert "id: " not in plain.text, "who does not know the extension has no use for them"


async def test_the_librarys_client_names_the_error(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        card = (await a2a.http.get(f"{a2a.url}/.well-known/agent-card.json", headers={"A2A-Version": "1.0"})).json()
        ways = [way for way in card["supportedInterfaces"] if way["protocolVersion"] == "0.3"]
        there = next(way["url"] for way in ways if way["protocolBinding"] == "HTTP+JSON")
        old = pb.AgentInterface(url=there, protocol_binding="HTTP+JSON", protocol_version="0.3")
        told = pb.AgentCard(name="Echo", supported_interfaces=[old], capabilities=pb.AgentCapabilities(streaming=True))
        async with httpx.AsyncClient() as http:
            config = ClientConfig(httpx_client=http, supported_protocol_bindings=["HTTP+JSON"])
            client = ClientFactory(config).create(told)
            with pytest.raises(TaskNotFoundError):
                await client.get_task(pb.GetTaskRequest(id="nothing"))
