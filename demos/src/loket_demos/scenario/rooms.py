"""Rooms: an address where agents come to, and behind it one backend at a time that answers them, such as a page.

Who is behind a room holds a lease, which lasts for 45 seconds and is renewed by being there; another one may take it
over, with all that waits. What is said is in the log: a message is a call that waits, its reply what that gives."""

import asyncio
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic

from loket.core.data import Frozen, JsonObject
from loket.core.errors import Conflict, Gone, NotFound, Unavailable
from loket_demos.scenario.counterpart import Finality, NoCounterpart, SentFile

LEASE = 45.0
PENDING, ROOMS, OWN_ROOMS = 50, 1000, 100
"""Messages that wait in one room; rooms of all owners together, and of one."""
NOBODY = "Nobody is behind this room now. Try again when somebody has opened it."
LEFT = "Whoever was behind this room left before they answered."


class RoomMessage(Frozen):
    """What waits for a reply: `id` is that of the call, `files` are those of its conversation."""

    id: str
    conversation: str
    task: int
    text: str
    files: tuple[JsonObject, ...] = ()


@dataclass(frozen=True)
class RoomReply:
    """What the backend answers."""

    text: str
    finality: Finality = "turn"
    files: tuple[SentFile, ...] = ()


@dataclass
class _Room:
    """`news` is set whenever something changes for those who look."""

    lease: str = ""
    until: float = 0.0
    waiting: dict[str, tuple[RoomMessage, "asyncio.Future[RoomReply]"]] = field(
        default_factory=dict[str, "tuple[RoomMessage, asyncio.Future[RoomReply]]"]
    )
    news: asyncio.Event = field(default_factory=asyncio.Event)

    def wake(self) -> None:
        self.news.set()
        self.news = asyncio.Event()


@dataclass
class Rooms:
    """The rooms of all owners of this process. After a restart they are empty: whoever was behind one comes again."""

    clock: Callable[[], float] = monotonic
    _rooms: dict[tuple[str, str], _Room] = field(default_factory=dict[tuple[str, str], _Room])

    def enter(self, owner: str, name: str, *, takeover: bool = False) -> str:
        """A lease on the room. Conflict `taken` while another one holds it, unless this is a takeover."""
        room = self._room(owner, name)
        if self._held(room) and not takeover:
            left = round(room.until - self.clock())
            raise Conflict("taken", f"Somebody is behind this room, for {left} s at least. Take it over, or wait.")
        room.lease, room.until = uuid.uuid4().hex, self.clock() + LEASE
        room.wake()
        return room.lease

    def renew(self, owner: str, name: str, lease: str) -> None:
        """Whoever holds the lease is still there. Gone `lost` when they hold it no longer."""
        room = self._room(owner, name)
        if not lease or room.lease != lease or not self._held(room):
            raise Gone("lost", "This room is no longer yours: the lease ran out, or somebody took it over.")
        room.until = self.clock() + LEASE

    def leave(self, owner: str, name: str, lease: str) -> None:
        """Gives the room back; nothing when it is somebody else's by now."""
        room = self._room(owner, name)
        if lease and room.lease == lease:
            room.until = 0.0
            self._held(room)

    def waiting(self, owner: str, name: str) -> tuple[RoomMessage, ...]:
        """What waits for a reply, the oldest first."""
        room = self._room(owner, name)
        self._held(room)
        return tuple(message for message, _ in room.waiting.values())

    def changed(self, owner: str, name: str) -> asyncio.Event:
        """Set at the next change of the room."""
        return self._room(owner, name).news

    def reply(self, owner: str, name: str, message: str, reply: RoomReply) -> None:
        """Answers a message that waits. NotFound when none of this id does."""
        waits = self._room(owner, name).waiting.get(message)
        if waits is None or waits[1].done():
            raise NotFound("no_message", "No message of this id waits for a reply.")
        waits[1].set_result(reply)

    async def ask(self, owner: str, name: str, message: RoomMessage) -> RoomReply:
        """What the backend answers. NoCounterpart when nobody is behind the room, or who was left."""
        room = self._room(owner, name)
        if not self._held(room):
            raise NoCounterpart(NOBODY)
        if len(room.waiting) >= PENDING:
            raise NoCounterpart("Too many messages wait in this room. Try again later.")
        coming: asyncio.Future[RoomReply] = asyncio.get_running_loop().create_future()
        room.waiting[message.id] = message, coming
        room.wake()
        try:
            while not coming.done() and self._held(room):
                await asyncio.wait((coming,), timeout=max(0.01, room.until - self.clock()))
            if not coming.done():
                raise NoCounterpart(LEFT)
            return coming.result()
        finally:
            room.waiting.pop(message.id, None)
            room.wake()

    def _held(self, room: _Room) -> bool:
        """Whether somebody is behind it. Where the lease ran out, whoever waits is told."""
        if room.until > self.clock():
            return True
        if room.lease:
            room.lease = ""
            for _, coming in room.waiting.values():
                if not coming.done():
                    coming.set_exception(NoCounterpart(LEFT))
            room.wake()
        return False

    def _room(self, owner: str, name: str) -> _Room:
        key = owner, name
        if key not in self._rooms:
            if self._full(owner):
                self._rooms = {k: room for k, room in self._rooms.items() if self._held(room) or room.waiting}
            if self._full(owner):
                raise Unavailable("too_many_rooms", "Too many rooms are open here. Try again later.")
            self._rooms[key] = _Room()
        return self._rooms[key]

    def _full(self, owner: str) -> bool:
        return len(self._rooms) >= ROOMS or sum(key[0] == owner for key in self._rooms) >= OWN_ROOMS
