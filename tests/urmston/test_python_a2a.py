"""The wire of the python-a2a SDK, as its 0.5.10 was seen to speak it; `python_a2a/live.py` runs the SDK itself."""

import asyncio
import sys
from pathlib import Path
from typing import Any

from loket.tools.agents.settings import AgentSettings
from loket.tools.discover import discover_a2a_agent_capabilities
from loket.tools.invoke import invoke_a2a_agent_skill
from tests.loopback import Asked, answering, reply
from tests.urmston.rooms import club

ROOT = Path(__file__).parents[2]
OURS = AgentSettings(allow_private=("127.0.0.1",))
TASK_ID = "5c34f0e2-7f2f-4f0e-9a36-8a2f5c1a1a11"


def sent(content: dict[str, Any]) -> dict[str, Any]:
    """What its client sends: a whole task under an id of its own, whose message has `content` in place of parts."""
    message = {"content": content, "role": "user", "message_id": "87ba7fef-9eb8-4e1b-913c-79fbe53f0ff5"}
    task = {
        "id": TASK_ID,
        "sessionId": "1ccc5fe7",
        "status": {"state": "submitted", "timestamp": "2026-11-22T06:20:01"},
    }
    return {"jsonrpc": "2.0", "id": 1, "method": "tasks/send", "params": {**task, "message": message}}


def read(answer: dict[str, Any]) -> str:
    """How its client reads an answer: the first text part of an artifact."""
    parts = [part for artifact in answer["result"]["artifacts"] for part in artifact["parts"]]
    return next(part["text"] for part in parts if part["type"] == "text")


async def test_its_client_gets_an_answer_to_words_and_to_a_function_call(tmp_path: Path) -> None:
    words = {"type": "text", "text": "Is there space for a 10 year old?"}
    call = {
        "type": "function_call",
        "name": "check_team_availability_v1",
        "parameters": [{"name": "age", "value": 10}],
    }
    async with club(tmp_path) as there:
        for content in (words, call):
            body = sent(content)
            body["params"]["id"] = f"{TASK_ID}-{content['type']}"
            answer = (await there.http.post("/tasks/send", json=body)).json()
            assert answer["result"]["id"] == body["params"]["id"]
            assert "U10 Lions" in read(answer)


MISREAD = {
    "parts": [{"data": {"error": "Error processing message: Unknown content type: None"}, "type": "data"}],
    "role": "agent",
}


def its_agent(asked: Asked) -> bytes:
    """What its server answers: a card that says 0.3, and a wire that is not; only `tasks/send` is understood."""
    base = f"http://{asked.headers['host']}"
    if asked.method == "GET":
        skill = {"id": "boat_free", "name": "Boat availability", "description": "Which boats are free.", "tags": []}
        card = {"name": "Oar and Anchor", "description": "A rowing club.", "url": base, "version": "1.0.0"}
        return reply({**card, "protocolVersion": "0.3.0", "preferredTransport": "JSONRPC", "skills": [skill]})
    if asked.target != "/tasks/send":
        return reply(MISREAD, 500)
    text = next(part["text"] for part in asked.json["message"]["parts"] if part["type"] == "text")
    status = {"state": "completed", "timestamp": "2026-11-22T06:20:01.774820"}
    artifacts = [{"parts": [{"text": f"Heron is free. You said: {text}", "type": "text"}]}]
    return reply({"id": TASK_ID, "sessionId": "1ccc5fe7", "status": status, "artifacts": artifacts})


async def test_its_server_is_found_and_asked_in_the_one_dialect_it_speaks() -> None:
    async with answering(its_agent) as there:
        found = await discover_a2a_agent_capabilities(there.url, settings=OURS)
        assert found["status"] == "success"
        request = {"task_base_url": found["tasking_base_url"], "skill_id": "boat_free", "parameters": {}}
        told = await invoke_a2a_agent_skill({**request, "contextual_query_text": "Is it free?"}, settings=OURS)
    assert (told["status"], told["text"]) == ("success", "Heron is free. You said: Is it free?")
    assert told["spoken"] == "0.1 tasks/send"
    assert any("It was asked in 0.1" in note for note in told["notes"])


async def test_another_error_is_never_taken_for_a_dialect() -> None:
    other = {**MISREAD, "parts": [{"type": "data", "data": {"error": "Error processing message: no boats left"}}]}

    def broken(asked: Asked) -> bytes:
        return its_agent(asked) if asked.method == "GET" else reply(other, 500)

    async with answering(broken) as there:
        request = {"task_base_url": there.url, "skill_id": "boat_free", "parameters": {}}
        told = await invoke_a2a_agent_skill({**request, "contextual_query_text": "Is it free?"}, settings=OURS)
        assert told["status"] == "error"
        assert len([asked for asked in there.asked if asked.method == "POST"]) == 1


async def test_the_run_with_the_sdk_itself_says_how_it_is_started() -> None:
    command = (sys.executable, "-m", "tests.urmston.python_a2a.live")
    process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stderr=asyncio.subprocess.PIPE)
    _, complained = await process.communicate()
    assert process.returncode == 1 and complained.decode().startswith(
        "usage: python -m tests.urmston.python_a2a.live PY"
    )
