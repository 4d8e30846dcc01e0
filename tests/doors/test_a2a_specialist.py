"""A specialist as an agent: a message is for one of its capabilities, whose answer is the result of the task."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from loket.doors.a2a.face import CardSkill
from tests.doors.a2a_citizens import FACE, Agent, agent

SCHEMA = {"type": "object", "properties": {"age": {"type": "integer"}}}
CLUB = replace(
    FACE, skills=(CardSkill("look", "Look", "Looks.", ("look",), (), SCHEMA),), capabilities=("look", "other")
)


async def asked(a2a: Agent, id: str, *parts: Any) -> Any:
    message = {"messageId": id, "role": "ROLE_USER", "parts": list(parts)}
    said = await a2a.call("SendMessage", {"message": message})
    return said["error"] if "error" in said else said["result"]["task"]


async def test_a_capability_is_named_or_is_the_first_and_its_answer_is_the_result(tmp_path: Path) -> None:
    async with agent(tmp_path, CLUB) as a2a:
        wanted = {"age": 9}
        for number, data in enumerate(
            (
                {"skill_id": "look", "parameters": wanted},
                {"skill": "look", "args": wanted},
                {"capability": "look", "input": wanted},
                {"skillId": "look", **wanted},
                wanted,
            )
        ):
            task = await asked(a2a, f"m{number}", {"data": data})
            assert task["status"]["state"] == "TASK_STATE_COMPLETED"
            [answer] = task["artifacts"]
            assert answer["parts"][0] == {"text": f"tool {{'found': {wanted}}}"} == task["history"][-1]["parts"][0]
            assert answer["parts"][1]["data"] == {"found": wanted} and "message" not in task["status"]
            assert task["history"][0]["parts"][0]["data"] == {"skill_id": "look", "parameters": wanted}
        task = await asked(a2a, "words", {"text": "nine"})
        assert task["artifacts"][0]["parts"][1]["data"] == {"found": {"text": "nine"}}
        assert task["history"][0]["parts"] == [{"text": "nine"}]


async def test_what_a_capability_could_not_do_is_why_the_task_failed(tmp_path: Path) -> None:
    async with agent(tmp_path, CLUB) as a2a:
        task = await asked(a2a, "m1", {"data": {"age": 0}})
        assert task["status"]["state"] == "TASK_STATE_FAILED" and "artifacts" not in task
        told = task["status"]["message"]["parts"]
        assert told[0]["text"] == "Nobody is that young." and told[1]["data"] == {"code": "invalid_age"}


async def test_what_is_none_of_its_capabilities_is_refused(tmp_path: Path) -> None:
    async with agent(tmp_path, CLUB) as a2a:
        for number, data in enumerate(({"skill_id": "delete"}, {"skill_id": "look", "parameters": 5}, [1], "x")):
            assert (await asked(a2a, f"m{number}", {"data": data}))["code"] == -32602
        assert a2a.tools.done == []
