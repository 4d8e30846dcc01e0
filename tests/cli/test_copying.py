"""`loket store copy`: between a folder and servers, stopped halfway and gone on with, while the first is served."""

import asyncio
import signal
from collections.abc import Callable
from pathlib import Path

import httpx

from loket.core.ports import Store
from loket.stores.jetstream import JetStore, Servers
from loket.stores.sqlite import SqliteStore
from tests.doors.talking import begun
from tests.engine.test_copying import shown
from tests.serving import loket, ran, serving_child
from tests.stores.conftest import SlowClock
from tests.stores.made import entry, rows

TALKS = 600


def names_in(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


async def filled(store: Store) -> None:
    clock = SlowClock()
    for number in range(TALKS):
        name = f"talk{number}"
        last = store.append(name, rows(1, 30, "a record of some length, as they have " * 5), entry(clock, name))
        await store.put(name, f"file {number}".encode(), "text/plain")
        await last


async def stopped_halfway(
    source: str, target: str, sign: signal.Signals, begun: Callable[[], asyncio.Task[None]]
) -> int:
    """The exit code of a copy that gets a signal as soon as something has been copied."""
    copy = await loket("store", "copy", source, target)
    await begun()
    copy.send(sign)
    await copy.process.wait()
    assert copy.process.returncode is not None
    return copy.process.returncode


async def test_a_copy_that_was_killed_goes_on_and_is_whole(tmp_path: Path, unused_nats: Callable[[], str]) -> None:
    folder, there = str(tmp_path / "from"), unused_nats()
    async with await SqliteStore.open(tmp_path / "from") as source, await JetStore.open(Servers.of(there)) as target:
        await filled(source)

        async def something() -> None:
            while len(await target.conversations()) < 20:
                pass

        code = await stopped_halfway(folder, there, signal.SIGKILL, lambda: asyncio.create_task(something()))
        assert code == -signal.SIGKILL
        assert 20 <= len(await target.conversations()) < TALKS
        code, _, complained = await ran("ask", "overheid", "hallo", env={"LOKET_STORE": there})
        assert code == 1 and "[copy_unfinished]" in complained
        code, said, _ = await ran("store", "copy", folder, there)
        assert code == 0, said
        assert f"The same: {TALKS} conversations (0 of them erased) with {30 * TALKS} records" in said
        assert await shown(target) == await shown(source)


async def test_ctrl_c_leaves_a_copy_that_can_be_gone_on_with(tmp_path: Path, unused_nats: Callable[[], str]) -> None:
    folder, there = tmp_path / "to", unused_nats()
    async with await JetStore.open(Servers.of(there)) as source:
        await filled(source)
        async with await SqliteStore.open(folder):
            pass

        async def something() -> None:
            async with await SqliteStore.open(folder, read_only=True) as target:
                while len(await target.conversations()) < 20:
                    pass

        code = await stopped_halfway(there, str(folder), signal.SIGINT, lambda: asyncio.create_task(something()))
        assert code == 130
        code, said, _ = await ran("store", "copy", there, str(folder))
        assert code == 0, said
        async with await SqliteStore.open(folder, read_only=True) as target:
            assert await shown(target) == await shown(source)


async def test_a_served_folder_moves_to_servers_and_goes_on_there(
    tmp_path: Path, unused_nats: Callable[[], str]
) -> None:
    folder, there = tmp_path / "from", unused_nats()
    async with serving_child(folder) as child, httpx.AsyncClient(base_url=child.url, timeout=20) as http:
        id = await begun(http)
        code, said, complained = await ran("store", "copy", str(folder), there)
        assert (code, complained) == (0, ""), complained
        assert "The same: 1 conversations" in said
        await http.post(f"/api/conversations/{id}/events", json={"kind": "user_said", "text": "Hallo"})
        code, _, complained = await ran("store", "copy", there, str(folder))
        assert code == 1 and "[data_in_use]" in complained
    assert (await ran("store", "copy", "--changes", str(folder), there))[0] == 0
    exported = (await ran("log", "export", id, "--data", str(folder)))[1]
    env = {"LOKET_STORE": there}
    assert (await ran("log", "export", id, env=env))[1] == exported
    async with (
        serving_child(tmp_path / "node", env=env) as child,
        httpx.AsyncClient(base_url=child.url, timeout=20) as http,
    ):
        last = len(exported.splitlines())
        answer = await http.post(f"/api/conversations/{id}/events", json={"kind": "user_said", "text": "Nog iets"})
        assert answer.json()["seq"] > last - 1
    code, _, complained = await ran("store", "copy", str(folder), there)
    assert code == 1 and "[not_a_copy]" in complained


async def test_what_can_not_be_copied_is_said(tmp_path: Path, unused_nats: Callable[[], str]) -> None:
    unused, to = unused_nats(), str(tmp_path / "to")
    for source, code in (
        (str(tmp_path / "none"), "data_missing"),
        (unused, "data_missing"),
        ("nats://127.0.0.1:1", "nats_absent"),
        ("postgres://a", "bad_store"),
    ):
        exit_code, said, complained = await ran("store", "copy", source, to)
        assert (exit_code, said) == (1, "") and complained.endswith(f"[{code}]\n"), complained
    assert names_in(tmp_path) == []
