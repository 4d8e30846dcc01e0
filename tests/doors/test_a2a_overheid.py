"""The assistants of a real server as agents: what people get from them in a chat, another agent gets as a task."""

from pathlib import Path
from typing import Any

from tests.serving import Here, serving_here

QUESTION = "Kan ik in 2025 zorgtoeslag krijgen? Ik ben alleenstaand en mijn inkomen is 30000 euro."


async def asked(here: Here, name: str, id: str, *parts: Any) -> Any:
    message = {"messageId": id, "role": "ROLE_USER", "parts": list(parts)}
    body = {"jsonrpc": "2.0", "id": 1, "method": "SendMessage", "params": {"message": message}}
    answer = await here.http.post(f"/a2a/{name}", json=body, headers={"A2A-Version": "1.0"})
    return answer.json()["result"]["task"]


async def test_the_front_assistant_answers_an_agent_as_it_answers_a_person(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:
        for id, parts in (("m1", [{"text": QUESTION}]), ("m2", [{"text": QUESTION}, {"data": {"year": 2025}}])):
            task = await asked(here, "overheid", id, *parts)
            assert task["status"]["state"] == "TASK_STATE_COMPLETED"
            assert "per maand" in task["artifacts"][0]["parts"][0]["text"]
        unclear = await asked(here, "overheid", "m3", {"data": {"year": 2025}})
        assert unclear["status"]["state"] == "TASK_STATE_INPUT_REQUIRED"


async def test_what_is_missing_is_asked_of_an_agent_too_and_what_was_understood_is_told(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:
        task = await asked(here, "overheid", "m1", {"text": "Zorgtoeslag 2026, alleenstaand, inkomen 2500"})
        assert task["status"]["state"] == "TASK_STATE_INPUT_REQUIRED"
        assert "per maand of per jaar" in task["status"]["message"]["parts"][0]["text"]
        message = {"messageId": "m2", "role": "ROLE_USER", "taskId": task["id"], "contextId": task["contextId"]}
        message |= {"parts": [{"text": "per maand"}]}
        body = {"jsonrpc": "2.0", "id": 2, "method": "SendMessage", "params": {"message": message}}
        answer = await here.http.post("/a2a/overheid", json=body, headers={"A2A-Version": "1.0"})
        task = answer.json()["result"]["task"]
        assert task["status"]["state"] == "TASK_STATE_COMPLETED"
        said = task["artifacts"][0]["parts"][0]["text"]
        assert "126 euro per maand" in said and "2.500 euro per maand, keer 12" in said


async def test_a_specialist_gives_what_its_capability_gave(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:
        items = [{"category": "document", "text": "Jaaropgave"}]
        task = await asked(
            here, "toeslagen", "m1", {"data": {"skill_id": "explain_toeslagen", "parameters": {"items": items}}}
        )
        assert task["artifacts"][0]["parts"][1]["data"]["items"][0]["text"] == "Jaaropgave"
        refused = await asked(here, "bezwaar", "m2", {"data": {"raw_text": 5}})
        assert refused["status"]["state"] == "TASK_STATE_FAILED"
        assert refused["status"]["message"]["parts"][1]["data"]["code"].startswith("invalid")
