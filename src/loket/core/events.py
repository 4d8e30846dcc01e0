"""Everything that can happen in a conversation, in the past tense. Closed; an unknown kind is read as Unknown."""

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, model_validator

from loket.core.actions import Action, Candidate, Task, Usage
from loket.core.at_most import AtMost
from loket.core.data import FIELDS, FILES, TEXT_CHARACTERS, BlobRef, FileRef, Frozen, Json, JsonObject, Text

LIMITED: JsonObject = {"maxLength": TEXT_CHARACTERS, "pattern": r"\S"}
"""Held by the engine, whose refusal says what to do; a schema tells it as well."""
WORDS_OR_FILES: JsonObject = {
    "anyOf": [
        {"properties": {"text": {"type": "string", "pattern": r"\S"}}},
        {"properties": {"files": {"type": "array", "minItems": 1}}, "required": ["files"]},
    ]
}
"""A message needs words or a file."""

SHORT, SCOPE = 128, 2000
"""Characters of a name (of a surface, an event, a channel, a question), and of the path of a scope."""

# What a person does.


class UserSaid(Frozen):
    """A message; `channel` tells which pane or door it came through. Wakes the planner."""

    model_config = ConfigDict(json_schema_extra=WORDS_OR_FILES)

    kind: Literal["user_said"] = "user_said"
    text: Annotated[str, Field(json_schema_extra={"maxLength": TEXT_CHARACTERS})] | BlobRef
    files: Annotated[tuple[FileRef, ...], Field(fail_fast=True), AtMost(FILES)] = ()
    channel: Annotated[str, AtMost(SHORT)] = "chat"


class Answered(Frozen):
    """The answer to question `to`: exactly one of the other fields. Wakes only when it closes an Ask."""

    kind: Literal["answered"] = "answered"
    to: Annotated[str, AtMost(SHORT)]
    choice: Annotated[str, AtMost(SHORT)] | None = None
    text: Annotated[str, Field(json_schema_extra=LIMITED)] | None = None
    form: Annotated[JsonObject, AtMost(FIELDS)] | None = None
    approve: bool | None = Field(default=None, description="of a held call: start it")
    edit: Annotated[JsonObject, AtMost(FIELDS)] | None = Field(
        default=None, description="of a held call: start it with these arguments"
    )
    refuse: bool | None = Field(default=None, description="of a held call: do not start it")

    @model_validator(mode="after")
    def _one(self) -> "Answered":
        given = [v for v in (self.choice, self.text, self.form, self.edit) if v is not None]
        given += [v for v in (self.approve, self.refuse) if v]
        if len(given) != 1:
            raise ValueError("give exactly one of choice, text, form, approve, edit, refuse")
        return self


class SurfaceActed(Frozen):
    """A button, form or link on a surface was used. Wakes the planner."""

    kind: Literal["surface_acted"] = "surface_acted"
    surface: Annotated[str, AtMost(SHORT)]
    name: Annotated[str, AtMost(SHORT)]
    payload: Annotated[JsonObject, AtMost(FIELDS)] = {}


class FileAdded(Frozen):
    """A file came in; private files are never sent out by a tool."""

    kind: Literal["file_added"] = "file_added"
    ref: FileRef
    source: Annotated[str, AtMost(SHORT)] = "user"
    private: bool = False


class Changed(Frozen):
    """Settings of this conversation were changed (language, tools, guidance)."""

    kind: Literal["changed"] = "changed"
    settings: Annotated[JsonObject, AtMost(FIELDS)]


class Stopped(Frozen):
    """A scope and all below it ended before their time: by a person (`user`) or by a limit (`budget_spent`)."""

    kind: Literal["stopped"] = "stopped"
    scope: Annotated[str, AtMost(SCOPE)] = "/"
    code: Annotated[str, AtMost(SHORT)] = "user"


class Withdrawn(Frozen):
    """Who said these records takes them back: what descends from nothing else ends, and all the rest goes on."""

    kind: Literal["withdrawn"] = "withdrawn"
    seqs: tuple[int, ...]


class Redacted(Frozen):
    """The bodies of these records were blanked; their seqs stay."""

    kind: Literal["redacted"] = "redacted"
    seqs: tuple[int, ...]
    why: str = ""


# What other agents do.


class AgentSaid(Frozen):
    """News of a remote agent, however it came (push, stream, poll); one per message_id. Wakes the planner."""

    kind: Literal["agent_said"] = "agent_said"
    agent: str
    task: str | None = None
    state: str | None = None
    message_id: str = ""
    text: Text = ""
    files: tuple[FileRef, ...] = ()
    data: Json = None


class TaskOpened(Frozen):
    """A remote agent opened a task for one of our calls."""

    kind: Literal["task_opened"] = "task_opened"
    call: str
    agent: str
    task: str
    context: str | None = None


class AgentFound(Frozen):
    """A remote agent's card was read; `trust` says how its digest compares with the pinned one."""

    kind: Literal["agent_found"] = "agent_found"
    card: JsonObject
    digest: str
    trust: str = "new"
    tools: tuple[str, ...] = ()


class ToolsFound(Frozen):
    """A tool server listed its tools."""

    kind: Literal["tools_found"] = "tools_found"
    source: str
    tools: tuple[str, ...] = ()


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
    """A planner's decision; `took` are the waking records it was given, `draft` the words already streamed."""

    kind: Literal["decided"] = "decided"
    reasoning: str
    action: Action
    step: str = ""
    considered: tuple[Candidate, ...] = ()
    took: tuple[int, ...] = ()
    usage: Usage | None = None
    draft: str | None = None


class Discarded(Frozen):
    """A thought was dropped before it had any effect: news came, or its scope had ended."""

    kind: Literal["discarded"] = "discarded"
    took: tuple[int, ...]
    why: str
    usage: Usage | None = None


class Held(Frozen):
    """A call waits for a person's approval; the seq of this record is the question's id. `why`: `destructive`, or from
    before a `fork`. `title`: what the tool called itself then in a person's words; empty when it only has a name."""

    kind: Literal["held"] = "held"
    call: str
    why: str = "destructive"
    title: str = ""


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
    """A running call told how far it is: a note for people, a part of the result, or both."""

    kind: Literal["progressed"] = "progressed"
    call: str
    note: str = ""
    part: Json = None


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
    | Discarded
    | Held
    | Closed
    | CallStarted
    | Progressed
    | Returned
    | SurfaceShown
    | ClientTold
    | Faulted
    | Unknown,
    Field(discriminator="kind"),
]
