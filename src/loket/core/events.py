"""Everything that can happen in a conversation, in the past tense. Closed; an unknown kind is read as Unknown."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from loket.core.actions import Action, Candidate, Task, Thought, Usage
from loket.core.data import FileRef, Frozen, Json, JsonObject
from loket.core.outside import (
    Answered,
    Changed,
    FileAdded,
    Rated,
    Redacted,
    Stopped,
    SurfaceActed,
    UserSaid,
    Withdrawn,
)
from loket.core.remote import AgentSaid, TaskOpened
from loket.core.tool_spec import ToolSpec

# What other agents do.


class AgentFound(Frozen):
    """The card of the remote agent `source` was read; each of its skills is a tool. `trust` says how its digest
    compares with the pinned one; `changed` and `more` are as in `ToolsFound`."""

    kind: Literal["agent_found"] = "agent_found"
    source: str = ""
    card: JsonObject
    digest: str
    trust: str = "new"
    specs: tuple[ToolSpec, ...] = ()
    changed: tuple[str, ...] = ()
    more: bool = False


class ToolsFound(Frozen):
    """A tool server told its tools: these are all there are, or with `more` some beside those told before. `changed`
    are those that say something else of themselves than when this owner last used them."""

    kind: Literal["tools_found"] = "tools_found"
    source: str
    specs: tuple[ToolSpec, ...] = ()
    changed: tuple[str, ...] = ()
    more: bool = False


# What the clock, the engine, the planners and the tools do.


class Woke(Frozen):
    """The moment a Wait named has come; counts only while that Wait is the scope's last decision."""

    kind: Literal["woke"] = "woke"
    wait: int


class Started(Frozen):
    """The first record: which assistant in which version, with which settings."""

    kind: Literal["started"] = "started"
    assistant: str
    version: str
    settings: JsonObject = {}


class Forked(Frozen):
    """All before this is a copy of conversation `of`: nothing of it leaves here before a person says so."""

    kind: Literal["forked"] = "forked"
    of: str


class Opened(Frozen):
    """A task got its scope. Wakes the planner there once all it needs came back well."""

    kind: Literal["opened"] = "opened"
    call: str
    assistant: str
    version: str
    task: Task


class Decided(Frozen):
    """A planner's decision; `took` are the waking records it was given, `draft` the words already streamed, `thought`
    what its model's provider wants back. In a prompt its `summary` takes the place of all that was before `took`."""

    kind: Literal["decided"] = "decided"
    reasoning: str
    action: Action
    step: str = ""
    considered: tuple[Candidate, ...] = ()
    took: tuple[int, ...] = ()
    usage: Usage | None = None
    draft: str | None = None
    thought: Thought | None = None
    summary: str = ""


class Drafted(Frozen):
    """The next words of the draft `of` were shown while its thought goes on; wakes nobody. The decision that comes of
    it holds all of them."""

    kind: Literal["drafted"] = "drafted"
    of: str
    text: str


class Discarded(Frozen):
    """A thought was dropped before it had any effect. `why`: `news` came, its scope had `ended`, its model's answer
    `broke_off` and is asked for once more, or the process was `restarted`. `text`: the words of its `draft` that had
    been shown, when its scope had ended or the process was restarted: they stand, interrupted."""

    kind: Literal["discarded"] = "discarded"
    took: tuple[int, ...]
    why: str
    usage: Usage | None = None
    draft: str | None = None
    text: str = ""


class Held(Frozen):
    """A call waits for a person's approval; the seq of this record is the question's id. What leaves are the arguments
    of the call.

    `why`: the approval that asks for it (`destructive`, `changes`, `always`), the planner holds that it is `private`,
    the tool `changed` since it was last agreed to, its agent's card is of another site than where it goes
    (`elsewhere`), or it is from before a `fork`. `title` and `description`: what the
    tool called itself then, in the person's language; empty when it only has a name. `source` and `place`: the server
    or agent it goes to and where that is; empty when it stays here. `reversible`: whether it can be taken back; None
    when nobody says. `input`: the schema of the arguments, which names and limits what a person may edit; None when it
    is too long. `digest`: of what the tool said of itself, to which a person agrees."""

    kind: Literal["held"] = "held"
    call: str
    why: str = "destructive"
    title: str = ""
    description: str = ""
    source: str = ""
    place: str = ""
    reversible: bool | None = None
    input: JsonObject | None = None
    digest: str = ""


class Closed(Frozen):
    """A question ended without an answer."""

    kind: Literal["closed"] = "closed"
    question: str
    code: str = "superseded"


class CallStarted(Frozen):
    """Durable before the effect leaves; only for tools that are not read-only. `key` is what the world sees."""

    kind: Literal["call_started"] = "call_started"
    call: str
    key: str


class Progressed(Frozen):
    """A running call told how far it is: a note for people, a part of the result, or both; or what a model used that
    it asked."""

    kind: Literal["progressed"] = "progressed"
    call: str
    note: str = ""
    part: Json = None
    usage: Usage | None = None


class FileKept(Frozen):
    """A running call keeps a file with its conversation; wakes nobody. Of one call and name the newest counts. After
    `expires` nobody is given the bytes, and they are deleted. `private`: it is not meant for other agents; whoever
    sends files to them has to heed it."""

    kind: Literal["file_kept"] = "file_kept"
    call: str
    ref: FileRef
    expires: datetime | None = None
    private: bool = False


class Returned(Frozen):
    """A call came back, well or with a code and a sentence. Wakes when all calls of its decision are back."""

    kind: Literal["returned"] = "returned"
    call: str
    ok: bool
    value: Json = None
    code: str | None = None
    text: str = ""
    took_ms: int | None = None


class SurfaceShown(Frozen):
    """A message went to a surface as part of a decision."""

    kind: Literal["surface_shown"] = "surface_shown"
    surface: str
    message: JsonObject


class ClientTold(Frozen):
    """A command went to the client as part of a decision."""

    kind: Literal["client_told"] = "client_told"
    command: JsonObject


class Faulted(Frozen):
    """Something of ours broke; the records in `took` will not be thought about again. `error`: the class of what was
    raised; its words may hold what people said, and stand in the server's log alone."""

    kind: Literal["faulted"] = "faulted"
    code: str
    text: str = ""
    error: str = ""
    took: tuple[int, ...] = ()


class Unknown(Frozen):
    """A kind this version does not know, read from a log; views pass over it."""

    kind: Literal["unknown"] = "unknown"
    was: str = ""


Event = Annotated[
    UserSaid
    | Answered
    | SurfaceActed
    | FileAdded
    | Changed
    | Stopped
    | Rated
    | Withdrawn
    | Redacted
    | AgentSaid
    | TaskOpened
    | AgentFound
    | ToolsFound
    | Woke
    | Started
    | Forked
    | Opened
    | Decided
    | Drafted
    | Discarded
    | Held
    | Closed
    | CallStarted
    | Progressed
    | FileKept
    | Returned
    | SurfaceShown
    | ClientTold
    | Faulted
    | Unknown,
    Field(discriminator="kind"),
]
