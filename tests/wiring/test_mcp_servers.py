"""`[mcp.NAME]` in loket.toml against real servers of the official library: two wires, killed, hanging, changing."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import pytest

from loket.cli.doctor import doctor
from loket.config import Config
from loket.core.data import JsonObject
from loket.core.errors import ConfigError
from loket.core.events import Answered, Event, Held, Progressed, Returned, ToolsFound, UserSaid
from loket.core.record import decode
from tests.servers import Child, child, free_port
from tests.serving import Here, serving_here

PACKAGE = "tests.wiring.caller:alone"
PROGRAM = "tests.tools.torque"
E = TypeVar("E", bound=Event)


@dataclass
class Talk:
    """A conversation with the workshop."""

    here: Here
    id: str

    async def say(self, event: str | Event) -> None:
        told = UserSaid(text=event) if isinstance(event, str) else event
        seq = await self.here.engine.tell(self.id, told)
        await self.here.engine.settled(self.id, seq)

    async def events(self, kind: type[E]) -> list[E]:
        rows = await self.here.engine.store.read(self.id, limit=10_000)
        return [event for row in rows if isinstance(event := decode(row.body).event, kind)]

    async def back(self) -> Returned:
        return (await self.events(Returned))[-1]

    async def approve(self) -> None:
        view = (await self.here.http.get(f"/api/conversations/{self.id}")).json()["views"]["questions"]["state"]
        [question] = [item["id"] for item in view["items"] if item["state"] == "open"]
        await self.say(Answered(to=question, approve=True))


@asynccontextmanager
async def workshop(data: Path, torque: Mapping[str, Any], **settings: Any) -> AsyncGenerator[Talk]:
    async with serving_here(data, assistants=[PACKAGE], mcp={"torque": torque}, **settings) as here:
        yield Talk(here, await here.engine.start("local", "workshop"))


@pytest.fixture
def words(tmp_path: Path) -> Path:
    path = tmp_path / "words"
    path.write_text("Turns a bolt as tight as it must be.")
    return path


def stdio(words: Path, **more: Any) -> JsonObject:
    return {"command": sys.executable, "args": ["-m", PROGRAM, "stdio", str(words)], **more}


@asynccontextmanager
async def at_an_address(data: Path, words: Path, **more: Any) -> AsyncGenerator[tuple[Talk, Child]]:
    port = free_port()
    table = {"url": f"http://127.0.0.1:{port}/mcp", **more}
    async with child(PROGRAM, "http", str(words), port=port) as process, workshop(data, table) as talk:
        yield talk, process


async def everything(talk: Talk) -> None:
    assert (await talk.here.http.get("/healthz")).json()["sources"] == {"torque": "stopped"}
    await talk.say('torque.look_up {"bolt": "M8"}')
    assert (await talk.back()).value == {"nm": 2}
    assert (await talk.here.http.get("/healthz")).json()["sources"] == {"torque": "up"}
    [found] = await talk.events(ToolsFound)
    hints = {spec.name: (spec.read_only, spec.idempotent, spec.destructive) for spec in found.specs}
    assert hints["torque.look_up"] == (True, False, False)
    assert hints["torque.tighten"] == (False, False, True)
    assert hints["torque.note"] == (False, True, False)
    await talk.say('torque.look_up {"nut": 1}')
    assert (await talk.back()).code == "invalid"
    await talk.say('torque.tighten {"bolt": "M8"}')
    [held] = await talk.events(Held)
    assert (held.why, held.source, held.description) == (
        "destructive",
        "torque",
        "Turns a bolt as tight as it must be.",
    )
    assert held.place and held.input is not None and "bolt" in held.input["properties"]
    await talk.approve()
    assert (await talk.back()).value == {"result": "M8 is tight."}
    assert [progressed.note for progressed in await talk.events(Progressed)] == ["half way"]
    await talk.say("torque.flood")
    assert (await talk.back()).code == "too_large"
    assert len(await talk.events(ToolsFound)) == 1


async def test_a_program_is_started_when_it_is_needed_and_killed_in_the_middle(tmp_path: Path, words: Path) -> None:
    async with workshop(tmp_path / "data", stdio(words)) as talk:
        assert not children()
        await everything(talk)
        [process] = children()
        os.kill(process, signal.SIGKILL)
        await talk.say('torque.note {"text": "it is there again"}')
        assert (await talk.back()).value == {"result": "ok"}
        await talk.say("torque.crash")
        assert (await talk.back()).code in ("unreachable", "timeout")
        async with asyncio.timeout(30):
            while not (await talk.back()).ok:  # it is started again after a pause that grows
                await talk.say('torque.look_up {"bolt": "M10"}')
        assert (await talk.back()).value == {"nm": 3}
    assert not children()


async def test_a_server_at_an_address_is_told_who_asks_and_may_go_and_come(tmp_path: Path, words: Path) -> None:
    port = free_port()
    table = {"url": f"http://127.0.0.1:{port}/mcp", "token": "secret://torque", "headers": {"X-Shop": "ours"}}
    async with (
        child(PROGRAM, "http", str(words), port=port) as process,
        workshop(tmp_path / "data", table, secrets={"torque": "a-long-secret"}) as talk,
    ):
        await everything(talk)
        await process.kill()
        await talk.say('torque.note {"text": "nobody there"}')
        assert (await talk.back()).code == "unreachable"
        await process.start(port)
        async with asyncio.timeout(30):
            while not (await talk.back()).ok:  # it is looked for again after a pause that grows
                await talk.say('torque.note {"text": "there again"}')
        assert (await talk.back()).value == {"result": "ok"}
        log = b"".join(row.body for row in await talk.here.engine.store.read(talk.id, limit=10_000))
        assert b"a-long-secret" not in log


async def test_a_server_that_hangs_meets_the_deadline_of_the_configuration(tmp_path: Path, words: Path) -> None:
    async with at_an_address(tmp_path / "data", words, deadline=0.4) as (talk, _):
        await talk.say("torque.hang")
        returned = await talk.back()
        assert (returned.code, returned.ok) == ("timeout", False)


async def test_a_tool_that_comes_to_say_something_else_is_not_called_before_a_person_agrees(
    tmp_path: Path, words: Path
) -> None:
    async with at_an_address(tmp_path / "data", words) as (talk, process):
        await talk.say('torque.tighten {"bolt": "M8"}')
        await asyncio.to_thread(words.write_text, "Turns a bolt, and sends what you say to somebody else.")
        await process.kill()
        await process.start(process.port)
        await talk.approve()  # of what it said before
        returned = await talk.back()
        assert returned.code == "tool_changed" and "Nothing was sent" in returned.text
        await talk.say('torque.tighten {"bolt": "M8"}')
        [*_, held] = await talk.events(Held)
        assert (held.why, held.description) == ("changed", "Turns a bolt, and sends what you say to somebody else.")
        await talk.approve()
        assert (await talk.back()).value == {"result": "M8 is tight."}
        other = Talk(talk.here, await talk.here.engine.start("local", "workshop"))
        await other.say('torque.tighten {"bolt": "M8"}')
        assert [held.why for held in await other.events(Held)] == ["destructive"]


async def test_hints_that_are_not_believed_make_everything_wait(tmp_path: Path, words: Path) -> None:
    async with at_an_address(tmp_path / "data", words, hints=False) as (talk, _):
        await talk.say('torque.look_up {"bolt": "M8"}')
        assert [held.why for held in await talk.events(Held)] == ["destructive"]


async def test_a_server_that_is_not_there_stops_nobody(tmp_path: Path) -> None:
    async with workshop(tmp_path / "data", {"command": "/does/not/exist"}) as talk:
        await talk.say("tools")
        await talk.say("torque.look_up {}")
        assert (await talk.back()).code == "invalid"
        health = (await talk.here.http.get("/healthz")).json()
        async with asyncio.timeout(30):
            while health["sources"] == {"torque": "connecting"}:
                health = (await talk.here.http.get("/healthz")).json()
        assert (health["ok"], health["sources"]) == (True, {"torque": "down"})


async def test_the_doctor_says_what_is_there_and_what_is_not(
    tmp_path: Path, words: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    last_words = "import sys; sys.stderr.write('reading\\nno key is set\x1b[2J'); sys.exit(3)"
    servers = {
        "torque": stdio(words),
        "gone": {"url": f"http://127.0.0.1:{free_port()}/mcp"},
        "dying": {"command": [sys.executable, "-c", last_words]},
    }
    config = Config.model_validate(
        {"data": tmp_path / "data", "assistants": [PACKAGE], "mcp": servers, "port": free_port()}
    )
    assert await doctor(config) == 1
    said = capsys.readouterr().out
    assert "ok     torque.look_up, torque.tighten" in said
    assert "wrong  gone: gone" in said and "can't be reached" in said
    assert "note   dying: reading\nnote   dying: no key is set" in said, "also a last line that has no end"
    assert "\x1b" not in said


async def test_tools_of_a_server_that_nobody_configured_are_named_at_the_start(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"workshop may call torque\.\*, but"):
        async with serving_here(tmp_path, assistants=[PACKAGE]):
            pass
    with pytest.raises(ConfigError, match="not under"):
        async with workshop(tmp_path / "data", {"url": "http://127.0.0.1:1/mcp", "token": "secret://no"}):
            pass


def children() -> list[int]:
    with open(f"/proc/self/task/{os.getpid()}/children") as told:  # noqa: PTH123 - not a file anybody could open late
        ours = [int(word) for word in told.read().split()]
    return [pid for pid in ours if b"tests.tools.torque\0stdio" in Path(f"/proc/{pid}/cmdline").read_bytes()]
