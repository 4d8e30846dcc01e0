"""Random histories against each store and a plain model of it, with refusals, erasures and reopening in between."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from loket.core.errors import Conflict, Gone
from loket.core.ports import Entry, Noted, Row, Snapshot, Store
from loket.stores.jetstream import JetStore, Servers
from loket.stores.memory import MemoryStore
from loket.stores.sqlite import SqliteStore
from tests.stores.conftest import SlowClock
from tests.tries import tries

names = st.sampled_from(["a", "b", "c"])
owners = st.sampled_from(["ann", "bob"])
keys = st.none() | st.sampled_from(["k1", "k2", "k3", "k4"])
bodies = st.binary(max_size=300) | st.integers(5_000, 70_000).map(lambda n: b"<long>" * (n // 6))


@dataclass
class Said:
    """What the model knows of one conversation."""

    rows: list[Row] = field(default_factory=list[Row])
    entry: Entry | None = None
    snapshot: Snapshot | None = None
    erased: bool = False


class Histories(RuleBasedStateMachine):
    """The rules; a store is made by `fresh`."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()
        self.runner = asyncio.Runner()
        self.clock = SlowClock()
        self.said: dict[str, Said] = {name: Said() for name in "abc"}
        self.notes: dict[str, Noted] = {}
        self.store: Store = self.runner.run(self.fresh())

    async def fresh(self) -> Store:
        return MemoryStore(self.clock)

    def teardown(self) -> None:
        self.runner.run(self.store.close())
        self.runner.close()
        self.folder.cleanup()

    @rule(
        calls=st.lists(
            st.tuples(
                names, st.lists(st.tuples(bodies, keys), min_size=1, max_size=4), st.booleans(), st.integers(0, 9)
            ),
            min_size=1,
            max_size=4,
        )
    )
    def append(self, calls: list[tuple[str, list[tuple[bytes, str | None]], bool, int]]) -> None:
        """Several appends in one turn; about one call in ten leaves a gap."""
        after = {name: replace(said, rows=list(said.rows)) for name, said in self.said.items()}
        expected: type[Exception] | None = None
        taken: list[tuple[str, list[Row], Entry | None]] = []
        self.clock.pass_(1)
        for name, items, indexed, luck in calls:
            said, gap = after[name], luck == 0
            first = len(said.rows) + 1 + gap
            rows = [Row(first + i, body, key) for i, (body, key) in enumerate(items)]
            fresh = [row.key for row in [*said.rows, *rows] if row.key is not None]
            if expected is None and said.erased:
                expected = Gone
            elif expected is None and (gap or len(fresh) != len(set(fresh))):
                expected = Conflict
            entry = Entry(name, "ann", "overheid", "t", "idle", self.clock(), self.clock(), (f"of {name}",))
            taken.append((name, rows, entry if indexed else None))
            said.rows += rows
            said.entry = entry if indexed else said.entry

        async def act() -> None:
            futures = {self.store.append(name, rows, entry) for name, rows, entry in taken}
            assert len(futures) == 1
            await futures.pop()

        if expected is None:
            self.runner.run(act())
            self.said = after
        else:
            try:
                self.runner.run(act())
            except (Conflict, Gone):
                return
            raise AssertionError("a wrong append was taken")

    @rule(name=names, seq=st.integers(1, 6), body=bodies)
    def redact(self, name: str, seq: int, body: bytes) -> None:
        said = self.said[name]
        if not said.erased and seq <= len(said.rows):
            self.runner.run(self.store.redact(name, [Row(seq, body)]))
            said.rows[seq - 1] = said.rows[seq - 1]._replace(body=body)
            said.snapshot = None

    @rule(name=names, state=bodies)
    def save(self, name: str, state: bytes) -> None:
        if not self.said[name].erased:
            self.said[name].snapshot = Snapshot(len(self.said[name].rows), "1", state)
            self.runner.run(self.store.save(name, "steps", self.said[name].snapshot))

    @precondition(lambda self: sum(len(said.rows) for said in self.said.values()) > 12)
    @rule(name=names)
    def erase(self, name: str) -> None:
        self.runner.run(self.store.erase(name))
        self.said[name] = Said(erased=True)

    @rule(owner=owners, value=st.integers(), expect=st.none() | st.integers(0, 3), lasts=st.integers(1, 9))
    def note(self, owner: str, value: int, expect: int | None, lasts: int) -> None:
        known, expires = self.noted(owner), self.clock() + timedelta(seconds=lasts)
        version = known.version if known else 0
        try:
            given = self.runner.run(self.store.note(owner, "n", value, expect, expires))
        except Conflict:
            assert expect is not None and expect != version
            return
        assert (expect is None or expect == version) and given == version + 1
        self.notes[owner] = Noted("n", value, given, expires)

    @rule(owner=owners)
    def forget(self, owner: str) -> None:
        self.runner.run(self.store.forget(owner, "n"))
        self.notes.pop(owner, None)

    def noted(self, owner: str) -> Noted | None:
        known = self.notes.get(owner)
        return known if known and known.expires and known.expires > self.clock() else None

    @invariant()
    def agrees(self) -> None:
        self.runner.run(self.compare())

    async def compare(self) -> None:
        for name, said in self.said.items():
            rows = said.rows
            assert await self.store.read(name) == rows
            assert await self.store.read(name, 1, len(rows), 2) == rows[1:-1][-2:]
            assert await self.store.head(name) == len(rows)
            for key in ("k1", "k4"):
                assert await self.store.find(name, key) == next((row.seq for row in rows if row.key == key), None)
            assert await self.store.load(name, "steps") == said.snapshot
            assert await self.store.entry(name) == said.entry
            assert await self.store.alias("ann", f"of {name}") == (name if said.entry else None)
            assert await self.store.erased(name) == said.erased
        newest = await self.store.entries("ann")
        assert {e.conversation for e in newest} == {name for name, said in self.said.items() if said.entry}
        assert [e.updated for e in newest] == sorted((e.updated for e in newest), reverse=True)
        for owner in ("ann", "bob"):
            expected = self.noted(owner)
            assert await self.store.look(owner, "n") == expected
            assert await self.store.names(owner) == ([expected] if expected else [])


class ReopenedHistories(Histories):
    """The same, with the store closed and opened again now and then."""

    @rule()
    def reopen(self) -> None:
        self.runner.run(self.store.close())
        self.store = self.runner.run(self.fresh())


class SqliteHistories(ReopenedHistories):
    """On a file."""

    async def fresh(self) -> Store:
        return await SqliteStore.open(Path(self.folder.name) / "data", clock=self.clock)


class JetStreamHistories(ReopenedHistories):
    """On a server, each history on a part of its own."""

    unused: Callable[[], str]
    servers: Servers | None = None

    async def fresh(self) -> Store:
        self.servers = self.servers or Servers.of(self.unused())
        return await JetStore.open(self.servers, clock=self.clock)


@pytest.fixture(scope="module")
def on_nats(unused_nats: Callable[[], str]) -> None:
    JetStreamHistories.unused = staticmethod(unused_nats)


TestMemoryHistories = Histories.TestCase
TestMemoryHistories.settings = settings(max_examples=tries(30), stateful_step_count=30)
TestSqliteHistories = SqliteHistories.TestCase
TestSqliteHistories.settings = settings(max_examples=tries(20), stateful_step_count=25)
TestJetStreamHistories = pytest.mark.usefixtures("on_nats")(JetStreamHistories.TestCase)
TestJetStreamHistories.settings = settings(max_examples=tries(2), stateful_step_count=12)
