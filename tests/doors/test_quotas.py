"""What one owner uses makes no request of another fail, and guessing tokens takes time, but nobody's else."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import httpx
import pytest

from loket.core.limits import Limits
from loket.doors.guessing import FREE, WAITING
from loket.house.house import House
from loket_demos.overheid.doors import sessions as page_sessions
from tests.doors.talking import SSE, begun, code_of
from tests.serving import Here, serving_here

ANNA = {"Authorization": "Bearer annas-token-0123456789"}
BERT = {"Authorization": "Bearer berts-token-0123456789"}
ALL = "/api/conversations"
TOKENS = {"anna": "annas-token-0123456789", "bert": "berts-token-0123456789"}


@asynccontextmanager
async def limited(folder: Path, **limits: float) -> AsyncIterator[Here]:
    none: dict[str, float] = {"requests": 0, "open": 0, "conversations": 0, "megabytes": 0}
    async with serving_here(folder, tokens=TOKENS, limits={**none, **limits}) as here:
        yield here


async def test_requests_of_one_owner_are_limited_and_another_notices_nothing(tmp_path: Path) -> None:
    async with limited(tmp_path, requests=1) as here:
        answers = [await here.http.get("/api/assistants", headers=ANNA) for _ in range(13)]
        assert {answer.status_code for answer in answers[:10]} == {200}
        assert code_of(answers[-1]) == (429, "too_many_requests") and int(answers[-1].headers["Retry-After"]) == 1
        assert (await here.http.get("/api/assistants", headers=BERT)).status_code == 200
        assert (await here.http.get("/healthz")).status_code == 200


async def test_open_streams_of_one_owner_are_limited_and_another_opens_his(tmp_path: Path) -> None:
    async with limited(tmp_path, open=3) as here, AsyncExitStack() as stack:
        here.http.headers.update(ANNA)
        path = f"/api/conversations/{await begun(here.http)}/events"
        for _ in range(3):
            stream = await stack.enter_async_context(here.http.stream("GET", path, headers=SSE))
            assert stream.status_code == 200
        refused = await here.http.get("/api/assistants")
        assert code_of(refused) == (429, "too_many_open") and "Retry-After" in refused.headers
        assert (await here.http.delete("/api/conversations/none")).status_code == 404, "what makes room works"
        assert (await here.http.get("/api/assistants", headers=BERT)).status_code == 200


async def test_tool_streams_are_counted_by_owner(tmp_path: Path) -> None:
    async with serving_here(tmp_path, tokens=TOKENS, limits={"open": 0}) as here, AsyncExitStack() as stack:
        for headers in (*[ANNA] * 20, BERT):
            stream = await stack.enter_async_context(here.http.stream("GET", "/sse", headers=headers))
            assert stream.status_code == 200


async def test_sessions_that_one_owner_opens_push_out_none_of_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_sessions, "LIMIT", 5)
    async with limited(tmp_path) as here:
        sessions = page_sessions.Sessions(House.of(here.engine), "overheid")
        berts = sessions.new("bert")
        annas = [sessions.new("anna") for _ in range(20)]
        assert await sessions.resume("bert", berts) == berts
        assert [await sessions.resume("anna", one) is not None for one in annas] == [False] * 15 + [True] * 5


async def test_wrong_tokens_cost_time_and_a_right_one_none(tmp_path: Path) -> None:
    async with limited(tmp_path) as here:

        async def guessed(n: int) -> httpx.Response:
            if n % 2:
                return await here.http.post("/api/login", json={"token": f"wrong-token-of-mine-{n}"})
            return await here.http.get("/api/assistants", headers={"Authorization": f"Bearer wrong-token-of-mine-{n}"})

        first = [await guessed(n) for n in range(FREE)]
        assert {answer.status_code for answer in first} == {401}
        guesses = {asyncio.create_task(guessed(n)) for n in range(30)}
        later, guesses = await asyncio.wait(guesses, return_when=asyncio.FIRST_COMPLETED)
        for headers in (ANNA, BERT):
            assert (await here.http.get("/api/assistants", headers=headers)).status_code == 200
        assert (await here.http.get("/api/assistants")).status_code == 401  # who has no token guesses nothing
        assert (await here.http.post("/api/login", json={"token": TOKENS["anna"]})).status_code == 204
        assert guesses  # some of them wait for their answer while the others were served
        answers = [one.result() for one in later] + await asyncio.gather(*guesses)
        told = [code_of(answer) for answer in answers]
        assert set(told) <= {(429, "too_many_wrong_tokens"), (401, "no_token"), (401, "wrong_token")}
        sent_away = [answer for answer in answers if answer.status_code == 429]
        assert len(sent_away) >= 30 - 2 * WAITING
        assert all(int(answer.headers["Retry-After"]) >= 1 for answer in sent_away)


async def test_one_person_alone_has_no_limits(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:
        answers = await asyncio.gather(*(here.http.get("/healthz") for _ in range(100)))
        assert {answer.status_code for answer in answers} == {200}


def test_a_server_with_tokens_has_limits_from_the_start() -> None:
    assert Limits().requests and Limits().open and Limits().conversations and Limits().megabytes


async def test_who_has_stored_all_there_may_be_is_told_to_erase_and_another_goes_on(tmp_path: Path) -> None:
    async with limited(tmp_path, conversations=2, megabytes=0.2) as here:
        mine = [await here.http.post(ALL, json={"assistant": "overheid"}, headers=ANNA) for _ in range(3)]
        assert code_of(mine[2]) == (507, "too_many_conversations")
        first = f"{ALL}/{mine[0].json()['id']}"
        said = {"kind": "user_said", "text": "x" * 60_000}
        told = [await here.http.post(f"{first}/events", json=said, headers=ANNA) for _ in range(5)]
        assert [answer.status_code for answer in told[:3]] == [200] * 3 and code_of(told[4]) == (507, "no_room")
        assert (await here.http.post(ALL, json={"assistant": "overheid"}, headers=BERT)).status_code == 201
        assert (await here.http.delete(first, headers=ANNA)).status_code == 204
        assert (await here.http.post(ALL, json={"assistant": "overheid"}, headers=ANNA)).status_code == 201


async def test_what_a_program_has_tools_do_takes_room_of_its_owner(tmp_path: Path) -> None:
    call = {"name": "extract_entities", "arguments": {"text": "x" * 60_000}}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
    headers = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-11-25"}
    async with limited(tmp_path, megabytes=0.2) as here:
        answers = [await here.http.post("/mcp", json=body, headers={**headers, **ANNA}) for _ in range(6)]
        assert [answer.text.count("MB you may have") for answer in (answers[0], answers[-1])] == [0, 1]
        used = await here.engine.store.used("anna")
        assert used.bytes < 400_000
        berts = await here.http.post("/mcp", json=body, headers={**headers, **BERT})
        assert "MB you may have" not in berts.text


async def test_what_programs_ask_keeps_no_person_from_talking(tmp_path: Path) -> None:
    call = {"name": "extract_entities", "arguments": {"text": "Brief"}}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
    headers = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-11-25", **ANNA}
    async with limited(tmp_path, conversations=2) as here:
        for _ in range(4):
            assert '"isError":true' not in (await here.http.post("/mcp", json=body, headers=headers)).text
        mine = [await here.http.post(ALL, json={"assistant": "overheid"}, headers=ANNA) for _ in range(3)]
        assert [answer.status_code for answer in mine] == [201, 201, 507]
