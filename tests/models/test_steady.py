"""Trying again before the first word, and the next model after that."""

from collections.abc import Sequence

import pytest

from loket.core.model import Finished, ModelFailed, ModelRequest, ModelSettings, TextDelta, words
from loket.models.scripted import Line, ScriptedModel
from loket.models.steady import RetryPace, SteadyModel

ASKED = ModelRequest(messages=(words("user", "Hi"),))
BUSY, DOWN = ModelFailed("rate_limited", "Busy."), ModelFailed("unauthorised", "No key.")


def model_of(*scripts: Sequence[Line]) -> tuple[SteadyModel, list[float], list[ScriptedModel]]:
    """A steady model over scripts, what it waited, and those it asks."""
    waited: list[float] = []

    async def pause(seconds: float) -> None:
        waited.append(seconds)

    models = [ScriptedModel(script, name=f"m{at}") for at, script in enumerate(scripts)]
    return SteadyModel("steady", models, RetryPace(first=1, most=8, pause=pause)), waited, models


async def heard(model: SteadyModel, request: ModelRequest = ASKED) -> tuple[str, Finished | ModelFailed]:
    text = ""
    try:
        async for delta in model.stream(request):
            if isinstance(delta, Finished):
                return text, delta
            assert isinstance(delta, TextDelta)
            text += delta.text
    except ModelFailed as failed:
        return text, failed
    raise AssertionError("a stream without an end")


async def test_a_failure_of_a_moment_is_tried_again_with_growing_pauses() -> None:
    for asked in ("complete", "stream"):
        model, waited, _ = model_of([BUSY, BUSY, "Hello."])
        if asked == "complete":
            response = await model.complete(ASKED)
        else:
            text, ended = await heard(model)
            assert isinstance(ended, Finished) and text == "Hello."
            response = ended.response
        assert response.text == "Hello." and 0.5 <= waited[0] <= 1 <= waited[1] <= 2
        assert [(a.model, a.code) for a in response.attempts] == [("m0", "rate_limited")] * 2


async def test_what_another_try_does_not_help_goes_to_the_next_model_at_once() -> None:
    model, waited, models = model_of([DOWN], ["From the second."])
    assert (await model.complete(ASKED)).text == "From the second."
    assert waited == [] and [len(one.requests) for one in models] == [1, 1]


async def test_a_provider_is_waited_for_as_long_as_it_asks_within_reason() -> None:
    model, waited, _ = model_of([ModelFailed("overloaded", "Busy.", retry_after=5), "Hello."], ["Second."])
    assert (await model.complete(ASKED)).text == "Hello." and waited == [5]
    model, waited, _ = model_of([ModelFailed("overloaded", "Busy.", retry_after=60), "Hello."], ["Second."])
    assert (await model.complete(ASKED)).text == "Second." and waited == []


async def test_one_that_was_too_slow_is_not_waited_for_twice() -> None:
    model, waited, _ = model_of([ModelFailed("timeout", "Slow."), "Hello."], ["Second."])
    assert (await model.complete(ASKED)).text == "Second." and waited == []


async def test_after_the_first_word_nothing_is_tried_again() -> None:
    model, waited, models = model_of([["Dear ", BUSY], "Hello."], ["Second."])
    text, ended = await heard(model)
    assert isinstance(ended, ModelFailed) and (text, ended.code, waited) == ("Dear ", "rate_limited", [])
    assert [len(one.requests) for one in models] == [1, 0]


async def test_when_all_fail_the_last_failure_tells_of_every_try() -> None:
    model, waited, _ = model_of([BUSY] * 3, [DOWN])
    with pytest.raises(ModelFailed) as failed:
        await model.complete(ASKED)
    assert [(a.model, a.code) for a in failed.value.attempts] == [("m0", "rate_limited")] * 3 + [("m1", "unauthorised")]
    assert failed.value.code == "unauthorised" and len(waited) == 2


async def test_a_request_may_want_no_second_try() -> None:
    once = ASKED.model_copy(update={"settings": ModelSettings(retries=0)})
    model, waited, _ = model_of([BUSY, "Hello."])
    with pytest.raises(ModelFailed):
        await model.complete(once)
    assert waited == []
