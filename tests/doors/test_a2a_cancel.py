"""Cancelling one task of several in a context: only that one ends, whatever it was doing, and the others go on."""

from pathlib import Path
from typing import Any

from loket.core.events import Returned
from loket.core.record import decode
from tests.doors.a2a_citizens import Agent, agent


async def begun(a2a: Agent, text: str, id: str, context: str = "c1") -> Any:
    return await a2a.send(text, id, contextId=context, configuration={"returnImmediately": True})


async def rest(a2a: Agent, task: Any) -> Any:
    """A task once nothing of it is under way."""
    conversation, _, seq = task["id"].partition("-")
    await a2a.host.settled(conversation, int(seq))
    return (await a2a.call("GetTask", {"id": task["id"]}))["result"]


async def cancel(a2a: Agent, task: Any) -> str:
    answer = await a2a.call("CancelTask", {"id": task["id"]})
    return answer["result"]["status"]["state"] if "result" in answer else str(answer["error"]["code"])


async def calling(a2a: Agent, task: Any) -> None:
    """Returns when the tool of a task is at work."""
    async for frames in a2a.host.follow(task["id"].partition("-")[0], 0):
        if any(b'"call_started"' in frame for frame in frames):
            return


def working(looked: Any) -> bool:
    return looked.state()["steps"]["state"]["working"]


async def test_one_that_waits_its_turn_is_cancelled_and_the_one_at_work_goes_on(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        first, second = await begun(a2a, "slow", "m1"), await begun(a2a, "hello", "m2")
        await calling(a2a, first)
        assert await cancel(a2a, second) == "TASK_STATE_CANCELED"
        assert (await a2a.call("GetTask", {"id": first["id"]}))["result"]["status"]["state"] == "TASK_STATE_WORKING"
        a2a.tools.gate.set()
        done = await rest(a2a, first)
        assert (done["status"]["state"], a2a.tools.done) == ("TASK_STATE_COMPLETED", ["slow"])
        assert (await rest(a2a, second))["status"]["state"] == "TASK_STATE_CANCELED"
        assert await cancel(a2a, second) == "-32002"
        assert not working(await a2a.host.look(first["id"].partition("-")[0]))


async def test_one_that_is_at_work_is_cancelled_and_the_next_one_begins(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        first, second = await begun(a2a, "slow", "m1"), await begun(a2a, "hello", "m2")
        await calling(a2a, first)
        assert await cancel(a2a, first) == "TASK_STATE_CANCELED"
        done = await rest(a2a, second)
        assert done["status"]["state"] == "TASK_STATE_COMPLETED"
        assert done["artifacts"][0]["parts"] == [{"text": "echo hello"}]
        conversation = first["id"].partition("-")[0]
        records = [decode(row.body) for row in await a2a.host.store.read(conversation)]
        (returned,) = [record.event for record in records if isinstance(record.event, Returned)]
        assert (returned.ok, a2a.tools.done) == (False, []), "its tool was told, and nobody thought about what it gave"
        assert (await a2a.call("GetTask", {"id": first["id"]}))["result"].get("artifacts") is None
        assert not working(await a2a.host.look(conversation))


async def test_one_that_is_thought_about_is_cancelled_and_what_was_shown_of_it_goes(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        first, second = await begun(a2a, "draft", "m1"), await begun(a2a, "hello", "m2")
        async for frames in a2a.host.follow(first["id"].partition("-")[0], 0):
            if any(b'"delta"' in frame for frame in frames):
                break
        assert await cancel(a2a, first) == "TASK_STATE_CANCELED"
        assert (await rest(a2a, second))["status"]["state"] == "TASK_STATE_COMPLETED"
        assert (await rest(a2a, first)).get("artifacts") is None


async def test_one_that_asks_or_is_held_or_waits_is_cancelled_alone(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        other = await a2a.send("choose", "m0", contextId="c1")
        for n, text in enumerate(("form", "delete", "wait")):
            task = await begun(a2a, text, f"n{n}")
            await rest(a2a, task)
            assert await cancel(a2a, task) == "TASK_STATE_CANCELED", text
            still = (await a2a.call("GetTask", {"id": other["id"]}))["result"]
            assert still["status"]["state"] == "TASK_STATE_INPUT_REQUIRED", text
        assert a2a.tools.done == []
        assert (await a2a.send("Pear", "m9", taskId=other["id"]))["status"]["state"] == "TASK_STATE_COMPLETED"


async def test_a_cancelled_task_stays_so_after_a_restart(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        first, second = await begun(a2a, "slow", "m1"), await begun(a2a, "hello", "m2")
        await calling(a2a, first)
        assert await cancel(a2a, second) == "TASK_STATE_CANCELED"
    async with agent(tmp_path) as a2a:
        a2a.tools.gate.set()
        assert (await rest(a2a, first))["status"]["state"] == "TASK_STATE_COMPLETED"
        assert (await rest(a2a, second))["status"]["state"] == "TASK_STATE_CANCELED"
