"""The mission's set-up: five processes that only know each other's wires, driven by a page of another origin."""

import asyncio
import json
import re
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

import pytest

from loket.cli.set_up import parts
from loket.config import load
from loket.tools.mcp_seed import SSE_URL
from tests.overheid.foreign import SHELL, asked, listening
from tests.overheid.recorder import Recorder, Request, recording
from tests.serving import Loket, serving_child

LETTER = "Besluit van 12 januari 2026. Ik maak bezwaar tegen de naheffing van € 74,80. Ik had al betaald."
ORIGINS = [f"http://{name}:{port}" for name in ("localhost", "127.0.0.1") for port in (5173, 10002)]


@dataclass
class FiveProcesses:
    """The addresses of the parts, and what the orchestrator sent to the others."""

    front: str
    shell: str
    tools: str
    agents: dict[str, str]
    to_tools: Recorder
    to_agents: dict[str, Recorder]


@asynccontextmanager
async def five(folder: Path, pace: str = "live") -> AsyncGenerator[FiveProcesses]:
    async with AsyncExitStack() as stack:

        async def part(name: str, *flags: str, **env: str) -> Loket:
            child = serving_child(folder / name, "--only", name, "--pace", pace, *flags, env=env)
            return await stack.enter_async_context(child)

        async def recorded(url: str) -> Recorder:
            return await stack.enter_async_context(recording(urlsplit(url).port or 0))

        tools, toeslagen, bezwaar = await asyncio.gather(
            part("overheid.tools"), part("overheid.toeslagen"), part("overheid.bezwaar")
        )
        to_tools, to_toeslagen = await recorded(tools.url), await recorded(toeslagen.url)
        to_bezwaar = await recorded(bezwaar.url)
        env = {
            "MCP_SSE_URL": f"http://127.0.0.1:{to_tools.port}/sse",
            "A2A_TOESLAGEN_URL": f"http://localhost:{to_toeslagen.port}/",
            "A2A_BEZWAAR_URL": f"http://localhost:{to_bezwaar.port}/",
        }
        front = await part("overheid", **env)
        shell = await part("shell", "--api", front.url)
        agents = {"toeslagen": toeslagen.url, "bezwaar": bezwaar.url}
        recorders = {"toeslagen": to_toeslagen, "bezwaar": to_bezwaar}
        yield FiveProcesses(front.url, shell.url, tools.url, agents, to_tools, recorders)


def tool_calls(recorder: Recorder) -> list[tuple[Request, Request]]:
    """Each `GET /sse` with the `POST /message` that used the id of that very stream. One stream more is opened, and
    closed again, to see whether the server is there."""
    streams = {}
    for sent, answered in zip(recorder.sent, recorder.answered, strict=True):
        for request in Recorder(0, [sent]).requests:
            if request.target == "/sse":
                ids = re.findall(rb'"sse_id": ?"([^"]+)"', bytes(answered))
                assert len(ids) == 1, "a line may be used again, a stream is for one call"
                streams[ids[0].decode()] = request
    posts = [request for request in recorder.requests if request.method == "POST"]
    used = [post.headers["x-sse-id"] for post in posts]
    assert len(used) == len(set(used)) and set(used) <= streams.keys() and len(streams) <= len(used) + 1
    return [(streams[post.headers["x-sse-id"]], post) for post in posts]


async def test_both_flows_over_the_wires(tmp_path: Path) -> None:
    async with five(tmp_path) as here, listening(here.front, origin=SHELL) as stream:
        await stream.greeted()
        await stream.send("toeslagen/check", "toeslagen", regeling="Zorgtoeslag", jaar=2025)
        await stream.until("done", seconds=40)
        await stream.send("bezwaar/analyse", "bezwaar", text=LETTER)
        await stream.until("done", seconds=40)
        calls = tool_calls(here.to_tools)
        bodies = [post.json for _, post in calls]
        assert sorted(body["params"]["name"] for body in bodies) == sorted(
            ["rules_lookup", "doc_checklist", "risk_notes", "extract_entities", "classify_case", "policy_snippets"]
        )
        assert len({post.headers["x-sse-id"] for _, post in calls}) == 6
        for post, body in zip((post for _, post in calls), bodies, strict=True):
            assert post.target == "/message"
            assert (body["jsonrpc"], body["method"]) == ("2.0", "tools/call")
            assert body["id"] and isinstance(body["params"]["arguments"], dict)
        snippets = next(body for body in bodies if body["params"]["name"] == "policy_snippets")
        assert snippets["params"]["arguments"] == {"type": "Boete/Naheffing"}
        explain, structure = (_one_message(here.to_agents[name]) for name in ("toeslagen", "bezwaar"))
        _is_message(explain, "explain_toeslagen")
        _is_message(structure, "structure_bezwaar")
        given = explain["params"]["message"]["parts"][0]["data"]
        assert given["inputs"].keys() == {"regeling", "jaar", "situatie", "voorwaarden"}
        assert {item["category"] for item in given["items"]} == {"document", "aandachtspunt"}
        assert all(isinstance(item["text"], str) and "{" not in item["text"] for item in given["items"])
        letter = structure["params"]["message"]["parts"][0]["data"]
        assert letter.keys() == {"raw_text", "entities", "classification", "snippets", "vandaag"}
        assert (letter["raw_text"], len(letter["snippets"])) == (LETTER, 2)
        assert stream.models["bezwaar"]["results"][0]["draft_source"] == "fallback"


def _one_message(recorder: Recorder) -> Any:
    posts = [request for request in recorder.requests if request.method == "POST"]
    assert len(posts) == 1 and posts[0].target == "/"
    return posts[0].json


def _is_message(body: Any, capability: str) -> None:
    message = body["params"]["message"]
    assert (body["jsonrpc"], body["method"], body["params"]["capability"]) == ("2.0", "message/send", capability)
    assert (message["kind"], message["role"]) == ("message", "user")
    assert str(UUID(message["messageId"])) == message["messageId"]
    (part,) = message["parts"]
    assert (part["kind"], part["metadata"]) == ("data", {"mimeType": "application/json"})


async def test_a_wrong_year_is_said_as_plainly_over_the_wire(tmp_path: Path) -> None:
    async with five(tmp_path) as here, listening(here.front) as stream:
        await stream.greeted()
        await stream.send("toeslagen/check", "toeslagen", jaar="abc")
        await stream.until("error")
        model = stream.models["toeslagen"]
        assert model["status"]["message"] == "A2UI: Vul het jaar in met vier cijfers, bijvoorbeeld 2025."
        assert (model["status"]["loading"], model["question"]) == (False, None)


async def test_every_part_shows_itself_and_lets_the_shell_in(tmp_path: Path) -> None:
    async with five(tmp_path) as here:
        for url in (here.front, here.tools, *here.agents.values()):
            for origin in ORIGINS:
                health = await asked("GET", f"{url}/health", headers={"Origin": origin})
                assert (health.status, health.json) == (200, {"ok": True})
                assert health.headers["access-control-allow-origin"] == origin
        for name, capability in (("toeslagen", "explain_toeslagen"), ("bezwaar", "structure_bezwaar")):
            card = (await asked("GET", f"{here.agents[name]}/.well-known/agent-card.json")).json
            assert card.keys() == {"name", "description", "url", "capabilities", "protocol", "version"}
            assert (card["capabilities"], card["protocol"]) == ([capability], "a2a-jsonrpc")
            assert urlsplit(card["url"]).port == urlsplit(here.agents[name]).port
        page = await asked("GET", f"{here.shell}/")
        assert page.status == 200 and b"<script" in page.body
        config = await asked("GET", f"{here.shell}/config.json")
        assert here.front in json.dumps(config.json)
        for url in (here.tools, *here.agents.values(), here.shell):
            assert (await asked("GET", f"{url}/events")).status == 404  # each part serves itself alone


@pytest.mark.parametrize("clients", [50])
async def test_the_tool_server_answers_each_client_on_its_own_stream(tmp_path: Path, clients: int) -> None:
    """No answer goes to somebody else, and no stream stays behind."""
    async with serving_child(tmp_path, "--only", "overheid.tools", "--pace", "demo") as child:
        before = _open_files(child.process.pid)

        async def ask(number: int) -> None:
            async with _tool_stream(child.url) as (endpoint, events):
                body = {"jsonrpc": "2.0", "id": f"call-{number}", "method": "tools/call"}
                text = f"Ik moet € {number},00 terugbetalen."
                body["params"] = {"name": "extract_entities", "arguments": {"text": text}}
                post = f"{child.url}{endpoint['post_url']}"
                told = await asked("POST", post, body, {"X-SSE-ID": endpoint["sse_id"]})
                assert (told.status, told.json) == (200, {"ok": True})
                answer = await anext(events)
                assert answer["id"] == f"call-{number}"
                assert answer["result"]["bedrag"] == f"€ {number},00"

        async with asyncio.timeout(40):
            await asyncio.gather(*(ask(number) for number in range(100, 100 + clients)))
        async with asyncio.timeout(10):
            while _open_files(child.process.pid) > before + 2:  # noqa: ASYNC110 - seen from outside only
                await asyncio.sleep(0.05)


def _open_files(pid: int) -> int:
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


@asynccontextmanager
async def _tool_stream(url: str) -> AsyncGenerator[tuple[Any, AsyncGenerator[Any]]]:
    reader, writer = await asyncio.open_connection("127.0.0.1", urlsplit(url).port)

    async def events() -> AsyncGenerator[Any]:
        name = ""
        while raw := await reader.readline():
            line = raw.decode().strip("\r\n")
            if line.startswith("event: "):
                name = line[7:]
            elif line.startswith("data: "):
                assert name in ("endpoint", "message")
                yield json.loads(line[6:])

    try:
        writer.write(f"GET /sse HTTP/1.1\r\nHost: {urlsplit(url).netloc}\r\nOrigin: {SHELL}\r\n\r\n".encode())
        stream = events()
        yield await anext(stream), stream
        await stream.aclose()
    finally:
        writer.close()


def test_the_set_up_has_the_addresses_of_the_mission(tmp_path: Path) -> None:
    found = {part.only: part for part in parts(load({}, {}, tmp_path))}
    assert {only: part.port for only, part in found.items()} == {
        "shell": 5173,
        "overheid": 10002,
        "overheid.tools": 8000,
        "overheid.toeslagen": 8010,
        "overheid.bezwaar": 8020,
        "overheid.genui": 8030,
    }
    told = {
        "MCP_SSE_URL": "http://127.0.0.1:8000/sse",
        "A2A_TOESLAGEN_URL": "http://localhost:8010/",
        "A2A_BEZWAAR_URL": "http://localhost:8020/",
        "A2A_GENUI_URL": "http://localhost:8030/",
    }
    assert found["overheid"].env | told == found["overheid"].env
    assert found["shell"].flags == ("--api", "http://localhost:10002")
    assert told["MCP_SSE_URL"] == SSE_URL
