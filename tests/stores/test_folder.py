"""The folder under a running store: files that somebody deletes or replaces, and files that nobody can write."""

import asyncio
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from loket.core.errors import StoreError
from loket.core.ports import Row
from loket.stores.lock import FILE as LOCK
from loket.stores.schema import FILE
from loket.stores.sqlite import SqliteStore


async def refusal(folder: Path) -> StoreError:
    with pytest.raises(StoreError) as refused:
        await SqliteStore.open(folder)
    return refused.value


async def test_the_folder_stays_locked_when_its_lock_file_is_deleted(tmp_path: Path) -> None:
    async with await SqliteStore.open(tmp_path) as store:
        (tmp_path / LOCK).unlink()
        assert (await refusal(tmp_path)).code == "data_in_use"
        assert (await refusal(tmp_path)).code == "data_in_use"
        await store.append("c", [Row(1, b"one")])
        async with await SqliteStore.open(tmp_path, read_only=True) as reader:
            assert await reader.head("c") == 1
    async with await SqliteStore.open(tmp_path) as store:
        assert await store.head("c") == 1


@pytest.mark.parametrize("gone", ["folder", "database", "log of writes", "replaced"])
async def test_what_would_be_lost_at_the_end_is_refused(tmp_path: Path, gone: str) -> None:
    folder = tmp_path / "data"
    async with await SqliteStore.open(folder) as store:
        await store.append("c", [Row(1, b"one")])
        if gone == "folder":
            shutil.rmtree(folder)
        elif gone == "log of writes":
            (folder / f"{FILE}-wal").unlink()
        else:
            (folder / FILE).unlink()
        if gone == "replaced":
            shutil.copy(folder / f"{FILE}-wal", folder / FILE)
        for refused in (store.append("c", [Row(2, b"two")]), store.note("ann", "n", 1), store.erase("c")):
            with pytest.raises(StoreError) as error:
                await refused
            assert (error.value.code, error.value.status) == ("data_gone", 500)


def reading_only(folders: list[Path]) -> tuple[list[str], str]:
    """What a program without the right to write in these folders prints when it opens them, and its complaints."""
    for folder in folders:
        for file in folder.iterdir():
            file.chmod(0o444)
        folder.chmod(0o555)
        folder.parent.chmod(0o755)
    program = [sys.executable, "-c", READING, *map(str, folders)]
    read = subprocess.run(program, capture_output=True, text=True, check=False)
    for folder in folders:
        folder.chmod(0o755)
    return read.stdout.splitlines(), read.stderr


async def test_files_that_nobody_can_write_are_read() -> None:
    with tempfile.TemporaryDirectory() as own:  # another run of the tests closes the folders of pytest to others
        folders = [Path(own) / "data", Path(own) / "killed"]
        async with await SqliteStore.open(folders[0]) as store:
            await store.append("c", [Row(1, b"one")])
            shutil.copytree(folders[0], folders[1])
        (folders[1] / f"{FILE}-shm").unlink()
        assert await asyncio.to_thread(reading_only, folders) == (["1", "read_only_folder"], "")


READING = """
import asyncio, os, sys
from pathlib import Path
from loket.core.errors import LoketError
from loket.stores.sqlite import SqliteStore

async def read(folder):
    try:
        async with await SqliteStore.open(Path(folder), read_only=True) as store:
            print(await store.head("c"))
    except LoketError as error:
        print(error.code)

if os.getuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
for folder in sys.argv[1:]:
    asyncio.run(read(folder))
"""
