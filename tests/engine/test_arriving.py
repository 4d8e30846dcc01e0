"""Bytes that come in with a message: kept when it comes into the log, gone when it does not, whoever else brings the
same at that moment, and when nobody is left to say what became of it."""

import asyncio
from contextlib import AsyncExitStack
from datetime import timedelta

import pytest

from loket.core.errors import Conflict
from loket.core.events import UserSaid
from loket.engine.file_store import UNSENT
from loket.engine.host import FORGET_SECONDS
from loket.stores.memory import MemoryStore
from tests.engine.rooms import Room, kit_of, once, room, use
from tests.engine.test_call_world import keeping
from tests.engine.virtual import live, virtual

LETTER = b"A letter that two people send at once."
KIT = kit_of(once(use("t")), keeping())


async def send(here: Room, gate: asyncio.Event, refused: bool) -> str:
    """Puts the letter, and then tells of it or is refused when the gate opens."""
    entry = await here.host.owned(here.id)
    async with here.host.files.arriving(entry) as put:
        ref = await put(LETTER, "a.txt", "text/plain")
        await gate.wait()
        if refused:
            raise Conflict("refused", "This message is not taken.")
        await here.host.tell(here.id, UserSaid(text="", files=(ref,)), owner="ann")
    assert ref.blob is not None
    return ref.blob.sha256


@pytest.mark.parametrize("refusals", [(False, True, True), (True, False, True), (True, True, False)])
def test_the_same_bytes_in_two_messages_go_with_neither_when_one_is_refused(refusals: tuple[bool, ...]) -> None:
    async def main() -> None:
        async with room(KIT) as here:
            gates = [asyncio.Event() for _ in refusals]
            sending = [asyncio.create_task(send(here, *pair)) for pair in zip(gates, refusals, strict=True)]
            for gate, task in zip(gates, sending, strict=True):
                await asyncio.sleep(1)  # of the virtual clock: all of them have put their bytes
                gate.set()
                await asyncio.wait([task])
            ends = await asyncio.gather(*sending, return_exceptions=True)
            [sha256] = [end for end in ends if isinstance(end, str)]
            assert await here.host.store.get(here.id, sha256) == LETTER

    live(main())


def test_what_is_refused_or_given_up_leaves_no_bytes() -> None:
    async def main() -> None:
        async with room(KIT) as here:
            before = (await here.host.store.used("ann")).bytes
            gate = asyncio.Event()
            gate.set()
            with pytest.raises(Conflict):
                await send(here, gate, True)
            leaving = asyncio.create_task(send(here, asyncio.Event(), False))
            await asyncio.sleep(1)
            leaving.cancel()
            await asyncio.wait([leaving])
            assert (await here.host.store.used("ann")).bytes == before

    live(main())


def test_bytes_whose_process_was_killed_before_their_message_go_an_hour_later() -> None:
    async def main() -> None:
        store = MemoryStore(virtual().clock)
        async with AsyncExitStack() as never_left:
            async with room(KIT, store) as here:
                entry = await here.host.owned(here.id)
                put = await never_left.enter_async_context(here.host.files.arriving(entry))
                ref = await put(LETTER, "a.txt", "text/plain")
            assert ref.blob is not None
            async with room(KIT, store):
                await asyncio.sleep((UNSENT - timedelta(minutes=5)).total_seconds())
                assert await store.get(here.id, ref.blob.sha256) == LETTER
                await asyncio.sleep(600 + FORGET_SECONDS)
                assert await store.get(here.id, ref.blob.sha256) is None

    live(main())
