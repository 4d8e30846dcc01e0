"""Following a conversation: its committed records as frames, from wherever a watcher is, and words in the making."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass

from loket.core.errors import Gone
from loket.core.ports import Store
from loket.core.record import lifted
from loket.engine.feed import Feed, Straight, Watching, record_frame
from loket.engine.run import Run
from loket.engine.runs import Runs

PAGE = 500


@dataclass(frozen=True, slots=True)
class Watched:
    """What is followed: `opened` gives its run, and opens it when it sleeps; NotFound or Gone when there is none."""

    conversation: str
    opened: Callable[[], Awaitable[Run]]
    store: Store
    runs: Runs


async def frames(watched: Watched, after: int, straight: Straight | None = None) -> AsyncGenerator[list[bytes], None]:
    """Every record after `after` without gap or repeat, for ever; ends when it is erased or the host closes. Words that
    went `straight` to who follows are not among them."""
    seen, run = after, None
    while True:
        try:
            run = await watched.opened()
        except Gone:
            if run is None:
                raise
            return
        feed = run.writer.feed
        while seen < feed.committed:
            behind, seen = await _behind(watched, feed, seen)
            if not behind:
                break  # it is being erased
            yield behind
        position = feed.position
        place = Watching(seen)
        feed.watched(place)
        try:
            if drafts := feed.so_far():
                yield drafts
            while (fresh := feed.since(position)) is not None:
                if fresh:
                    position += len(fresh)
                    news = [frame for seq, frame in fresh if seq == 0 or seq > seen]
                    seen = max(seen, *(seq for seq, _ in fresh))
                    if news:
                        yield news
                    place.seen = seen
                elif feed.closed:
                    break
                else:
                    position = await feed.news(position, straight)
            else:
                if missed := feed.missed():
                    yield missed
        finally:
            feed.watching.discard(place)
        if watched.runs.closing or await watched.store.erased(watched.conversation):
            return
        if run.broken:
            await run.replaced()


async def parting(
    store: Store, conversation: str, after: int, over: asyncio.Event
) -> AsyncGenerator[list[bytes], None]:
    """For who watches a conversation that rests while its host closes: what is stored, and no more comes. Ends with the
    host, so that nobody has to ask again and again meanwhile."""
    while rows := await store.read(conversation, after=after, limit=PAGE):
        after = rows[-1].seq
        yield [record_frame(row.seq, lifted(row.body)) for row in rows]
    await over.wait()


async def _behind(watched: Watched, feed: Feed, seen: int) -> tuple[list[bytes], int]:
    """Committed records after `seen`, from the ring when it holds them all, and the seq of the last."""
    recorded = feed.recorded(seen)
    if recorded is not None:
        return recorded, feed.committed
    rows = await watched.store.read(watched.conversation, after=seen, limit=PAGE)
    return [record_frame(row.seq, lifted(row.body)) for row in rows], rows[-1].seq if rows else seen
