"""The application as it is served: every part answers, a stop is quick and quiet, and what was under way goes on."""

import asyncio
import signal
from pathlib import Path
from typing import Any

import httpx
import pytest

from loket.app import opened
from loket.config import Config
from loket.core.errors import ConfigError, StoreError
from tests.doors.talking import CHECK, SSE, begun, code_of, streamed, tell_and_settle
from tests.serving import Here, Loket, serving_child, serving_here

STOP_SECONDS = 10
"""Far more than a stop takes, since all processors of a test machine may be busy."""
NOBODY_THERE = "http://127.0.0.1:9/sse"
ASK = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "message/send",
    "params": {"message": {"kind": "message", "messageId": "m1", "role": "user", "parts": []}},
}


async def test_everything_answers_on_one_port(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:
        assert (await here.http.get("/healthz")).json()["ok"] is True
        assert (await here.http.get("/health")).json() == {"ok": True}
        for path in ("/agents/toeslagen", "/agents/toeslagen/", "/agents/bezwaar", "/agents/bezwaar/"):
            answer = await here.http.post(path, json=ASK)
            assert answer.status_code == 200 and answer.json()["error"]["code"] == -32602, path
            card = (await here.http.get(f"{path.rstrip('/')}/.well-known/agent-card.json")).json()
            assert card["url"] == f"{here.url}{path.rstrip('/')}/"
        assert await _tools(here) >= {"rules_lookup", "doc_checklist", "risk_notes"}
        assert (await here.http.get("/mcp/nothing")).status_code == 404


@pytest.mark.parametrize(
    ("only", "there", "not_there"),
    [
        ("overheid", ("/health", "/healthz", "/api/assistants", "/docs"), ("/sse", "/agents/toeslagen")),
        ("overheid.tools", ("/health",), ("/api/assistants", "/events", "/.well-known/agent-card.json", "/docs")),
        ("overheid.toeslagen", ("/health", "/.well-known/agent-card.json"), ("/api/assistants", "/events", "/sse")),
        ("overheid.bezwaar", ("/health", "/.well-known/agent-card.json"), ("/api/assistants", "/events", "/sse")),
        ("shell", ("/health", "/config.json"), ("/api/assistants", "/events", "/sse", "/healthz")),
    ],
)
async def test_a_part_alone_serves_what_is_its_own(
    tmp_path: Path, only: str, there: tuple[str, ...], not_there: tuple[str, ...]
) -> None:
    async with serving_here(tmp_path, only=only) as here:
        for path in there:
            assert (await here.http.get(path)).status_code == 200, path
        for path in not_there:
            assert code_of(await here.http.get(path)) == (404, "not_found"), path
        assert (await here.http.get("/health", headers={"Origin": "https://evil.example"})).status_code == 403


async def test_a_part_that_is_none_names_those_that_are(tmp_path: Path) -> None:
    with pytest.raises(
        ConfigError,
        match=r"Did you mean overheid or overheid\.tools or .*overheid\.bezwaar or overheid\.genui\?"
        r" .* or shell, where NAME is one of overheid, relocation, scenario, sogis, urmston\.",
    ):
        async with opened(Config(data=tmp_path, only="overheid.nothing"), {}):
            pass


async def test_one_folder_has_one_server(tmp_path: Path) -> None:
    async with serving_here(tmp_path):
        with pytest.raises(StoreError, match="in use by process"):
            async with serving_here(tmp_path):
                pass


async def test_what_breaks_inside_is_told_without_its_insides(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:
        assert here.store is not None
        await here.store.close()
        answer = await here.http.get("/api/conversations")
        assert answer.status_code >= 500
        assert set(answer.json()["error"]) == {"code", "text"} and "Traceback" not in answer.text


def noise(child: Loket) -> list[str]:
    """What it complained of, but not that the machine has much else to do."""
    return [line for line in child.complained if "held up the whole server" not in line]


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
async def test_a_stop_ends_open_streams_without_noise(tmp_path: Path, sign: signal.Signals) -> None:
    async with serving_child(tmp_path) as child, httpx.AsyncClient(base_url=child.url, timeout=20) as http:
        id = await begun(http)
        async with (
            http.stream("GET", f"/api/conversations/{id}/events", headers=SSE) as records,
            http.stream("GET", "/events") as surfaces,
            http.stream("GET", "/sse") as tools,
            http.stream("GET", "/mcp/sse") as official,
        ):
            parts = [stream.aiter_raw() for stream in (records, surfaces, tools, official)]
            for part in parts:
                await anext(part)
            child.send(sign)
            assert await child.ended(STOP_SECONDS) == 0
            for part in parts:
                await _rest(part)
    assert noise(child) == []


async def test_a_stop_in_the_middle_of_a_flow_goes_on_after_the_start(tmp_path: Path) -> None:
    async with serving_child(tmp_path, "--pace", "demo") as child:
        id, seen = await _under_way(child.url)
        child.send(signal.SIGINT)
        assert await child.ended(STOP_SECONDS) == 0
        assert noise(child) == []
    assert await _ended_well(tmp_path, id, seen) == "ok"


async def test_a_kill_in_the_middle_of_a_flow_goes_on_after_the_start(tmp_path: Path) -> None:
    async with serving_child(tmp_path, "--pace", "demo") as child:
        id, seen = await _under_way(child.url)
        await child.kill()
    assert await _ended_well(tmp_path, id, seen) == "ok"


async def test_a_flow_that_waits_for_a_person_waits_through_a_kill(tmp_path: Path) -> None:
    async with serving_child(tmp_path, env={"MCP_SSE_URL": NOBODY_THERE}) as child:
        async with httpx.AsyncClient(base_url=child.url, timeout=30) as http:
            id = await begun(http)
            await http.post(f"/api/conversations/{id}/events", json=CHECK)
            await _asked(http, id)
            [question] = await _questions(http, id)
        await child.kill()
    async with serving_here(tmp_path) as here:
        [same] = await _questions(here.http, id)
        assert same["id"] == question["id"]
        retry = {"kind": "answered", "to": question["id"], "choice": question["choices"][0]["id"]}
        await tell_and_settle(here, id, retry)
        assert (await _looked(here.http, id))["views"]["steps"]["state"]["status"] == "ok"


async def _tools(here: Here) -> set[str]:
    headers = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-06-18"}
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    begin = await here.http.post("/mcp", json=_rpc("initialize", hello), headers=headers)
    headers |= {name: begin.headers[name] for name in ("mcp-session-id",) if name in begin.headers}
    answer = await here.http.post("/mcp", json=_rpc("tools/list", {}), headers=headers)
    data = next(line for line in answer.text.splitlines() if line.startswith(("data: {", "{")))
    return {tool["name"] for tool in httpx.Response(200, text=data.removeprefix("data: ")).json()["result"]["tools"]}


def _rpc(method: str, params: dict[str, Any]) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}


async def _rest(parts: Any) -> None:
    """Reads on until the stream ends, as it should: completely, not cut off."""
    async with asyncio.timeout(20):
        async for _ in parts:
            continue


async def _under_way(url: str) -> tuple[str, bytes]:
    """A flow whose first tool is at work, and what a watcher saw of it."""
    async with httpx.AsyncClient(base_url=url, timeout=20) as http:
        id = await begun(http)
        seq = (await http.post(f"/api/conversations/{id}/events", json=CHECK)).json()["seq"]
        return id, await streamed(http, id, seq + 3)


async def _ended_well(data: Path, id: str, seen: bytes) -> str:
    """The overall status of the flow once it is at rest in a new server; what was seen is still its beginning."""
    async with serving_here(data) as here:
        await here.engine.settled(id, 2, 30)
        looked = await _looked(here.http, id)
        assert (await streamed(here.http, id, looked["upto"])).startswith(seen)
        return str(looked["views"]["steps"]["state"]["status"])


async def _looked(http: httpx.AsyncClient, id: str) -> dict[str, Any]:
    return (await http.get(f"/api/conversations/{id}")).json()


async def _asked(http: httpx.AsyncClient, id: str) -> None:
    """Returns when the planner has asked something."""
    events = http.stream("GET", f"/api/conversations/{id}/events", headers=SSE)
    async with asyncio.timeout(30), events as stream:
        async for line in stream.aiter_lines():
            if line.startswith('data: {"v":') and '"action":{"kind":"ask"' in line:
                return
    raise AssertionError("the stream ended without a question")


async def _questions(http: httpx.AsyncClient, id: str) -> list[dict[str, Any]]:
    items = (await _looked(http, id))["views"]["questions"]["state"]["items"]
    return [item for item in items if item["state"] == "open"]
