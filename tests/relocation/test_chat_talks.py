"""Which conversation a request goes on with, what a client that left finds again, how a reply is stopped, and bodies
that are refused."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from loket.core.events import Started, UserSaid
from loket.core.model import ModelRequest
from loket.core.record import Record, decode
from loket.models.scripted import Line
from tests.relocation.chatting import (
    Chat,
    asked_of,
    chatting,
    coming,
    delegate,
    frames,
    of,
    talk,
    turn,
    types,
    until,
    words,
)

SETUP = {"origin_country": "Brasil", "destination_country": "Portugal", "objective": "trabalho"}


@pytest.fixture(scope="module")
async def shared() -> AsyncIterator[Chat]:
    """One server for all tests."""
    async with chatting() as served:
        yield served


@pytest.fixture
async def chat(shared: Chat) -> AsyncIterator[Chat]:
    """Without a conversation of a test before."""
    yield shared
    for owner in ("ann", "ben"):
        for entry in await shared.host.store.entries(owner=owner):
            await shared.host.erase(entry.conversation)


async def log(chat: Chat, conversation: str) -> list[Record]:
    return [decode(row.body) for row in await chat.host.store.read(conversation)]


async def spoken(chat: Chat, conversation: str) -> list[Any]:
    return [record.event.text for record in await log(chat, conversation) if isinstance(record.event, UserSaid)]


def echo(request: ModelRequest) -> Line:
    return f"Resposta {len(request.messages)}."


async def test_a_talk_word_for_word_as_it_was_goes_on_and_any_other_is_a_new_one(chat: Chat) -> None:
    chat.model.plays(echo)
    first = await chat.say("Oi")
    there = first[0]["chat_id"]
    second = await chat.say("Oi", words(first), "E depois?")
    assert second[0]["chat_id"] == there
    spaced = await chat.say("Oi ", f" {words(first)}\n", "E depois?", words(second), "Mais?")
    assert spaced[0]["chat_id"] == there
    assert await spoken(chat, there) == ["Oi", "E depois?", "Mais?"]
    twin = await chat.say("Oi")
    assert twin[0]["chat_id"] != there, "the same first words, but another talk"
    newest = await chat.say("Oi", words(twin), "E depois?")
    assert newest[0]["chat_id"] == twin[0]["chat_id"]
    for history in (("Oi", "Outra resposta.", "E depois?"), ("Oi", words(first), "E agora?")):
        assert (await chat.say(*history))[0]["chat_id"] != there, "changed, or from a place that is past"
    other = await chat.say("Oi", words(first), "E depois?", words(second), "Mais?", owner="b")
    assert other[0]["chat_id"] != there


async def test_the_earlier_messages_of_a_new_conversation_are_data_of_limited_length(chat: Chat) -> None:
    chat.model.plays(echo)
    told = await chat.say(*["Palavra " * 200] * 998, "Nunca dita aqui.", system_vars=SETUP)
    assert await spoken(chat, told[0]["chat_id"]) == ["Nunca dita aqui."]
    begun = (await log(chat, told[0]["chat_id"]))[0].event
    assert isinstance(begun, Started)
    assert len(begun.settings["history"]) == 20 and len(begun.settings["history"][0]["content"]) <= 400
    assert begun.settings["system_vars"]["destination_country"] == "Portugal"


async def test_a_chat_goes_on_by_its_id_whatever_the_client_kept_of_it(chat: Chat) -> None:
    chat.model.plays(echo)
    first = await chat.say("Oi")
    there = first[0]["chat_id"]
    assert (await chat.say("Só isto", chat_id=there))[0]["chat_id"] == there
    own = await chat.say("Oi", chat_id="minha conversa")
    again = await chat.say("E agora?", chat_id="minha conversa")
    assert own[0]["chat_id"] == again[0]["chat_id"] != there
    assert (await chat.say("Oi", chat_id=there, owner="b"))[0]["chat_id"] != there


async def test_another_set_up_is_another_conversation(chat: Chat) -> None:
    chat.model.plays(echo)
    first = await chat.say("Oi", system_vars=SETUP)
    same = await chat.say("Oi", words(first), "E?", system_vars=SETUP)
    assert same[0]["chat_id"] == first[0]["chat_id"]
    other = SETUP | {"objective": "estudo"}
    told = await chat.say("Oi", words(first), "E?", words(same), "Mais?", system_vars=other)
    assert told[0]["chat_id"] != first[0]["chat_id"]
    by_name = [(await chat.say("Oi", chat_id="x", system_vars=one))[0]["chat_id"] for one in (SETUP, other, SETUP)]
    assert by_name[0] == by_name[2] != by_name[1]


async def test_the_same_key_is_the_same_message_and_its_reply_is_told_again(chat: Chat) -> None:
    def plays(request: ModelRequest) -> Line:
        if asked_of(request) == "visa_agent":
            return "Passaporte."
        return ["Vejo.", delegate("visa_agent", "?")] if turn(request) == 0 else "O passaporte."

    chat.model.plays(plays)
    for history in ((), ("Oi", "Olá!")):
        first = await chat.say(*history, "Documentos?", key=f"k{len(history)}")
        again = await chat.say(*history, "Documentos?", key=f"k{len(history)}")
        assert types(first) == types(again) and words(first) == words(again)
        assert first[0]["message_id"] == again[0]["message_id"]
    answer = await chat.post(talk("Outra coisa"), key="k0")
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "key_reused")


async def test_a_client_that_leaves_stops_nothing_and_finds_the_whole_reply_again(chat: Chat) -> None:
    def plays(request: ModelRequest) -> Line:
        if asked_of(request) == "visa_agent":
            return "Vou … ver."
        return ["Um momento.", delegate("visa_agent", "?")] if turn(request) == 0 else "Pronto."

    chat.model.plays(plays, held=True)
    async with chat.live("Documentos?") as told:
        seen = await until(told, "agent_token")
    path = f"/api/v1/chat/{seen[0]['message_id']}"
    async with chat.http.stream("GET", path) as answer:
        again = await until(coming(answer), "agent_token")
    assert types(again) == types(seen), "what was told so far, in the middle of the words"
    chat.model.gate.set()
    whole = frames((await chat.http.get(path)).text)
    assert whole[-1]["type"] == "message_end" and words(whole) == "Um momento.\n\nPronto."
    assert whole[0]["message_id"] == seen[0]["message_id"]
    assert await spoken(chat, seen[0]["chat_id"]) == ["Documentos?"]


async def test_a_reply_is_stopped_by_its_id_and_the_talk_goes_on(chat: Chat) -> None:
    def plays(request: ModelRequest) -> Line:
        return "Vou ver … mais." if asked_of(request) == "visa_agent" else ["Já.", delegate("visa_agent", "?")]

    chat.model.plays(plays, held=True)
    async with chat.live("Documentos?") as told:
        seen = await until(told, "agent_token")
        path = f"/api/v1/chat/{seen[0]['message_id']}"
        assert (await chat.http.delete(path)).status_code == 204
        seen += [one async for one in told]
    assert types(seen)[-1] == "error" and seen[-1]["code"] == "user" and not of(seen, "agent_end")
    assert (await chat.http.delete(path)).status_code == 204, "nothing is left to stop"
    again = frames((await chat.http.get(path)).text)
    assert types(again) == types(seen), "the words that were shown stand"
    assert words(again, "agent_token").startswith(words(seen, "agent_token")) and words(again) == "Já."
    chat.model.plays(echo)
    told = await chat.say("E agora?", chat_id=seen[0]["chat_id"])
    assert told[-1]["type"] == "message_end" and told[0]["chat_id"] == seen[0]["chat_id"]


async def test_a_conversation_that_is_erased_ends_its_streams_with_an_error(chat: Chat) -> None:
    chat.model.plays(["Vou … ver."], held=True)
    async with chat.live("oi") as told:
        seen = await until(told, "token")
        await chat.host.erase(seen[0]["chat_id"])
        seen += [one async for one in told]
    assert (seen[-1]["type"], seen[-1]["code"]) == ("error", "closed")
    chat.model.gate.set()
    assert (await chat.http.get(f"/api/v1/chat/{seen[0]['message_id']}")).status_code == 404


async def test_silence_is_broken_by_signs_of_life_and_ends_at_the_deadline() -> None:
    async with chatting(ping=0.02, deadline=0.2) as chat:
        chat.model.plays(["…"], held=True)
        answer = await chat.post(talk("oi"))
        assert ': ping\n\ndata: {"type":"heartbeat"}\n\n' in answer.text
        told = frames(answer.text)
        assert (told[-1]["type"], told[-1]["code"]) == ("error", "timeout")
        chat.model.gate.set()
        whole = frames((await chat.http.get(f"/api/v1/chat/{told[0]['message_id']}")).text)
        assert whole[-1]["type"] == "message_end"


async def test_headers_are_those_of_a_stream_that_no_proxy_keeps(chat: Chat) -> None:
    chat.model.plays(echo)
    answer = await chat.post(talk("oi"))
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert answer.headers["cache-control"] == "no-cache" and answer.headers["x-accel-buffering"] == "no"


@pytest.mark.parametrize(
    "body",
    [
        None,
        [],
        {},
        {"messages": []},
        {"messages": "oi"},
        {"messages": [{"role": "assistant", "content": "oi"}]},
        {"messages": [{"role": "user", "content": "  \n"}]},
        {"messages": [{"role": "user", "content": 5}]},
        {"messages": [{"role": "system", "content": "x"}, {"role": "user", "content": "oi"}]},
        {"messages": [{"role": "user", "content": "x" * 100_001}]},
        {"messages": [{"role": "user", "content": "oi"}] * 1001},
        {"messages": [{"role": "user", "content": "oi"}], "chat_id": ""},
        {"messages": [{"role": "user", "content": "oi"}], "chat_id": "x" * 201},
    ],
)
async def test_a_body_that_asks_nothing_is_refused(chat: Chat, body: Any) -> None:
    answer = await chat.post(body)
    assert answer.status_code == 400 and answer.json()["error"]["text"]
    assert await chat.host.store.entries(owner="ann") == []


@pytest.mark.parametrize("path", ["x", "x.1", "1", "x.99999999999", "../x", "ü.²"])
async def test_a_message_that_is_not_there_is_not_found(chat: Chat, path: str) -> None:
    for method in ("GET", "DELETE"):
        answer = await chat.http.request(method, f"/api/v1/chat/{path}")
        assert answer.status_code in (404, 405), path


async def test_a_message_of_somebody_else_is_not_found(chat: Chat) -> None:
    chat.model.plays(echo)
    told = await chat.say("Oi")
    path, other = f"/api/v1/chat/{told[0]['message_id']}", {"Authorization": f"Bearer {'b' * 16}"}
    for method in ("GET", "DELETE"):
        assert (await chat.http.request(method, path, headers=other)).status_code == 404
    first = f"/api/v1/chat/{told[0]['chat_id']}.1"
    assert (await chat.http.get(first)).status_code == 404, "a record that is no message"


odd = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
one_message = st.fixed_dictionaries(
    {"role": st.sampled_from(["user", "assistant", "tool"]), "content": odd | st.text(max_size=60)}
)
bodies = st.fixed_dictionaries(
    {"messages": st.lists(one_message, max_size=4) | odd},
    optional={
        "system_vars": st.dictionaries(st.sampled_from([*SETUP, "locale", "x"]), odd, max_size=4) | odd,
        "chat_id": odd,
        "parallel": odd,
    },
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(body=bodies)
async def test_any_body_is_answered_by_a_whole_stream_or_a_sentence(shared: Chat, body: Any) -> None:
    shared.model.plays(echo)
    answer = await shared.post(body)
    if answer.status_code == 200:
        told = frames(answer.text)
        assert types(told) == ["message_start", "token", "message_end"]
    else:
        assert answer.status_code == 400 and answer.json()["error"]["text"]
