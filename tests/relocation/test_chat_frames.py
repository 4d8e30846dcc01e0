"""The frames of a reply to the letter: their order, their fields, and what is true of every stream."""

from collections.abc import AsyncIterator

import pytest

from loket.core.model import ModelFailed, ModelRequest
from loket.models.scripted import Line
from tests.relocation.chatting import (
    THINKING,
    Chat,
    asked_of,
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

QUESTION = "Quais documentos preciso para visto de trabalho em Portugal?"
CARD = ["agent_start", "agent_token", "agent_tool_use_start", "agent_tool_use_result", "agent_token", "agent_end"]
ONE_CARD = ["message_start", "token", *CARD, "token", "message_end"]


@pytest.fixture(scope="module")
async def chat() -> AsyncIterator[Chat]:
    """One server for all tests: each has a conversation of its own."""
    async with chatting() as served:
        yield served


def visa(request: ModelRequest) -> Line:
    """A question for one specialist, who calls a tool."""
    if asked_of(request) == "visa_agent":
        return ["Vou ver.", visto()] if turn(request) == 0 else "Precisa de passaporte."
    return ["Vou perguntar.", delegate("visa_agent", "Documentos?")] if turn(request) == 0 else "É o passaporte."


def both(request: ModelRequest) -> Line:
    """One for two at once, of whom the second is ready first."""
    match asked_of(request), turn(request):
        case "visa_agent", 0:
            return [visto("c1"), visto("c2", "Espanha")]
        case "visa_agent", 1:
            return [visto("c3", "Atlântida")]
        case "orchestrator", 0:
            return [delegate("visa_agent", "Documentos?", "a"), delegate("timeline_agent", "Prazo?", "b")]
        case who, _:
            return f"Resposta de {who}."


async def test_a_delegation_is_a_card_between_the_words_of_the_orchestrator(chat: Chat) -> None:
    chat.model.plays(visa)
    told = await chat.say(QUESTION)
    assert types(told) == ONE_CARD
    check(told)
    start, tool, result, end = (
        of(told, f"agent_{one}")[0] for one in ("start", "tool_use_start", "tool_use_result", "end")
    )
    card = start["tool_call_id"]
    assert start == {
        "type": "agent_start",
        "agent_name": "visa_agent",
        "agent_label": "Especialista em Vistos",
        "task": "Documentos?",
        "tool_call_id": card,
    }
    assert tool == {
        "type": "agent_tool_use_start",
        "agent_name": "visa_agent",
        "tool_call_id": tool["tool_call_id"],
        "tool_name": "search_visa_requirements",
        "tool_input": {"origin": "Brasil", "destination": "Portugal", "visa_type": "work"},
        "agent_call_id": card,
    }
    found = result.pop("result")
    assert result == {
        "type": "agent_tool_use_result",
        "agent_name": "visa_agent",
        "tool_call_id": tool["tool_call_id"],
        "agent_call_id": card,
    }
    assert found["destination"] == "Portugal" and found["requirements"]["documents"]
    assert (end["result_summary"], end["status"], end["tool_call_id"]) == ("Precisa de passaporte.", "done", card)
    assert end["duration_ms"] >= 0 and end["usage"]["output_tokens"] > 0
    assert words(told) == "Vou perguntar.\n\nÉ o passaporte."
    assert words(told, "agent_token") == "Vou ver.\n\nPrecisa de passaporte."
    report = of(told, "usage_report")[0]
    assert report["total_output_tokens"] > report["agent_usage"][0]["output_tokens"] > 0
    assert report["agent_usage"][0]["agent_name"] == "visa_agent"


async def test_why_something_is_done_comes_as_thinking_before_it_is_done(chat: Chat) -> None:
    chat.model.plays(visa)
    told = await chat.say(QUESTION)
    kinds = [one["type"] for one in told]
    first = kinds.index("thinking_start")
    assert kinds[first : first + 4] == [*THINKING, "agent_start"]
    assert told[first] == {"type": "thinking_start", "thinking_type": "decision", "thinking_effort": "none"}
    assert "Delegar a um especialista" in told[first + 1]["token"], "in words for people"
    assert kinds.count("thinking_start") == kinds.count("thinking_end") == 2


async def test_the_result_of_an_agent_goes_back_to_the_orchestrator_whole(chat: Chat) -> None:
    long, seen = "Uma frase longa. " * 60, list[str]()

    def plays(request: ModelRequest) -> Line:
        if asked_of(request) == "visa_agent":
            return long
        if turn(request) == 0:
            return [delegate("visa_agent", "Tudo?")]
        seen.extend(getattr(part, "text", "") for part in request.messages[-1].parts)
        return "Pronto."

    chat.model.plays(plays)
    told = await chat.say(QUESTION)
    summary = of(told, "agent_end")[0]["result_summary"]
    assert len(summary) <= 200 and long.startswith(summary.removesuffix("…"))
    assert long.strip() in seen[0]


async def test_two_agents_at_once_are_two_cards_one_after_the_other(chat: Chat) -> None:
    chat.model.plays(both)
    told = await chat.say(QUESTION)
    aside = await chat.say(QUESTION, parallel=True)
    check(told)
    names = [(one["type"], one["agent_name"]) for one in told if one["type"] in ("agent_start", "agent_end")]
    assert names == [(kind, who) for who in ("visa_agent", "timeline_agent") for kind in ("agent_start", "agent_end")]
    tools = [one["type"].removeprefix("agent_tool_use_") for one in told if "tool_use" in one["type"]]
    assert tools == ["start", "result"] * 3
    starts = [one["agent_name"] for one in of(aside, "agent_start")]
    assert starts == ["visa_agent", "timeline_agent"]
    kinds = [one["type"] for one in aside]
    assert kinds.index("agent_end") > len(kinds) - 1 - kinds[::-1].index("agent_start"), "both run at once"
    assert {str(sorted(one.items())) for one in aside if "tool_use" in one["type"]}, "told apart by their ids"


async def test_a_greeting_is_answered_with_words_alone(chat: Chat) -> None:
    chat.model.plays(["Oi! Como posso ajudar?"])
    told = await chat.say("oi")
    assert types(told) == ["message_start", "token", "message_end"]
    assert words(told) == "Oi! Como posso ajudar?"
    assert set(told[0]) == {"type", "server_time", "message_id", "chat_id"}


async def test_words_stream_as_they_come_those_of_an_agent_as_well(chat: Chat) -> None:
    def plays(request: ModelRequest) -> Line:
        if asked_of(request) == "visa_agent":
            return "Vou … ver."
        return [delegate("visa_agent", "?")] if turn(request) == 0 else "Sim … pode."

    chat.model.plays(plays, held=True)
    async with chat.live(QUESTION) as told:
        seen = await until(told, "agent_token")
        chat.model.gate.set()
        seen += [one async for one in told]
    check(seen)
    assert words(seen, "agent_token") == "Vou … ver." and words(seen) == "Sim … pode."


async def test_words_that_are_said_anew_are_marked_as_such(chat: Chat) -> None:
    chat.model.plays([["Primeiro… ", ModelFailed("unreachable", "gone")], "Outra resposta."], held=True)
    async with chat.live("oi") as told:
        seen = await until(told, "token")
        chat.model.gate.set()
        seen += [one async for one in told]
    first, second = (one["text_block_id"] for one in of(seen, "text_block_start"))
    assert types(seen) == ["message_start", "token", "message_end"]
    assert [one["text_block_id"] for one in of(seen, "text_block_gone")] == [first] != [second]
    kinds = [one["type"] for one in seen]
    left = seen[kinds.index("text_block_gone") :]
    assert words(seen).startswith("Primeiro…") and words(left) == "\n\nOutra resposta."
