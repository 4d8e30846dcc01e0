"""Kill -9, of our server and of an agent of others, while work goes on elsewhere: each work has its end said, and
nothing is sent twice. A tool server of the configuration ends with the server that started it."""

import asyncio
import json
import os
import sys
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from loket.core.assistant import AssistantSpec
from loket.core.events import AgentSaid, Returned, TaskOpened, UserSaid
from loket.core.record import decode
from loket.engine.host import Host
from loket.engine.kit import Kit
from loket.net.client import shared_client
from loket.stores.memory import MemoryStore
from loket.tools.agents.credentials import Keyring
from loket.tools.agents.directory import AgentDirectory
from loket.tools.invoke import NAME, InvokeTool
from tests.nursery import ROOT
from tests.servers import child, free_port
from tests.serving import Loket, serving_child
from tests.tools.foreign_process import HEARD
from tests.tools.sites import SETTINGS
from tests.tools.test_agents_in_engine import Planner, first
from tests.tools.test_notified_crash import until

AGENT = "tests.tools.foreign_process"


@asynccontextmanager
async def serving(folder: Path) -> AsyncGenerator[tuple[Loket, httpx.AsyncClient]]:
    """The workshop as people start it, with what is in the folder's loket.toml."""
    env = {"LOKET_CONFIG": str(folder / "loket.toml"), "LOKET_ASSISTANTS": "tests.wiring.caller:bundle"}
    async with (
        serving_child(folder / "data", env=env) as server,
        httpx.AsyncClient(base_url=server.url, timeout=20, trust_env=False) as http,
    ):
        yield server, http


def configured(folder: Path, port: int) -> None:
    """An agent at this port, and a tool server that is a program."""
    (folder / "words").write_text("Turns a bolt.")
    program = [sys.executable, "-m", "tests.tools.torque", "stdio", str(folder / "words")]
    (folder / "loket.toml").write_text(
        f'[agents.wholesaler]\nurl = "http://127.0.0.1:{port}"\n'
        f"[mcp.torque]\ncommand = {json.dumps(program)}\nenv = {{ PYTHONPATH = {json.dumps(str(ROOT))} }}\n"
    )


async def talk(http: httpx.AsyncClient, words: str) -> str:
    """Where the events of a new conversation are, in which this was said."""
    made = await http.post("/api/conversations", json={"assistant": "workshop"})
    at = f"/api/conversations/{made.json()['id']}/events"
    answer = await http.post(at, json={"kind": "user_said", "text": words})
    assert answer.status_code == 200, answer.text
    return at


def tool_servers(of: int) -> list[int]:
    """The programs that a process started, by their ids."""
    started = [
        int(one) for task in Path(f"/proc/{of}/task").iterdir() for one in (task / "children").read_text().split()
    ]
    return [pid for pid in started if b"tests.tools.torque" in Path(f"/proc/{pid}/cmdline").read_bytes()]


async def gone(pids: Sequence[int]) -> None:
    """Returns when these have ended."""
    loop = asyncio.get_running_loop()
    for pid in pids:
        ended, handle = asyncio.Event(), os.pidfd_open(pid)
        loop.add_reader(handle, ended.set)
        try:
            async with asyncio.timeout(10):
                await ended.wait()
        finally:
            loop.remove_reader(handle)
            os.close(handle)


async def test_our_server_is_killed_while_an_agent_and_a_tool_server_work(tmp_path: Path) -> None:
    port = free_port()
    configured(tmp_path, port)
    async with child(AGENT, str(tmp_path), "forgets", port=port):
        async with serving(tmp_path) as (server, http):
            order = await talk(http, 'wholesaler.order {"text": "Two inner tubes"}')
            held = json.loads(
                (await until(http, order, '"kind":"held"')).strip().splitlines()[-1].removeprefix("data: ")
            )
            await http.post(order, json={"kind": "answered", "to": str(held["seq"]), "approve": True})
            await until(http, order, "At it.")
            hanging = await talk(http, "torque.hang")
            note = await talk(http, 'torque.note {"text": "x"}')
            await until(http, note, '"kind":"returned"')
            programs = tool_servers(server.process.pid)
            assert len(programs) == 1
            await server.kill()
        await gone(programs)
        async with serving(tmp_path) as (server, http):
            note = await talk(http, 'torque.note {"text": "x"}')
            await until(http, note, '"kind":"returned"')  # one that was started anew
            assert len(tool_servers(server.process.pid)) == 1
            await http.post(hanging, json={"kind": "stopped"})
            assert '"cancelled"' in await until(http, hanging, '"kind":"returned"')
            async with httpx.AsyncClient(trust_env=False) as elsewhere:
                await elsewhere.post(f"http://127.0.0.1:{port}/go")
            ended = await until(http, order, '"kind":"returned"')
    assert "It is done." in ended and "unknown_outcome" not in ended
    assert len((tmp_path / HEARD).read_text().split()) == 1


@pytest.mark.parametrize(("memory", "code"), [("forgets", "unknown_outcome"), ("keeps", "task_failed")])
async def test_an_agent_is_killed_while_it_works_for_us(tmp_path: Path, memory: str, code: str) -> None:
    """What it does not know any more is an unknown outcome; what it says has failed, has. Both are said once."""
    port, waits = free_port(), asyncio.Event()
    waits.set()

    async def pause(seconds: float) -> None:
        await waits.wait()

    settings = replace(SETTINGS, card_ttl=0)
    asked = {"task_base_url": f"http://127.0.0.1:{port}/rpc", "contextual_query_text": "Two inner tubes"}
    async with (
        child(AGENT, str(tmp_path), memory, port=port) as agent,
        shared_client(settings.allow_private) as client,
        MemoryStore() as store,
    ):
        tool = InvokeTool(
            AgentDirectory(client, store, settings), Keyring(client, settings.secrets), pause, blobs=store
        )
        spec = AssistantSpec(name="a", title="A", tools=(NAME,))
        async with Host(store, Kit({"a": spec}, {"a": Planner(first(NAME, asked))}, {NAME: tool})) as host:
            id = await host.start("ann", "a")
            seq = await host.tell(id, UserSaid(text="go"))
            async for _ in host.follow(id, 0, "ann"):
                if any(isinstance(decode(row.body).event, AgentSaid) for row in await store.read(id)):
                    break
            waits.clear()
            await agent.kill()
            await agent.start(port)
            waits.set()
            async with asyncio.timeout(20):
                await host.settled(id, seq)
            events = [decode(row.body).event for row in await store.read(id)]
    [back] = [event for event in events if isinstance(event, Returned)]
    assert (back.code, back.ok) == (code, False) and back.text
    sent = {event.task for event in events if isinstance(event, TaskOpened)}
    assert len(sent) == 2 and "" in sent  # before it left, and when the agent had named its task
    assert len((tmp_path / HEARD).read_text().split()) == 1
