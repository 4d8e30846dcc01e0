"""Kill -9 of our side in the middle of sending again, of an exchange and of a room: nothing is sent twice, what was
kept is as it was, and whoever waited is told what became of it."""

import json
from pathlib import Path
from typing import Any

import httpx

from tests.scenario.counterpart import OtherAgent, Turn
from tests.scenario.test_crash import living, until
from tests.scenario.test_remote import talker
from tests.servers import free_port, serving

EXCHANGES, ROOM = "/api/scenario/exchanges", "/api/rooms/blue"


async def kept(http: httpx.AsyncClient, run: str) -> list[Any]:
    """The exchanges of a run, the oldest first."""
    lines = (await http.get(EXCHANGES, params={"conversation": run})).json()["exchanges"]
    return [(await http.get(f"{EXCHANGES}/{run}/{line['name']}")).json() for line in reversed(lines)]


async def told_room(http: httpx.AsyncClient, blocking: bool) -> Any:
    """The task of one message to the room."""
    message = {"kind": "message", "messageId": "r1", "role": "user", "parts": [{"kind": "text", "text": "Anyone?"}]}
    params = {"message": message, "configuration": {"blocking": blocking}}
    body = {"jsonrpc": "2.0", "id": 1, "method": "message/send", "params": params}
    return (await http.post(f"{ROOM}/a2a", json=body)).json()["result"]


async def answered(http: httpx.AsyncClient, held: Any) -> Any:
    """What came of sending again, as soon as it is known."""
    events = f"/api/conversations/{held['conversation']}/events"
    async with http.stream("GET", f"{events}?after=0", headers={"accept": "text/event-stream"}) as stream:
        async for line in stream.aiter_lines():
            if line.startswith("data:") and (event := json.loads(line[5:])["event"])["kind"] == "returned":
                return event
    raise AssertionError("the log ended")


async def test_sending_again_an_exchange_and_a_room_come_through_a_kill(tmp_path: Path) -> None:
    agent = OtherAgent([Turn(("It is done.",), "completed")], streams=False)
    port = free_port()
    async with serving(agent.app) as url:
        agent.url = f"{url}/"
        async with living(tmp_path, port) as (server, http):
            choice = {"scenario": talker(1).model_dump(mode="json", by_alias=True), "endpoint": agent.url}
            run = (await http.post("/api/scenario/runs", json={**choice, "alone": True})).json()["run"]
            await http.post(f"/api/scenario/runs/{run}/begin")
            await until(http, f"/api/scenario/runs/{run}", "ended", "success")
            before = await kept(http, run)
            sent = next(one for one in before if one["method"] == "message/send")
            held = (await http.post(f"{EXCHANGES}/{run}/{sent['name']}/send")).json()
            lease = (await http.post(f"{ROOM}/lease", json={})).json()["lease"]
            task = await told_room(http, blocking=False)
            agent.holds = (1, False)
            approval = {"kind": "answered", "to": held["question"], "approve": True}
            await http.post(f"/api/conversations/{held['conversation']}/events", json=approval)
            await agent.held.wait()
            await server.kill()
        agent.go.set()
        async with living(tmp_path, port) as (server, http):
            came = await answered(http, held)
            after = await kept(http, run)
            gone = await http.put(f"{ROOM}/lease/{lease}")
            room = await told_room(http, blocking=True)
    assert (came["ok"], came["code"]) == (False, "unknown_outcome"), came
    assert list(agent.times.values()) == [2], "once by the run, once because a person wanted it again, and never more"
    assert after[: len(before)] == before
    [cut] = after[len(before) :]
    assert (cut["status"], cut["took_ms"], cut["request"]) == (None, None, sent["request"]), "begun, and never ended"
    assert (gone.status_code, room["id"], room["status"]["state"]) == (410, task["id"], "failed")
    assert "Nobody is behind this room" in room["status"]["message"]["parts"][0]["text"]
