"""A log of more records than are read at once is folded and copied from its first record on."""

from loket.core.actions import Say
from loket.engine.archive import Archive
from loket.engine.pages import PAGE
from tests.engine.rooms import kit_of, room
from tests.engine.virtual import live

MESSAGES = 400


def test_a_long_log_is_looked_at_and_copied_whole() -> None:
    async def story() -> None:
        async with room(kit_of(lambda situation: Say(text="Yes."))) as here:
            for number in range(MESSAGES):
                await here.settle(f"Message {number}.")
            head = await here.host.store.head(here.id)
            assert head > PAGE
            fork = await Archive(here.host).fork(here.id, head, "ann")
            for conversation in (here.id, fork):
                looked = await here.host.look(conversation, "ann")
                transcript = looked.state()["transcript"]["state"]
                assert transcript["dropped"] + len(transcript["items"]) == 2 * MESSAGES
                rows = await here.host.store.read(conversation, limit=2 * head)
                assert [row.seq for row in rows][:head] == list(range(1, head + 1))

    live(story())
