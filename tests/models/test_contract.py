"""What every model keeps to, whichever way it answers: the contract of `core/model.py`."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from loket.core.model import (
    Delta,
    Finished,
    Model,
    ModelFailed,
    ModelRequest,
    ModelResponse,
    ModelSettings,
    Part,
    RefusalPart,
    TextDelta,
    TextPart,
    ThinkingDelta,
    ThinkingPart,
    ToolCallDelta,
    ToolCallPart,
    ToolDefinition,
)
from loket.models.recorded import RecordedModel, ReplayedModel
from loket.models.scripted import ScriptedModel
from loket.models.steady import SteadyModel
from tests.models.wires import ASKED, WEATHER, WIRES, Wire, asking

TOOLS = (ToolDefinition(name="weather", description="Of a city.", input=WEATHER),)
ONCE = ASKED.model_copy(update={"settings": ModelSettings(retries=0)})
WITH_TOOLS = ASKED.model_copy(update={"tools": TOOLS})
CALLS = (
    ToolCallPart(id="call_1", name="weather", args={"city": "Solothurn"}),
    ToolCallPart(id="call_2", name="weather", args={"city": "São Paulo, at the “river”"}),
)
Speaking = Callable[..., AbstractAsyncContextManager[Model]]
"""A model that gives these parts, and ends for this reason."""


@asynccontextmanager
async def scripted(*parts: Part, finish: str = "stop") -> AsyncIterator[Model]:
    response = ModelResponse.model_validate({"parts": parts, "finish": finish})
    yield ScriptedModel([response] * 3)


@asynccontextmanager
async def steady(*parts: Part, finish: str = "stop") -> AsyncIterator[Model]:
    async with scripted(*parts, finish=finish) as model:
        yield SteadyModel("steady", [model])


def wired(wire: Wire) -> Speaking:
    @asynccontextmanager
    async def speaking(*parts: Part, finish: str = "stop") -> AsyncIterator[Model]:
        async with asking(wire, lambda asked: wire.answer(asked, *parts, finish=finish)) as (model, _):
            yield model

    return speaking


@asynccontextmanager
async def recorded(*parts: Part, finish: str = "stop") -> AsyncIterator[Model]:
    with TemporaryDirectory() as folder:
        async with scripted(*parts, finish=finish) as model:
            yield RecordedModel(model, Path(folder))


@asynccontextmanager
async def replayed(*parts: Part, finish: str = "stop") -> AsyncIterator[Model]:
    with TemporaryDirectory() as folder:
        async with scripted(*parts, finish=finish) as model:
            recorder = RecordedModel(model, Path(folder))
            for request in (ASKED, WITH_TOOLS):
                with suppress(ModelFailed):
                    await recorder.complete(request)
        yield ReplayedModel(Path(folder))


OURS = {"scripted": scripted, "steady": steady, "recorded": recorded, "replayed": replayed}
EVERY = {**OURS, **{name: wired(wire) for name, wire in WIRES.items()}}


@pytest.fixture(params=EVERY)
def speaking(request: pytest.FixtureRequest) -> Speaking:
    return EVERY[request.param]


async def deltas_of(model: Model, request: ModelRequest = ASKED) -> list[Delta]:
    return [delta async for delta in model.stream(request)]


async def test_words_come_as_they_are_and_the_whole_comes_last(speaking: Speaking) -> None:
    text = "Hello there, “you”: 🌍 and\n\n- a list "
    async with speaking(TextPart(text=text)) as model:
        *deltas, last = await deltas_of(model)
        whole = await model.complete(ASKED)
    assert "".join(delta.text for delta in deltas if isinstance(delta, TextDelta)) == text
    assert isinstance(last, Finished) and not any(isinstance(delta, Finished) for delta in deltas)
    for response in (last.response, whole):
        assert (response.text, response.finish, response.tool_calls) == (text, "stop", ())


async def test_parallel_tool_calls_come_in_pieces_and_are_whole_at_the_end(speaking: Speaking) -> None:
    async with speaking(TextPart(text="I look."), *CALLS, finish="tool_calls") as model:
        *deltas, last = await deltas_of(model, WITH_TOOLS)
        whole = await model.complete(WITH_TOOLS)
    assert isinstance(last, Finished)
    for response in (last.response, whole):
        assert (response.text, response.finish) == ("I look.", "tool_calls")
        assert [(call.name, call.args, call.broken) for call in response.tool_calls] == [
            (call.name, call.args, "") for call in CALLS
        ]
        assert len({call.id for call in response.tool_calls}) == 2
    pieces = [delta for delta in deltas if isinstance(delta, ToolCallDelta)]
    for call in last.response.tool_calls:
        mine = ToolCallPart(id=call.id, name=call.name, broken="".join(p.args for p in pieces if p.id == call.id))
        assert ToolCallPart.model_validate_json(f'{{"id": "i", "name": "n", "args": {mine.broken}}}').args == call.args


async def test_thinking_is_no_part_of_the_answer(speaking: Speaking) -> None:
    async with speaking(ThinkingPart(text="Let me think about it."), TextPart(text="Yes.")) as model:
        *deltas, last = await deltas_of(model)
    thinking = "".join(delta.text for delta in deltas if isinstance(delta, ThinkingDelta))
    assert isinstance(last, Finished) and last.response.text == "Yes."
    assert thinking in ("Let me think about it.", ""), "one wire has no field for it"


@pytest.mark.filterwarnings("ignore:NEW_REASON:UserWarning")
@pytest.mark.parametrize("finish", ["length", "other"])
async def test_why_it_ended_is_one_of_our_words(speaking: Speaking, finish: str) -> None:
    async with speaking(TextPart(text="Dear Sir,"), finish=finish) as model:
        whole = await model.complete(ASKED)
        *_, last = await deltas_of(model)
    assert isinstance(last, Finished)
    assert (whole.text, whole.finish, last.response.finish) == ("Dear Sir,", finish, finish)


async def test_nothing_at_all_is_a_failure_in_both_ways(speaking: Speaking) -> None:
    for finish, code in (("stop", "empty"), ("refusal", "refused")):
        async with speaking(finish=finish) as model:
            for asked in (model.complete(ONCE), deltas_of(model, ONCE)):
                with pytest.raises(ModelFailed) as failed:
                    await asked
                assert (failed.value.code, failed.value.retryable) == (code, code == "empty")


async def test_an_answer_of_a_megabyte_comes_through(speaking: Speaking) -> None:
    text = "ten words " * 100_000
    async with speaking(TextPart(text=text)) as model:
        assert (await model.complete(ASKED)).text == text


async def test_leaving_a_stream_early_ends_it(speaking: Speaking) -> None:
    async with speaking(TextPart(text="word " * 200)) as model:
        stream = model.stream(ASKED)
        assert isinstance(await anext(stream), TextDelta)
        await stream.aclose()
        assert (await model.complete(ASKED)).finish == "stop", "the model answers others all the same"


async def test_a_refusal_is_the_models_own_words() -> None:
    for name in (*OURS, "chat", "responses"):
        async with EVERY[name](RefusalPart(text="I won't write that."), finish="stop") as model:
            *_, last = await deltas_of(model)
            whole = await model.complete(ASKED)
        assert isinstance(last, Finished)
        for response in (last.response, whole):
            assert (response.refusal, response.text) == ("I won't write that.", ""), name
            assert name in OURS or response.finish == "refusal"
