"""What a planner is given and what it must give back."""

from collections.abc import Mapping, Sequence
from dataclasses import field
from datetime import datetime
from typing import Protocol, runtime_checkable

from loket.core.actions import Ask, Decision, Task
from loket.core.assistant import AssistantSpec
from loket.core.data import JsonObject
from loket.core.model import ModelRequest
from loket.core.record import Record
from loket.core.shapes import text_at
from loket.core.tool_spec import ToolSpec
from loket.core.value import unchanging


@unchanging
class OpenQuestion:
    """A question nobody has answered yet: its id, where it was asked, and either the Ask or the id of the held call."""

    id: str
    scope: str
    ask: Ask | None = None
    held: str | None = None


@unchanging
class LiveTask:
    """A task under way below this scope: its call id, scope (None until opened) and what it is."""

    id: str
    scope: str | None
    task: Task


@unchanging
class Situation:
    """All a planner may look at. `woke` are the records it is given now, at least one, oldest first; its decision
    deals with all of them. `history` are the scope's records, oldest first and `woke` among them: a window for the
    root, whole for a task. `task` is None in the root. `now` is the time of the newest waking record: planners read no
    other clock, so that they replay alike. `summary` is what the planner itself made
    of all that was before `woke`. `spent` says which part of the budget for models is used up, and is empty
    while none is: a `Thrifty` planner asks none then. `questions` and `tasks` are those of this scope and below;
    `settings` those of the conversation over the assistant's; `tools` are the ones it may call; `needed` are the
    Returned of the tasks that this one needs, oldest first."""

    conversation: str
    owner: str
    scope: str
    assistant: AssistantSpec
    task: Task | None
    now: datetime
    woke: tuple[Record, ...]
    history: Sequence[Record]
    questions: tuple[OpenQuestion, ...] = ()
    tasks: tuple[LiveTask, ...] = ()
    settings: JsonObject = field(default_factory=dict)
    tools: Mapping[str, ToolSpec] = field(default_factory=dict)
    needed: tuple[Record, ...] = ()
    spent: str = ""
    summary: str = ""

    @property
    def locale(self) -> str:
        """That of the conversation, or else of the assistant."""
        return text_at(self.settings, "locale") or self.assistant.locale


class Draft(Protocol):
    """Words in the making. What was written has been shown, so the thought is no longer dropped for news.

    `write` takes the next piece and returns at once; all pieces in a row should be the text of the action that follows
    (of a Say, an Ask or a Call), which takes their place. `drop` takes all of them back, which is said, for an answer
    that broke off and is made anew. Words of a thought that is ended from outside are kept and marked. `think` takes
    the next piece of what a model thinks aloud: it is seen while the thought lasts, and kept nowhere."""

    def write(self, text: str) -> None: ...

    def think(self, text: str) -> None: ...

    def drop(self) -> None: ...


class Planner(Protocol):
    """Thinks. Called once per decision, for different scopes side by side; must not keep state between calls.

    Raises anything when it breaks: it is tried once more, then the records it was given are `faulted`, which a person
    sees and which wakes nobody. Taking longer than 120 s counts as breaking. When it is cancelled (its scope ended) it
    must return promptly; its thought is dropped."""

    async def decide(self, situation: Situation, draft: Draft) -> Decision: ...


@runtime_checkable
class Thrifty(Protocol):
    """A planner that asks no model any more when `Situation.spent` says so. The engine stops all others then."""

    @property
    def thrifty(self) -> bool: ...


@runtime_checkable
class ClientAware(Protocol):
    """A planner that can use what stands beside a message (`UserSaid.client`), under these settings: it asks a model.
    Returns at once."""

    def uses_client(self, settings: JsonObject) -> bool: ...


class Hearing(Protocol):
    """Hears in words whether a person agrees to a call that is held for them and was the last thing that was said.

    Called when the words are appended, with the tool and its arguments as they were shown; `tools` are those that the
    same words may be about instead. Returns at once, and the same for the same words: True or False, the arguments as
    the words change them, None when they are about something else."""

    def consents(
        self, text: str, held: tuple[ToolSpec, JsonObject], tools: Mapping[str, ToolSpec], now: datetime, locale: str
    ) -> bool | JsonObject | None: ...


@runtime_checkable
class Prompting(Protocol):
    """A planner that asks a model. `request` is what it asks in a situation: the same for the same records, so that
    anybody can read later what was asked (`loket log prompt`). Returns at once and reads no clock."""

    def request(self, situation: Situation) -> ModelRequest: ...


@runtime_checkable
class Answering(Protocol):
    """A planner that knows when a message answers one of its questions. A question that does not last is closed by a
    new message; when the words plainly answer it, or name one of what was offered, nothing is closed.

    Called when the message is appended, for each open question of this planner that does not last and wants no form;
    returns at once, and the same for the same words. When exactly one is answered it gets the words as its answer."""

    def answers(self, ask: Ask, text: str, locale: str) -> bool: ...
