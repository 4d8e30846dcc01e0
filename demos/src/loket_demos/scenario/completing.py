"""What asks a language model for a page: a call like any other, made by an assistant of its own, so that the log has
who asked what for which step, and what it cost."""

from collections.abc import Mapping

from loket.core.assistant import AssistantSpec
from loket.core.data import Json, JsonObject
from loket.core.errors import ConfigError
from loket.core.model import Model, ModelFailed, ModelResponse
from loket.core.tool import CallContext, ToolFailed, ToolSpec
from loket.tools.function import FunctionTool
from loket_demos.scenario.complete_request import CompleteRequest
from loket_demos.scenario.mock_model import NAME as MOCK
from loket_demos.scenario.mock_model import mock_model

ASSISTANT, TOOL = "scenario.completions", "complete_prompt"
PROVIDER_FAILED, NO_MODEL = "provider_failed", "invalid_model"
SECONDS = 120.0

COMPLETIONS = AssistantSpec(
    name=ASSISTANT,
    title="Model requests of the workbench",
    planner="outside",
    tools=(TOOL,),
    intake="one_by_one",
    hidden=True,
)


def complete_tool() -> FunctionTool:
    """Asks the model that a request names, the usual one without a name."""
    spec = ToolSpec(
        name=TOOL,
        title="Ask the language model",
        description="Answers a prompt with the language model of this server.",
        input={"type": "object", "required": ["messages"]},
        read_only=True,
        deadline=SECONDS,
    )
    return FunctionTool(spec, _complete)


async def _complete(args: JsonObject, context: CallContext) -> Json:
    asked = CompleteRequest.model_validate(args)
    model = _model(asked, context)
    try:
        response = await model.complete(asked.prompt(context.conversation, SECONDS))
    except ModelFailed as failed:
        raise ToolFailed(PROVIDER_FAILED, failed.text, {"code": failed.code}) from failed
    return _written(response, model.name)


def _model(asked: CompleteRequest, context: CallContext) -> Model:
    name = asked.model or asked.provider or ""
    if MOCK in (asked.provider, name):
        return mock_model()
    try:
        model = context.model(asked.provider or asked.model)
    except ConfigError as error:
        raise ToolFailed(NO_MODEL, error.text) from error
    if model is None:
        text = "No language model is configured here. Name the provider mock, or set LOKET_MODEL."
        raise ToolFailed(PROVIDER_FAILED, text, {"code": "not_configured"})
    return model


def _written(response: ModelResponse, provider: str) -> JsonObject:
    usage = response.usage
    spent = {"inputTokens": usage.input_tokens, "outputTokens": usage.output_tokens, "price": usage.price}
    calls = [{"id": call.id, "name": call.name, "args": call.args} for call in response.tool_calls]
    answer: JsonObject = {"content": response.text, "provider": provider, "model": usage.model or provider}
    answer |= {"finish": response.finish, "usage": spent}
    return (
        answer | ({"toolCalls": calls} if calls else {}) | ({"refusal": response.refusal} if response.refusal else {})
    )


def providers(models: Mapping[str, str]) -> list[JsonObject]:
    """Which models a request may name, with what each is; the mock is always there."""
    told: list[JsonObject] = [
        {"name": name, "models": [name], "defaultModel": name, "description": what} for name, what in models.items()
    ]
    mock = {"name": MOCK, "models": [MOCK], "defaultModel": MOCK, "description": "answers the same, without a key"}
    return [*told, mock]
