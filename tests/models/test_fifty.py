"""The same fifty questions with no model, with one that works, and with one that fails at every place: nobody hangs,
nothing is lost, and each outcome is said."""

import asyncio
from collections.abc import Mapping, Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Any, get_args

from loket.config import Config
from loket.core.events import Decided, Faulted, Returned, UserSaid
from loket.core.model import FailureCode, ModelFailed, ModelRequest
from loket.face.opening import talking_with
from loket.models.scripted import Line
from loket.planners.chat.auto import FAILED
from loket.testing import Dialogue, scripted, talking
from loket.views.due import settled
from loket.views.turn import Turn
from tests.loopback import Answer, Asked, Loopback, answering
from tests.models.fifty import FAILING, ODD, QUESTIONS, SHOP, works

WITHOUT = "I go on without it."


async def asked(talk: Dialogue, questions: Sequence[str]) -> list[Dialogue]:
    """Each question in a conversation of its own, side by side; all come to rest or this fails."""
    talks = [Dialogue(talk.host, talk.assistant, talk.owner, seconds=talk.seconds) for _ in questions]
    await asyncio.gather(*(one.ask(text) for one, text in zip(talks, questions, strict=True)))
    return talks


def outcome(talk: Dialogue, question: str) -> str:
    """What the person is told, after checking that nothing of the conversation is lost or left over."""
    events, turn = [record.event for record in talk.log], Turn()
    for record in talk.log:
        turn.apply(record)
    taken = {seq for event in events if isinstance(event, Decided) for seq in event.took}
    for record in talk.log:
        if isinstance(record.event, UserSaid):
            assert record.seq in taken and settled(turn, record.seq), question
    assert not [event for event in events if isinstance(event, Faulted)], question
    calls = {event.call for event in events if isinstance(event, Returned)}
    held = [one for one in talk.answer.questions if one.held is not None]
    made = [f"{record.seq}.{call.id}" for record in talk.log if isinstance(record.event, Decided)
            for call in getattr(record.event.action, "calls", ())]  # fmt: skip
    assert len(made) == len(calls) + len(held), question
    assert talk.answer.text.strip() or held, question
    return talk.answer.text or str(held)


def asked_in(spoken: Sequence[str]) -> str:
    """Which of the questions a prompt is about."""
    return max((text for text in QUESTIONS if any(text in one for one in spoken)), key=len, default="")


def codes(talk: Dialogue) -> list[str]:
    decided = [record.event for record in talk.log if isinstance(record.event, Decided)]
    return [one.why.partition(":")[0] for event in decided for one in event.considered if one.name == FAILED]


async def answers_without() -> list[str]:
    async with talking(SHOP, seconds=20) as talk:
        talks = await asked(talk, QUESTIONS)
    return [outcome(one, text) for one, text in zip(talks, QUESTIONS, strict=True)]


async def test_with_no_model() -> None:
    said = await answers_without()
    assert len(set(QUESTIONS)) == len(said) == 50
    facts = [text for text in said if "euros" in text or "Open from" in text or "Closed" in text]
    assert len(facts) >= 15 and not [text for text in said if WITHOUT in text]


async def test_with_a_model_that_works() -> None:
    model = scripted(works)
    async with talking(SHOP, model=model, seconds=20) as talk:
        talks = await asked(talk, QUESTIONS)
        for one, text in zip(talks, QUESTIONS, strict=True):
            assert WITHOUT not in outcome(one, text) and not codes(one)
    assert len(model.requests) > 50


async def test_with_a_model_that_fails_in_every_way_it_can() -> None:
    """Each failure of the port at the first thing that is asked, and again after a call came back."""
    failures: tuple[FailureCode, ...] = get_args(FailureCode)
    without = await answers_without()

    async def failing(first: bool) -> None:
        wanted: dict[str, Any] = dict(zip(QUESTIONS, cycle(failures), strict=False))

        def fails(request: ModelRequest) -> Line:
            spoken = [message.text for message in request.messages if message.role == "user"]
            code = wanted.get(asked_in(spoken), "empty")
            if first or request.messages[-1].role == "tool":
                return ["I thi", ModelFailed(code, "It broke.")]
            return works(request)

        async with talking(SHOP, model=scripted(fails), seconds=20) as talk:
            talks = await asked(talk, QUESTIONS)
            for one, text, plain in zip(talks, QUESTIONS, without, strict=True):
                said = outcome(one, text)
                assert (
                    bool(codes(one)) == (WITHOUT in said)
                    and said.count(WITHOUT) <= len(codes(one))
                    and "I thi" not in said
                )
                if first:
                    assert codes(one)[0] == wanted[text]
                    facts = ("euros", "Open from", "Closed")
                    assert [one in said for one in facts] == [one in plain for one in facts], text

    await failing(first=True)
    await failing(first=False)


async def dealt(tmp_path: Path, ways: Mapping[str, Answer], deadline: float) -> list[tuple[str, Dialogue, str]]:
    """The questions to a provider on the loopback, which treats each in the next of these ways."""
    ways_of: dict[str, str] = dict(zip(QUESTIONS, islice(cycle(ways), len(QUESTIONS)), strict=True))

    def plays(asked: Asked) -> Any:
        said = [str(message["content"]) for message in asked.json["messages"] if message["role"] == "user"]
        return ways[ways_of[asked_in(said)]](asked)

    async with (
        answering(plays) as server,
        talking_with(SHOP, config=configured(tmp_path, server, deadline), env={}) as talk,
    ):
        talk.seconds = 40
        talks = await asked(talk, QUESTIONS)
        return [(ways_of[text], one, outcome(one, text)) for one, text in zip(talks, QUESTIONS, strict=True)]


def configured(tmp_path: Path, server: Loopback, deadline: float) -> Config:
    model = {"model": "openai:gpt-5-x-1", "base_url": f"{server.url}/v1", "deadline": deadline}
    return Config.model_validate({"data": tmp_path, "models": {"default": model}})


async def test_with_a_provider_that_fails_at_every_place_of_its_wire(tmp_path: Path) -> None:
    for way, talk, said in await dealt(tmp_path, FAILING, 2):
        assert 1 <= said.count(WITHOUT) <= len(codes(talk)), (way, said)
        assert "I can help" not in said and "SECRET" not in said, way


async def test_with_a_provider_whose_answers_are_odd(tmp_path: Path) -> None:
    for way, talk, said in await dealt(tmp_path, ODD, 60):
        assert not codes(talk) and WITHOUT not in said, (way, said)
        expected = {"a refusal": "I do not do that.", "a megabyte": "So long.", "an unknown finish": "I can help"}
        assert expected[way] in said, (way, said[:200])
        assert way != "a megabyte" or said.endswith("This is its beginning."), said[-200:]
