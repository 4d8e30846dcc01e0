"""What one owner sent to an agent or opened at a door does not exist for another, whatever ids the two choose."""

import asyncio
from pathlib import Path
from typing import Any

import httpx

from loket.engine.keeping import asked_name
from tests.serving import Here, serving_here

TOKENS = {"anna": "a" * 32, "bert": "b" * 32}
PACKAGES = ("loket_demos.overheid.components:bundle", "loket_demos.urmston.components:bundle")
ANNA, BERT = ({"Authorization": f"Bearer {token}"} for token in TOKENS.values())
NOBODY: dict[str, str] = {}


def order(text: str) -> dict[str, Any]:
    message = {"role": "user", "parts": [{"type": "text", "text": text}]}
    return {"id": "order-1", "status": {"state": "submitted"}, "message": message}


async def club(here: Here, method: str, body: dict[str, Any], who: dict[str, str]) -> tuple[int, Any]:
    path = "/agents/club" if here.host is not None and len(here.engine.kit.assistants) > 1 else ""
    answer = await here.http.post(f"{path}/tasks/{method}", json=body, headers=who)
    return answer.status_code, answer.json()


async def test_a_task_of_the_club_is_that_of_who_sent_it(tmp_path: Path) -> None:
    async with serving_here(tmp_path, assistants=PACKAGES, tokens=TOKENS) as here:
        _, asked = await club(here, "send", order("Is there space?"), ANNA)
        assert asked["status"]["state"] == "input-required"
        for name in (asked["id"], "order-1"):
            for method in ("get", "cancel"):
                code, answer = await club(here, method, {"id": name}, BERT)
                assert (code, answer["error"]["code"]) == (404, "task_not_found"), (name, method)
            assert (await here.http.get(f"/agents/club/tasks/{name}", headers=BERT)).status_code == 404
            assert (await here.http.get(f"/agents/club/tasks/{name}", headers=ANNA)).status_code == 200
        _, his = await club(here, "send", order("Is there space for a 10 year old?"), BERT)
        assert his["status"]["state"] == "completed", "the same id is a task of his own"
        _, hers = await club(here, "get", {"id": "order-1"}, ANNA)
        assert hers["status"]["state"] == "input-required", "and it answered nothing of hers"


async def test_a_token_is_heard_where_none_is_needed(tmp_path: Path) -> None:
    async with serving_here(tmp_path, assistants=PACKAGES[1:], only="urmston.club", tokens=TOKENS) as here:
        for who in (ANNA, BERT, NOBODY):
            _, task = await club(here, "send", order("Is there space?"), who)
            assert task["status"]["state"] == "input-required", who
        assert len(await here.engine.store.entries(assistant="urmston.club")) == 3


async def test_a_message_id_is_that_of_its_owner(tmp_path: Path) -> None:
    async def sent(who: dict[str, str], data: Any) -> Any:
        message = {"kind": "message", "messageId": "1", "role": "user", "parts": [{"kind": "data", "data": data}]}
        params = {"capability": "explain_toeslagen", "message": message}
        body = {"jsonrpc": "2.0", "id": "1", "method": "message/send", "params": params}
        return (await here.http.post("/agents/toeslagen/", json=body, headers=who)).json()

    async with serving_here(tmp_path, tokens=TOKENS) as here:
        hers = await sent(ANNA, {"items": [{"category": "document", "text": "Uw huurcontract."}]})
        his = await sent(BERT, {"items": []})
        assert his["result"]["data"]["items"] == [], his
        assert len(hers["result"]["data"]["items"]) == 1
        assert await sent(ANNA, {"items": [{"category": "document", "text": "Uw huurcontract."}]}) == hers
        mine = f"/api/conversations/{asked_name('overheid.toeslagen', '1', 'anna')}"
        assert (await here.http.get(mine, headers=ANNA)).status_code == 200, "what is hers she can look at"
        assert (await here.http.get(mine, headers=BERT)).status_code == 404


async def test_a_tool_session_of_the_older_wire_takes_messages_of_its_owner_only(tmp_path: Path) -> None:
    ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    async with serving_here(tmp_path, tokens=TOKENS) as here:
        async with here.http.stream("GET", "/mcp/sse", headers=ANNA) as stream:
            async with asyncio.timeout(10):
                place = await anext(line[6:] async for line in stream.aiter_lines() if line.startswith("data: "))
            hers, his, nowhere = await asyncio.gather(
                here.http.post(place, json=ping, headers=ANNA),
                here.http.post(place, json=ping, headers=BERT),
                here.http.post(f"{place[:-32]}{'0' * 32}", json=ping, headers=BERT),
            )
        assert hers.status_code == 202
        assert (his.status_code, his.text) == (nowhere.status_code, nowhere.text)
        assert his.status_code == httpx.codes.NOT_FOUND
