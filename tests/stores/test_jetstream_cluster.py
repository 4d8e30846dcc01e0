"""Three servers keep each record: what was acknowledged is there, whichever of them is killed."""

import asyncio
import time
from pathlib import Path

import pytest

from loket.core.errors import LoketError, Unavailable
from loket.stores.jetstream import JetStore, Servers
from tests.nats import nats_cluster
from tests.stores.made import rows

BACK_SECONDS = 30
"""Within which others have taken over. Under 10 where there is time; test machines have other things to do."""


async def test_nothing_is_lost_when_the_leader_is_killed_and_nothing_taken_without_a_quorum(tmp_path: Path) -> None:
    with nats_cluster(tmp_path) as cluster:
        servers = Servers.of(f"nats://{','.join(server.address.removeprefix('nats://') for server in cluster)}")
        store = await agreed(servers)
        try:
            kept = [0, 0, 0]

            async def write(number: int, last: int) -> None:
                while kept[number] < last:
                    seq = kept[number] + 1
                    try:
                        await store.append(f"c{number}", rows(seq, seq))
                        kept[number] = seq
                    except LoketError:  # what became of it is not known: the log is folded anew
                        kept[number] = await store.head(f"c{number}")

            await asyncio.gather(*(write(number, 5) for number in range(3)))
            leader = (await store.link.api("STREAM.INFO.loket-log", {}))["cluster"]["leader"]
            killed = time.monotonic()
            cluster[int(leader[1:])].kill()
            await asyncio.gather(*(write(number, 40) for number in range(3)))
            print("appends went on after", round(time.monotonic() - killed, 1), "s")
            assert time.monotonic() - killed < BACK_SECONDS
            for number in range(3):
                assert await store.read(f"c{number}") == rows(1, 40)
            second = next(n for n, server in enumerate(cluster) if server.process.poll() is None)
            cluster[second].kill()
            store.link.patience = 1.0
            with pytest.raises(Unavailable) as refused:
                await store.append("c0", rows(41, 41))
            assert refused.value.code == "no_quorum"
            assert await store.read("c1") == rows(1, 40)  # reading goes on
        finally:
            await store.close()


async def agreed(servers: Servers) -> JetStore:
    """When the servers have agreed on who leads."""
    until = time.monotonic() + BACK_SECONDS
    while True:
        try:
            return await JetStore.open(servers)
        except LoketError:
            if time.monotonic() > until:
                raise
