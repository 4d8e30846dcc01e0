"""A full disk, a damaged log, a start that never was stored: it is said, the rest goes on, nothing is lost."""

import asyncio

import pytest

from loket.core.actions import Action, Say
from loket.core.errors import LoketError, NoQuorum, NotFound, StoreError, Unavailable
from loket.core.events import Returned, UserSaid
from loket.core.planner import Draft, Situation
from loket.core.ports import Row
from loket.core.tool import ToolSpec
from loket.engine.host import Host
from loket.engine.names import new_name
from loket.stores.memory import MemoryStore
from loket.stores.patience import ASKING_SECONDS, asking
from tests.engine.citizens import Watcher
from tests.engine.holding import HoldingStore
from tests.engine.rooms import Made, Room, kit_of, once, room, use
from tests.engine.virtual import live, virtual


def ok(situation: Situation) -> Action:
    return Say(text="ok")


def test_a_message_that_was_not_stored_is_refused_and_can_be_sent_again() -> None:
    async def main() -> None:
        store = HoldingStore(virtual().clock)
        store.patient = False
        async with room(kit_of(ok), store) as here:
            watcher = Watcher("w")
            following = asyncio.create_task(watcher.follow(here.host, here.id))
            store.patient = True
            telling = asyncio.create_task(here.tell("hi", key="k"))
            await virtual().drain()
            store.refuse()
            with pytest.raises(Unavailable, match="disk_full"):
                await telling
            assert await here.kinds() == ["started"]
            store.patient = False
            assert await here.settle("hi", key="k") == 2
            await virtual().drain()
            assert [seq for seq, _ in watcher.rows] == [1, 2, 3] and not watcher.complaints
            following.cancel()

    live(main())


def test_who_said_something_behind_what_was_not_stored_hears_why_that_was_not() -> None:
    """Not that a record does not follow, which is nothing that a person did."""

    async def main() -> None:
        store = HoldingStore(virtual().clock)
        store.patient = False
        async with room(kit_of(ok), store) as here:
            store.patient = True
            both: list[asyncio.Task[int]] = []
            for text in ("one", "two"):
                both.append(asyncio.create_task(here.tell(text)))
                await virtual().drain()
            _, first = store.held.pop(0)
            first.fail(Unavailable("no_quorum", "Nobody knows whether it was stored."))
            store.commit()
            refused = await asyncio.gather(*both, return_exceptions=True)
            assert [getattr(one, "code", "") for one in refused] == ["no_quorum", "no_quorum"]
            store.patient = False

    live(main())


def test_who_asks_hears_soon_that_servers_do_not_answer_and_the_same_key_tells_later_what_became_of_it() -> None:
    async def main() -> None:
        store = HoldingStore(virtual().clock)
        store.patient = False
        async with room(kit_of(ok), store) as here:
            store.patient = True

            async def ask(key: str) -> int:
                with asking():
                    return await here.tell(f"say {key}", key=key)

            begun = virtual().time()
            for _ in range(2):  # the second time it is there already, and still nobody knows whether it is stored
                asked = await asyncio.gather(*(ask(key) for key in "abc"), return_exceptions=True)
                assert [type(one) for one in asked] == [NoQuorum] * 3
            assert virtual().time() - begun == 2 * ASKING_SECONDS
            store.patient = False
            store.commit()
            seqs = [await ask(key) for key in "abc"]
            assert seqs == [await ask(key) for key in "abc"]
            assert (await here.kinds()).count("user_said") == 3

    live(main())


def test_who_waits_for_an_answer_hears_soon_that_the_question_is_not_stored() -> None:
    async def main() -> None:
        store = HoldingStore(virtual().clock)
        store.patient = False
        thought = asyncio.Event()

        async def slow(situation: Situation, draft: Draft) -> Action:
            await thought.wait()
            return Say(text="ok")

        async with room(kit_of(slow), store) as here:
            store.patient = True
            name, begun = new_name(), virtual().time()
            seq = await here.host.begin("ann", "root", UserSaid(text="hi"), name, "k")
            assert seq == 2
            with asking(), pytest.raises(NoQuorum):
                await here.host.settled(name, seq)
            assert virtual().time() - begun == ASKING_SECONDS
            with asking():
                waiting = asyncio.create_task(here.host.settled(name, seq))
            await virtual().drain()
            store.patient = False
            store.commit()
            await asyncio.sleep(3 * ASKING_SECONDS)  # it is stored: what follows may take its time
            assert not waiting.done()
            thought.set()
            await waiting

    live(main())


def test_work_under_way_goes_on_by_itself_when_there_is_room_again() -> None:
    async def main() -> None:
        store = HoldingStore(virtual().clock)
        store.patient = False
        tool = Made(ToolSpec(name="t", idempotent=True))
        async with room(kit_of(once(use("t")), tool), store) as here:
            await here.tell("go")
            store.patient = True
            for _ in range(3):  # the disk stays full for a while
                await asyncio.sleep(2)
                store.refuse()
            store.patient = False
            store.commit()
            await asyncio.sleep(40)
            assert (await here.kinds())[-1] == "decided" and len(tool.calls) >= 1
            assert [back.ok for back in await here.events(Returned)] == [True]

    live(main())


def test_somebody_who_waits_for_the_end_waits_through_a_failure() -> None:
    async def main() -> None:
        store = HoldingStore(virtual().clock)
        store.patient = False

        async def slow(args: object, context: object) -> None:
            await asyncio.sleep(5)

        async with room(kit_of(once(use("t")), Made(ToolSpec(name="t", read_only=True), slow)), store) as here:
            seq = await here.tell("go")
            settling = asyncio.create_task(here.host.settled(here.id, seq, 100))
            await asyncio.sleep(1)
            store.patient = True
            other = asyncio.create_task(here.tell("and"))
            await virtual().drain()
            store.refuse()
            store.patient = False
            with pytest.raises(Unavailable):
                await other
            await settling
            assert (await here.kinds())[-2:] == ["returned", "decided"]

    live(main())


def test_a_start_that_was_not_stored_leaves_nothing() -> None:
    async def main() -> None:
        store = HoldingStore(virtual().clock)
        async with Host(store, kit_of(ok), virtual().clock) as host:
            starting = asyncio.create_task(host.start("ann", "root", conversation="0" * 21 + "7"))
            await virtual().drain()
            store.refuse()
            with pytest.raises(Unavailable):
                await starting
            await asyncio.sleep(10)
            store.patient = False
            with pytest.raises(NotFound):
                await host.tell("0" * 21 + "7", UserSaid(text="hi"))
            assert await host.start("ann", "root", conversation="0" * 21 + "7")

    live(main())


class DamagedStore(MemoryStore):
    """Holds one record that is no record, as a disk may give back."""

    async def damage(self, conversation: str) -> None:
        head = await self.head(conversation)
        await self.append(conversation, [Row(head + 1, b'{"v":1,"seq":')])


def test_one_damaged_conversation_does_not_stop_the_server() -> None:
    async def main() -> None:
        store = DamagedStore(virtual().clock)
        gate = asyncio.Event()

        async def hang(args: object, context: object) -> None:
            await gate.wait()

        kit = kit_of(once(use("t")), Made(ToolSpec(name="t", idempotent=True), hang))
        ids: list[str] = []
        async with Host(store, kit, virtual().clock) as first:
            for _ in range(3):
                ids.append(await first.start("ann", "root"))
                await first.tell(ids[-1], UserSaid(text="go"))
            await virtual().drain()
            await first.close()
            await store.damage(ids[1])
        gate.set()
        async with Host(store, kit, virtual().clock) as second:
            await virtual().drain()
            for id in (ids[0], ids[2]):
                assert (await Room(second, id).kinds())[-1] == "decided"
            with pytest.raises(StoreError, match="damaged"):
                await second.tell(ids[1], UserSaid(text="hello?"))

    live(main())


def test_an_assistant_that_is_no_longer_installed_is_said() -> None:
    async def main() -> None:
        store = MemoryStore(virtual().clock)
        async with room(kit_of(ok), store) as here:
            await here.settle("hi")
        other = kit_of(ok)
        lacking = type(other)({}, {}, {})
        async with Host(store, lacking, virtual().clock) as host:
            with pytest.raises(LoketError, match="no_assistant"):
                await host.tell(here.id, UserSaid(text="hi"))

    live(main())


def test_a_bug_of_ours_in_a_view_of_the_store_ends_as_something_a_person_can_read() -> None:
    async def main() -> None:
        store = MemoryStore(virtual().clock)
        async with room(kit_of(ok), store) as here:
            await here.settle("hi")
            await store.append(here.id, [Row(await store.head(here.id) + 1, b"{}")])  # somebody else wrote
            with pytest.raises(LoketError):
                await here.tell("hi again")

    live(main())
