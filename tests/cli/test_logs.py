"""`loket log`: what is recorded can be read beside a running server and without one."""

import asyncio
import json
import signal
from pathlib import Path

import httpx

from loket.core.actions import Call, ToolCall
from loket.core.events import Decided, Event, Started, SurfaceActed
from loket.core.ports import Entry, Row
from loket.core.record import decode, encode
from loket.doors.auth import LOCAL
from loket.stores.sqlite import SqliteStore
from tests.doors.talking import CHECK, begun, checked, streamed
from tests.serving import loket, ran, serving_child, serving_here
from tests.views.canaries import canaried


async def test_a_log_is_listed_shown_and_exported_beside_a_running_server(tmp_path: Path) -> None:
    async with serving_child(tmp_path) as child, httpx.AsyncClient(base_url=child.url, timeout=20) as http:
        id = await begun(http)
        await http.post(f"/api/conversations/{id}/events", json={"kind": "user_said", "text": "Mijn naam is Jansen"})
        await streamed(http, id, 3)
        data = ("--data", str(tmp_path))
        code, said, _ = await ran("log", "list", "--json", *data)
        assert code == 0 and json.loads(said.splitlines()[0])["id"] == id
        assert id in (await ran("log", "list", *data))[1]
        lines = (await ran("log", "show", id, *data))[1].splitlines()
        assert [line.split()[0] for line in lines[:3]] == ["1", "2", "3"] and "Jansen" in lines[1]
        bodies = (await ran("log", "show", id, "--json", *data))[1].splitlines()
        assert [decode(body.encode()).seq for body in bodies][:3] == [1, 2, 3]
        scrubbed = (await ran("log", "export", id, "--scrub", *data))[1]
        assert "Jansen" not in scrubbed and len(scrubbed.splitlines()) == len(bodies)


async def test_a_tail_goes_on_with_what_comes(tmp_path: Path) -> None:
    async with serving_child(tmp_path) as child, httpx.AsyncClient(base_url=child.url, timeout=20) as http:
        id = await begun(http)
        tail = await loket("log", "tail", id, "--json", "--data", str(tmp_path))
        assert tail.process.stdout is not None
        async with asyncio.timeout(30):
            assert decode(await tail.process.stdout.readline()).seq == 1
            await http.post(f"/api/conversations/{id}/events", json=CHECK)
            assert decode(await tail.process.stdout.readline()).event.kind == "surface_acted"
        tail.send(signal.SIGINT)
        async with asyncio.timeout(30):
            _, complained = await tail.process.communicate()
        assert (tail.process.returncode, complained.strip()) == (130, b"")


async def test_a_conversation_that_is_not_there_is_said(tmp_path: Path) -> None:
    await ran("ask", "overheid", "hallo", "--data", str(tmp_path))
    for command, id in (("show", "x"), ("tail", "0" * 21 + "7"), ("export", "../x")):
        code, said, complained = await ran("log", command, id, "--data", str(tmp_path))
        assert (code, said) == (1, "") and complained.endswith("[not_found]\n"), complained


async def test_the_folders_of_loket_up_are_found_and_named(tmp_path: Path) -> None:
    ids: dict[str, str] = {}
    for part in ("overheid", "overheid.bezwaar", "somewhere else"):
        async with serving_here(tmp_path / part) as here:
            ids[part] = await begun(here.http)
    (tmp_path / "no data").mkdir()
    data = ("--data", str(tmp_path))
    code, said, told = await ran("log", "list", "--json", *data)
    assert code == 0 and {json.loads(line)["id"] for line in said.splitlines()} == set(ids.values())
    assert told.splitlines() == [f"In {tmp_path / part}:" for part in sorted(ids)]
    for part, id in ids.items():
        for command in ("show", "export"):
            code, said, told = await ran("log", command, id, *data)
            assert (code, told) == (0, f"In {tmp_path / part}:\n") and said
    code, said, told = await ran("log", "show", "0" * 21 + "7", *data)
    assert (code, said) == (1, "") and all(str(tmp_path / part) in told for part in ids)


async def test_a_folder_that_was_named_and_holds_logs_comes_first_and_is_not_named_again(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "overheid"):
        async with serving_here(folder) as here:
            id = await begun(here.http)
            code, said, told = await ran("log", "list", "--data", str(folder))
            assert code == 0 and id in said and "In " not in told
    code, said, told = await ran("log", "list", "--json", "--data", str(tmp_path))
    assert (code, told) == (0, f"In {tmp_path / 'overheid'}:\n")
    assert json.loads(said.splitlines()[-1])["id"] == id and len(said.splitlines()) == 2


async def test_a_reader_that_leaves_early_is_no_error(tmp_path: Path) -> None:
    await ran("ask", "overheid", "Heb ik recht op zorgtoeslag?", "--data", str(tmp_path))
    [entry, *_] = [json.loads(x) for x in (await ran("log", "list", "--json", "--data", str(tmp_path)))[1].splitlines()]
    started = await loket("log", "export", entry["id"], "--data", str(tmp_path))
    assert started.process.stdout is not None and started.process.stderr is not None
    started.process.stdout._transport.close()  # type: ignore[attr-defined] # as `| head` does
    async with asyncio.timeout(30):
        complained = await started.process.stderr.read()
        await started.process.wait()
    assert b"Traceback" not in complained


async def test_a_scrubbed_export_holds_nothing_of_anybody_at_either_door(tmp_path: Path) -> None:
    records, words = canaried(seed=9)
    id, at = "0" * 21 + "7", records[0].at
    async with await SqliteStore.open(tmp_path) as store:
        entry = Entry(id, LOCAL, "overheid", "Canary title", "idle", at, at)
        await store.append(id, [Row(record.seq, encode(record)) for record in records], entry)
    code, printed, _ = await ran("log", "export", id, "--scrub", "--data", str(tmp_path))
    assert code == 0
    async with serving_here(tmp_path) as here:
        served = (await here.http.get(f"/api/conversations/{id}/export?scrub=true")).text
        whole = (await here.http.get(f"/api/conversations/{id}/export")).text
    for scrubbed in (printed, served):
        assert [word for word in words if word in scrubbed] == [] and "Canary" not in scrubbed
        kinds = [decode(line.encode()).event.kind for line in scrubbed.splitlines()]
        assert kinds == [record.event.kind for record in records]
    assert all(word in whole for word in words)


async def test_what_assistants_declare_is_still_there_in_a_scrubbed_export(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:
        id, _ = await checked(here)
        served = (await here.http.get(f"/api/conversations/{id}/export?scrub=true")).text
    printed = (await ran("log", "export", id, "--scrub", "--data", str(tmp_path)))[1]
    for scrubbed in (served, printed):
        events = [decode(line.encode()).event for line in scrubbed.splitlines()]
        assert isinstance(events[0], Started) and events[0].assistant == "overheid"
        assert isinstance(events[1], SurfaceActed) and events[1].surface == "toeslagen"
        called = {call.tool for event in events for call in _calls(event)}
        assert called and called < {tool for one in here.engine.kit.assistants.values() for tool in one.tools}


def _calls(event: Event) -> tuple[ToolCall, ...]:
    calls = event.action.calls if isinstance(event, Decided) and isinstance(event.action, Call) else ()
    return tuple(call for call in calls if isinstance(call, ToolCall))
