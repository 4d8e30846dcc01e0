"""A room is an agent that whoever holds its lease answers for: one at a time, for as long as they are there."""

import asyncio
import base64
import json
from collections.abc import AsyncGenerator
from typing import Any

import httpx
import pytest

from loket.core.errors import Unavailable
from loket.house.bundle import Services
from loket_demos.scenario.gates import gates
from loket_demos.scenario.rooms import LEASE, OWN_ROOMS, RoomMessage, RoomReply, Rooms
from tests.scenario.bridges import Bridges, serve
from tests.scenario.gatehouse import gatehouse

ROOM = "/api/rooms/blue"


@pytest.fixture(scope="module")
async def bridges(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Bridges]:
    async with serve(tmp_path_factory.mktemp("rooms")) as there:
        yield there


async def sent(at: Bridges, room: str, id: str, text: str, task: str = "") -> Any:
    parts = [{"kind": "text", "text": text}]
    message = {"kind": "message", "messageId": id, "role": "user", "parts": parts}
    params = {"message": message | ({"taskId": task} if task else {})}
    body = {"jsonrpc": "2.0", "id": 1, "method": "message/send", "params": params}
    return (await at.http.post(f"{at.url}{room}/a2a", json=body)).json()["result"]


async def frames(answer: httpx.Response) -> AsyncGenerator[Any]:
    async for line in answer.aiter_lines():
        if line.startswith("data:"):
            yield json.loads(line[5:])


async def post(at: Bridges, path: str, body: Any = None) -> httpx.Response:
    return await at.http.post(f"{at.url}{path}", json=body or {})


async def test_a_task_is_answered_by_who_is_behind_the_room(bridges: Bridges) -> None:
    card = (await bridges.http.get(f"{bridges.url}{ROOM}/a2a/.well-known/agent-card.json")).json()
    assert card["name"] == "Room blue"
    nobody = await sent(bridges, ROOM, "m0", "Hello?")
    assert nobody["status"]["state"] == "failed"
    assert "Nobody is behind this room" in nobody["status"]["message"]["parts"][0]["text"]
    lease = (await post(bridges, f"{ROOM}/lease")).json()["lease"]
    async with bridges.http.stream("GET", f"{bridges.url}{ROOM}/events?lease={lease}") as stream:
        news = frames(stream)
        assert (await anext(news))["type"] == "granted"
        asking = asyncio.create_task(sent(bridges, ROOM, "m1", "Is there a table?"))
        message = await anext(news)
        assert (message["type"], message["text"]) == ("message", "Is there a table?")
        menu = {"name": "menu.txt", "contentType": "text/plain", "content": "soup"}
        reply = {"lease": lease, "message": message["id"], "text": "For how many?", "attachments": [menu]}
        assert (await post(bridges, f"{ROOM}/replies", reply)).status_code == 200
        task = await asking
        assert task["status"]["state"] == "input-required"
        assert task["status"]["message"]["parts"][0]["text"] == "For how many?"
        [file] = [p["file"] for a in task["artifacts"] for p in a["parts"] if p["kind"] == "file"]
        assert base64.b64decode(file["bytes"]) == b"soup"
        asking = asyncio.create_task(sent(bridges, ROOM, "m2", "Four.", task["id"]))
        message = await anext(news)
        reply = {"lease": lease, "message": message["id"], "text": "At eight.", "finality": "conversation"}
        await post(bridges, f"{ROOM}/replies", reply)
        assert (await asking)["status"]["state"] == "completed"
        twice = await post(bridges, f"{ROOM}/replies", reply)
        assert (twice.status_code, twice.json()["error"]["code"]) == (404, "no_message")


async def test_a_takeover_gets_what_waits_and_the_other_one_is_told(bridges: Bridges) -> None:
    room = "/api/rooms/red"
    first = (await post(bridges, f"{room}/lease")).json()["lease"]
    taken = await post(bridges, f"{room}/lease")
    assert (taken.status_code, taken.json()["error"]["code"]) == (409, "taken")
    async with bridges.http.stream("GET", f"{bridges.url}{room}/events?lease={first}") as stream:
        news = frames(stream)
        await anext(news)
        asking = asyncio.create_task(sent(bridges, room, "t1", "Anyone?"))
        waits = await anext(news)
        second = (await post(bridges, f"{room}/lease", {"takeover": True})).json()["lease"]
        assert (await anext(news))["type"] == "revoked"
        late = await post(bridges, f"{room}/replies", {"lease": first, "message": waits["id"], "text": "Me"})
        assert (late.status_code, late.json()["error"]["code"]) == (410, "lost")
    async with bridges.http.stream("GET", f"{bridges.url}{room}/events?lease={second}") as stream:
        news = frames(stream)
        await anext(news)
        assert (await anext(news))["id"] == waits["id"]
        await post(bridges, f"{room}/replies", {"lease": second, "message": waits["id"], "text": "I am"})
    assert (await asking)["status"]["state"] == "input-required"


async def test_a_lease_lasts_45_seconds_from_when_it_was_last_renewed() -> None:
    now = [0.0]
    rooms = Rooms(lambda: now[0])
    async with gatehouse(made=gates(Services(), rooms)) as at:
        lease = (await at.ask("POST", f"{ROOM}/lease")).json()["lease"]
        assert (await at.ask("POST", f"{ROOM}/lease", owner="b")).status_code == 201, "rooms are an owner's own"
        now[0] = LEASE - 1
        assert (await at.ask("PUT", f"{ROOM}/lease/{lease}")).json() == {"seconds": 45.0}
        now[0] += LEASE - 1
        assert (await at.ask("POST", f"{ROOM}/lease")).status_code == 409
        asking = asyncio.create_task(rooms.ask("anna", "blue", RoomMessage(id="1", conversation="c", task=2, text="?")))
        await asyncio.sleep(0)
        now[0] += 2
        assert (await at.ask("PUT", f"{ROOM}/lease/{lease}")).json()["error"]["code"] == "lost"
        [left] = await asyncio.gather(asking, return_exceptions=True)
        assert "left before they answered" in str(left)
        assert (await at.ask("GET", f"{ROOM}/events?lease={lease}")).status_code == 410
        again = (await at.ask("POST", f"{ROOM}/lease")).json()["lease"]
        asking = asyncio.create_task(rooms.ask("anna", "blue", RoomMessage(id="2", conversation="c", task=2, text="?")))
        await asyncio.sleep(0)
        rooms.reply("anna", "blue", "2", RoomReply("Yes"))
        assert (await asking).text == "Yes"
        assert (await at.ask("DELETE", f"{ROOM}/lease/{again}")).status_code == 204
        assert (await at.ask("POST", f"{ROOM}/lease")).status_code == 201, "it is free again"
        assert (await at.ask("POST", "/api/rooms/..%2Fx/lease")).status_code == 404


def test_who_opens_all_the_rooms_they_may_keeps_nobody_else_out() -> None:
    rooms = Rooms()
    for n in range(OWN_ROOMS):
        rooms.enter("anna", f"room{n}")
    with pytest.raises(Unavailable, match="Too many rooms"):
        rooms.enter("anna", "one more")
    assert rooms.enter("bert", "blue")
