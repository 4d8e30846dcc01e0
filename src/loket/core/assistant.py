"""An assistant is a declaration: data without a code path of its own."""

import hashlib
from typing import Literal

from pydantic import Field

from loket.core.data import NAME, Declared, Json, JsonObject
from loket.core.tool_spec import Approval


class Budget(Declared):
    """Limits of one conversation, set by its front assistant; `decisions` holds for each scope and is set by whoever
    thinks there, and so do a specialist's `tokens`, `dollars` and `minutes` for each of its tasks. Meeting one ends the
    scope with `Stopped(code="budget_spent")`. Of `tokens` and `dollars` only the models may use no more: who can go on
    without them does."""

    decisions: int = Field(default=20, ge=1, description="in a scope since the last record from outside")
    records: int = Field(default=200, ge=10, description="in a conversation since a person's last")
    depth: int = Field(default=6, ge=1, description="scopes inside scopes")
    minutes: int = Field(default=30, ge=1, description="of thoughts and calls since a person's last record")
    tokens: int = Field(default=200_000, ge=1, description="of models since a person's last record")
    dollars: float | None = Field(default=None, gt=0, description="of models whose price is known, in a conversation")


class SurfaceInfo(Declared):
    """A surface a person may open: its title in the assistant's language and a line on what it is for; `icon` is the
    name of one that the web shell has, or that its package brings."""

    id: str
    title: str
    summary: str = ""
    icon: str = ""
    titles: dict[str, str] = Field(default={}, description="language code -> title")
    summaries: dict[str, str] = Field(default={}, description="language code -> summary")


class SetUpStep(Declared):
    """A page of a set-up: what it asks for, why, and its fields as the JSON Schema of an object."""

    title: str
    hint: str = ""
    fields: JsonObject


class SetUp(Declared):
    """What a person may say of themselves before a talk, step by step, and change later. It becomes the setting of this
    name, with the fields of all steps. `steps` are in the languages it is asked in, by their codes; the one it was
    asked in stands with the fields, as `locale`."""

    setting: str = Field(pattern=NAME)
    steps: dict[str, tuple[SetUpStep, ...]] = Field(min_length=1)


class InLanguage(Declared):
    """What an assistant is called and what a person may begin with, in one language."""

    title: str
    summary: str = ""
    starters: tuple[str, ...] = ()


class AssistantSpec(Declared):
    """What an assistant is called and what it may use. What thinks for it comes with its bundle, by its name.

    `tools` and `specialists` are the names it may call and give tasks to; `torque.*` are all tools of the server or
    agent `torque`. `approval` says which calls a person must approve first, `approvals` the same for single tools, by
    name or pattern. A conversation's settings may ask for more; for less only down to `approval_floor`.

    `result` is the JSON Schema of its answers, where they are not words alone.

    `planner` says in a word how it thinks and `instructions` are for planners that ask a model; the engine reads
    neither. `starters` are sentences a person may begin with. `languages` has title, summary and starters in the other
    languages it can be spoken with in, by their codes (`nl`, `pt-BR`). `surfaces` are pages that people may open; one
    that has pages is also spoken with in words where it says `talk`, one without is always. `settings` are defaults
    that a conversation may change; its planner is given the outcome.

    `intake`: whether its planner is given all pending records `together`, or `one_by_one` (what it caused itself before
    news, the oldest first; calls decided together come back together). `follow`: whether each `news` of a task at a
    remote agent wakes it, or only the `end`. `hidden` ones serve other assistants and are not listed for people.
    `beside` is what a page shows beside the talk: a `map` does what the client is told; with `module` the page module
    of its package draws the whole talk. `letters` is how long a message written on that page may be, `files` whether a
    person may add files to it there; `setup` comes before the talk."""

    name: str = Field(pattern=NAME)
    title: str
    summary: str = ""
    locale: str = "en"
    instructions: str = ""
    planner: str = "flow"
    tools: tuple[str, ...] = ()
    approval: Approval = "destructive"
    approvals: dict[str, Approval] = Field(default={}, description="tool name or pattern -> approval")
    approval_floor: Approval | None = Field(default=None, description="the least that settings may ask for")
    specialists: tuple[str, ...] = ()
    surfaces: tuple[SurfaceInfo, ...] = ()
    talk: bool = False
    starters: tuple[str, ...] = ()
    languages: dict[str, InLanguage] = {}
    settings: dict[str, Json] = {}
    budget: Budget = Budget()
    intake: Literal["together", "one_by_one"] = "together"
    follow: Literal["end", "news"] = "end"
    hidden: bool = False
    beside: Literal["", "map", "module"] = ""
    result: dict[str, Json] | None = None
    letters: int = Field(default=20_000, ge=1, le=100_000)
    files: bool = False
    setup: SetUp | None = None

    @property
    def version(self) -> str:
        """A digest of the whole declaration: it changes when anything in it does."""
        return hashlib.sha256(self.model_dump_json().encode()).hexdigest()[:12]
