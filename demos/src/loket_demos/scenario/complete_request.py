"""What a page asks a language model through this server, as the contract has it."""

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, StringConstraints, ValidationError
from pydantic.alias_generators import to_camel

from loket.core.data import Frozen, Json, JsonObject
from loket.core.model import ModelMessage, ModelRequest, ModelSettings, ToolDefinition, words

MESSAGES, CHARACTERS, TOOLS = 200, 400_000, 100
Short = Annotated[str, StringConstraints(max_length=200)]
_camel = ConfigDict(alias_generator=to_camel, populate_by_name=True)


class PromptMessage(Frozen):
    """One message of a prompt."""

    role: Literal["system", "user", "assistant"]
    content: str = Field(max_length=CHARACTERS)


class PromptTool(Frozen):
    """A tool that the model may want called."""

    model_config = _camel

    name: str = Field(pattern=r"^[A-Za-z0-9_.-]{1,64}$")
    description: str = Field(default="", max_length=4000)
    input_schema: JsonObject = Field(default={"type": "object"})


class LoggingMetadata(Frozen):
    """What the log is to say of a request: whose step of what it was."""

    model_config = _camel

    conversation_id: Short = ""
    agent_name: Short = ""
    turn_number: int | None = None
    scenario_id: Short = ""
    step_descriptor: Short = ""
    request_id: Short = ""

    @property
    def labels(self) -> JsonObject:
        """What of it was said."""
        return self.model_dump(by_alias=True, exclude_defaults=True)


class CompleteRequest(Frozen):
    """`provider` is one that `GET /api/llm/providers` names; `model` one of its models."""

    model_config = _camel

    messages: tuple[PromptMessage, ...] = Field(min_length=1, max_length=MESSAGES)
    model: Short | None = None
    temperature: float | None = Field(default=None, ge=0, le=2)
    max_tokens: int | None = Field(default=None, ge=1, le=1_000_000)
    tools: tuple[PromptTool, ...] = Field(default=(), max_length=TOOLS)
    provider: Short | None = None
    logging_metadata: LoggingMetadata = LoggingMetadata()

    def prompt(self, conversation: str, deadline: float) -> ModelRequest:
        """The same as a model of ours is asked. Without `maxTokens` nothing caps the answer."""
        messages: list[ModelMessage] = [words(one.role, one.content) for one in self.messages]
        tools = [ToolDefinition(name=t.name, description=t.description, input=t.input_schema) for t in self.tools]
        settings = ModelSettings(temperature=self.temperature, max_tokens=self.max_tokens, deadline=deadline)
        about = self.logging_metadata.labels
        return ModelRequest(
            messages=tuple(messages), tools=tuple(tools), settings=settings, conversation=conversation, about=about
        )


def details(error: ValidationError) -> list[Json]:
    """What is wrong with a body: where, and in which words; never what stood there."""
    found = error.errors(include_input=False, include_url=False, include_context=False)[:10]
    return [{"path": list(one["loc"]), "message": one["msg"][:300]} for one in found]
