"""What a language model is: a request of messages made of parts, answered by deltas of the same parts. Everything here
works without one."""

from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, Protocol

from pydantic import Field

from loket.core.actions import Thought, Usage
from loket.core.data import FileRef, Frozen, Json, JsonObject
from loket.core.errors import ConfigError

Finish = Literal["stop", "length", "tool_calls", "refusal", "other"]
"""Why a response ended: it was done, it ran out of tokens, it wants its tool calls performed, the model or a filter of
its provider refused, or a word of the provider that we do not know."""

FailureCode = Literal[
    "rate_limited",
    "overloaded",
    "timeout",
    "unreachable",
    "bad_response",
    "empty",
    "refused",
    "too_long",
    "unauthorised",
    "spent",
    "rejected",
    "not_installed",
    "not_recorded",
]
AGAIN = frozenset({"rate_limited", "overloaded", "timeout", "unreachable", "bad_response", "empty"})
"""Failures of a moment: the same request may be answered a little later."""


ANSWER, ASK_PERSON, DELEGATE, RESULT = "answer", "ask_person", "delegate_to_agent", "final_answer"
"""The tools by which a model answers that has no way of its own to keep to a schema, asks the person, gives work to the
assistant it names, and gives the answer in the form that its assistant declares. None is performed, so no other tool
may have their names."""


class TextPart(Frozen):
    """Words. `thought` is what the provider wants back beside them, here and in the parts below."""

    kind: Literal["text"] = "text"
    text: str
    thought: Thought | None = None


class FilePart(Frozen):
    """A file for the model to look at; without `data` it is told only that there is one."""

    kind: Literal["file"] = "file"
    file: FileRef
    data: bytes | None = Field(default=None, repr=False)


class ThinkingPart(Frozen):
    """Words the model thinks with, often signed; never part of the answer. Only the model they come from is given them
    back."""

    kind: Literal["thinking"] = "thinking"
    text: str = ""
    thought: Thought | None = None


class ToolCallPart(Frozen):
    """A tool the model wants called; nobody has checked the arguments yet. `broken` is what it wrote instead when that
    is no JSON object."""

    kind: Literal["tool_call"] = "tool_call"
    id: str
    name: str
    args: JsonObject = {}
    broken: str = ""
    thought: Thought | None = None


class ToolResultPart(Frozen):
    """What became of the tool call with this id."""

    kind: Literal["tool_result"] = "tool_result"
    id: str
    name: str
    text: str
    ok: bool = True


class RefusalPart(Frozen):
    """Why the model does not want to answer, in its own words."""

    kind: Literal["refusal"] = "refusal"
    text: str


Part = Annotated[
    TextPart | FilePart | ThinkingPart | ToolCallPart | ToolResultPart | RefusalPart, Field(discriminator="kind")
]


class ModelMessage(Frozen):
    """One turn of a prompt. `system` messages are instructions, wherever they stand; results of tools are in `tool`
    messages, after the `assistant` message that called them."""

    role: Literal["system", "user", "assistant", "tool"]
    parts: tuple[Part, ...]

    @property
    def text(self) -> str:
        return "".join([part.text for part in self.parts if isinstance(part, TextPart)])


def words(role: Literal["system", "user", "assistant"], text: str) -> ModelMessage:
    """A message that is nothing but words."""
    return ModelMessage(role=role, parts=(TextPart(text=text),))


class ToolDefinition(Frozen):
    """A tool the model may call; `input` is a JSON Schema."""

    name: str
    description: str = ""
    input: JsonObject = Field(default={"type": "object"})


class ModelSettings(Frozen):
    """How to answer; None leaves it to the model's own configuration."""

    temperature: float | None = None
    max_tokens: int | None = Field(default=None, ge=1)
    thinking: Literal["off", "low", "medium", "high"] | None = None
    deadline: float = Field(default=60.0, gt=0, description="seconds for the whole response")
    retries: int = Field(default=2, ge=0, le=10, description="tries after the first, before the first word")


class ModelRequest(Frozen):
    """What a model is asked. `tool_choice`: as the model likes, none, at least one, or the one of that name. `output`
    is the JSON Schema of an answer that is to be one JSON object instead of words. `conversation` is whose tape it goes
    on, `about` whose step of what it is for, on the tape and to whoever looks at the prompt; neither is sent."""

    messages: tuple[ModelMessage, ...]
    tools: tuple[ToolDefinition, ...] = ()
    tool_choice: str = Field(default="auto", description="auto, none, required, or the name of a tool")
    output: JsonObject | None = None
    settings: ModelSettings = ModelSettings()
    conversation: str = ""
    about: JsonObject = {}


class Attempt(Frozen):
    """A model that was asked first and failed."""

    model: str
    code: FailureCode
    text: str


class ModelResponse(Frozen):
    """A whole response; `usage.model` is the model that gave it, as its provider calls it. `attempts` are those that
    failed before it, in their order."""

    parts: tuple[Part, ...]
    finish: Finish = "stop"
    usage: Usage = Usage()
    attempts: tuple[Attempt, ...] = ()

    @property
    def text(self) -> str:
        return "".join([part.text for part in self.parts if isinstance(part, TextPart)])

    @property
    def tool_calls(self) -> tuple[ToolCallPart, ...]:
        return tuple([part for part in self.parts if isinstance(part, ToolCallPart)])

    @property
    def refusal(self) -> str:
        return "".join([part.text for part in self.parts if isinstance(part, RefusalPart)])


class TextDelta(Frozen):
    """The next words of the answer."""

    kind: Literal["text"] = "text"
    text: str


class ThinkingDelta(Frozen):
    """The next words of thinking."""

    kind: Literal["thinking"] = "thinking"
    text: str


class ToolCallDelta(Frozen):
    """A tool call has begun, or `args`, the JSON of its arguments, goes on."""

    kind: Literal["tool_call"] = "tool_call"
    id: str
    name: str
    args: str = ""


class RefusalDelta(Frozen):
    """The next words of a refusal."""

    kind: Literal["refusal"] = "refusal"
    text: str


class Finished(Frozen):
    """The last delta: the response as a whole."""

    kind: Literal["finished"] = "finished"
    response: ModelResponse


Delta = Annotated[TextDelta | ThinkingDelta | ToolCallDelta | RefusalDelta | Finished, Field(discriminator="kind")]


class ModelFailed(Exception):
    """No response, or none to its end. `text` never holds the key or what the provider wrote. `retry_after` are the
    seconds the provider asked to wait, `status` the HTTP status there was. `attempts`: what was tried, this one last.
    """

    def __init__(
        self, code: FailureCode, text: str, *, retry_after: float | None = None, status: int | None = None
    ) -> None:
        super().__init__(f"{code}: {text}")
        self.code: FailureCode = code
        self.text = text
        self.retry_after = retry_after
        self.status = status
        self.attempts: tuple[Attempt, ...] = ()

    @property
    def retryable(self) -> bool:
        return self.code in AGAIN


class Model(Protocol):
    """Answers. Any number of requests run side by side; nothing is kept between them.

    Both raise ModelFailed only. `stream` gives deltas as they come, whose texts in a row are the text of the response,
    and one Finished at the end; leaving it early stops the model. A response has words, tool calls or a refusal:
    nothing at all is the failure `empty`, or `refused` when a filter of the provider took everything away."""

    @property
    def name(self) -> str: ...

    async def complete(self, request: ModelRequest) -> ModelResponse: ...

    def stream(self, request: ModelRequest) -> AsyncGenerator[Delta]: ...

    async def close(self) -> None: ...


class Models(Protocol):
    """The language models of a server, by the names of its configuration."""

    def model(self, name: str = "") -> Model | None:
        """The model of this name, the usual one without. None when there is no usual one; ConfigError `no_model` for
        a name that is not configured."""
        ...

    def names(self) -> Mapping[str, str]:
        """What each of them is, by its name: `provider:name`, or its own name when nobody says more."""
        ...


def model_name(settings: Mapping[str, Json], role: str = "") -> str:
    """Which model the settings of a conversation (over those of its assistant) choose, for one of its roles or for all:
    `model.ROLE`, else `model`. Empty for the usual one."""
    for name in (f"model.{role}", "model") if role else ("model",):
        value = settings.get(name)
        if isinstance(value, str) and value:
            return value
    return ""


@dataclass(frozen=True)
class OnlyModel:
    """The models of a server that has one."""

    only: Model

    def model(self, name: str = "") -> Model:
        if name not in ("", self.only.name):
            raise ConfigError("no_model", f"There is no language model {name[:80]} here; there is {self.only.name}.")
        return self.only

    def names(self) -> Mapping[str, str]:
        return {self.only.name: self.only.name}
