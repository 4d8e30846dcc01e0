"""A talk that outgrows its prompt: what was before is summed up in a decision, and what matters is not forgotten."""

from itertools import pairwise

from loket import Assistant
from loket.cli.prompts import request_of
from loket.core.events import Decided
from loket.core.model import ModelFailed, ModelRequest, OnlyModel
from loket.engine.archive import Archive
from loket.models.scripted import Line
from loket.planners.chat.planner import ChatPlanner
from loket.planners.chat.summing import ORDER
from loket.testing import Dialogue, scripted, talking
from loket.views.prompt_room import LEFT_OUT


def whole(request: ModelRequest) -> str:
    return "\n".join(message.text for message in request.messages)


def sums(request: ModelRequest) -> bool:
    return request.messages[-1].text == ORDER


def remembers(request: ModelRequest) -> Line:
    """Sums up the one thing that matters, and else says the last words again."""
    if sums(request):
        return "The person is called Ann." if "Ann" in whole(request) else "Nobody knows who it is."
    return f"You said {request.messages[-1].text[-4:]}."


def summaries(talk: Dialogue) -> list[Decided]:
    return [e for record in talk.log if isinstance(e := record.event, Decided) and e.summary]


async def test_a_thousand_messages_are_summed_up_and_the_first_is_not_forgotten() -> None:
    model = scripted(remembers)
    async with talking(Assistant("shop"), model=model, seconds=30) as talk:
        answer = await talk.say("I am Ann")
        for number in range(1, 500):
            answer = await talk.say(f"message {number:04}")
        assert answer.text == "You said 0499."
        assert "called Ann" in whole(model.requests[-1]) and "message 0001" not in whole(model.requests[-1])
        made = summaries(talk)
        assert 4 <= len(made) <= 8 and {one.summary for one in made} == {"The person is called Ann."}
        assert made[-1].usage is not None and made[-1].usage.input_tokens > 100
        asked = [request for request in model.requests if not sums(request)]
        assert max(len(request.messages) for request in asked) < 400
        changed = 0
        for one, next_one in pairwise(asked):
            changed += next_one.messages[: len(one.messages)] != one.messages
        assert changed == len(made)  # a prompt begins as the one before, but where something was summed up
        seqs = [record.seq for record in talk.log if isinstance(record.event, Decided)]
        at = next(n for n, record in enumerate(asked) if "summed up" in whole(record))
        for n in (at - 1, at, at + 1, len(asked) - 1):
            assert await request_of(talk.host.kit, talk.host.store, talk.conversation, seqs[n]) == asked[n]
        first = next(record.seq for record in talk.log if record.event.kind == "user_said")
        await Archive(talk.host).redact(talk.conversation, (first,), "", talk.owner)
        assert all(b"called Ann" not in row.body for row in await talk.host.store.read(talk.conversation, limit=10_000))


async def test_a_prompt_that_has_no_more_room_is_summed_up_before_anything_is_left_out() -> None:
    model = scripted(remembers)
    shop = Assistant("shop", planner=ChatPlanner(OnlyModel(model), context=1500))
    async with talking(shop) as talk:
        await talk.say("I am Ann")
        for number in range(30):
            await talk.say(f"{'so long ' * 60}{number:04}")
        assert len(summaries(talk)) >= 2
    assert LEFT_OUT not in "".join(map(whole, model.requests)) and "Ann" in whole(model.requests[-1])


async def test_without_a_summary_the_oldest_messages_are_left_out() -> None:
    def fails(request: ModelRequest) -> Line:
        return ModelFailed("overloaded", "Too busy.") if sums(request) else "Yes."

    model = scripted(fails)
    async with talking(Assistant("shop", planner=ChatPlanner(OnlyModel(model), context=1500))) as talk:
        for number in range(12):
            assert (await talk.say(f"{'so long ' * 60}{number:04}")).text == "Yes."
        assert not summaries(talk)
    assert LEFT_OUT in whole(model.requests[-1])
