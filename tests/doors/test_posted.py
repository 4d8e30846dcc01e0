"""What is posted to an agent finds its door without the routes of the application; all else finds them."""

import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from types import FrameType

import httpx
import pytest

import loket
from loket.app import Brought, opened
from loket.config import Config
from scripts.walk import Echo

HERE = "http://localhost"


@pytest.mark.parametrize("path", ["/a2a/echo", "/a2a/echo/"])
async def test_a_message_to_an_open_door_passes_no_route(tmp_path: Path, path: str) -> None:
    """With and without a slash; the first one opens the door, by the way that everything else goes as well."""
    async with asked_at(tmp_path) as client:
        assert "echo first" in await answer(client, path, "m1", "first")
        passed: set[str] = set()

        def seen(frame: FrameType, event: str, _: object) -> None:
            passed.add(frame.f_code.co_filename)

        sys.setprofile(seen)
        try:
            words = await answer(client, path, "m2", "second")
        finally:
            sys.setprofile(None)
        assert "echo second" in words
        assert any(file.endswith("doors/a2a/rpc.py") for file in passed)
        assert not [file for file in passed if file.endswith(("starlette/routing.py", "starlette/applications.py"))]


async def test_an_open_door_still_answers_what_is_not_posted_to_it(tmp_path: Path) -> None:
    """Its card, its plain HTTP, and refusals in the words of the application."""
    async with asked_at(tmp_path) as client:
        await answer(client, "/a2a/echo", "m1", "first")
        card = await client.get("/a2a/echo/.well-known/agent-card.json")
        assert card.json()["name"] == "Echo"
        sent = {"message": {"messageId": "m2", "role": "ROLE_USER", "parts": [{"text": "plain"}]}}
        plain = await client.post("/a2a/echo/rest/message:send", json=sent, headers={"A2A-Version": "1.0"})
        assert "echo plain" in plain.text
        assert (await client.get("/a2a/echo/")).status_code == 405
        assert (await client.post("/a2a/nobody", json={})).json()["error"]["code"] == "not_found"
        assert (await client.post("/a2a/echo", content=b"{")).json()["error"]["code"] == -32700


@asynccontextmanager
async def asked_at(folder: Path) -> AsyncGenerator[httpx.AsyncClient]:
    """A client of a whole process with one assistant."""
    assistant = loket.Assistant("echo", title="Echo", planner=Echo())
    async with (
        opened(Config(data=folder), {}, brought=Brought((assistant,))) as served,
        httpx.AsyncClient(transport=httpx.ASGITransport(served.app), base_url=HERE) as client,
    ):
        yield client


async def answer(client: httpx.AsyncClient, path: str, id: str, words: str) -> str:
    """What is answered to these words."""
    message = {"messageId": id, "role": "ROLE_USER", "parts": [{"text": words}]}
    call = {"jsonrpc": "2.0", "id": 1, "method": "SendMessage", "params": {"message": message}}
    said = await client.post(path, json=call, headers={"A2A-Version": "1.0"})
    assert said.status_code == 200, said.text
    return said.text
