"""The program that is killed: two conversations append numbered rows and it prints each one that is durable."""

import asyncio
import os
import sys
from pathlib import Path
from typing import cast

from loket.core.ports import Row
from loket.stores.sqlite import SqliteStore
from tests.crash.killer import Side, deadly

CALLS = 12


def body(name: str, seq: int) -> bytes:
    """What row `seq` says, of a length that tells rows apart and sometimes needs several pages."""
    return f"{name} {seq} ".encode() * (1 + seq * 37 % 1500)


async def main(folder: Path, side: Side, number: int) -> None:
    async with await SqliteStore.open(folder, on_commit=deadly(side, number)) as store:

        async def talk(name: str, rows_a_call: int) -> None:
            seq = await store.head(name)
            for _ in range(CALLS):
                rows = [Row(seq + i, body(name, seq + i), f"k{seq + i}") for i in range(1, rows_a_call + 1)]
                await store.append(name, rows)
                seq += rows_a_call
                os.write(1, f"{name} {seq}\n".encode())

        await asyncio.gather(talk("one", 1), talk("three", 3))


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), cast(Side, sys.argv[2]), int(sys.argv[3])))
