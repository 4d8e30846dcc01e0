"""The form of the mission at our own agents: `POST BASE/tasks/send` with a message and no envelope, as our card of 0.1
promises by its `base_url`."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx

from loket.tools.agents.settings import OLD_PATH, AgentSettings
from loket.tools.discover import discover_a2a_agent_capabilities
from loket.tools.invoke import invoke_a2a_agent_skill
from tests.doors.a2a_citizens import FACE, Agent, agent

LOOK = replace(FACE, capabilities=("look",))
SETTINGS = AgentSettings(allow_private=("127.0.0.1",), paths=(OLD_PATH,))


async def post(a2a: Agent, path: str, body: Any, owner: str = "", **more: Any) -> httpx.Response:
    headers = {"Authorization": f"Bearer {owner}"} if owner else {}
    return await a2a.http.post(f"{a2a.url}{path}", json=body, headers=headers, **more)


def message_params(text: str, message_id: str = "", **more: Any) -> dict[str, Any]:
    own = {"messageId": message_id} if message_id else {}
    return {"message": {"role": "user", **own, "parts": [{"type": "text", "text": text}]}, **more}


async def test_a_message_without_an_envelope_is_answered_by_a_bare_task(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        card = (await a2a.http.get(f"{a2a.url}/.well-known/agent.json")).json()
        answer = await a2a.http.post(f"{card['base_url']}/tasks/send", json=message_params("hello", "m" * 32))
        task = answer.json()
        assert answer.status_code == 200 and task["status"]["state"] == "completed" and task["id"] and task["sessionId"]
        assert task["artifacts"] == [{"name": "answer", "index": 0, "parts": [{"type": "text", "text": "echo hello"}]}]
        again = await post(a2a, "/tasks/send", message_params("hello", "m" * 32))
        assert again.json() == task, "the same message is the same task"
        other = await post(a2a, "/tasks/send", message_params("bye", "m" * 32))
        assert (other.status_code, other.json()["error"]["code"]) == (400, "invalid_request")
        got = await a2a.http.get(f"{a2a.url}/tasks/{task['id']}")
        assert (got.status_code, got.json()) == (200, task)


async def test_a_question_is_answered_under_the_id_of_its_task(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        task = (await post(a2a, "/tasks/send", message_params("choose"))).json()
        assert task["status"]["state"] == "input-required"
        after = (await post(a2a, "/tasks/send", message_params("Pear", id=task["id"]))).json()
        assert (after["id"], after["status"]["state"]) == (task["id"], "completed")
        asks = (await post(a2a, "/tasks/send", message_params("ask"))).json()
        stopped = await post(a2a, "/tasks/cancel", {"id": asks["id"]})
        assert (stopped.status_code, stopped.json()["status"]["state"]) == (200, "canceled")
        late = await post(a2a, "/tasks/cancel", {"id": asks["id"]})
        assert (late.status_code, late.json()["error"]["code"]) == (400, "task_not_cancelable")


async def test_an_envelope_on_the_same_path_is_answered_by_an_envelope(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        body = {"jsonrpc": "2.0", "id": 7, "method": "tasks/send", "params": message_params("hello", id="mine")}
        answer = (await post(a2a, "/tasks/send", body)).json()
        assert (answer["id"], answer["result"]["id"], answer["result"]["status"]["state"]) == (7, "mine", "completed")
        bare = await a2a.http.get(f"{a2a.url}/tasks/mine")
        assert bare.json()["id"] == "mine", "a task is found by the id that its client chose, too"


async def test_what_can_not_be_read_or_found_has_a_status_and_a_code(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        for body in (
            [],
            {},
            {"message": {"role": "user"}},
            {"message": {"role": "agent", "parts": [{"type": "text", "text": "x"}]}},
        ):
            answer = await post(a2a, "/tasks/send", body)
            assert (answer.status_code, answer.json()["error"]["code"]) == (400, "invalid_request"), body
        odd = await a2a.http.post(f"{a2a.url}/tasks/send", content=b"{", headers={"Content-Type": "application/json"})
        assert (odd.status_code, odd.json()["error"]["code"]) == (400, "invalid_request")
        plain = await a2a.http.post(f"{a2a.url}/tasks/send", content=b"{}", headers={"Content-Type": "text/plain"})
        assert plain.status_code == 415
        for answer in (
            await post(a2a, "/tasks/send", {**message_params("x"), "id": "nobody"}),
            await a2a.http.get(f"{a2a.url}/tasks/nobody"),
            await post(a2a, "/tasks/cancel", {"id": "nobody"}),
        ):
            assert (answer.status_code, answer.json()["error"]["code"]) == (404, "task_not_found")


async def test_nobody_reads_or_ends_the_task_of_another(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        task = (await post(a2a, "/tasks/send", message_params("ask"), owner="ann")).json()
        for answer in (
            await post(a2a, "/tasks/send", {**message_params("more"), "id": task["id"]}, owner="bob"),
            await post(a2a, "/tasks/cancel", {"id": task["id"]}, owner="bob"),
            await a2a.http.get(f"{a2a.url}/tasks/{task['id']}", headers={"Authorization": "Bearer bob"}),
        ):
            assert answer.status_code == 404


async def test_our_own_tools_ask_a_skill_there_by_the_card_of_0_1(tmp_path: Path) -> None:
    async with agent(tmp_path, LOOK) as a2a:
        found = await discover_a2a_agent_capabilities(a2a.url, settings=SETTINGS)
        assert found["spoken"][0] == "0.1 tasks/send"
        answer = await invoke_a2a_agent_skill(
            {"task_base_url": found["tasking_base_url"], "contextual_query_text": "Look.", "skill_id": "talk"},
            settings=SETTINGS,
        )
        assert (answer["status"], answer["spoken"]) == ("success", "0.1 tasks/send"), answer
        assert not answer.get("notes"), "nothing had to be tried first"


async def test_a_message_with_its_content_in_place_of_parts_is_read_as_python_a2a_sends_it(tmp_path: Path) -> None:
    async with agent(tmp_path) as a2a:
        content = {"text": "hello", "type": "text"}
        message = {"content": content, "role": "user", "message_id": "m" * 32, "parent_message_id": None}
        task = {"id": "mine", "sessionId": "s" * 36, "message": message, "status": {"state": "submitted"}}
        body = {"jsonrpc": "2.0", "id": 1, "method": "tasks/send", "params": task}
        answer = (await post(a2a, "/tasks/send", body)).json()["result"]
        assert (answer["id"], answer["status"]["state"]) == ("mine", "completed")
        assert answer["artifacts"][0]["parts"] == [{"type": "text", "text": "echo hello"}]
        called = {"type": "function_call", "name": "look", "parameters": [{"name": "deep", "value": True}]}
        call = {"id": "other", "message": {"role": "user", "content": called}}
        seen = (await post(a2a, "/tasks/send", {**body, "params": call})).json()
        assert seen["result"]["status"]["state"] == "completed"
        for wrong in ("words", {"type": "tune"}, {"type": "function_call", "parameters": {}}):
            refused = await post(a2a, "/tasks/send", {"message": {"role": "user", "content": wrong}})
            assert (refused.status_code, refused.json()["error"]["code"]) == (400, "invalid_request")
