"""Sessions of the pages: the UUID form of a conversation that is made at its first client event."""

import asyncio
import time
import uuid
from collections import OrderedDict
from dataclasses import dataclass, field

from loket.core.errors import NotFound
from loket.house.house import House
from loket.house.sessions import base62, name_of, uuid_of

IDLE_SECONDS = 3600.0
LIMIT = 10_000
"""Sessions of one owner that have no conversation yet; the oldest go first."""
LOOK_SECONDS = 60.0
"""How often an open stream says that its session is still in use."""


@dataclass
class WaitingSession:
    """A session without a conversation yet: whose it is, when it was last seen, and the sign that it has begun."""

    owner: str
    seen: float
    begun: asyncio.Event = field(default_factory=asyncio.Event)


class Sessions:
    """Knows which session ids may be used. One that never did anything is forgotten after an hour without a stream."""

    def __init__(self, house: House, assistant: str) -> None:
        self.house, self.assistant = house, assistant
        self._waiting: dict[str, WaitingSession] = {}
        self._of: dict[str, OrderedDict[str, None]] = {}

    def new(self, owner: str) -> str:
        """A session id that nobody can guess."""
        session = str(uuid.uuid4())
        self._waiting[session] = WaitingSession(owner, time.monotonic())
        own = self._of.setdefault(owner, OrderedDict())
        own[session] = None
        while len(own) > LIMIT:
            self._forget(next(iter(own)))
        return session

    def _forget(self, session: str) -> WaitingSession | None:
        waiting = self._waiting.pop(session, None)
        if waiting is not None:
            self._of[waiting.owner].pop(session, None)
        return waiting

    def _seen(self, session: str, waiting: WaitingSession) -> None:
        waiting.seen = time.monotonic()
        self._of[waiting.owner].move_to_end(session)

    async def resume(self, owner: str, session: str | None) -> str | None:
        """The same id, in its usual form, when this owner's session is known; None otherwise."""
        name = name_of(session or "")
        if name is None:
            return None
        known = uuid_of(name)
        waiting = self._waiting.get(known)
        if waiting is not None:
            if waiting.owner != owner or time.monotonic() - waiting.seen > IDLE_SECONDS:
                return None
            self._seen(known, waiting)
            return known
        return known if await self.exists(owner, name) else None

    async def begun(self, owner: str, session: str) -> bool:
        """Returns when the session has its conversation, and keeps it known while somebody waits here. False when it
        never will: it was forgotten."""
        while (waiting := self._waiting.get(session)) is not None:
            self._seen(session, waiting)
            try:
                async with asyncio.timeout(LOOK_SECONDS):
                    await waiting.begun.wait()
            except TimeoutError:
                continue
        return await self.exists(owner, base62(uuid.UUID(session).int))

    async def exists(self, owner: str, conversation: str) -> bool:
        """Whether the conversation of a session has been made."""
        return await self.house.owned(conversation, owner, self.assistant) is not None

    async def conversation(self, owner: str, session: str) -> str:
        """The conversation of a known session, made now if this is its first event. NotFound: unknown session."""
        known = await self.resume(owner, session)
        if known is None:
            raise NotFound("unknown_session", "This session is not known, or it has ended. Open the page again.")
        name = base62(uuid.UUID(known).int)
        if known in self._waiting:
            await self.house.ensure(owner, self.assistant, name)
            if (waiting := self._forget(known)) is not None:
                waiting.begun.set()
        return name
