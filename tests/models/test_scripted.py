"""The scripted model is a real citizen of the model port; the contract suite asks it like the others."""

import pytest

from loket.core.actions import Usage
from loket.core.model import (
    Delta,
    Finished,
    Model,
    ModelFailed,
    ModelRequest,
    ModelResponse,
    ModelSettings,
    TextDelta,
    TextPart,
    ToolCallDelta,
    ToolCallPart,
    words,
)
from loket.models.scripted import ScriptedModel

SETTINGS = ModelSettings(max_tokens=10)
ASKED = ModelRequest(messages=(words("system", "Wees kort."), words("user", "Hoi daar")), settings=SETTINGS)
CALL = ToolCallPart(id="a", name="zoek", args={"q": "a long question"})


async def test_lines_are_played_in_order_and_requests_are_kept() -> None:
    model: Model = (scripted := ScriptedModel(["een", "twee drie"], name="proef"))
    first = await model.complete(ASKED)
    assert first == ModelResponse(
        parts=(TextPart(text="een"),), usage=Usage(model="proef", input_tokens=4, output_tokens=1)
    )
    other = ModelRequest(messages=ASKED.messages[1:])
    assert (await model.complete(other)).text == "twee drie"
    assert scripted.requests == [ASKED, other]
    with pytest.raises(ModelFailed, match="at its end"):
        await model.complete(ASKED)
    await model.close()


async def test_failures_cut_offs_and_silence_can_be_scripted() -> None:
    cut = ModelResponse(parts=(TextPart(text="Geachte"),), finish="length")
    silent = ModelResponse(parts=(), finish="refusal")
    model = ScriptedModel([ModelFailed("rate_limited", "Te druk."), cut, silent, ""])
    codes: list[tuple[str, bool]] = []
    for _ in range(4):
        try:
            assert await model.complete(ASKED) == cut
        except ModelFailed as failed:
            codes.append((failed.code, failed.retryable))
    assert codes == [("rate_limited", True), ("refused", False), ("empty", True)]


async def test_a_function_may_answer_by_what_it_is_asked() -> None:
    model = ScriptedModel(lambda request: f"{request.messages[-1].text}! {request.settings.max_tokens}")
    assert (await model.complete(ASKED)).text == "Hoi daar! 10"


@pytest.mark.parametrize("text", ["een twee\n\n drie \n", "  een", "x", " "])
async def test_the_stream_is_the_answer_in_pieces(text: str) -> None:
    deltas: list[Delta] = [delta async for delta in ScriptedModel([[text, CALL]]).stream(ASKED)]
    assert "".join(delta.text for delta in deltas if isinstance(delta, TextDelta)) == text
    assert "".join(delta.args for delta in deltas if isinstance(delta, ToolCallDelta)) == '{"q": "a long question"}'
    last = deltas[-1]
    assert isinstance(last, Finished) and last.response.finish == "tool_calls" and last.response.tool_calls == (CALL,)


async def test_a_model_that_fails_in_the_middle_was_heard_up_to_there() -> None:
    model = ScriptedModel([["Geachte heer, ", ModelFailed("unreachable", "De lijn is weg.")]])
    heard: list[str] = []
    code = ""
    try:
        async for delta in model.stream(ASKED):
            assert isinstance(delta, TextDelta)
            heard.append(delta.text)
    except ModelFailed as failed:
        code = failed.code
    assert ("".join(heard), code) == ("Geachte heer, ", "unreachable")
