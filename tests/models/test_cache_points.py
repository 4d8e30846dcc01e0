"""Where the prompt repeats is said to the providers that want to be told, and to no others."""

from typing import Any

import pytest

from loket.core.model import ModelRequest, ToolDefinition, words
from loket.models.configured import ConfiguredModel
from loket.models.outgoing import settings
from loket.models.providers import models_from
from tests.loopback import Asked, answering
from tests.models.wires import ANTHROPIC, CHAT, KEY, RESPONSES, SECRET, WEATHER, TextPart, Wire

LONG = ModelRequest(
    messages=(
        words("system", "Be brief. " * 500),
        words("user", "Hi."),
        words("assistant", "Hi."),
        words("user", "So?"),
    ),
    tools=(ToolDefinition(name="weather", input=WEATHER),),
)


async def sent(wire: Wire, model: str) -> Any:
    """The body of a request to this model."""

    def plays(asked: Asked) -> bytes:
        return wire.answer(asked, TextPart(text="x"))

    async with answering(plays) as server:
        place = server.url if wire is ANTHROPIC else f"{server.url}/v1"
        table = ConfiguredModel(model=model, base_url=place, key="secret://k")
        models = models_from({}, {"m": table}, {"k": SECRET})
        asked = models.model()
        assert asked is not None
        await asked.complete(LONG)
        await models.close()
        (request,) = server.asked
    assert KEY not in str(request.json)
    return request.json


@pytest.mark.parametrize(
    ("wire", "model", "marked"),
    [
        (ANTHROPIC, "anthropic:claude-x", True),
        (CHAT, "openai:qwen3-coder", False),
        (RESPONSES, "openai-responses:qwen3-coder", False),
    ],
    ids=["anthropic", "chat", "responses"],
)
async def test_cache_points_are_for_those_who_want_them(wire: Wire, model: str, marked: bool) -> None:
    body = await sent(wire, model)
    assert ("cache_control" in str(body)) is marked
    assert "prompt_cache" not in str(body)


def test_those_that_can_only_be_asked_at_their_own_address_are_told_as_well() -> None:
    for name in ("openrouter:anthropic/claude-x", "bedrock:claude-x", "openai:gpt-x"):
        assert settings(LONG, ConfiguredModel(model=name)).get("cache") is True, name
