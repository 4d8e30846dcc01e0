"""The python-a2a SDK itself against us, both ways. Not part of the suite: the SDK brings seventy packages, so it lives
in an environment of its own.

Usage: python -m venv ENV && ENV/bin/pip install python-a2a==0.5.10
       .venv/bin/python -m tests.urmston.python_a2a.live ENV/bin/python"""

import asyncio
import json
import sys
import tempfile
from pathlib import Path

import httpx

from loket.tools.agents.settings import AgentSettings
from loket.tools.discover import discover_a2a_agent_capabilities
from loket.tools.invoke import invoke_a2a_agent_skill
from tests.servers import free_port
from tests.serving import serving_child

USAGE = """usage: python -m tests.urmston.python_a2a.live PYTHON
PYTHON is the interpreter of an environment that has python-a2a 0.5.10, such as ENV/bin/python"""
HERE = Path(__file__).parent
PACKAGE = "loket_demos.urmston.components:bundle"
OURS = AgentSettings(allow_private=("127.0.0.1",))


async def their_client(python: str) -> None:
    """Their client asks the club's agent, with words and with a function call."""
    env = {"LOKET_ASSISTANTS": PACKAGE}
    with tempfile.TemporaryDirectory() as folder:
        async with serving_child(Path(folder), "--only", "urmston.club", env=env) as club:
            said = await _ran(python, str(HERE / "sdk_client.py"), club.url)
    told = json.loads(said)
    assert told["card"][0] == "Urmston Town Juniors Orchestrator Agent", told
    assert "check_team_availability_v1" in told["card"][1], told
    assert "U10 Lions" in told["words"] and "U10 Lions" in told["call"], told
    print("their client, our agent: card, words and function call understood")


async def their_server(python: str) -> None:
    """Our tools find and ask an agent made with their server."""
    port = free_port()
    process = await asyncio.create_subprocess_exec(
        python,
        str(HERE / "sdk_server.py"),
        str(port),
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
    )
    url = f"http://127.0.0.1:{port}"
    try:
        await _up(url)
        found = await discover_a2a_agent_capabilities(url, settings=OURS)
        assert found["status"] == "success", found
        request = {
            "task_base_url": found["tasking_base_url"],
            "skill_id": found["available_skills"][0]["id"],
            "parameters": {},
            "contextual_query_text": "User asked: is a rowing boat free on Sunday?",
        }
        told = await invoke_a2a_agent_skill(request, settings=OURS)
        assert told["status"] == "success" and "Heron is free" in told["text"], told
    finally:
        process.kill()
        await process.wait()
    print(f"our tools, their agent: found and asked, in {told['spoken']}")


async def _up(url: str) -> None:
    async with httpx.AsyncClient() as http, asyncio.timeout(60):
        while True:
            try:
                await http.get(f"{url}/.well-known/agent.json")
                return
            except httpx.ConnectError:
                await asyncio.sleep(0.3)


async def _ran(*command: str) -> str:
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    async with asyncio.timeout(120):
        said, _ = await process.communicate()
    assert process.returncode == 0, said
    return said.decode().strip().splitlines()[-1]


async def main(python: str) -> None:
    await their_client(python)
    await their_server(python)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(USAGE)
    asyncio.run(main(sys.argv[1]))
