"""What watchers of one conversation are given: committed records and words in the making, each encoded once."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import ClassVar

import msgspec

RING = 1024
"""Frames kept for watchers; one that is further behind reads the store again."""
GONE = 64
"""Drafts that were taken back, of which a watcher that fell behind is told."""
FLUSH_SECONDS = 0.04
"""Words in the making that come so soon after others wait at most this long, to go out as one frame."""


Straight = Callable[[bytes], bool]
"""Sends a frame to a watcher in the step of whoever made it; False when something is in its way. Raises nothing."""


def record_frame(seq: int, body: bytes) -> bytes:
    """A record as a server-sent event; its id is the seq."""
    return b"id: %d\ndata: %b\n\n" % (seq, body)


def _note_frame(**note: object) -> bytes:
    return b"data: %b\n\n" % msgspec.json.encode(note)


@dataclass(slots=True, eq=False)
class Watching:
    """A watcher, and the seq of the last record it was sent."""

    seen: int


class Feed:
    """Frames in the order watchers must see them, numbered by position. Lives in the event loop; never waits.

    `committed` is the last seq that is durable, `before` what it was when the conversation was opened."""

    def __init__(self, committed: int) -> None:
        self.committed = self.before = committed
        self.frames: deque[tuple[int, bytes]] = deque(maxlen=RING)
        self.position = 0
        self.drafts: dict[str, DraftText] = {}
        self._gone: tuple[str, ...] = ()
        self._promised: dict[int, str] = {}
        self._early: list[DraftText] = []
        self.closed = False
        self.watching: set[Watching] = set()
        self._waiting: list[_Waiting] = []

    def publish(self, rows: Iterable[tuple[int, bytes]]) -> None:
        """Committed rows, oldest first."""
        for seq, body in rows:
            self.committed = seq
            self._put(*(seq, record_frame(seq, body)) if self.watching else (-seq, body))
            early, self._early = self._early, []
            for draft in early:
                draft.flush()
        if self._promised:
            self._promised = {seq: draft for seq, draft in self._promised.items() if seq > self.committed}
        self._wake()

    def promise(self, draft: str, seq: int) -> None:
        """Record `seq` holds the words of this draft, once it is committed."""
        if seq > self.committed:
            self._promised[seq] = draft

    def watched(self, place: Watching) -> None:
        """From here on records are published as frames: those before it must be frames by then, too."""
        self._frame()
        self.watching.add(place)

    def owe(self, draft: "DraftText") -> None:
        """Words that were faster than the store go out once it has what they answer."""
        if draft not in self._early:
            self._early.append(draft)

    def note(self, **note: object) -> None:
        """A frame without id: it is not stored and a later watcher does not get it."""
        frame = _note_frame(**note)
        self._put(0, frame)
        self._wake(frame)

    def since(self, position: int) -> list[tuple[int, bytes]] | None:
        """The frames after a position as (seq or 0, bytes); None when the ring no longer holds them all."""
        missing = self.position - position
        if missing > len(self.frames):
            return None
        self._frame()
        return [self.frames[i] for i in range(len(self.frames) - missing, len(self.frames))]

    def recorded(self, after: int) -> list[bytes] | None:
        """The committed records after a seq; None when the ring does not hold them all."""
        self._frame()
        whole = self.before <= after if len(self.frames) < RING else any(seq == after + 1 for seq, _ in self.frames)
        return [frame for seq, frame in self.frames if seq > after] if whole else None

    def so_far(self) -> list[bytes]:
        """What a joiner needs to know of the words in the making."""
        return [
            _note_frame(kind=draft.kind, draft=draft.id, scope=draft.scope, offset=0, text=draft.sent)
            for draft in self.drafts.values()
            if draft.sent
        ]

    def taken_back(self, draft: str) -> None:
        """The words of a draft count no more."""
        self._gone = (*self._gone, draft)[-GONE:]
        self.note(kind="draft_gone", draft=draft)

    def missed(self) -> list[bytes]:
        """For a watcher that fell behind the ring: what it may have missed besides records."""
        return [_note_frame(kind="draft_gone", draft=draft) for draft in self._gone]

    async def news(self, position: int, straight: Straight | None = None) -> int:
        """Returns when there is a frame after this position or the feed is closed. Words in the making go straight to
        a watcher that can be sent to, which is not woken for them: the position is then that after the last of them."""
        while self.position == position and not self.closed:
            self._waiting.append(waiting := _Waiting(asyncio.get_running_loop().create_future(), position, straight))
            try:
                await waiting.woken
            except asyncio.CancelledError:
                if waiting in self._waiting:
                    self._waiting.remove(waiting)  # who left is not kept until there are news
                raise
            position = waiting.position
        return position

    def close(self) -> None:
        """Lets every watcher go; they find their way back by seq."""
        for draft in self._promised.values():
            self.taken_back(draft)  # its record was never committed
        self._promised.clear()
        self.closed = True
        self._wake()

    def _put(self, seq: int, frame: bytes) -> None:
        self.frames.append((seq, frame))
        self.position += 1

    def _frame(self) -> None:
        """Records that nobody watched become frames when somebody does: to most conversations nobody comes."""
        for place in range(len(self.frames) - 1, -1, -1):
            if (seq := self.frames[place][0]) > 0:
                return
            if seq < 0:
                self.frames[place] = -seq, record_frame(-seq, self.frames[place][1])

    def _wake(self, words: bytes | None = None) -> None:
        everyone, self._waiting = self._waiting, []
        for waiting in everyone:
            if waiting.woken.done():
                continue
            newest = waiting.position == self.position - 1  # else a record stands before these words
            if words is not None and newest and waiting.straight is not None and waiting.straight(words):
                waiting.position = self.position
                self._waiting.append(waiting)
            else:
                waiting.woken.set_result(None)


@dataclass(slots=True, eq=False)
class _Waiting:
    """A watcher that has seen all there is, up to a position."""

    woken: asyncio.Future[None]
    position: int
    straight: Straight | None


class DraftText:
    """The words of one thought while it lasts; see core.planner.Draft. `came` is called before some are sent. Nobody
    sees them before record `after`, the last one when it began: who watches could not tell whose they are."""

    kind: ClassVar[str] = "delta"

    def __init__(self, feed: Feed, id: str, scope: str, after: int = 0) -> None:
        self.feed, self.id, self.scope, self.after = feed, id, scope, after
        self.sent = ""
        self._fresh: list[str] = []
        self._timer: asyncio.TimerHandle | None = None
        self._gathering = False
        self._flushed = -FLUSH_SECONDS
        self._ended = False
        self.came: Callable[[], None] | None = None

    @property
    def shown(self) -> bool:
        """Whether anything of this thought may have been seen."""
        return bool(self.sent or self._fresh)

    def write(self, text: str) -> None:
        """More words. They go out at once after a pause, else gathered."""
        if self._gathering and text:
            self._fresh.append(text)
            return
        if self._ended or not text:
            return
        self._fresh.append(text)
        self.feed.drafts[self.id] = self
        if self.came is not None:
            self.came()
        loop = asyncio.get_running_loop()
        if loop.time() - self._flushed < FLUSH_SECONDS:
            self._gathering, self._timer = True, loop.call_later(FLUSH_SECONDS, self.flush)
        else:
            self.flush()

    def flush(self) -> None:
        """Sends what was gathered."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        early = bool(self._fresh) and self.feed.committed < self.after
        self._gathering = early and not self._ended
        if early:
            self.feed.owe(self)
            return
        text = "".join(self._fresh).encode("utf-8", "replace").decode()  # halves of a character can't be sent
        if text:
            self._fresh.clear()
            self._flushed = asyncio.get_running_loop().time()
            offset, self.sent = len(self.sent), self.sent + text
            self.feed.note(kind=self.kind, draft=self.id, scope=self.scope, offset=offset, text=text)

    def end(self, decided: int | None = None) -> None:
        """The thought is over: the record of its decision names the draft, or the words are taken back."""
        ended, self._ended = self._ended, True
        if ended or not self.shown:
            return
        if decided is None:
            self._fresh.clear()
        self.flush()  # what is too early to be seen goes out between the record it answers and that of the decision
        self.feed.drafts.pop(self.id, None)
        if decided is None:
            self.feed.taken_back(self.id)
        else:
            self.feed.promise(self.id, decided)


class ThinkingText(DraftText):
    """What is thought aloud before and between the words: it takes nobody's place and is kept nowhere."""

    kind: ClassVar[str] = "thinking"

    def end(self, decided: int | None = None) -> None:
        """It is over, and gone from every page."""
        self._ended, self._gathering = True, False
        self._fresh.clear()
        self.feed.drafts.pop(self.id, None)
        if self.sent:
            self.feed.note(kind=self.kind, draft=self.id, scope=self.scope, offset=0, text="")
