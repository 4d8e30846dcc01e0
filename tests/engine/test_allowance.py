"""What an owner may store: counted by the store, refused in words, and nobody else's trouble."""

import pytest

from loket.core.actions import Action, Say
from loket.core.errors import OutOfRoom
from loket.core.events import Answered, Stopped, UserSaid
from loket.core.limits import Limits
from loket.core.planner import Situation
from loket.core.tool import ToolSpec
from loket.engine.archive import Archive
from tests.engine.rooms import Made, Room, kit_of, once, room, use
from tests.engine.virtual import live

FEW = Limits(requests=0, open=0, conversations=3, megabytes=0)
LITTLE = Limits(requests=0, open=0, conversations=0, megabytes=0.1)


def ok(situation: Situation) -> Action:
    return Say(text="ok")


def test_an_owner_has_so_many_conversations_and_erasing_makes_room() -> None:
    async def main() -> None:
        async with room(kit_of(ok), limits=FEW) as here:
            archive = Archive(here.host)
            await here.host.start("ann", "root")
            last = await archive.fork(here.id, 1, "ann")
            for another in (here.host.start("ann", "root"), archive.fork(here.id, 1, "ann")):
                with pytest.raises(OutOfRoom, match="too_many_conversations"):
                    await another
            await here.settle("what there is goes on")
            await here.host.start("bob", "root")
            await archive.erase(last, "ann")
            await here.host.start("ann", "root")

    live(main())


def test_who_has_no_room_left_may_answer_stop_and_erase_and_say_nothing_new() -> None:
    async def main() -> None:
        async with room(kit_of(once(use("t")), Made(ToolSpec(name="t", destructive=True))), limits=LITTLE) as here:
            big = await here.settle("x" * 90_000, key="k")
            await here.settle("y" * 50_000)
            with pytest.raises(OutOfRoom, match="no_room"):
                await here.tell("one more")
            assert await here.tell("x" * 90_000, key="k") == big  # it is there already
            with pytest.raises(OutOfRoom, match="no_room"):
                await here.host.start("ann", "root")
            held = next(r.seq for r in await here.records() if r.event.kind == "held")
            await here.settle(Answered(to=str(held), approve=True))
            await here.tell(Stopped())
            bob = Room(here.host, await here.host.start("bob", "root"))
            await bob.settle("hello")
            await Archive(here.host).erase(here.id, "ann")
            await here.host.tell(await here.host.start("ann", "root"), UserSaid(text="and here we are again"))

    live(main())


def test_forks_take_the_room_they_need_and_no_more() -> None:
    async def main() -> None:
        async with room(kit_of(ok), limits=LITTLE) as here:
            seq = await here.settle("x" * 40_000)
            archive, store = Archive(here.host), here.host.store
            await archive.fork(here.id, seq, "ann")
            before = await store.used("ann")
            with pytest.raises(OutOfRoom, match="no_room"):
                await archive.fork(here.id, seq, "ann")
            assert await store.used("ann") == before and before.bytes < 100_000

    live(main())
