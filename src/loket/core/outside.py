"""What a person does and what else comes from outside: the events that a client may send, the kinds that are news."""

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, model_validator

from loket.core.at_most import AtMost
from loket.core.data import FIELDS, FILES, TEXT_CHARACTERS, BlobRef, FileRef, Frozen, JsonObject

LIMITED: JsonObject = {"maxLength": TEXT_CHARACTERS, "pattern": r"\S"}
"""Held by the engine, whose refusal says what to do; a schema tells it as well."""
WORDS_OR_FILES: JsonObject = {
    "anyOf": [
        {"properties": {"text": {"type": "string", "pattern": r"\S"}}},
        {"properties": {"files": {"type": "array", "minItems": 1}}, "required": ["files"]},
    ]
}
"""A message needs words or a file."""

A2A = "a2a"
"""The channel of what another agent says: its words decide about no call."""
CLIENT = "client."
"""How the names of a client's tools begin in the log."""
CLIENT_NAME = r"^[A-Za-z0-9_-]{1,64}$"
CLIENT_ITEMS, CLIENT_CHARACTERS = 32, 8000
"""Things that a client shows or can do, and characters of one of their texts."""
SHORT, SCOPE = 128, 2000
"""Characters of a name (of a surface, an event, a channel, a question), and of the path of a scope."""


class Shown(Frozen):
    """Something that the person's client shows or knows besides the talk: data, for a model that reads along."""

    about: Annotated[str, AtMost(CLIENT_CHARACTERS)] = ""
    value: Annotated[str, AtMost(CLIENT_CHARACTERS)] = ""


class ClientTool(Frozen):
    """Something that the person's client can do; `input` is the JSON Schema of what it takes."""

    name: str = Field(pattern=CLIENT_NAME)
    description: Annotated[str, AtMost(CLIENT_CHARACTERS)] = ""
    input: Annotated[JsonObject, AtMost(FIELDS)] = {"type": "object"}


class ClientSide(Frozen):
    """What stands beside a message: what a model may read, and what it may ask the client to do until the next one."""

    context: Annotated[tuple[Shown, ...], AtMost(CLIENT_ITEMS)] = ()
    tools: Annotated[tuple[ClientTool, ...], AtMost(CLIENT_ITEMS)] = ()


class UserSaid(Frozen):
    """A message; `channel` tells which pane or door it came through, `client` what stands beside it there. Wakes the
    planner."""

    model_config = ConfigDict(json_schema_extra=WORDS_OR_FILES)

    kind: Literal["user_said"] = "user_said"
    text: Annotated[str, Field(json_schema_extra={"maxLength": TEXT_CHARACTERS})] | BlobRef
    files: Annotated[tuple[FileRef, ...], Field(fail_fast=True), AtMost(FILES)] = ()
    channel: Annotated[str, AtMost(SHORT)] = "chat"
    client: ClientSide | None = None


class Answered(Frozen):
    """The answer to question `to`: exactly one of the other fields; `text` may also be the words in which a held call
    was approved, amended or refused. Wakes only when it closes an Ask."""

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
    amend: Annotated[JsonObject, AtMost(FIELDS)] | None = Field(
        default=None, description="of a held call: hold it again, with these arguments"
    )

    @model_validator(mode="after")
    def _exactly_one(self) -> "Answered":
        given = [v for v in (self.choice, self.form, self.edit, self.amend) if v is not None]
        given += [v for v in (self.approve, self.refuse) if v]
        spoken = self.approve or self.refuse or self.amend is not None
        if len(given) + (self.text is not None and not spoken) != 1:
            raise ValueError("give exactly one of choice, text, form, approve, edit, refuse, amend")
        return self


class SurfaceActed(Frozen):
    """A button, form or link on a surface was used. Wakes the planner."""

    kind: Literal["surface_acted"] = "surface_acted"
    surface: Annotated[str, AtMost(SHORT)]
    name: Annotated[str, AtMost(SHORT)]
    payload: Annotated[JsonObject, AtMost(FIELDS)] = {}


class FileAdded(Frozen):
    """A file came in. `private`: it is not meant for other agents; a tool that sends files to them has to heed it."""

    kind: Literal["file_added"] = "file_added"
    ref: FileRef
    source: Annotated[str, AtMost(SHORT)] = "user"
    private: bool = False


class Changed(Frozen):
    """Settings of this conversation were changed (language, tools, guidance)."""

    kind: Literal["changed"] = "changed"
    settings: Annotated[JsonObject, AtMost(FIELDS)]


class Stopped(Frozen):
    """A scope and all below it ended before their time: by a person (`user`) or by a limit (`budget_spent`), which
    `text` names."""

    kind: Literal["stopped"] = "stopped"
    scope: Annotated[str, AtMost(SCOPE)] = "/"
    code: Annotated[str, AtMost(SHORT)] = "user"
    text: Annotated[str, AtMost(SHORT)] = ""


class Withdrawn(Frozen):
    """Who said these records takes them back: what descends from nothing else ends, and all the rest goes on."""

    kind: Literal["withdrawn"] = "withdrawn"
    seqs: tuple[int, ...]


class Redacted(Frozen):
    """The bodies of these records were blanked; their seqs stay."""

    kind: Literal["redacted"] = "redacted"
    seqs: tuple[int, ...]
    why: str = ""


class Rated(Frozen):
    """What a person thinks of the words that record `to` holds; `good` None takes it back, the last one counts. Wakes
    nobody: whoever measures the assistant makes a case of it."""

    kind: Literal["rated"] = "rated"
    to: int = Field(ge=1)
    good: bool | None = None


PersonEvent = Annotated[
    UserSaid | Answered | SurfaceActed | FileAdded | Changed | Stopped | Rated, Field(discriminator="kind")
]
"""What a person's client may send."""
NEWS = ("user_said", "surface_acted", "agent_said", "file_added", "changed")
"""Kinds that come from outside; results, answers and the engine's own records are not news."""
