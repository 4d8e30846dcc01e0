"""A server that is told to stop takes no more work, sends its watchers away and lets calls under way come back."""

import asyncio
import signal
from pathlib import Path
from typing import Any

import httpx

from tests.cli.counter import office
from tests.serving import serving_child

COUNTER = {"assistant": "counter"}


async def begun(http: httpx.AsyncClient, letter: str) -> str:
    """Where the events of a new talk are, in which a letter was given."""
    made = await http.post("/api/conversations", json=COUNTER)
    at = f"/api/conversations/{made.json()['id']}/events"
    told = await http.post(at, json={"kind": "user_said", "text": letter}, headers={"Idempotency-Key": letter})
    assert told.status_code == 200, told.text
    return at


async def kinds(http: httpx.AsyncClient, at: str) -> list[str]:
    items: list[dict[str, Any]] = (await http.get(at)).json()["items"]
    assert [item["seq"] for item in items] == list(range(1, len(items) + 1))
    return [item["event"]["kind"] for item in items]


async def watched(http: httpx.AsyncClient, at: str, until: str = "\n\nnothing") -> str:
    """What a stream sends until some words, or until it ends."""
    seen, headers = "", {"Accept": "text/event-stream"}
    async with http.stream("GET", at, headers=headers) as stream:
        async for piece in stream.aiter_text():
            seen += piece
            if until in seen:
                break
    return seen


async def test_a_call_under_way_comes_back_while_new_work_is_sent_elsewhere(tmp_path: Path) -> None:
    async with office() as stamps:
        async with (
            serving_child(tmp_path, "--verbose", env=stamps.env) as server,
            httpx.AsyncClient(base_url=server.url, timeout=20, trust_env=False) as http,
        ):
            assert (await http.get("/readyz")).json() == {"state": "serving"}
            at = await begun(http, "one")
            await stamps.came.wait()
            watcher = asyncio.create_task(watched(http, at))
            await watched(http, at, "call_started")
            server.send(signal.SIGTERM)
            assert (await watcher).endswith("retry: 1000\n\n")
            ready = await http.get("/readyz")
            assert (ready.status_code, ready.json()) == (503, {"state": "draining"})
            for path, body in (("/api/conversations", COUNTER), (at, {"kind": "user_said", "text": "two"})):
                refused = await http.post(path, json=body)
                assert (refused.status_code, refused.json()["error"]["code"]) == (503, "closing")
                assert refused.headers["retry-after"] == "1" and refused.headers["connection"] == "close"
            assert (await kinds(http, at))[-1] == "call_started"  # what is there can be read
            stamps.open.set()
            assert await server.ended() == 0
        async with (
            serving_child(tmp_path, env=stamps.env) as server,
            httpx.AsyncClient(base_url=server.url, timeout=20, trust_env=False) as http,
        ):
            seen = await watched(http, f"{at}?after=3", '"text":"one is stamped"')
            assert await kinds(http, at) == ["started", "user_said", "decided", "call_started", "returned", "decided"]
            assert "id: 3\n" not in seen and "id: 4\n" in seen
    assert [letter for letter, _ in stamps.letters] == ["one"]


async def test_what_does_not_come_back_in_time_is_an_unknown_outcome(tmp_path: Path) -> None:
    async with office() as stamps:
        env = {**stamps.env, "LOKET_DRAIN": "0.2"}
        async with (
            serving_child(tmp_path, env=env) as server,
            httpx.AsyncClient(base_url=server.url, timeout=20, trust_env=False) as http,
        ):
            at = await begun(http, "one")
            await stamps.came.wait()
            server.send(signal.SIGTERM)
            assert await server.ended() == 0
        async with (
            serving_child(tmp_path, env=env) as server,
            httpx.AsyncClient(base_url=server.url, timeout=20, trust_env=False) as http,
        ):
            seen = await watched(http, at, '"kind":"returned"')
            assert "unknown_outcome" in seen, seen[-1500:]
    assert [letter for letter, _ in stamps.letters] == ["one"]


async def test_ctrl_c_cuts_a_long_drain_short_and_another_sigterm_does_not(tmp_path: Path) -> None:
    async with office() as stamps:
        env = {**stamps.env, "LOKET_DRAIN": "3600"}
        async with (
            serving_child(tmp_path, env=env) as server,
            httpx.AsyncClient(base_url=server.url, timeout=20, trust_env=False) as http,
        ):
            at = await begun(http, "one")
            await stamps.came.wait()
            await watched(http, at, "call_started")
            watcher = asyncio.create_task(watched(http, at))
            server.send(signal.SIGTERM)
            await watcher
            server.send(signal.SIGTERM)
            assert (await http.get("/readyz")).json() == {"state": "draining"}
            server.send(signal.SIGINT)
            assert await server.ended() == 0
        async with (
            serving_child(tmp_path, env=env) as server,
            httpx.AsyncClient(base_url=server.url, timeout=20, trust_env=False) as http,
        ):
            assert "unknown_outcome" in await watched(http, at, '"kind":"returned"')
    assert [letter for letter, _ in stamps.letters] == ["one"]
