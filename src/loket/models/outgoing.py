"""What we ask in the words of pydantic-ai."""

from collections.abc import Sequence
from typing import Any

from pydantic_ai import messages as wire
from pydantic_ai.models import Model, ModelRequestParameters
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.settings import ModelSettings as WireSettings
from pydantic_ai.tools import ToolDefinition as WireTool

from loket.core.actions import Thought
from loket.core.data import FileRef, JsonObject
from loket.core.model import (
    ANSWER,
    FilePart,
    ModelMessage,
    ModelRequest,
    Part,
    RefusalPart,
    TextPart,
    ThinkingPart,
    ToolCallPart,
    ToolDefinition,
    ToolResultPart,
)
from loket.models.configured import ConfiguredModel
from loket.views.prompt import marked

THOUGHT = ("id", "signature", "provider_details")
"""What of a part its provider wants back."""


def history(messages: Sequence[ModelMessage], model: Model) -> list[wire.ModelMessage]:
    """The messages as requests and responses in turns, without the thoughts of other models."""
    turns: list[wire.ModelMessage] = []
    for message in messages:
        if message.role == "assistant":
            turns.append(_response(message, model))
            continue
        parts = [_request_part(message.role, part) for part in message.parts]
        if turns and isinstance(turns[-1], wire.ModelRequest):
            turns[-1] = wire.ModelRequest(parts=[*turns[-1].parts, *parts])
        else:
            turns.append(wire.ModelRequest(parts=parts))
    return turns


def parameters(request: ModelRequest, model: Model) -> ModelRequestParameters:
    """Tools and the form of the answer."""
    tools = [_tool(tool) for tool in request.tools]
    if request.output is None:
        return ModelRequestParameters(function_tools=tools)
    if model.profile.get("supports_json_schema_output", False):
        form = OutputObjectDefinition(json_schema=request.output, name=ANSWER)
        return ModelRequestParameters(function_tools=tools, output_mode="native", output_object=form)
    answer = WireTool(name=ANSWER, description="Gives the answer.", parameters_json_schema=request.output)
    return ModelRequestParameters(
        function_tools=tools, output_mode="tool", output_tools=[answer], allow_text_output=False
    )


def settings(request: ModelRequest, configured: ConfiguredModel) -> WireSettings:
    """How to answer: as the request says, else as configured. One attempt: trying again is not the library's part."""
    wanted = request.settings
    made = WireSettings(max_retries=0, timeout=wanted.deadline)
    if request.tools or request.output is not None:
        choice = request.tool_choice
        made["tool_choice"] = choice if choice in ("auto", "none", "required") else [choice]
    temperature = configured.temperature if wanted.temperature is None else wanted.temperature
    if temperature is not None:
        made["temperature"] = temperature
    if (most := wanted.max_tokens or configured.max_tokens) is not None:
        made["max_tokens"] = most
    if (thinking := wanted.thinking or configured.thinking) is not None:
        made["thinking"] = False if thinking == "off" else thinking
    if not (configured.base_url and configured.provider.startswith("openai")):
        made["cache"] = True  # points where the provider wants them; those that imitate OpenAI's wire may know none
    return made


def _tool(tool: ToolDefinition) -> WireTool:
    return WireTool(name=tool.name, description=tool.description or None, parameters_json_schema=tool.input)


def _request_part(role: str, part: Part) -> wire.ModelRequestPart:
    match part:
        case TextPart(text=text) if role == "system":
            return wire.SystemPromptPart(text)
        case TextPart(text=text):
            return wire.UserPromptPart(text)
        case FilePart(file=file, data=bytes() as data):
            return wire.UserPromptPart([wire.BinaryContent(data=data, media_type=file.media)])
        case FilePart(file=file):
            return wire.UserPromptPart(_mentioned(file))
        case ToolResultPart():
            outcome = "success" if part.ok else "failed"
            return wire.ToolReturnPart(part.name, part.text, part.id, outcome=outcome)
        case ThinkingPart() | ToolCallPart() | RefusalPart():
            raise ValueError(f"A {part.kind} part can't stand in a message of the {role}.")


def _mentioned(file: FileRef) -> str:
    return marked("file", f"{file.name}, {file.media}")


def _response(message: ModelMessage, model: Model) -> wire.ModelResponse:
    parts = [made for part in message.parts if (made := _response_part(part, model)) is not None]
    return wire.ModelResponse(
        parts=parts, provider_name=model.system, canonical_system=model.canonical_system, model_name=model.model_name
    )


def _response_part(part: Part, model: Model) -> wire.ModelResponsePart | None:
    match part:
        case TextPart(text=text):
            back = _wanted_back(part.thought, model)
            back.pop("signature", None)
            return wire.TextPart(text, **back)
        case RefusalPart(text=text):
            return wire.TextPart(text)
        case ThinkingPart(text=text):
            back = _wanted_back(part.thought, model)
            return wire.ThinkingPart(text, **back) if back else None
        case ToolCallPart():
            back = _wanted_back(part.thought, model)
            back.pop("signature", None)
            return wire.ToolCallPart(part.name, part.broken or part.args, part.id, **back)
        case FilePart(file=file):
            return wire.TextPart(_mentioned(file))
        case ToolResultPart():
            raise ValueError("The result of a tool can't stand in a message of the assistant.")


def _wanted_back(thought: Thought | None, model: Model) -> dict[str, Any]:
    """What the provider wants back, when this is the model it comes from."""
    if thought is None or (thought.provider, thought.model) != (model.system, model.model_name):
        return {}
    data: JsonObject = thought.data if isinstance(thought.data, dict) else {}
    return {"provider_name": thought.provider, **{name: data[name] for name in THOUGHT if name in data}}
