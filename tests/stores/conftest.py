"""The three stores, each opened fresh, and a clock that stands still until it is told to go on."""

from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from loket.core.ports import Store
from loket.stores.jetstream import JetStore, Servers
from loket.stores.memory import MemoryStore
from loket.stores.sqlite import SqliteStore


class SlowClock:
    """Time for tests: moves only by `pass_`."""

    def __init__(self) -> None:
        self.moment = datetime(2026, 11, 21, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.moment

    def pass_(self, seconds: float) -> None:
        self.moment += timedelta(seconds=seconds)


@pytest.fixture
def clock() -> SlowClock:
    return SlowClock()


@pytest.fixture(params=["memory", "sqlite", "sqlite, warmed", "jetstream"])
async def store(request: pytest.FixtureRequest, tmp_path: Path, clock: SlowClock) -> AsyncIterator[Store]:
    opened = MemoryStore(clock)
    if "sqlite" in request.param:
        opened = await SqliteStore.open(tmp_path / "data", clock=clock)
    if request.param == "jetstream":
        opened = await JetStore.open(Servers.of(request.getfixturevalue("unused_nats")()), clock=clock)
    async with opened:
        if isinstance(opened, SqliteStore) and "warmed" in request.param:
            await opened.warmed()
        yield opened


@pytest.fixture
async def nodes(unused_nats: Callable[[], str]) -> AsyncIterator[tuple[JetStore, JetStore]]:
    """Two machines over the same log."""
    servers = Servers.of(unused_nats())
    async with await JetStore.open(servers, node="n1") as one, await JetStore.open(servers, node="n2") as two:
        yield one, two
