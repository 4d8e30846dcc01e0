"""A model for pydantic-ai that asks its tool what it is asked, or says what it was asked. Imports nothing of ours."""

from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart, ToolReturnPart, UserPromptPart
from pydantic_ai.models.function import AgentInfo, FunctionModel


def answer(messages: list, info: AgentInfo) -> ModelResponse:
    """No key, no network."""
    parts = [part for one in messages for part in one.parts]
    asked = [part.content for part in parts if isinstance(part, UserPromptPart)][-1]
    if isinstance(parts[-1], ToolReturnPart):
        return ModelResponse(parts=[TextPart(f"I was told: {parts[-1].content}")])
    if info.function_tools:
        return ModelResponse(parts=[ToolCallPart(info.function_tools[0].name, {"question": asked})])
    text = asked if isinstance(asked, str) else " | ".join(str(one) for one in asked)
    return ModelResponse(parts=[TextPart(f"I was asked: {text}")])


model = FunctionModel(answer)
