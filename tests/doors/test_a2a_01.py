"""The 0.1 dialect: its client chooses the id of a task, and gets its answers under that id."""

from pathlib import Path
from typing import Any

from tests.doors.a2a_citizens import Agent, agent
from tests.doors.a2a_reading import read


async def sent(a2a: Agent, id: str, text: str, owner: str = "", **more: Any) -> Any:
    message = {"role": "user", "parts": [{"type": "text", "text": text}]}
    said = await a2a.call("tasks/send", {"id": id, "message": message, **more}, version=None, owner=owner)
    return said.get("result", said.get("error"))


async def test_a_task_is_sent_got_and_answered_under_the_id_of_its_client(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        task = await sent(a2a, "mine", "hello", sessionId="s1", historyLength=5)
        assert (task["id"], task["sessionId"], task["status"]["state"]) == ("mine", "s1", "completed")
        assert task["artifacts"] == [{"name": "answer", "index": 0, "parts": [{"type": "text", "text": "echo hello"}]}]
        lines = [(line["role"], line["parts"]) for line in task["history"]]
        assert lines == [("user", [{"type": "text", "text": "hello"}]), ("agent", task["artifacts"][0]["parts"])]
        got = await a2a.call("tasks/get", {"id": "mine", "historyLength": 5}, version=None)
        assert got["result"] == task
        assert await sent(a2a, "mine", "hello", sessionId="s1", historyLength=5) == task

        task = await sent(a2a, "asks", "choose")
        assert task["status"]["state"] == "input-required"
        assert task["status"]["message"]["parts"][0] == {"type": "text", "text": "Which?\n- Apple\n- Pear"}
        after = await sent(a2a, "asks", "Pear")
        assert (after["id"], after["status"]["state"]) == ("asks", "completed")
        assert after["artifacts"][0]["parts"] == [{"type": "text", "text": "answered b"}]
        late = await sent(a2a, "asks", "more")
        assert late["code"] == -32004

    async with agent(tmp_path) as again:
        got = await again.call("tasks/get", {"id": "mine", "historyLength": 5}, version=None)
        assert got["result"]["artifacts"][0]["parts"][0]["text"] == "echo hello"


async def test_a_stream_of_0_1_has_status_and_results_and_an_end(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        message = {"role": "user", "parts": [{"type": "text", "text": "draft"}]}
        events = await read(a2a, "tasks/sendSubscribe", {"id": "mine", "message": message}, version="")
        results = [event.result for event in events]
        assert all(result["id"] == "mine" for result in results)
        assert results[0]["status"]["state"] == "submitted" and results[0]["final"] is False
        chunks = [result["artifact"] for result in results if "artifact" in result]
        assert "".join(chunk["parts"][0]["text"] for chunk in chunks) == "one two three"
        assert {chunk["index"] for chunk in chunks} == {0} and chunks[-1]["lastChunk"] is True
        assert results[-1]["final"] is True and results[-1]["status"]["state"] == "completed"
        message = {"role": "user", "parts": [{"type": "text", "text": "slow"}]}
        task = await a2a.call("tasks/get", {"id": "mine"}, version=None)
        assert task["result"]["status"]["state"] == "completed"


async def test_states_and_codes_of_later_versions_are_not_shown(tmp_path: Path) -> None:
    async with agent(tmp_path, required="urn:example:needed") as a2a:
        assert (await sent(a2a, "mine", "hello"))["code"] == -32004
    async with agent(tmp_path) as a2a:
        assert (await sent(a2a, "rejects", "reject"))["status"]["state"] == "failed"
        assert (await sent(a2a, "held", "delete"))["status"]["state"] == "input-required"
        cancelled = await a2a.call("tasks/cancel", {"id": "held"}, version=None)
        assert cancelled["result"]["status"]["state"] == "canceled" and cancelled["result"]["id"] == "held"


async def test_two_owners_may_choose_the_same_id(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        assert (await sent(a2a, "mine", "ask", owner="ann"))["status"]["state"] == "input-required"
        assert (await sent(a2a, "mine", "hello", owner="bob"))["status"]["state"] == "completed"
        got = await a2a.call("tasks/get", {"id": "mine"}, version=None, owner="ann")
        assert got["result"]["status"]["state"] == "input-required"
        assert (await a2a.call("tasks/get", {"id": "mine"}, version=None))["error"]["code"] == -32001


async def test_the_card_of_0_1_has_what_a_first_dialect_reads(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        card = (await a2a.http.get(f"{a2a.url}/.well-known/agent.json")).json()
        assert card["url"] == card["base_url"] == a2a.url
        assert card["authentication"]["type"] == "none" and card["id"]
        assert card["capabilities"] == {"streaming": True, "pushNotifications": False, "stateTransitionHistory": False}
        assert {"id", "name", "description", "tags", "examples"} <= card["skills"][0].keys()
