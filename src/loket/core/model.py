"""What a language model is: messages in, an answer out. Everything here works without one."""

from collections.abc import AsyncIterator, Sequence
from typing import Annotated, Literal, Protocol

from pydantic import Field

from loket.core.actions import Usage
from loket.core.data import Frozen, JsonObject

Finish = Literal["stop", "max_tokens", "blocked", "commands", "other"]
"""Why the model stopped: it was done, it ran out of tokens, a filter cut it off, it wants commands carried out."""


class Message(Frozen):
    """One turn. `system` messages are instructions, wherever they stand; the others alternate freely."""

    role: Literal["system", "user", "assistant"]
    text: str


class CommandSpec(Frozen):
    """Something the model may ask for instead of words; `input` is a JSON Schema."""

    name: str
    description: str = ""
    input: JsonObject = Field(default={"type": "object"})


class ModelSettings(Frozen):
    """How to answer; None leaves it to the model's own configuration."""

    temperature: float | None = None
    max_tokens: int | None = Field(default=None, ge=1)
    deadline: float = Field(default=30.0, gt=0, description="seconds for the whole answer")
    commands: tuple[CommandSpec, ...] = ()


class TextPart(Frozen):
    """Words of the answer."""

    kind: Literal["text"] = "text"
    text: str


class ThinkingPart(Frozen):
    """Words the model thinks with; never part of the answer."""

    kind: Literal["thinking"] = "thinking"
    text: str


class CommandPart(Frozen):
    """A command the model asks for; nobody has checked the arguments yet."""

    kind: Literal["command"] = "command"
    name: str
    args: JsonObject = {}


class UsagePart(Frozen):
    """What it cost; comes once, before the finish."""

    kind: Literal["usage"] = "usage"
    usage: Usage


class FinishPart(Frozen):
    """The last part."""

    kind: Literal["finish"] = "finish"
    finish: Finish


Part = Annotated[TextPart | ThinkingPart | CommandPart | UsagePart | FinishPart, Field(discriminator="kind")]


class ModelAnswer(Frozen):
    """A whole answer; `model` is the one that gave it, as it calls itself."""

    text: str
    finish: Finish
    usage: Usage
    model: str
    commands: tuple[CommandPart, ...] = ()


class ModelFailed(Exception):
    """No answer. Codes: `http_<status>`, `timeout`, `connect_error`, `no_text`, `exception`.

    `retryable`: asking again unchanged may work. The text never holds the key or what the provider wrote."""

    def __init__(self, code: str, text: str, *, retryable: bool = False) -> None:
        super().__init__(f"{code}: {text}")
        self.code = code
        self.text = text
        self.retryable = retryable


class Model(Protocol):
    """Answers. Any number of calls run side by side; nothing is kept between them and nothing is tried again.

    Both raise ModelFailed only. `stream` gives parts as they come and a FinishPart at the end; leaving it early stops
    the model. An answer without words and without commands is `no_text`."""

    @property
    def name(self) -> str: ...

    async def complete(self, messages: Sequence[Message], settings: ModelSettings) -> ModelAnswer: ...

    def stream(self, messages: Sequence[Message], settings: ModelSettings) -> AsyncIterator[Part]: ...

    async def close(self) -> None: ...
