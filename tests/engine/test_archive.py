"""What an owner may do with a whole conversation: fork, export, blank, erase; and what watchers and snapshots keep."""

import asyncio
import json
from pathlib import Path

import pytest

from loket.core.actions import Action, Ask, Choice, Say
from loket.core.errors import Gone, Invalid, LoketError, NotFound, Unavailable
from loket.core.events import Answered, Forked, Redacted, UserSaid
from loket.core.planner import Situation
from loket.core.ports import Row
from loket.core.record import decode
from loket.core.tool import ToolSpec
from loket.engine.archive import Archive
from loket.engine.host import Host
from loket.engine.names import base62, is_name, name_of, new_name, uuid_of
from loket.engine.recover import SHORT_RECORDS
from loket.stores.memory import MemoryStore
from loket.stores.sqlite import SqliteStore
from tests.engine.citizens import Watcher
from tests.engine.rooms import Made, Room, kit_of, once, room, use
from tests.engine.virtual import live
from tests.stores.made import SmallDisk, used

SECRET = "my sister's diagnosis"


def echo(situation: Situation) -> Action:
    event = situation.woke[-1].event
    return Say(text=f"you said {event.text if isinstance(event, UserSaid) else event.kind}")


def test_a_fork_has_the_first_records_and_goes_on_by_itself() -> None:
    async def main() -> None:
        ask = Ask(text="Which?", choices=(Choice(id="a", label="A"), Choice(id="b", label="B")))
        async with room(kit_of(once(ask))) as here:
            asked = await here.settle("x" * 70_000) + 1
            await here.settle(Answered(to=str(asked), choice="a"))
            archive = Archive(here.host)
            fork = Room(here.host, await archive.fork(here.id, asked, "ann"))
            ours, theirs = await here.records(), await fork.records()
            assert theirs[:asked] == ours[:asked] and fork.id != here.id
            assert [record.event for record in theirs[asked:]] == [Forked(of=here.id)]  # what tells it from its source
            await fork.settle(Answered(to=str(asked), choice="b"))
            assert (await fork.kinds())[-2:] == ["answered", "decided"] and await here.records() == ours
            blob = ours[1].event.text.sha256  # type: ignore[union-attr]
            assert await here.host.store.get(fork.id, blob) is not None
            early = Room(here.host, await archive.fork(here.id, 2, "ann"))
            await here.host.settled(early.id, 2)
            assert (await early.kinds())[-1] == "decided"  # what was under way there goes on here
            for at in (0, 99):
                with pytest.raises(Invalid, match="no_record"):
                    await archive.fork(here.id, at, "ann")
            with pytest.raises(NotFound):
                await archive.fork(here.id, 1, "bob")

    live(main())


def test_an_export_is_every_record_and_a_scrubbed_one_has_no_words() -> None:
    async def main() -> None:
        async with room(kit_of(echo)) as here:
            await here.settle(SECRET)
            archive = Archive(here.host)
            whole = [line async for line in archive.export(here.id, "ann")]
            assert [decode(line) for line in whole] == await here.records()
            scrubbed = [line async for line in archive.export(here.id, "ann", scrub=True)]
            assert len(scrubbed) == len(whole) and b"sister" not in b"".join(scrubbed)
            assert [decode(line).event.kind for line in scrubbed] == await here.kinds()
            with pytest.raises(NotFound):
                await anext(archive.export(here.id, "bob"))

    live(main())


def test_redacted_words_are_nowhere_any_more_and_the_rest_goes_on() -> None:
    async def main() -> None:
        async with room(kit_of(echo)) as here:
            seq = await here.settle(SECRET, key="k")
            await here.host.look(here.id)
            assert "sister" in json.dumps((await here.host.look(here.id)).state())
            last = await Archive(here.host).redact(here.id, (seq, seq + 1), "asked for", "ann")
            records = await here.records()
            assert [record.seq for record in records] == list(range(1, last + 1))
            assert records[-1].event == Redacted(seqs=(seq, seq + 1), why="asked for")
            assert "sister" not in str(records)
            assert "sister" not in json.dumps((await here.host.look(here.id)).state())
            await here.settle("and now?")
            assert (await here.kinds())[-2:] == ["user_said", "decided"]
            with pytest.raises(Invalid, match="no_record"):
                await Archive(here.host).redact(here.id, (99,), "", "ann")

    live(main())


@pytest.mark.parametrize("kind", ["memory", "sqlite"])
async def test_an_erased_conversation_is_gone_for_everybody(tmp_path: Path, kind: str) -> None:
    store = MemoryStore() if kind == "memory" else await SqliteStore.open(tmp_path)
    gate = asyncio.Event()

    async def hang(args: object, context: object) -> None:
        await gate.wait()

    async with store, Host(store, kit_of(once(use("t")), Made(ToolSpec(name="t"), hang))) as host:
        here = Room(host, await host.start("ann", "root"))
        watchers = [Watcher(f"{n}") for n in range(3)]
        following = [asyncio.create_task(watcher.follow(host, here.id)) for watcher in watchers]
        seq = await here.tell(SECRET)
        with pytest.raises(NotFound):
            await Archive(host).erase(here.id, "bob")
        await Archive(host).erase(here.id, "ann")
        assert await asyncio.gather(*following) == [None] * 3
        for attempt in (
            host.tell(here.id, UserSaid(text="hi")),
            host.look(here.id),
            host.settled(here.id, seq),
            Archive(host).fork(here.id, 1, "ann"),
            Archive(host).erase(here.id, "ann"),
        ):
            with pytest.raises(Gone):
                await attempt
        with pytest.raises(LoketError, match="exists"):
            await host.start("ann", "root", conversation=here.id)
        assert await store.read(here.id) == []


async def test_on_a_full_disk_a_conversation_at_work_can_be_erased(tmp_path: Path) -> None:
    disk = SmallDisk(tmp_path)
    kit = kit_of(once(use("t")), Made(ToolSpec(name="t")))
    async with await SqliteStore.open(tmp_path, on_commit=disk) as store, Host(store, kit) as host:
        await store.append("other", [Row(seq, b"x" * 20_000) for seq in range(1, 100)])
        await store.erase("another")
        ids = [await host.start("ann", "root") for _ in range(2)]
        for id in ids:
            for n in range(SHORT_RECORDS):
                await host.settled(id, await host.tell(id, UserSaid(text=f"{n}")))
        disk.bytes = used(tmp_path) - 1_000_000
        with pytest.raises(Unavailable, match="disk_full"):
            await host.tell(ids[0], UserSaid(text="more"))
        for id in ids:
            disk.bytes = used(tmp_path) - 1_000_000  # what the first one freed is gone again
            await Archive(host).erase(id, "ann")
            with pytest.raises(Gone):
                await host.look(id)
        disk.bytes = 1 << 40


def test_names_are_128_bits_and_come_back() -> None:
    names = {new_name() for _ in range(200)}
    assert len(names) == 200
    for name in (*names, base62(0), base62((1 << 128) - 1)):
        assert is_name(name) and name_of(uuid_of(name)) == name
    for odd in ("", "0" * 21, "0" * 23, "z" * 22, base62(1 << 128), "0" * 21 + "-", "é" * 22, "٣" * 22):
        assert not is_name(odd)
    assert name_of("no uuid") is None
