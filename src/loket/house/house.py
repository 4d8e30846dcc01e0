"""What a door may do with the conversations of this server; it knows no more of the engine than this."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass, field
from datetime import datetime

from starlette.types import ASGIApp

from loket.core.data import Json, JsonObject
from loket.core.errors import Gone, NotFound
from loket.core.events import Event
from loket.core.ports import PART, Blobs, Book, Entry
from loket.core.record import By, Record
from loket.engine import pages
from loket.engine.fitting import whole
from loket.engine.host import SETTLE_SECONDS, Host
from loket.engine.keeping import asked_by, asked_name
from loket.engine.looking import Looked
from loket.engine.news import News, ThinkingWords, Words, WordsGone, news_of
from loket.house import sessions
from loket.house.a2ui import worded
from loket.views.outcome import Outcomes as Outcomes
from loket.views.outcome_lines import came_from
from loket.views.outcome_state import Outcome as Outcome
from loket.views.outcome_state import OutcomeStep as OutcomeStep
from loket.views.outcome_state import State as OutcomeState
from loket.views.outcome_state import sent_by as sent_by
from loket.views.screen import Screens
from loket.views.spent import Spent as Spent

__all__ = [
    "House",
    "Looked",
    "News",
    "OutcomeState",
    "ServedAgent",
    "Spent",
    "ThinkingWords",
    "Words",
    "WordsGone",
    "follow",
    "outcomes",
]


@dataclass(frozen=True, slots=True)
class ServedAgent:
    """An assistant as an A2A agent at an address of a package's own, whatever dialect its callers speak.

    `path` is where, below the address of the server and without a slash at its end. Its conversations are started with
    `settings`, and those of the same assistant at another path are nothing to it. `name` and `description` are for its
    card; `examples` are what it can be asked."""

    assistant: str
    path: str
    name: str
    description: str
    settings: JsonObject
    examples: tuple[str, ...] = ()


Agents = Callable[[ServedAgent], Awaitable[ASGIApp]]
"""Opens an agent, or gives the one that is open."""


async def no_agents(agent: ServedAgent) -> ASGIApp:
    """Where nobody wired anything to open them."""
    raise NotFound("no_agents", "This server opens no agents at addresses of packages.")


@dataclass(frozen=True)
class House:
    """The conversations of one process. Doors are made before there is an engine, and asked when there is one.

    `address` is where others reach this server, without a slash at its end; `behind`: only a proxy knows that. `pace`:
    so many seconds a change of a page can be seen."""

    _host: "asyncio.Future[Host]" = field(repr=False)
    address: str = ""
    behind: bool = False
    pace: float = 0.0
    _agents: Agents = field(default=no_agents, repr=False)

    @classmethod
    def of(cls, host: Host, address: str = "") -> "House":
        """The conversations of an engine that is there."""
        there = asyncio.get_running_loop().create_future()
        there.set_result(host)
        return cls(there, address)

    @property
    def host(self) -> Host:
        """The engine, for doors of the platform."""
        return self._host.result()

    @property
    def book(self) -> Book:
        """Small facts beside the logs."""
        return self.host.store

    @property
    def files(self) -> Blobs:
        """The bytes that belong to conversations."""
        return self.host.store

    async def ensure(
        self,
        owner: str,
        assistant: str,
        conversation: str | None = None,
        settings: JsonObject | None = None,
        part: bool = False,
    ) -> str:
        """The conversation of this name, started unless it exists; without a name, a new one. One that is `part` of
        another is listed for its owner only with all of its assistant. Gone: it was erased."""
        aliases = (f"{PART}{conversation}",) if part else ()
        starting = self.host.start(owner, assistant, settings, conversation, aliases)
        return await (starting if conversation is None else sessions.ensure(starting, conversation))

    async def session(self, owner: str, assistant: str, session: str, settings: JsonObject | None = None) -> str:
        """The conversation that a client's session stands for, started with these settings when there is none yet;
        after one that was erased the next begins."""
        return await sessions.session(self.host, owner, assistant, session, settings)

    async def session_known(self, owner: str, assistant: str, session: str) -> str | None:
        """The same; None while there is none."""
        return await sessions.conversation_of(self.host, owner, assistant, session)

    def message_conversation(self, assistant: str, message: str, owner: str = "") -> str:
        """The name of a conversation that follows from a message's id, so that the same message is the same one."""
        return asked_name(assistant, message, owner)

    def asker(self, assistant: str) -> str:
        """The owner of what callers without a name ask of an assistant."""
        return asked_by(assistant)

    async def tell(
        self, conversation: str, event: Event, owner: str | None = None, key: str | None = None, by: By = "person"
    ) -> int:
        """Appends what happened and answers its seq after the commit; the same key gives the same seq."""
        return await self.host.tell(conversation, event, owner=owner, key=key, by=by)

    async def settled(self, conversation: str, seq: int, deadline: float = SETTLE_SECONDS) -> None:
        """Returns when nothing that descends from `seq` is under way. TimeoutError after `deadline` seconds."""
        await self.host.settled(conversation, seq, deadline)

    async def owned(self, conversation: str, owner: str, assistant: str | None = None) -> Entry | None:
        """The conversation in the index; None when this owner has none of that name, with this assistant if named."""
        try:
            entry = await self.host.owned(conversation, owner)
        except (NotFound, Gone):
            return None
        return entry if assistant in (None, entry.assistant) else None

    async def look(self, conversation: str, owner: str) -> Looked:
        """The views of a conversation after its last committed record."""
        return await self.host.look(conversation, owner)

    def screens(self, assistant: str) -> Screens:
        """The pages of an assistant as nobody has used them: the view that follows what becomes of them."""
        return self.host.viewer.screens(assistant)

    async def worded(self, conversation: str, message: JsonObject) -> JsonObject:
        """A message of a page with the words that were too long for a record."""
        return await worded(self.host.store, conversation, message)

    def now(self) -> datetime:
        """The moment, by the clock that dates the records."""
        return self.host.clock()

    async def settings(self, conversation: str, owner: str) -> JsonObject:
        """What a conversation was started with, and what was changed since."""
        return await self.host.settings(conversation, owner)

    def records(self, conversation: str, after: int = 0) -> AsyncGenerator[Record]:
        """The committed records after a seq, a page at a time."""
        return pages.records(self.host.store, conversation, after)

    async def record(self, conversation: str, seq: int) -> Record | None:
        """One record; None when it is not there."""
        return await pages.record_at(self.host.store, conversation, seq)

    async def repeated(self, conversation: str, key: str) -> Record | None:
        """The record that was told with this key before; None when there is none."""
        seq = await self.host.store.find(conversation, key) if key else None
        return None if seq is None else await self.record(conversation, seq)

    def follow(self, conversation: str, after: int, owner: str) -> AsyncGenerator[list[News], None]:
        """Every record after a seq without gap or repeat, and words in the making, for ever."""
        return follow(self.host, conversation, after, owner)

    async def message_of(self, conversation: str, seq: int) -> int:
        """The message that a record goes on with; itself when it is one."""
        record = await self.record(conversation, seq)
        while record is not None and (before := came_from(record)) is not None and before < seq:
            seq, record = before, await self.record(conversation, before)
        return seq

    async def outcome(self, conversation: str, seq: int) -> Outcome | None:
        """What became of a message, or of the one that an answer goes on with, and of all it caused."""
        message = await self.message_of(conversation, seq)
        return (await outcomes(self.host, conversation, message)).outcome(message)

    async def outcomes(self, conversation: str, first: int = 1) -> Outcomes:
        """The view itself from a record on, for those who go on with it."""
        return await outcomes(self.host, conversation, first)

    async def whole(self, conversation: str, value: Json) -> Json:
        """A value with the long parts that were put aside."""
        return await whole(self.host.store, conversation, value)

    async def agent(self, agent: ServedAgent) -> ASGIApp:
        """What answers for an agent: an application to be called with requests whose path is its path, or below it."""
        return await self._agents(agent)

    async def erase(self, conversation: str) -> None:
        """Removes everything there is of a conversation."""
        await self.host.erase(conversation)


async def follow(host: Host, conversation: str, after: int, owner: str) -> AsyncGenerator[list[News], None]:
    """What `Host.follow` tells, for those who want no bytes."""
    async with aclosing(host.follow(conversation, after, owner)) as batches:
        async for frames in batches:
            yield [news for frame in frames if (news := news_of(frame)) is not None]


async def outcomes(host: Host, conversation: str, first: int = 1, sent: bool = False) -> Outcomes:
    """What became of the messages from a record on, as committed; when that is one, no further than to its end."""
    fold = Outcomes(sent)
    recent = host.recent(conversation, first - 1)
    for record in recent or ():
        fold.apply(record)
        if fold.ended(first):
            return fold
    if recent is None:
        async for record in pages.records(host.store, conversation, first - 1):
            fold.apply(record)
            if fold.ended(first):
                break
    return fold
