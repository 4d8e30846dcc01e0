"""What a tool is: a description anyone can read, and a port the engine calls."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Protocol, runtime_checkable

from loket.core.data import FileRef, Json, JsonObject
from loket.core.events import AgentFound
from loket.core.exchange import RawExchanges
from loket.core.model import Model
from loket.core.record import Record
from loket.core.remote import RemoteLog, RemoteNotes, RemoteTaskNow
from loket.core.tool_spec import ToolSpec

HOUR = timedelta(hours=1)


class ToolFailed(Exception):
    """The call went wrong in the world: becomes `Returned(ok=False)` with this code (snake case, the same for ever)
    and a sentence that says what a person can do.

    A code that begins with `invalid` says that another try is of no use: something must be changed first. `cancelled`
    and `unknown_outcome` are codes with a meaning for the engine: surely not done, and nobody knows."""

    def __init__(self, code: str, text: str, value: Json = None) -> None:
        super().__init__(f"{code}: {text}")
        self.code = code
        self.text = text
        self.value = value


def silent(note: str, part: Json = None) -> None:
    """Nobody listens to this call."""


def _staying() -> bool:
    """This process goes on."""
    return False


class CallWorld(Protocol):
    """What a call may reach of its conversation and its server. Made by the engine, one for each call."""

    async def keep(self, data: bytes, name: str, media: str, expires: datetime | None, private: bool) -> FileRef: ...

    async def file(self, ref: FileRef) -> bytes: ...

    def files(self, private: bool, made: bool) -> tuple[FileRef, ...]: ...

    def link(self, ref: FileRef, lasts: timedelta) -> str: ...

    def records(self, limit: int) -> tuple[Record, ...]: ...

    def model(self, name: str | None) -> Model | None: ...

    def tool(self, name: str) -> "Tool": ...

    def learn(self, news: AgentFound) -> None: ...


@dataclass(frozen=True, slots=True)
class CallContext:
    """What a tool is told besides its arguments. `call` is known as `seq.id` of its decision. `key` is the idempotency
    key to send along (a UUID); it is the same when the engine repeats the call after a crash, and when a planner
    retries it. `deadline` is how many seconds it may take. `progress(note, part)` tells how far it is and returns at
    once; `write(text)` shows words of its scope in the making, until the call is back. `leaving()` tells a cancelled
    call whether only this process goes away: then `look_up` will be asked later, and work that goes on elsewhere is not
    to be taken back. `forked`: the conversation is a copy of another one, whose tasks elsewhere are not its own.
    `remote`: what the log has of work at agents of others, and how to add to it. `agreed` is the digest of the tool
    that a person was shown when they approved the call; empty when nobody was asked.
    `sends` are files that a tool which hands this call on gives along: it has looked which of them may leave, and
    nobody else can name any. `exchanges` keeps what goes over the wire to agents for this call, where somebody wants to
    read it.
    `world` is behind `keep`, `file`, `files`, `link`, `records`, `model` and `tool`."""

    conversation: str
    owner: str
    scope: str
    call: str
    key: str
    deadline: float
    locale: str = "en"
    progress: Callable[[str, Json], None] = field(default=silent)
    write: Callable[[str], None] = field(default=silent)
    leaving: Callable[[], bool] = field(default=_staying)
    forked: bool = False
    remote: RemoteLog = field(default_factory=RemoteNotes)
    agreed: str = ""
    exchanges: RawExchanges | None = None
    sends: tuple[FileRef, ...] = ()
    settings: JsonObject = field(default_factory=dict)
    world: CallWorld | None = None

    async def keep(
        self, data: bytes, name: str, media: str, *, expires: datetime | None = None, private: bool = False
    ) -> FileRef:
        """Keeps a file with the conversation, durable when this returns: exports name it, and erasing the conversation
        takes it along. Kept again by the same call under the same name it takes the other's place. ToolFailed when its
        owner has no room left, or it is too large."""
        return await self._reach().keep(data, name, media, expires, private)

    async def file(self, ref: FileRef) -> bytes:
        """The bytes of a file of this conversation, whoever gave or made it; ToolFailed `no_file` when there are none
        any more, or never were."""
        return await self._reach().file(ref)

    def files(self, *, private: bool = True, made: bool = False) -> tuple[FileRef, ...]:
        """What people and agents sent in the last part of this conversation, the newest last, and with `made` what its
        tools kept; without `private` ones those that may go to other agents: none with the bytes of one that may not.
        """
        return self._reach().files(private, made)

    def link(self, ref: FileRef, *, lasts: timedelta = HOUR) -> str:
        """An address at which whoever has it can fetch a file of this conversation, without signing in, for a week at
        most; for a mail, or a page of others. It leads to nothing for a private file, and when the conversation is
        erased."""
        return self._reach().link(ref, lasts)

    def records(self, limit: int = 50) -> tuple[Record, ...]:
        """The last records of the scope that made the call, oldest first; 200 at most of a talk."""
        return self._reach().records(limit)

    def model(self, name: str | None = None) -> Model | None:
        """The language model of this server, None when it has none. ConfigError for a name it does not know."""
        return self._reach().model(name)

    def tool(self, name: str) -> "Tool":
        """Another tool that the same assistant may use, to which this call can be handed on, with this context: what
        that tool records is of this call. ToolFailed `no_tool` when there is none."""
        return self._reach().tool(name)

    def learn(self, news: AgentFound) -> None:
        """Records the agent that a call found: its skills are tools of this conversation from then on."""
        if self.world is not None:
            self.world.learn(news)

    def _reach(self) -> CallWorld:
        if self.world is None:
            raise RuntimeError("This call was not made by an engine: it has no conversation to reach.")
        return self.world


@dataclass(frozen=True, slots=True)
class Passed:
    """The tool that a call is for. `within` names the argument that holds its arguments, when another tool passes them
    on; `beside` those that say the same in words, and no longer hold when one of them is changed."""

    spec: ToolSpec
    within: str = ""
    beside: tuple[str, ...] = ()


@runtime_checkable
class Passing(Protocol):
    """A tool that passes calls on to others: what a person agrees to is the one it is for. Asked whenever a call of it
    may be held; returns at once. `found` are the tools a conversation knows, `tasks` those it gave to agents."""

    def passes_to(
        self, args: JsonObject, found: Mapping[str, ToolSpec], tasks: Mapping[str, RemoteTaskNow]
    ) -> Passed | None: ...


class Tool(Protocol):
    """Acts on the world. Called by the engine only, any number of times side by side.

    `call` returns the JSON value or raises ToolFailed; anything else it raises becomes code `tool_broke`. When it is
    cancelled it should try to take the work back for at most 5 s and may raise ToolFailed("cancelled") to confirm that
    nothing was done. `look_up` is asked after a crash for a started call of a tool that is neither read-only nor
    idempotent: it returns the value when the work was done, raises ToolFailed("unknown_outcome") when nobody knows."""

    @property
    def spec(self) -> ToolSpec: ...

    async def call(self, args: JsonObject, context: CallContext) -> Json: ...

    async def look_up(self, args: JsonObject, context: CallContext) -> Json: ...


class Repeatable(ABC):
    """A tool whose call may be made again after a crash: to look what became of it is to call it."""

    __slots__ = ()

    @abstractmethod
    async def call(self, args: JsonObject, context: CallContext) -> Json:
        """As every tool's."""

    async def look_up(self, args: JsonObject, context: CallContext) -> Json:
        """As every tool's."""
        return await self.call(args, context)
