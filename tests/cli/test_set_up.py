"""`loket up`: the processes of the mission and one more agent, one Ctrl-C; where the parts are is configuration."""

import asyncio
import json
import os
import signal
import socket
from collections import deque
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from loket.cli.part import Process, RestartPace
from loket.cli.set_up import parts
from loket.config import Config
from loket.core.actions import Ask, Say
from loket.core.events import Decided
from loket.core.record import decode
from loket.stores.jetstream import JetStore, Servers
from loket.tools.event_stream import sent_events
from tests.nats import nats_server
from tests.overheid.foreign import listening
from tests.serving import Loket, loket, ran
from tests.wiring.test_nodes import resumed

QUESTION = "Heb ik recht op zorgtoeslag? Ik woon alleen en verdien 24.000 euro per jaar."
ONLY = ("overheid.tools", "overheid.toeslagen", "overheid.bezwaar", "overheid.genui", "overheid", "shell")


def ports() -> dict[str, int]:
    """A free port for each part, all different."""
    held = [socket.socket() for _ in ONLY]
    try:
        for one in held:
            one.bind(("127.0.0.1", 0))
        return {only: one.getsockname()[1] for only, one in zip(ONLY, held, strict=True)}
    finally:
        for one in held:
            one.close()


def environment(at: dict[str, int]) -> dict[str, str]:
    return {
        "MCP_SSE_URL": f"http://127.0.0.1:{at['overheid.tools']}/sse",
        "A2A_TOESLAGEN_URL": f"http://localhost:{at['overheid.toeslagen']}/",
        "A2A_BEZWAAR_URL": f"http://localhost:{at['overheid.bezwaar']}/",
        "A2A_GENUI_URL": f"http://localhost:{at['overheid.genui']}/",
        "ORCH_PORT": str(at["overheid"]),
        "WEB_PORT": str(at["shell"]),
    }


@dataclass(frozen=True)
class SetUp:
    """A running `loket up`, the ports of its parts and the folder of their data."""

    started: Loket
    at: dict[str, int]
    data: Path


@pytest.fixture(scope="module")
async def five(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[SetUp]:
    """One for the tests that need all five: to start them takes longer than what is looked at."""
    at, data = ports(), tmp_path_factory.mktemp("five")
    started = await loket("up", "--pace", "live", "--data", str(data), env=environment(at))
    try:
        await _all_up(started)
        yield SetUp(started, at, data)
    finally:
        await _ended(started)


async def test_over_servers_each_part_keeps_its_own_logs_and_one_that_is_killed_goes_on_with_them(
    tmp_path: Path,
) -> None:
    at = ports()
    with nats_server(tmp_path / "nats", "-js") as server:
        env = {**environment(at), "LOKET_STORE": server.address}
        started = await loket("up", "--pace", "live", "--data", str(tmp_path / "data"), env=env)
        try:
            await _all_up(started)
            async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{at['overheid']}", timeout=20) as http:
                id = (await http.post("/api/conversations", json={"assistant": "overheid"})).json()["id"]
                events = f"/api/conversations/{id}/events"
                assert (await http.post(events, json={"kind": "user_said", "text": QUESTION})).status_code == 200
                _kill(at["overheid"])
                await _until(started, "overheid           | Loket (overheid) is on")
                assert "indicatie" in await resumed(http, events, '"kind":"say"')
            code, listed, wrong = await ran("log", "list", "--json", env=env)
            assert code == 0, wrong
            assistants = {json.loads(line)["assistant"] for line in listed.splitlines()}
            assert {"overheid", "overheid.outside"} <= assistants  # of the front and of the tools
            kept = {one.removesuffix("-log") for one in await _streams(server.address) if one.endswith("-log")}
            assert kept == {f"loket_{only.replace('.', '_')}" for only in ONLY if only != "shell"}
        finally:
            await _ended(started)


STARTS = (("toeslagen/check", "toeslagen"), ("bezwaar/analyse", "bezwaar"), ("genui/search", "genui_search"))
ELSEWHERE = {f"A2A_{name}_URL": f"https://agents.example.org/{name.lower()}" for name in ("BEZWAAR", "GENUI")}
"""For a test that does without these parts: they are not started then."""


def test_without_configuration_the_parts_are_where_the_mission_has_them() -> None:
    found = {part.only: part.port for part in parts(Config())}
    assert found == dict(zip(ONLY, (8000, 8010, 8020, 8030, 10002, 5173), strict=True))
    orchestrator = next(part for part in parts(Config()) if part.only == "overheid")
    assert orchestrator.env["MCP_SSE_URL"] == "http://127.0.0.1:8000/sse"
    assert orchestrator.env["A2A_TOESLAGEN_URL"] == "http://localhost:8010/"
    assert orchestrator.env["A2A_BEZWAAR_URL"] == "http://localhost:8020/"
    assert orchestrator.env["A2A_GENUI_URL"] == "http://localhost:8030/"


def test_a_part_that_is_elsewhere_is_not_started_here() -> None:
    config = Config(parts={"bezwaar": "https://agents.example.org/bezwaar"}, tools_url="http://localhost:8001/sse")
    found = {part.only: part.port for part in parts(config)}
    assert "overheid.bezwaar" not in found and found["overheid.tools"] == 8001
    orchestrator = next(part for part in parts(config) if part.only == "overheid")
    assert orchestrator.env["A2A_BEZWAAR_URL"] == "https://agents.example.org/bezwaar"


def test_other_nodes_reach_each_part_at_its_own_port() -> None:
    there = {part.only: part.env["LOKET_INSIDE"] for part in parts(Config(inside="http://10.0.0.7:10002"))}
    assert there["overheid"] == "http://10.0.0.7:10002" and there["overheid.tools"] == "http://10.0.0.7:8000"
    assert not any("LOKET_INSIDE" in part.env for part in parts(Config()))


async def test_one_that_is_killed_is_started_again_and_the_flow_that_needed_it_goes_on(five: SetUp) -> None:
    at, started = five.at, five.started
    ask = ("ask", "overheid", QUESTION, "--data", str(five.data))
    _kill(at["overheid.toeslagen"])
    line = await _until(started, "overheid.toeslagen | ended by itself")
    assert "(killed by signal 9); it is started again in 1 s" in line
    with socket.socket() as keeping_it_away:
        keeping_it_away.bind(("127.0.0.1", at["overheid.toeslagen"]))
        code, said, _ = await ran(*ask)
    assert code != 0 and "To answer, open http://127.0.0.1" in said
    await _until(started, "overheid.toeslagen | Loket (overheid.toeslagen) is on")
    assert "indicatie" in await _tried_again(said.splitlines()[-1])
    assert (await ran(*ask))[0] == 0


async def test_five_processes_serve_one_flow_and_end_with_one_ctrl_c(five: SetUp) -> None:
    """The last that looks at them: they end."""
    at = five.at
    async with httpx.AsyncClient(timeout=20) as http:
        for port in at.values():
            assert (await http.get(f"http://127.0.0.1:{port}/health")).json() == {"ok": True}
        shell = await http.get(f"http://127.0.0.1:{at['shell']}/config.json")
        assert shell.json() == {"api": f"http://localhost:{at['overheid']}"}
        origin = {"Origin": f"http://127.0.0.1:{at['shell']}"}
        across = await http.get(f"http://127.0.0.1:{at['overheid']}/api/assistants", headers=origin)
        assert across.headers["access-control-allow-origin"] == origin["Origin"]
    async with listening(f"http://127.0.0.1:{at['overheid']}", origin=origin["Origin"]) as page:
        await page.greeted()
        for event, surface in STARTS:
            await page.send(event, surface)
            await page.until("done")
    code, said, _ = await ran("ask", "overheid", QUESTION, "--data", str(five.data))
    assert code == 0 and "explain_toeslagen" in said
    assert _names(five.data) == set(ONLY) - {"shell"}
    five.started.send(signal.SIGINT)
    async with asyncio.timeout(20):
        _, complained = await five.started.process.communicate()
    assert five.started.process.returncode == 0
    assert [line for line in complained.splitlines() if b"held up the whole server" not in line] == []
    for port in at.values():
        with pytest.raises(OSError, match="Connect call failed"):
            await asyncio.open_connection("127.0.0.1", port)


async def test_when_one_can_not_start_the_others_are_stopped_and_it_is_said(tmp_path: Path) -> None:
    at = ports()
    (tmp_path / "overheid.toeslagen").write_text("no folder")
    code, said, complained = await ran("up", "--data", str(tmp_path), env=environment(at) | ELSEWHERE)
    assert code == 1 and "[data_folder]" in said
    assert "overheid.toeslagen did not start (exit code 1), so the others were stopped." in complained
    assert complained.endswith("[part_ended]\n")
    with pytest.raises(OSError, match="Connect call failed"):
        await asyncio.open_connection("127.0.0.1", at["overheid"])


async def test_one_that_ends_again_and_again_is_given_up() -> None:
    said: list[str] = []
    command = ("-c", "print('It is on http://localhost', flush=True); raise SystemExit(3)")
    why = await Process(command, {}, said.append, RestartPace(pauses=(0, 0.01))).keep()
    assert why == "ended by itself 5 times within 60 seconds (last: exit code 3)"
    told = [line for line in said if line.startswith("ended by itself (exit code 3)")]
    assert [line.rpartition(" in ")[2] for line in told] == ["0 s", "0.01 s", "0.01 s", "0.01 s"]


def test_the_pauses_grow_and_only_the_ends_of_a_minute_count() -> None:
    ends: deque[float] = deque()
    pauses: list[float | None] = []
    for moment in (0, 2, 5, 12, 61, 62.5, 73, 74, 75):
        ends.append(moment)
        pauses.append(RestartPace().pause(ends))
    assert pauses == [1, 2, 5, 10, 10, 10, 5, 10, None]


async def test_taken_ports_are_named_before_anything_starts(tmp_path: Path) -> None:
    at = ports()
    with socket.socket() as one, socket.socket() as two:
        for other, only in ((one, "overheid.tools"), (two, "shell")):
            other.bind(("127.0.0.1", at[only]))
            other.listen()
        code, said, complained = await ran("up", "--data", str(tmp_path), env=environment(at))
    assert (code, said) == (1, "")
    assert f"port {at['overheid.tools']} (overheid.tools), port {at['shell']} (shell)" in complained
    assert complained.endswith("[port_taken]\n") and _names(tmp_path) == set()


async def _tried_again(line: str) -> str:
    """The last words of the conversation whose page is named here, after another try."""
    page = urlsplit(line.removeprefix("To answer, open "))
    id = page.fragment.rpartition("/")[2]
    url = f"http://{page.netloc}/api/conversations/{id}"
    async with httpx.AsyncClient(timeout=20) as http:
        items = (await http.get(url)).json()["views"]["questions"]["state"]["items"]
        (question,) = (item["id"] for item in items if item["state"] == "open")
        again = {"kind": "answered", "to": question, "choice": "again"}
        seq = (await http.post(f"{url}/events", json=again)).json()["seq"]
        async with http.stream("GET", f"{url}/events?after={seq}", headers={"Accept": "text/event-stream"}) as stream:
            async for frame in sent_events(stream.aiter_bytes()):
                event = decode(frame.data.encode()).event
                if isinstance(event, Decided) and isinstance(event.action, Say | Ask):
                    return event.action.text
    raise AssertionError("nothing was said")


async def _streams(address: str) -> list[str]:
    """The names of all that servers keep."""
    async with await JetStore.open(Servers.of(f"{address}?prefix=nobody")) as store:
        names: list[str] = (await store.link.api("STREAM.NAMES", {}))["streams"]
        return [name for name in names if not name.startswith("nobody")]


async def _until(started: Loket, words: str) -> str:
    """The next line that it prints with these words."""
    assert started.process.stdout is not None
    async with asyncio.timeout(40):
        while words not in (line := (await started.process.stdout.readline()).decode()):
            assert line, "it ended early"
    return line


def _names(folder: Path) -> set[str]:
    return {inner.name for inner in folder.iterdir()}


async def _all_up(started: Loket) -> None:
    """Returns when all parts have printed their address."""
    assert started.process.stdout is not None
    up: set[str] = set()
    async with asyncio.timeout(40):
        while len(up) < len(ONLY):
            line = (await started.process.stdout.readline()).decode()
            assert line, "it ended early"
            if " is on http://" in line:
                up.add(line.split(" | ")[0].strip())
    assert up <= set(ONLY)


def _kill(port: int) -> None:
    """Kills the process that listens on a port: the child of `loket up` that was told it."""
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                command = (folder / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if b"loket" in command and str(port).encode() in command:
                os.kill(int(folder.name), signal.SIGKILL)


async def _ended(started: Loket) -> None:
    if started.process.returncode is None:
        started.send(signal.SIGTERM)
        async with asyncio.timeout(20):
            await started.process.communicate()
