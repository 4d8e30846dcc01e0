"""A full disk: nothing more is stored, but erasing works, because room was kept for it."""

from pathlib import Path

import pytest

from loket.core.errors import Unavailable
from loket.core.ports import Row
from loket.stores import reserve
from loket.stores.sqlite import SqliteStore
from tests.stores.made import SmallDisk, everything, swept, used

ROW = b"<talk %d>" * 100


async def filled(store: SqliteStore, talks: int) -> None:
    for n in range(talks):
        done = store.append(f"talk{n}", [Row(seq, ROW.replace(b"%d", b"%d" % n), f"k{seq}") for seq in range(1, 101)])
    await done


@pytest.mark.parametrize("large", [0, 3_000_000])
async def test_on_a_full_disk_nothing_is_stored_and_everything_can_be_erased(tmp_path: Path, large: int) -> None:
    disk = SmallDisk(tmp_path)
    async with await SqliteStore.open(tmp_path, on_commit=disk) as store:
        await filled(store, 60)
        await store.put("talk3", b"<talk 3>" * (large // 8), "text/plain")
        await store.erase("talk0")
        kept = (tmp_path / reserve.FILE).stat().st_blocks * 512
        assert kept >= large + reserve.BYTES
        disk.bytes = used(tmp_path) - kept // 2
        with pytest.raises(Unavailable) as refused:
            await store.append("talk1", [Row(101, b"more")])
        assert refused.value.code == "disk_full"
        for n in range(2, 8):
            await store.erase(f"talk{n}")
        await swept(store)
        assert b"<talk 3>" not in everything(tmp_path) and b"<talk 7>" not in everything(tmp_path)
        assert (tmp_path / reserve.FILE).stat().st_blocks * 512 == kept  # the room is taken back for the next time
        with pytest.raises(Unavailable):
            await store.append("talk1", [Row(101, b"more")])
        disk.bytes = 1 << 40
        await store.append("talk1", [Row(101, b"more")])
        assert len(await store.read("talk1")) == 101


async def test_a_small_database_keeps_no_reserve(tmp_path: Path) -> None:
    async with await SqliteStore.open(tmp_path) as store:
        await store.append("c", [Row(1, b"one")])
        await store.erase("c")
    assert not (tmp_path / reserve.FILE).exists()
