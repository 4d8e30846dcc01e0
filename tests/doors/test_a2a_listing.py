"""Listing tasks: newest first, by page and filter, each owner their own, also while things go on."""

from pathlib import Path
from typing import Any

from tests.doors.a2a_citizens import Agent, agent


async def listed(a2a: Agent, owner: str = "", **params: Any) -> Any:
    said = await a2a.call("ListTasks", params, owner=owner)
    return said.get("result", said.get("error"))


def ids(page: Any) -> list[str]:
    return [task["history"][0]["messageId"] for task in page["tasks"]]


async def test_tasks_are_filtered_by_context_state_and_time(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        first = await a2a.send("hello", "m1", contextId="one")
        await a2a.send("choose", "m2", contextId="one")
        await a2a.send("ask", "m3")
        assert ids(await listed(a2a)) == ["m3", "m2", "m1"]
        assert ids(await listed(a2a, contextId="one")) == ["m2", "m1"]
        assert ids(await listed(a2a, contextId="nothing")) == []
        assert ids(await listed(a2a, status="TASK_STATE_INPUT_REQUIRED")) == ["m3", "m2"]
        assert ids(await listed(a2a, statusTimestampAfter=first["status"]["timestamp"])) == ["m3", "m2"]
        page = await listed(a2a, pageSize=2)
        assert page["totalSize"] == 3 and page["pageSize"] == 2 and page["nextPageToken"]
        assert "artifacts" not in (await listed(a2a, contextId="one"))["tasks"][1]
        with_results = await listed(a2a, contextId="one", includeArtifacts=True)
        assert with_results["tasks"][1]["artifacts"][0]["parts"] == [{"text": "echo hello"}]
        assert all(
            "history" not in task or not task["history"] for task in (await listed(a2a, historyLength=0))["tasks"]
        )


async def test_a_page_goes_on_where_the_last_one_ended_whatever_happened_since(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        for number in range(4):
            await a2a.send("ask", f"m{number}")
        page = await listed(a2a, pageSize=2)
        assert ids(page) == ["m3", "m2"]
        await a2a.send("blue", "m4", taskId=page["tasks"][1]["id"])
        await a2a.send("hello", "m5")
        rest = await listed(a2a, pageSize=2, pageToken=page["nextPageToken"])
        assert ids(rest) == ["m1", "m0"] and rest["nextPageToken"] == "" and rest["totalSize"] == 5


async def test_nobody_lists_the_tasks_of_another(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        mine = await a2a.send("ask", "m1", owner="ann", contextId="shared")
        await a2a.send("ask", "m2", owner="bob", contextId="shared")
        assert ids(await listed(a2a, "ann")) == ["m1"] and ids(await listed(a2a, "bob")) == ["m2"]
        assert ids(await listed(a2a, "bob", contextId=mine["contextId"])) == ["m2"]
        assert ids(await listed(a2a, "bob", contextId=mine["id"].partition("-")[0])) == []
        assert (await listed(a2a))["tasks"] == []


async def test_what_is_wrong_with_a_request_is_said(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        wrong: list[Any] = [{"pageSize": 0}, {"pageSize": 101}, {"pageToken": "?"}, {"historyLength": -1}]
        for params in wrong:
            assert (await listed(a2a, **params))["code"] == -32602, params
