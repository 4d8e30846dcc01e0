"""A tool called from outside is a conversation like any other: recorded, owned, held when it must be, done once."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
from mcp.client.client import Client
from mcp.client.context import ClientRequestContext
from mcp.client.sse import sse_client
from mcp_types import ElicitRequestParams, ElicitResult, TextContent

from loket.core.events import Held, Returned
from loket.core.record import decode
from tests.doors.desk import PUBLISHED, effects
from tests.serving import Here, serving_child, serving_here

PACKAGE = ("tests.doors.desk:bundle",)
KEY = "loket/idempotency-key"
TOKENS = {"anna": "a" * 32, "bert": "b" * 32}
ANNA, BERT = ({"Authorization": f"Bearer {token}"} for token in TOKENS.values())


async def called(here: Here, tool: str, book: str = "b1", key: str = "", **more: Any) -> dict[str, Any]:
    """The result of a call as a program that knows nothing of us makes it."""
    params: dict[str, Any] = {"name": tool, "arguments": {"book": book} if tool != "wait" else {}}
    if key:
        params["_meta"] = {KEY: key}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params | more.pop("params", {})}
    headers = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-11-25"}
    answer = await here.http.post("/mcp", json=body, headers=headers | more.pop("headers", {}))
    assert answer.status_code == 200, answer.text
    data = answer.text.partition("data: ")[2] if answer.text.startswith("event") else answer.text
    return json.loads(data)["result"]


async def outside(here: Here) -> list[Any]:
    return await here.engine.store.entries(assistant="desk.outside")


async def approve(here: Here, link: str, headers: dict[str, str] | None = None, **word: bool) -> None:
    """What the page behind the link does."""
    conversation = link.rpartition("/")[2]
    rows = await here.engine.store.read(conversation)
    held = [row.seq for row in rows if isinstance(decode(row.body).event, Held)][-1]
    event = {"kind": "answered", "to": str(held), **(word or {"approve": True})}
    told = await here.http.post(f"/api/conversations/{conversation}/events", json=event, headers=headers)
    assert told.status_code == 200, told.text
    await here.engine.settled(conversation, told.json()["seq"])


async def test_a_destructive_tool_waits_for_approval_and_is_done_once(tmp_path: Path) -> None:
    async with serving_here(tmp_path, assistants=PACKAGE) as here:
        waits = await called(here, "reserve", key="k-1")
        assert waits["isError"] is True
        told = waits["_meta"]["loket/value"]
        assert waits["_meta"]["loket/code"] == "waiting_for_approval"
        assert (
            told["link"] in waits["content"][0]["text"] and "Reserve a book is waiting" in waits["content"][0]["text"]
        )
        assert told[KEY] == "k-1"
        assert told["link"].startswith(f"{here.url}/#/t/")
        assert await called(here, "reserve", key="k-1") == waits, "asked again, it still waits"
        assert effects(tmp_path) == []
        await approve(here, told["link"])
        result = {"done": "reserve b1", "times": 1, "owner": "local"}
        for _ in range(2):
            assert (await called(here, "reserve", key="k-1"))["structuredContent"] == result
        other = await called(here, "reserve", "b2", key="k-1")
        assert other["_meta"]["loket/code"] == "key_reused"
        assert effects(tmp_path) == ["reserve b1"]
        assert len(await outside(here)) == 1


async def test_a_refused_call_stays_refused(tmp_path: Path) -> None:
    async with serving_here(tmp_path, assistants=PACKAGE) as here:
        waits = await called(here, "reserve", key="k-1")
        await approve(here, waits["_meta"]["loket/value"]["link"], refuse=True)
        for _ in range(2):
            refused = await called(here, "reserve", key="k-1")
            assert refused["_meta"]["loket/code"] == "refused", refused
        assert effects(tmp_path) == []


async def test_every_call_is_a_conversation_of_its_sender(tmp_path: Path) -> None:
    async with serving_here(tmp_path, assistants=PACKAGE, tokens=TOKENS) as here:
        for who in (ANNA, BERT):
            result = await called(here, "send", key="same", headers=who)
            assert result["structuredContent"]["owner"] == ("anna" if who is ANNA else "bert")
        assert {entry.owner for entry in await outside(here)} == {"anna", "bert"}
        waits = await called(here, "reserve", headers=ANNA)
        place = waits["_meta"]["loket/value"]["link"].rpartition("/")[2]
        assert (await here.http.get(f"/api/conversations/{place}", headers=ANNA)).json()["state"] == "asking"
        assert (await here.http.get(f"/api/conversations/{place}", headers=BERT)).status_code == 404
        assert (await here.http.get("/api/conversations", headers=ANNA)).json()["items"] == [], "they are no talks"
        answer = await here.http.post("/mcp", json={})
        assert answer.status_code == 401


async def test_only_what_is_published_can_be_called(tmp_path: Path) -> None:
    async with serving_here(tmp_path, assistants=PACKAGE) as here, Client(f"{here.url}/mcp") as client:
        assert [tool.name for tool in (await client.list_tools()).tools] == list(PUBLISHED)
    shop = serving_here(tmp_path / "shop", assistants=("tests.wiring.shop:bundle",))
    async with shop as here, Client(f"{here.url}/mcp") as client:
        assert (await client.list_tools()).tools == []


async def test_a_failure_that_may_pass_is_tried_again_with_the_same_key(tmp_path: Path) -> None:
    async with serving_here(tmp_path, assistants=PACKAGE) as here:
        first = await called(here, "flaky", key="k-1", params={"arguments": {}})
        assert (first["isError"], first["content"][0]["text"]) == (True, "The archive is busy.")
        again = await called(here, "flaky", key="k-1", params={"arguments": {}})
        assert again["structuredContent"]["key"] in effects(tmp_path)[1]
        assert len(set(effects(tmp_path))) == 1, "the tool was given one key both times"
        named = await called(here, "flaky", params={"arguments": {"key": "secret://airtable"}})
        assert named["_meta"]["loket/code"] == "invalid", "no stranger is given a secret of ours"


async def test_the_same_key_gives_the_same_result_after_a_restart(tmp_path: Path) -> None:
    for _ in range(2):
        async with serving_here(tmp_path, assistants=PACKAGE) as here:
            assert (await called(here, "send", key="k-1"))["structuredContent"]["times"] == 1
    assert effects(tmp_path) == ["send b1"]


async def test_one_call_is_joined_by_all_who_send_it_and_taken_back_by_the_last(tmp_path: Path) -> None:
    async with serving_here(tmp_path, assistants=PACKAGE) as here:
        begun: list[asyncio.Event] = [asyncio.Event(), asyncio.Event()]

        async def waiting(number: int) -> None:
            async def noted(done: float, total: float | None, message: str | None) -> None:
                assert (done, total, message) == (1, 2, "begun")
                begun[number].set()

            async with Client(f"{here.url}/mcp", mode="legacy") as client:
                await client.call_tool("wait", {}, progress_callback=noted, meta={KEY: "k-1"})  # type: ignore[arg-type]

        tasks = [asyncio.create_task(waiting(number)) for number in range(2)]
        async with asyncio.timeout(15):
            await asyncio.gather(*(one.wait() for one in begun))
        [entry] = await outside(here)
        tasks[0].cancel()
        await asyncio.gather(tasks[0], return_exceptions=True)
        assert effects(tmp_path) == ["wait begun"]
        tasks[1].cancel()
        await asyncio.gather(tasks[1], return_exceptions=True)
        async with asyncio.timeout(15):
            async for _ in here.engine.follow(entry.conversation, 0):
                rows = await here.engine.store.read(entry.conversation)
                if any(isinstance(decode(row.body).event, Returned) for row in rows):
                    break
        assert effects(tmp_path) == ["wait begun", "wait ended"]


async def test_a_call_that_was_taken_back_is_made_anew_for_who_sends_it_again(tmp_path: Path) -> None:
    """As a caller does that was killed in the middle, and goes on after its start."""
    async with serving_here(tmp_path, assistants=PACKAGE) as here, asyncio.timeout(15):
        begun = asyncio.Event()

        async def noted(done: float, total: float | None, message: str | None) -> None:
            begun.set()

        async with Client(f"{here.url}/mcp", mode="legacy") as client:
            call = client.call_tool("wait", {}, progress_callback=noted, meta={KEY: "k-1"})  # type: ignore[arg-type]
            waiting = asyncio.create_task(call)
            await begun.wait()
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)
        again = await called(here, "wait", key="k-1", params={"arguments": {}})
        assert again.get("structuredContent") == {"times": 2}, again


@asynccontextmanager
async def asked_back(here: Here, mode: Any, action: str, content: Any) -> AsyncGenerator[tuple[Client, list[str]]]:
    """A client with a person at it, who answers so."""
    seen: list[str] = []

    async def person(context: ClientRequestContext, params: ElicitRequestParams) -> ElicitResult:
        seen.append(params.message)
        return ElicitResult(action=action, content=content)  # type: ignore[arg-type]

    target = sse_client(f"{here.url}/mcp/sse") if mode == "sse" else f"{here.url}/mcp"
    async with Client(target, mode="legacy" if mode == "sse" else mode, elicitation_callback=person) as client:
        yield client, seen


async def test_a_person_at_the_client_is_asked_in_both_eras(tmp_path: Path) -> None:
    async with serving_here(tmp_path, assistants=PACKAGE) as here:
        for mode in ("auto", "sse"):
            async with asked_back(here, mode, "accept", {"approve": True}) as (client, seen):
                result = await client.call_tool("reserve", {"book": mode})
                assert result.structured_content == {"done": f"reserve {mode}", "times": 1, "owner": "local"}
                assert seen == [f'Reserve a book needs your approval. It was called with: {{"book": "{mode}"}}']
        done = effects(tmp_path)
        for mode in ("auto", "sse"):
            for action, content, code in (
                ("decline", None, "refused"),
                ("accept", {"approve": False}, "refused"),
                ("cancel", None, "waiting_for_approval"),
            ):
                async with asked_back(here, mode, action, content) as (client, _):
                    result = await client.call_tool("reserve", {"book": "no"})
                    assert result.is_error and result.meta is not None and result.meta["loket/code"] == code
        assert effects(tmp_path) == done == ["reserve auto", "reserve sse"]


async def test_an_answer_to_a_question_we_did_not_ask_is_no_approval(tmp_path: Path) -> None:
    modern = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": {"name": "by hand", "version": "1"},
    }
    headers = {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "reserve"}
    yes = {"inputResponses": {"approval": {"action": "accept", "content": {"approve": True}}}}
    async with serving_here(tmp_path, assistants=PACKAGE) as here:
        params = {"_meta": modern | {KEY: "k-1"}, **yes}
        result = await called(here, "reserve", headers=headers, params=params)
        assert result["_meta"]["loket/code"] == "waiting_for_approval"
        assert effects(tmp_path) == []


async def test_the_first_dialect_holds_it_too_and_says_where(tmp_path: Path) -> None:
    async def asked(http: httpx.AsyncClient, base: str) -> Any:
        async with http.stream("GET", f"{base}/sse") as stream:
            lines = (json.loads(line[6:]) async for line in stream.aiter_lines() if line.startswith("data: "))
            endpoint = await anext(lines)
            params = {"name": "reserve", "arguments": {"book": "b1"}, "_meta": {KEY: "k-1"}}
            body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
            await http.post(base + endpoint["post_url"], json=body, headers={"X-SSE-ID": endpoint["sse_id"]})
            return await anext(lines)

    for only in (None, "desk.tools"):
        folder = tmp_path / str(only)
        async with serving_here(folder, assistants=PACKAGE, only=only) as here:
            error = (await asked(here.http, here.url))["error"]
            assert (error["code"], error["data"]["code"]) == (-32000, "waiting_for_approval")
            assert error["data"]["link"] in error["message"]
            page = await here.http.get("/")
            assert page.status_code == 200, "the page of the link is served by the same process"
            await approve(here, error["data"]["link"])
            assert (await asked(here.http, here.url))["result"] == {"done": "reserve b1", "times": 1, "owner": "local"}
        assert effects(folder) == ["reserve b1"]


async def test_a_capability_waits_as_well(tmp_path: Path) -> None:
    async def asked(here: Here) -> Any:
        parts = [{"kind": "data", "data": {"book": "b1"}}]
        message = {"kind": "message", "messageId": "m-1", "role": "user", "parts": parts}
        params = {"capability": "burn_a_book", "message": message}
        body = {"jsonrpc": "2.0", "id": "1", "method": "message/send", "params": params}
        return (await here.http.post("/agents/keeper/", json=body)).json()

    async with serving_here(tmp_path, assistants=PACKAGE) as here:
        error = (await asked(here))["error"]
        assert (error["code"], error["data"]["code"]) == (-32000, "waiting_for_approval")
        assert effects(tmp_path) == []
        await approve(here, error["data"]["link"])
        assert (await asked(here))["result"]["data"]["done"] == "burn b1"
    assert effects(tmp_path) == ["burn b1"]


async def test_results_and_errors_are_the_tools_own(tmp_path: Path) -> None:
    async with serving_here(tmp_path, assistants=PACKAGE) as here, Client(f"{here.url}/mcp") as client:
        seen = await client.call_tool("look", {"book": "één"})
        assert seen.content == [TextContent(type="text", text=json.dumps(seen.structured_content, ensure_ascii=False))]
        wrong = await client.call_tool("look", {"book": 3})
        assert isinstance(wrong.content[0], TextContent)
        assert wrong.content[0].text == "Invalid arguments for look: /book: must be of type string"
        assert len(await outside(here)) == 1, "what was never called is no conversation"


async def test_the_server_says_what_it_publishes(tmp_path: Path) -> None:
    async with serving_child(tmp_path, env={"LOKET_ASSISTANTS": PACKAGE[0]}) as child:
        async with asyncio.timeout(20):
            while len(child.said) < 2:  # noqa: ASYNC110 - what another process prints
                await asyncio.sleep(0.01)
        assert child.said[1] == (
            f"Tools for other programs at {child.url}/mcp: look, note, send, reserve (waits for approval), flaky, wait"
        )


async def test_the_server_says_the_names_that_tools_are_listed_by(tmp_path: Path) -> None:
    async with serving_child(tmp_path) as child:
        async with asyncio.timeout(20):
            while not any("sogis/mcp: " in line for line in child.said):  # noqa: ASYNC110 - what another process prints
                await asyncio.sleep(0.01)
        names = next(line for line in child.said if "sogis/mcp: " in line).partition("mcp: ")[2].split(", ")
    assert "geolocation_geocode_address" in names and not any("." in name for name in names)
