"""What watchers of one conversation are given: committed records and words in the making, each encoded once."""

import asyncio
import json
from collections import deque
from collections.abc import Iterable

RING = 1024
"""Frames kept for watchers; one that is further behind reads the store again."""
FLUSH_SECONDS = 0.04
"""Words in the making are gathered this long before they go out as one frame."""


def record_frame(seq: int, body: bytes) -> bytes:
    """A record as a server-sent event; its id is the seq."""
    return b"id: %d\ndata: %b\n\n" % (seq, body)


def _note_frame(**note: object) -> bytes:
    return b"data: %b\n\n" % json.dumps(note, ensure_ascii=False, separators=(",", ":")).encode()


class Feed:
    """Frames in the order watchers must see them, numbered by position. Lives in the event loop; never waits."""

    def __init__(self, committed: int) -> None:
        self.committed = committed
        self.frames: deque[tuple[int, bytes]] = deque(maxlen=RING)
        self.position = 0
        self.drafts: dict[str, DraftText] = {}
        self.closed = False
        self.watchers = 0
        self._news: asyncio.Future[None] | None = None

    def publish(self, rows: Iterable[tuple[int, bytes]]) -> None:
        """Committed rows, oldest first."""
        for seq, body in rows:
            self.committed = seq
            self._put(seq, record_frame(seq, body))
        self._wake()

    def note(self, **note: object) -> None:
        """A frame without id: it is not stored and a later watcher does not get it."""
        self._put(0, _note_frame(**note))
        self._wake()

    def since(self, position: int) -> list[tuple[int, bytes]] | None:
        """The frames after a position as (seq or 0, bytes); None when the ring no longer holds them all."""
        missing = self.position - position
        if missing > len(self.frames):
            return None
        if missing == len(self.frames):
            return list(self.frames)
        return [self.frames[i] for i in range(len(self.frames) - missing, len(self.frames))]

    def so_far(self) -> list[bytes]:
        """What a joiner needs to know of the words in the making."""
        return [
            _note_frame(kind="delta", draft=draft.id, scope=draft.scope, offset=0, text=draft.sent)
            for draft in self.drafts.values()
            if draft.sent
        ]

    async def news(self, position: int) -> None:
        """Returns when there is a frame after this position or the feed is closed."""
        while self.position == position and not self.closed:
            if self._news is None:
                self._news = asyncio.get_running_loop().create_future()
            await asyncio.shield(self._news)

    def close(self) -> None:
        """Lets every watcher go; they find their way back by seq."""
        self.closed = True
        self._wake()

    def _put(self, seq: int, frame: bytes) -> None:
        self.frames.append((seq, frame))
        self.position += 1

    def _wake(self) -> None:
        if self._news is not None and not self._news.done():
            self._news.set_result(None)
        self._news = None


class DraftText:
    """The words of one thought while it lasts; see core.planner.Draft."""

    def __init__(self, feed: Feed, id: str, scope: str) -> None:
        self.feed, self.id, self.scope = feed, id, scope
        self.sent = ""
        self._fresh: list[str] = []
        self._timer: asyncio.Handle | None = None

    @property
    def shown(self) -> bool:
        """Whether anything of this thought may have been seen."""
        return bool(self.sent or self._fresh)

    def write(self, text: str) -> None:
        """More words. The first go out at once, the rest gathered."""
        if not text:
            return
        if not self.shown:
            self.feed.drafts[self.id] = self
        self._fresh.append(text)
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(FLUSH_SECONDS, self.flush) if self.sent else loop.call_soon(self.flush)

    def flush(self) -> None:
        """Sends what was gathered."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        text = "".join(self._fresh)
        if text:
            self._fresh.clear()
            offset, self.sent = len(self.sent), self.sent + text
            self.feed.note(kind="delta", draft=self.id, scope=self.scope, offset=offset, text=text)

    def end(self, kept: bool) -> None:
        """The thought is over: its decision names the draft (kept), or the words are taken back."""
        if not self.shown:
            return
        self.flush()
        self.feed.drafts.pop(self.id, None)
        if not kept:
            self.feed.note(kind="draft_gone", draft=self.id)
