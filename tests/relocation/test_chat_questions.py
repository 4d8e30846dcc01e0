"""Questions and approvals over the chat: a reply that waits ends, and the next message answers it."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loket.core.model import ModelRequest
from loket.models.scripted import Line
from loket_demos.relocation.doors.lanes import Lanes
from tests.relocation.chatting import (
    Chat,
    asked_of,
    calls,
    chatting,
    check,
    delegate,
    of,
    turn,
    types,
    until,
    visto,
    words,
)
from tests.relocation.tiny import DIRECT, RELOCATION, VISA

ASKS = calls("ask_person", question="Para quê?", choices=["Trabalho", "Estudo"])


@pytest.fixture(scope="module")
async def chat() -> AsyncIterator[Chat]:
    async with chatting() as served:
        yield served


async def test_a_question_is_words_with_its_choices_and_the_next_message_answers_it(chat: Chat) -> None:
    asked: list[ModelRequest] = []

    def plays(request: ModelRequest) -> Line:
        asked.append(request)
        return [ASKS] if len(asked) == 1 else "Então o D4."

    chat.model.plays(plays)
    first = await chat.say("Quero mudar")
    assert types(first) == ["message_start", "token", "message_end"]
    assert words(first) == "Para quê?\n- Trabalho\n- Estudo"
    second = await chat.say("Quero mudar", words(first), "estudo")
    assert second[0]["chat_id"] == first[0]["chat_id"]
    assert words(second) == "Então o D4." and len(asked) == 2
    again = await chat.http.get(f"/api/v1/chat/{second[0]['message_id']}")
    assert "Para qu" not in again.text, "what was before the answer is not told again"


async def test_a_call_that_waits_for_approval_ends_the_reply_and_a_yes_goes_on() -> None:
    async with chatting(replace(DIRECT, approval="always")) as chat:
        chat.model.plays([[calls("check_processing_times", destination="PT")], "São 60 dias."])
        first = await chat.say("Quanto demora?")
        assert types(first) == ["message_start", "tool_use_start", "token", "tool_use_result", "message_end"]
        assert of(first, "tool_use_result")[0]["result"]["code"] == "waiting"
        assert "aprovação" in words(first)
        second = await chat.say("sim", chat_id=first[0]["chat_id"])
        assert types(second) == ["message_start", "tool_use_start", "tool_use_result", "token", "message_end"]
        assert of(second, "tool_use_result")[0]["result"]["text"].startswith("60 days")
        assert of(first, "tool_use_start") == of(second, "tool_use_start")


async def test_a_call_of_an_agent_that_waits_ends_its_card_and_a_yes_opens_it_again() -> None:
    careful = replace(VISA, approval="always")

    def plays(request: ModelRequest) -> Line:
        if asked_of(request) == "visa_agent":
            return [visto()] if turn(request) == 0 else "Passaporte."
        return [delegate("visa_agent", "?")] if turn(request) == 0 else "O passaporte."

    async with chatting(replace(RELOCATION, specialists=[careful])) as chat:
        chat.model.plays(plays)
        first = await chat.say("Documentos?")
        check(first)
        assert of(first, "agent_end")[0]["status"] == "waiting" and "aprovação" in words(first)
        second = await chat.say("sim", chat_id=first[0]["chat_id"])
        check(second)
    assert of(second, "agent_start") == of(first, "agent_start")
    assert of(second, "agent_end")[0]["status"] == "done" and words(second) == "O passaporte."


async def test_two_messages_of_one_chat_at_once_have_a_reply_each(chat: Chat) -> None:
    chat.model.plays(["Primeira … resposta.", "Segunda resposta."], held=True)
    async with chat.live("Oi", chat_id="two") as one:
        first = await until(one, "token")
        async with chat.live("E?", chat_id="two") as other:
            second = await until(other, "message_start")
            chat.model.gate.set()
            first += [frame async for frame in one]
            second += [frame async for frame in other]
    assert first[0]["chat_id"] == second[0]["chat_id"]
    assert (words(first), words(second)) == ("Primeira … resposta.", "Segunda resposta.")


async def test_labels_are_in_the_language_of_the_set_up(chat: Chat) -> None:
    def plays(request: ModelRequest) -> Line:
        if asked_of(request) == "visa_agent":
            return "Passport."
        return [delegate("visa_agent", "?")] if turn(request) == 0 else "The passport."

    chat.model.plays(plays)
    told = await chat.say("Documents?", system_vars={"locale": "en"})
    assert of(told, "agent_start")[0]["agent_label"] == "Visa specialist"


@given(st.lists(st.tuples(st.integers(0, 3), st.booleans()), max_size=30), st.booleans())
def test_lanes_lose_nothing_and_keep_the_order_of_each_call(moves: list[tuple[int, bool]], aside: bool) -> None:
    lanes, out = Lanes(aside), list[dict[str, int]]()
    over, begun, sent = set[int](), list[int](), list[tuple[int, int]]()
    for at, (lane, last) in enumerate(moves):
        if lane in over:
            continue
        if lane not in begun:
            begun.append(lane)
        sent.append((lane, at))
        out += [dict(one) for one in lanes.put(str(lane), [{"lane": lane, "at": at}], last=last)]
        if last:
            over.add(lane)
    for lane in [lane for lane in begun if lane not in over]:
        out += [dict(one) for one in lanes.put(str(lane), (), last=True)]
    told = [(one["lane"], one["at"]) for one in out]
    assert sorted(told) == sorted(sent) and lanes.open == []
    assert [one for one in told if aside] == [one for one in sent if aside]
    if not aside:
        assert [lane for lane, _ in told] == [lane for lane in begun for other, _ in sent if other == lane]
