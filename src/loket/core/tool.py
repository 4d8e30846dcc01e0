"""What a tool is: a description anyone can read, and a port the engine calls."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, Protocol

from pydantic import Field

from loket.core.data import Declared, Json, JsonObject
from loket.core.remote import RemoteLog, RemoteNotes

Approval = Literal["never", "destructive", "changes", "always"]
"""Which calls a person must approve first, from the laxest to the strictest: none, those of destructive tools, those
of whatever is not read-only, all."""


class ToolSpec(Declared):
    """Name, words, schemas and the hints of MCP. `input` and `output` are JSON Schema (2020-12).

    The hints decide what may happen to a call. `read_only`: it is made at once and repeated after a crash.
    `idempotent`: it is noted durably before it leaves, and repeated after a crash with the same key. Neither: it is
    noted, and never repeated by the engine. `destructive`: it is held until a person approves, edits or refuses it,
    unless the assistant asks for less or more (`AssistantSpec.approval`); `approval` is the least that the tool itself
    asks for, whoever calls it. `reversible`: whether what it did can be taken back; None when it does not say.

    `when`: `agent_waits` allows the call only while the remote agent has no task or asks for input. `ends`: the call
    closes the conversation with the other side."""

    name: str
    title: str = ""
    description: str = ""
    titles: dict[str, str] = Field(default={}, description="language code -> title")
    descriptions: dict[str, str] = Field(default={}, description="language code -> description")
    input: JsonObject = Field(default={"type": "object"})
    output: JsonObject | None = None
    read_only: bool = False
    idempotent: bool = False
    destructive: bool = False
    approval: Approval = "never"
    reversible: bool | None = None
    ends: bool = False
    when: Literal["always", "agent_waits"] = "always"
    deadline: float = Field(default=30.0, gt=0, description="seconds a call may take")
    kind: Literal["function", "mcp", "a2a", "search", "imagined"] = "function"
    source: str = Field(default="", description="the server or agent it lives on")
    place: str = Field(default="", description="where that is, for people: an origin or the name of a program")

    @property
    def digest(self) -> str:
        """Of all it says of itself: whoever approves a call approves of exactly this."""
        return hashlib.sha256(self.model_dump_json().encode()).hexdigest()


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
    """Nobody listens to this call's progress."""


def _staying() -> bool:
    """This process goes on."""
    return False


@dataclass(frozen=True, slots=True)
class CallContext:
    """What a tool is told besides its arguments. `call` is known as `seq.id` of its decision. `key` is the idempotency
    key to send along (a UUID); it is the same when the engine repeats the call after a crash, and when a planner
    retries it. `deadline` is how many seconds it may take. `progress(note, part)` tells how far it is and returns at
    once. `leaving()` tells a cancelled call whether only this process goes away: then `look_up` will be asked later,
    and work that goes on elsewhere is not to be taken back. `forked`: the conversation is a copy of another one, whose
    tasks elsewhere are not its own. `remote`: what the log has of work at agents of others, and how to add to it."""

    conversation: str
    owner: str
    scope: str
    call: str
    key: str
    deadline: float
    locale: str = "en"
    progress: Callable[[str, Json], None] = field(default=silent)
    leaving: Callable[[], bool] = field(default=_staying)
    forked: bool = False
    remote: RemoteLog = field(default_factory=RemoteNotes)


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
