"""The bodies of Loket's own API, as OpenAPI tells them."""

import re
from datetime import datetime
from typing import Annotated, Literal

from fastapi import Header, Path, Query
from pydantic import BeforeValidator, Field

from loket.core.assistant import InLanguage, SetUp, SurfaceInfo
from loket.core.data import FIELDS, FileRef, Frozen, JsonObject
from loket.core.ports import Ending, State
from loket.core.source import SourceState
from loket.engine.file_links import LONGEST

MAX_SEQ = 2**53
MAX_PAGE = 1000

ISO = re.compile(r"\d{4}-\d\d-\d\d[Tt ]\d\d:")


def _written_out(value: object) -> object:
    """Refuses a moment that is a number: the library would take it for seconds since 1970."""
    if isinstance(value, str) and ISO.match(value) is None:
        raise ValueError("give a date and a time, for instance 2026-01-31T12:00:00Z")
    return value


Moment = Annotated[datetime, BeforeValidator(_written_out)]
Id = Annotated[str, Path(description="A conversation: 22 letters and digits.")]
At = Annotated[int, Query(ge=1, le=MAX_SEQ, description="The last record that goes along.")]
Digest = Annotated[str, Path(pattern=r"^[0-9a-f]{64}$", description="The `sha256` of its blob in a record.")]
Minutes = Annotated[int, Query(ge=1, le=LONGEST // 60, description="How long the link is good for.")]
Key = Annotated[str | None, Header(max_length=200, description="Sent again, it gives the same seq and does nothing.")]


class NewConversation(Frozen):
    """Which assistant to talk with, and settings for this conversation."""

    assistant: str = Field(min_length=1, max_length=128)
    settings: JsonObject = Field(default={}, max_length=FIELDS)


class Conversation(Frozen):
    """A conversation as the index knows it. `outcome`: how the last thing it did came out; null while something goes
    on, and before anything ended."""

    id: str
    assistant: str
    title: str
    state: State
    outcome: Ending | None
    created: datetime
    updated: datetime


class Created(Frozen):
    """The id of a new conversation."""

    id: str


class Appended(Frozen):
    """The seq of the record that was appended. `question_closed`: it answers a question that was closed before, so it
    does nothing; the log has it all the same."""

    seq: int
    code: Literal["question_closed"] | None = None


class FilesAdded(Frozen):
    """Files that came in: the records that name them, and where their bytes are."""

    seqs: tuple[int, ...]
    files: tuple[FileRef, ...]


class FileLink(Frozen):
    """An address that needs no token, until then."""

    url: str
    until: datetime


class Conversations(Frozen):
    """A page of conversations, newest first; `next` is the `before` of the next page."""

    items: tuple[Conversation, ...]
    next: datetime | None = None


class ViewState(Frozen):
    """The state of a view and the version of the code that made it."""

    version: str
    state: JsonObject


class ConversationState(Conversation):
    """A conversation with its views after record `upto`."""

    upto: int
    views: dict[str, ViewState]


class Window(Frozen):
    """Which records of a conversation."""

    after: int = Field(default=0, ge=0, le=MAX_SEQ, description="the last seq that is known already")
    before: int | None = Field(default=None, ge=1, le=MAX_SEQ, description="only records before, the newest of them")
    limit: int = Field(default=200, ge=1, le=MAX_PAGE)
    pages: bool = Field(default=False, description="of a stream: also what becomes of the pages, as A2UI messages")


class Records(Frozen):
    """A page of records as they are stored, oldest first; `first` and `last` are 0 when there are none, `head` is the
    last seq there is, `more` tells whether there are others in the direction that was asked for."""

    items: tuple[JsonObject, ...]
    first: int
    last: int
    head: int
    more: bool


class AssistantTold(Frozen):
    """An assistant that people can talk with. A new `version` means that its declaration changed; `finds_agents`: it
    can be told the address of somebody's agent. `talk`: people may speak with it in words, beside its `surfaces` or
    without any. `languages` has title, summary and starters in other languages. `tools` are the titles of its tools,
    its specialists and theirs, by their names; `specialists` says by language what those are called in others. `beside`
    is what belongs beside the talk, a `map` or nothing; `letters` is how long a message should be at most, `files`
    whether files can come with it; `setup` is asked before a talk."""

    name: str
    title: str
    summary: str
    locale: str
    version: str
    surfaces: tuple[SurfaceInfo, ...]
    talk: bool
    starters: tuple[str, ...]
    languages: dict[str, InLanguage]
    finds_agents: bool
    tools: dict[str, str]
    specialists: dict[str, dict[str, str]]
    beside: str
    letters: int
    files: bool
    setup: SetUp | None


class Assistants(Frozen):
    """All of them."""

    items: tuple[AssistantTold, ...]


class PageTold(Frozen):
    """How a surface is drawn, and its model before anything happened: A2UI components against a catalog."""

    id: str
    title: str
    catalog: str
    components: tuple[JsonObject, ...]
    model: JsonObject


class PagesTold(Frozen):
    """The pages of an assistant. `module` is the address of a script that brings parts of its own for them, or ""."""

    items: tuple[PageTold, ...]
    module: str


class Health(Frozen):
    """The server is up. `sources` are the tool servers and agents of others that are configured, each with whether it
    is reached (`stopped`: nobody needed it yet); one that is not stops nothing else."""

    ok: bool
    version: str
    sources: dict[str, SourceState] = {}


class Problem(Frozen):
    """What was refused: a stable code and a sentence."""

    code: str
    text: str


class ErrorBody(Frozen):
    """The body of every error."""

    error: Problem
