"""Watchers: whoever drops, lags or joins late gets the exact records, byte for byte, and words in the making once."""

import asyncio
import json
from collections.abc import AsyncIterator

import pytest

from loket.core.actions import Action, Say
from loket.core.events import Stopped
from loket.core.planner import Draft, Situation
from loket.core.tool import ToolSpec
from loket.engine.feed import RING
from loket.engine.host import Host
from loket.stores.memory import MemoryStore
from tests.engine.citizens import Watcher
from tests.engine.holding import HoldingStore
from tests.engine.rooms import Made, Room, kit_of, room, use
from tests.engine.virtual import live, virtual

WORDS = [f"word{n} " for n in range(30)]


def steps(situation: Situation) -> Action:
    back = [r for r in situation.history if r.event.kind == "returned"]
    return use("t") if len(back) < 4 else Say(text="done")


async def speak(situation: Situation, draft: Draft) -> Action:
    """A word every ten milliseconds."""
    for word in WORDS:
        draft.write(word)
        await asyncio.sleep(0.01)
    return Say(text="".join(WORDS))


async def frames_until(host: Host, id: str, after: int, last: int) -> list[bytes]:
    """What a client that has seen `after` records is sent until it has seen `last`."""
    got: list[bytes] = []
    async for frames in host.follow(id, after):
        got += frames
        if any(frame.startswith(b"id: %d\n" % last) for frame in frames):
            break
    return got


def notes(frames: list[bytes]) -> list[dict[str, object]]:
    return [json.loads(frame[6:]) for frame in frames if frame.startswith(b"data: ")]


def test_a_client_that_drops_at_every_seq_gets_the_exact_rest() -> None:
    async def main() -> None:
        async with room(kit_of(steps, Made(ToolSpec(name="t")))) as here:
            await here.settle("go")
            rows = await here.host.store.read(here.id)
            whole = [b"id: %d\ndata: %b\n\n" % (row.seq, row.body) for row in rows]
            assert len(whole) > 14
            for after in range(len(whole)):
                assert await frames_until(here.host, here.id, after, len(whole)) == whole[after:]

    live(main())


@pytest.mark.parametrize("every", [1, 2, 3])
def test_a_client_that_drops_again_and_again_while_it_runs_misses_nothing(every: int) -> None:
    async def main() -> None:
        async with room(kit_of(steps, Made(ToolSpec(name="t"), lambda a, c: asyncio.sleep(1)))) as here:
            steady = asyncio.create_task(frames_until(here.host, here.id, 0, 15))
            telling = asyncio.create_task(here.settle("go"))
            got: list[bytes] = []
            while len(got) < 15:
                stream = here.host.follow(here.id, len(got))
                for _ in range(every):
                    if len(got) < 15:
                        got += await anext(stream)
                await stream.aclose()
            await telling
            assert got == await steady

    live(main())


def test_a_joiner_gets_the_words_so_far_once_and_the_rest_as_they_come() -> None:
    async def main() -> None:
        async with room(kit_of(speak)) as here:
            watchers = [Watcher(f"joins after {n}") for n in range(6)]
            tasks = [asyncio.create_task(watchers[0].follow(here.host, here.id))]
            await here.tell("go")
            for watcher in watchers[1:]:
                await asyncio.sleep(0.055)
                tasks.append(asyncio.create_task(watcher.follow(here.host, here.id)))
            await asyncio.sleep(1)
            for watcher in watchers:
                assert watcher.spoken == ["".join(WORDS)]
                assert not watcher.drafts and not watcher.complaints
            for task in tasks:
                task.cancel()

    live(main())


def test_who_joins_at_the_end_while_words_are_made_hides_no_record_from_who_comes_next() -> None:
    async def main() -> None:
        async with room(kit_of(speak)) as here:
            await here.tell("go")
            await asyncio.sleep(0.05)
            head = await here.host.store.head(here.id)
            first = here.host.follow(here.id, head)
            assert notes(await anext(first)), "the words so far"
            await asyncio.sleep(1)
            got = [frame for frame in await frames_until(here.host, here.id, 0, head + 1) if frame.startswith(b"id: ")]
            assert len(got) == head + 1
            await first.aclose()

    live(main())


def test_words_go_out_gathered_and_the_first_at_once() -> None:
    async def main() -> None:
        async with room(kit_of(speak)) as here:
            frames = asyncio.create_task(frames_until(here.host, here.id, 0, 3))
            await here.settle("go")
            deltas = notes(await frames)
            assert deltas[0]["text"] == WORDS[0] and 6 <= len(deltas) <= 12
            assert "".join(str(delta["text"]) for delta in deltas) == "".join(WORDS)

    live(main())


def test_words_that_count_no_more_are_taken_back() -> None:
    async def main() -> None:
        async with room(kit_of(speak)) as here:
            watcher = Watcher("w")
            task = asyncio.create_task(watcher.follow(here.host, here.id))
            await here.tell("go")
            await asyncio.sleep(0.1)
            assert watcher.drafts
            await here.settle(Stopped())
            await virtual().drain()
            assert not watcher.drafts
            task.cancel()

    live(main())


def test_words_of_a_decision_that_was_never_committed_are_taken_back() -> None:
    async def main() -> None:
        store = HoldingStore(virtual().clock)
        store.patient = False
        async with room(kit_of(speak), store) as here:
            watcher = Watcher("w")
            task = asyncio.create_task(watcher.follow(here.host, here.id))
            await here.tell("go")
            store.patient = True
            await asyncio.sleep(1)
            assert watcher.drafts  # the decision is made and waits for its commit
            store.refuse()
            await virtual().drain()
            assert not watcher.drafts
            store.patient = False
            await asyncio.sleep(10)
            assert [seq for seq, _ in watcher.rows] == [1, 2, 3] and not watcher.drafts
            task.cancel()

    live(main())


def test_words_that_are_faster_than_the_store_come_after_what_they_answer() -> None:
    async def main() -> None:
        store = HoldingStore(virtual().clock)
        store.patient = False
        async with room(kit_of(speak), store) as here:
            store.patient = True
            frames = asyncio.create_task(frames_until(here.host, here.id, 0, 3))
            telling = asyncio.create_task(here.settle("go"))
            await asyncio.sleep(0.1)
            store.patient = False
            store.commit()
            await telling
            got = await frames
            at = next(at for at, frame in enumerate(got) if frame.startswith(b"id: 2\n"))
            assert not notes(got[:at])
            assert notes(got)[0]["offset"] == 0
            assert "".join(str(one["text"]) for one in notes(got)) == "".join(WORDS)

    live(main())


def test_a_watcher_far_behind_reads_the_store_and_two_agree() -> None:
    async def main() -> None:
        async with room(kit_of(lambda situation: Say(text="ok"))) as here:
            stream: AsyncIterator[list[bytes]] = here.host.follow(here.id, 0)
            got = await anext(stream)
            steady = asyncio.create_task(frames_until(here.host, here.id, 0, 2 * RING + 1))
            for n in range(RING):
                await here.settle(f"{n}")
            while len(got) < 2 * RING + 1:
                got += await anext(stream)
            assert got == await steady

    live(main())


def test_a_watcher_far_behind_hears_that_words_were_taken_back() -> None:
    async def main() -> None:
        breaks = [RuntimeError("the first thought breaks")]

        async def decide(situation: Situation, draft: Draft) -> Action:
            if breaks:
                draft.write("These words will count no more.")
                await asyncio.sleep(0.5)
                raise breaks.pop()
            return Say(text="ok")

        async with room(kit_of(decide)) as here:
            stream = here.host.follow(here.id, 0)
            got = await anext(stream)
            slow = await here.tell("slow")
            await virtual().drain()
            while not notes(got):
                got += await anext(stream)
            await here.host.settled(here.id, slow)
            for n in range(RING):
                await here.settle(f"{n}")
            while len(notes(got)) < 2:
                got += await anext(stream)
            assert notes(got)[1] == {"kind": "draft_gone", "draft": notes(got)[0]["draft"]}

    live(main())


def test_a_watcher_survives_sleep_and_ends_with_the_server() -> None:
    async def main() -> None:
        store = MemoryStore(virtual().clock)
        watcher = Watcher("w")
        async with Host(store, kit_of(lambda situation: Say(text="ok")), virtual().clock) as host:
            here = Room(host, await host.start("ann", "root"))
            task = asyncio.create_task(watcher.follow(host, here.id))
            await here.settle("one")
            await host.put_to_sleep(here.id)
            await here.settle("two")
            await virtual().drain()
            assert [seq for seq, _ in watcher.rows] == [1, 2, 3, 4, 5] and not task.done()
        async with asyncio.timeout(1):
            await task

    live(main())


async def weigh(situation: Situation, draft: Draft) -> Action:
    """Thinks aloud before it answers."""
    for word in ("Let me ", "see."):
        draft.think(word)
        await asyncio.sleep(0.1)
    return Say(text="Yes.")


def test_what_is_thought_aloud_is_seen_while_it_lasts_and_kept_nowhere() -> None:
    async def main() -> None:
        async with room(kit_of(weigh)) as here:
            frames = asyncio.create_task(frames_until(here.host, here.id, 0, 3))
            await here.tell("go")
            await asyncio.sleep(0.15)
            late = await anext(aiter(here.host.follow(here.id, 2)))
            assert [note["text"] for note in notes(late)] == ["Let me see."]
            came = notes(await frames)
            assert [(note["kind"], note["offset"], note["text"]) for note in came] == [
                ("thinking", 0, "Let me "),
                ("thinking", 7, "see."),
                ("thinking", 0, ""),
            ]
            await here.settle("again")
            assert b"Let me" not in b"".join(row.body for row in await here.host.store.read(here.id))

    live(main())
