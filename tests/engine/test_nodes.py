"""What a node does when it sees another one no more."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from datetime import UTC, datetime, timedelta

import pytest

from loket.core.actions import Say
from loket.core.data import Json
from loket.core.errors import Moved
from loket.core.ports import Noted
from loket.engine.host import LOOK_SECONDS, Host
from loket.engine.nodes import BEAT_SECONDS, DEAD_SECONDS, FORGOTTEN_SECONDS, NODES, NOTHING, Nodes
from loket.stores.memory import MemoryStore
from loket.stores.moment import Clock, now
from tests.engine.rooms import kit_of, once
from tests.engine.virtual import live, virtual
from tests.loop_clock import forward


class Shared(MemoryStore):
    """One that knows who writes; nobody else does here."""

    node = "here"
    writer: str | None = None
    hears = False

    def __init__(self, clock: Clock = now) -> None:
        super().__init__(clock)
        self.ears: list[Callable[[Noted], None]] = []
        self.looks = 0

    async def names(self, owner: str, prefix: str = "", limit: int = 1000) -> list[Noted]:
        self.looks += prefix == NODES
        return await super().names(owner, prefix, limit)

    async def holder(self, conversation: str) -> str | None:
        return self.writer

    async def holders(self, conversations: Iterable[str]) -> dict[str, str | None]:
        return {}

    async def claim(self, conversation: str) -> int:
        return await self.head(conversation)

    async def hear(self, owner: str, prefix: str, told: Callable[[Noted], None]) -> Callable[[], Awaitable[None]]:
        """Nobody hears anything unless `hears`: beats get lost, and are looked for."""
        if self.hears:
            self.ears.append(told)

        async def over() -> None:
            if told in self.ears:
                self.ears.remove(told)

        return over

    async def note(
        self, owner: str, name: str, value: Json, expect: int | None = None, expires: datetime | None = None
    ) -> int:
        version = await super().note(owner, name, value, expect, expires)
        for told in [*self.ears]:
            told(Noted(name, value, version, expires))
        return version


async def test_a_node_lives_for_one_whose_clock_is_hours_ahead() -> None:
    ahead = Shared(lambda: datetime.now(UTC) + timedelta(hours=3))
    async with Nodes(ahead, "http://here"):
        ahead.node = "there"
        async with Nodes(ahead, "http://there") as there:
            assert there.living == {"here", "there"}


async def test_what_a_dead_node_noted_is_forgotten_but_not_of_one_that_beats_again() -> None:
    store, now = Shared(), [0.0]
    async with Nodes(store, "http://here", lambda: now[0]) as nodes:
        for name in ("dead", "back"):
            await store.note("", f"{NODES}{name}", {"address": "http://there"})
        for _ in range(round(FORGOTTEN_SECONDS / BEAT_SECONDS) + 4):
            now[0] += BEAT_SECONDS
            forward(BEAT_SECONDS)
            for _ in range(30):
                await asyncio.sleep(0)
            if now[0] == FORGOTTEN_SECONDS:
                await store.note("", f"{NODES}back", {"address": "http://there"})
        assert [one.name for one in await store.names("", NODES)] == [f"{NODES}back", f"{NODES}here"]
        assert nodes.living == {"here", "back"}


async def test_to_a_command_of_the_terminal_nothing_is_left_while_a_server_lives() -> None:
    store, left = Shared(), [str(number) for number in range(20)]
    async with Nodes(store, "", knows=NOTHING) as guest:
        assert all(map(guest.mine, left))
        store.node = "there"
        async with Nodes(store, "http://there") as server:
            await asyncio.sleep(0)
            forward(BEAT_SECONDS)
            for _ in range(30):
                await asyncio.sleep(0)
            assert guest.living == {"here", "there"}
            assert not any(map(guest.mine, left)) and all(map(server.mine, left))


async def test_an_earlier_life_at_the_same_address_is_over() -> None:
    store, now = Shared(), [0.0]
    await store.note("", f"{NODES}before", {"address": "http://here"})
    await store.note("", f"{NODES}there", {"address": "http://there"})
    async with Nodes(store, "http://here", lambda: now[0]) as nodes:
        assert nodes.living == {"here", "there"}
        await store.note("", f"{NODES}before", {"address": "http://here"})
        await beats(now, 4)
        assert nodes.living == {"here", "there", "before"}  # two are at one address by mistake


async def beats(now: list[float], count: int) -> None:
    """So many pass."""
    for _ in range(count):
        now[0] += BEAT_SECONDS
        forward(BEAT_SECONDS)
        for _ in range(30):
            await asyncio.sleep(0)


async def test_nodes_that_hear_one_another_read_no_marks_and_who_is_not_heard_is_looked_for() -> None:
    store, now = Shared(), [0.0]
    store.hears = True
    mark = {"address": "http://there"}
    async with Nodes(store, "http://here", lambda: now[0]) as nodes:
        await store.note("", f"{NODES}there", mark)
        assert nodes.living == {"here", "there"}  # one that has just come is heard
        looks = store.looks
        for _ in range(100):
            await store.note("", f"{NODES}there", mark)
            await beats(now, 1)
        assert nodes.living == {"here", "there"} and store.looks - looks <= 6
        ears, store.ears = store.ears, []
        for _ in range(20):  # what it says is stored, and does not get here
            await store.note("", f"{NODES}there", mark)
            await beats(now, 1)
            assert nodes.living == {"here", "there"}
        store.ears = ears
        await beats(now, round(DEAD_SECONDS / BEAT_SECONDS) + 1)
        assert nodes.living == {"here"}
        await store.note("", f"{NODES}there", mark)
        assert nodes.living == {"here", "there"}
        await store.note("", f"{NODES}there", None)
        assert nodes.living == {"here"}  # it said so when it ended


async def test_what_a_dead_node_left_is_looked_for_as_soon_as_it_is_taken_for_dead() -> None:
    """Most often it is seen to be dead between two beats, not while one is said."""
    store, looks = Shared(), list[str]()
    await store.note("", f"{NODES}dead", {"address": "http://there"})

    async def adopt() -> None:
        looks.append("left")

    async with Nodes(store, "http://here", lambda: asyncio.get_running_loop().time()) as nodes:
        nodes.adopt = adopt
        assert nodes.living == {"here", "dead"}
        for _ in range(round(DEAD_SECONDS / BEAT_SECONDS) + 2):
            forward(BEAT_SECONDS)
            for _ in range(30):
                await asyncio.sleep(0)
        assert nodes.living == {"here"} and looks == ["left"]


async def test_who_ended_is_not_reported_and_who_died_is_with_its_address(caplog: pytest.LogCaptureFixture) -> None:
    store = Shared()
    for name in ("dead", "ended"):
        await store.note("", f"{NODES}{name}", {"address": f"http://{name}"})
    async with Nodes(store, "http://here", lambda: asyncio.get_running_loop().time()) as nodes:
        assert nodes.living == {"here", "dead", "ended"}
        await store.forget("", f"{NODES}ended")
        for _ in range(round(DEAD_SECONDS / BEAT_SECONDS) + 2):
            forward(BEAT_SECONDS)
            for _ in range(30):
                await asyncio.sleep(0)
        assert nodes.living == {"here"}
    [line] = [line.message for line in caplog.records if line.name == "loket.engine"]
    assert "node dead at http://dead gives no sign of life" in line


async def test_a_node_that_came_since_the_last_look_is_not_taken_for_dead() -> None:
    """A fault run found it: a conversation was claimed from who had just begun it, and its effect left afterwards."""
    store = Shared()
    async with Nodes(store, "http://here") as nodes:
        store.writer = "new"
        await store.note("", f"{NODES}new", {"address": "http://new"})
        with pytest.raises(Moved) as moved:
            await nodes.take("c")
        assert moved.value.address == "http://new"
        store.writer = "gone"
        assert await nodes.take("c")


def test_what_is_kept_no_longer_goes_soon_after_the_node_died_that_saw_to_it() -> None:
    async def main() -> None:
        loop = virtual()
        store = Shared(loop.clock)
        await store.note("", f"{NODES}first", {"address": "http://there"})
        async with Nodes(store, "http://here", loop.time) as nodes:
            host = Host(store, kit_of(once(Say(text="Yes."))), loop.clock)
            host.runs.claims, nodes.adopt = nodes, host.runs.adopt
            async with host:
                id = await host.start("ann", "root")
                file = await host.files.put(await host.owned(id), b"a plan", "plan.pdf", "text/plain")
                assert file.blob is not None and not nodes.first
                await host.files.end(id, file.blob.sha256, loop.clock())
                await asyncio.sleep(DEAD_SECONDS + LOOK_SECONDS)
                assert nodes.first and await store.get(id, file.blob.sha256) is None

    live(main())
