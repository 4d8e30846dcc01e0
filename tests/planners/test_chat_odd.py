"""What a model answers that nobody can use: the talk goes on, and what was spent on it counts."""

from loket.core.model import TextPart, ToolCallPart
from loket.testing import scripted, talking
from tests.planners.test_chat import BRAKES, SHOP, decisions, wants


async def test_a_question_without_words_is_not_put_to_the_person() -> None:
    model = scripted([[wants("ask_person", question=" ", choices=[3])], "25 euros."])
    async with talking(SHOP, model=model) as talk:
        answer = await talk.say("What do brakes cost?")
    first = decisions(talk)[0]
    assert answer.text.strip() and [one.why.partition(":")[0] for one in first.considered][:1] == ["empty"]


async def test_what_was_spent_on_arguments_that_could_not_be_read_counts() -> None:
    broken = ToolCallPart(id="c1", name="price", broken='{"repair": "bra')
    async with talking(SHOP, model=scripted([[broken], [BRAKES], "25 euros."])) as talk:
        await talk.say("What do brakes cost?")
    async with talking(SHOP, model=scripted([[BRAKES], "25 euros."])) as once:
        await once.say("What do brakes cost?")
    (twice, _), (plain, _) = [[one.usage for one in decisions(each)] for each in (talk, once)]
    assert twice is not None and plain is not None and twice.input_tokens >= 2 * plain.input_tokens > 0


async def test_half_a_character_breaks_no_stream() -> None:
    model = scripted([[TextPart(text="\ud83d hello")], "25 euros."])
    async with talking(SHOP, model=model) as talk:
        assert (await talk.say("What do brakes cost?")).text == "25 euros."
