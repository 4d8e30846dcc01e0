"""The scripted model is a real citizen of the model port."""

import pytest

from loket.core.actions import Usage
from loket.core.model import (
    CommandPart,
    FinishPart,
    Message,
    Model,
    ModelAnswer,
    ModelFailed,
    ModelSettings,
    Part,
    TextPart,
    UsagePart,
)
from loket.models.scripted import ScriptedModel

ASKED = [Message(role="system", text="Wees kort."), Message(role="user", text="Hoi daar")]
SETTINGS = ModelSettings(max_tokens=10)


async def test_lines_are_played_in_order_and_requests_are_kept() -> None:
    model: Model = (scripted := ScriptedModel(["een", "twee drie"], name="proef"))
    first = await model.complete(ASKED, SETTINGS)
    assert first == ModelAnswer(
        text="een", finish="stop", usage=Usage(model="proef", input_tokens=4, output_tokens=1), model="proef"
    )
    assert (await model.complete(ASKED[1:], ModelSettings())).text == "twee drie"
    assert [request.messages for request in scripted.requests] == [tuple(ASKED), (ASKED[1],)]
    assert scripted.requests[0].settings == SETTINGS
    with pytest.raises(ModelFailed) as failed:
        await model.complete(ASKED, SETTINGS)
    assert (failed.value.code, failed.value.retryable) == ("exception", False)
    await model.close()


async def test_failures_cut_offs_and_silence_can_be_scripted() -> None:
    cut = ModelAnswer(text="Geachte", finish="max_tokens", usage=Usage(), model="m")
    silent = ModelAnswer(text="", finish="blocked", usage=Usage(), model="m")
    model = ScriptedModel([ModelFailed("http_429", "Te druk.", retryable=True), cut, silent, ""])
    codes: list[tuple[str, bool]] = []
    for _ in range(4):
        try:
            assert await model.complete(ASKED, SETTINGS) == cut
        except ModelFailed as failed:
            codes.append((failed.code, failed.retryable))
    assert codes == [("http_429", True), ("no_text", False), ("no_text", True)]


async def test_a_function_may_answer_by_what_it_is_asked() -> None:
    model = ScriptedModel(lambda messages, settings: f"{messages[-1].text}! {settings.max_tokens}")
    assert (await model.complete(ASKED, SETTINGS)).text == "Hoi daar! 10"


@pytest.mark.parametrize("text", ["een twee\n\n drie \n", "  een", "x"])
async def test_the_stream_is_the_answer_in_pieces(text: str) -> None:
    command = CommandPart(name="zoek", args={"q": "x"})
    whole = ModelAnswer(text=text, finish="commands", usage=Usage(output_tokens=3), model="m", commands=(command,))
    parts: list[Part] = [part async for part in ScriptedModel([whole]).stream(ASKED, SETTINGS)]
    assert "".join(part.text for part in parts if isinstance(part, TextPart)) == text
    assert parts[-3:] == [command, UsagePart(usage=Usage(output_tokens=3)), FinishPart(finish="commands")]
