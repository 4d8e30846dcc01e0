"""A task of the club's agent over time: repeated, taken back, read later, found by its id, kept for a day."""

import uuid
from datetime import timedelta
from pathlib import Path
from typing import Any

import anyio

from loket.engine.keeping import KEPT, outlived
from loket_demos.urmston.club.sqlite import SqliteClub
from tests.urmston.rooms import HELLO, PLACES, called, club, data_of, message_of, rpc, text_of


async def test_a_repeated_message_is_the_same_task_and_another_one_under_its_id_is_refused(tmp_path: Path) -> None:
    async with club(tmp_path) as there:
        id = uuid.uuid4()
        first = await there.send(message_of("x", PLACES, age=10) | {"messageId": id.hex})
        again = await there.send(message_of("x", PLACES, age=10) | {"messageId": str(id)})
        assert again == first
        other = await there.send(message_of("x", PLACES, age=11) | {"messageId": id.hex}, 400)
        assert other["error"]["code"] == "invalid_request"
        short = [await there.send(message_of("x", PLACES, age=10) | {"messageId": "1"}) for _ in range(2)]
        assert short[0]["id"] != short[1]["id"]


async def test_a_task_that_waits_can_be_cancelled_and_one_that_is_over_cannot(tmp_path: Path) -> None:
    async with club(tmp_path) as there:
        task = await there.send(HELLO)
        assert task["status"]["state"] == "input-required"
        gone = (await there.http.post("/tasks/cancel", json={"id": task["id"]})).json()
        assert gone["status"]["state"] == "canceled"
        twice = await called(there, rpc("tasks/cancel", {"id": task["id"]}))
        assert twice["error"]["code"] == -32002
        more = await there.send(message_of("ten"), 400, id=task["id"])
        assert more["error"]["code"] == "invalid_request"
        assert (await called(there, rpc("tasks/send", {"id": task["id"], "message": HELLO})))["error"]["code"] == -32004


async def test_an_unknown_task_is_not_found_in_either_form(tmp_path: Path) -> None:
    async with club(tmp_path) as there:
        for id in ("nothing", "A" * 22, "../../etc"):
            assert (await there.send(HELLO, 404, id=id))["error"]["code"] == "task_not_found"
            assert (await there.http.post("/tasks/get", json={"id": id})).status_code == 404
            assert (await called(there, rpc("tasks/get", {"id": id})))["error"]["code"] == -32001
            assert (await called(there, rpc("tasks/send", {"id": id, "message": HELLO})))["error"]["code"] == -32001
        assert (await there.http.get("/tasks/nothing")).status_code == 404


async def test_a_client_that_opens_a_task_under_its_own_id_finds_it_again_by_it(tmp_path: Path) -> None:
    """As the python-a2a SDK does: it sends a whole task, whose message has `content` in place of parts."""
    async with club(tmp_path) as there:
        message = {"content": {"type": "text", "text": "Is there space for a 10 year old?"}, "role": "user"}
        id = str(uuid.uuid4())
        params = {"id": id, "sessionId": "s", "status": {"state": "submitted"}, "message": message}
        task = (await called(there, rpc("tasks/send", params)))["result"]
        assert (task["id"], task["sessionId"]) == (id, "s")
        assert (await there.http.get(f"/tasks/{id}")).json() == task
        call = {"type": "function_call", "name": PLACES, "parameters": [{"name": "age", "value": 7}]}
        params = {"id": str(uuid.uuid4()), "status": {"state": "submitted"}, "message": {"content": call}}
        assert data_of((await called(there, rpc("tasks/send", params)))["result"])["team_name"] == "U7 Otters"


class Slow(SqliteClub):
    """Books that take longer than a caller waits."""

    def __init__(self, path: Path, gate: Any) -> None:
        super().__init__(path)
        self.gate = gate

    async def teams(self) -> Any:
        await self.gate.wait()
        return await super().teams()


async def test_a_slow_task_is_told_as_working_and_read_later(tmp_path: Path) -> None:
    gate = anyio.Event()
    async with club(tmp_path, data=Slow(tmp_path / "c.sqlite", gate), deadline=0.05) as there:
        task = await there.ask("A place?", PLACES, age=10)
        assert task["status"]["state"] == "working"
        gate.set()
        await there.host.settled(task["id"], 2)
        assert text_of((await there.http.get(f"/tasks/{task['id']}")).json()).startswith("Good news")


async def test_what_was_asked_is_kept_for_a_day(tmp_path: Path) -> None:
    assert KEPT.days == 1
    async with club(tmp_path) as there:
        task = await there.ask("A place?", PLACES, age=10)
        entry = await there.host.store.entry(task["id"])
        assert entry is not None
        assert (entry.owner, entry.state) == ("agents:urmston.club", "idle")
        waits = (await there.send(HELLO))["id"]
        day = entry.updated + KEPT
        assert await outlived(there.host.store, there.host.kit, day - timedelta(minutes=1)) == []
        later = await outlived(there.host.store, there.host.kit, day + timedelta(minutes=1))
        assert set(later) == {task["id"], waits}
