"""What goes wrong in a tool, an agent or a reply, limits, and tools that the orchestrator calls itself: on a small
stand-in for the package whose tools can be made to fail."""

from collections.abc import AsyncIterator

import pytest

from loket.core.model import ModelRequest
from loket.house.bundle import Packaged
from loket.models.scripted import Line
from tests.relocation.chatting import Chat, asked_of, calls, chatting, check, delegate, of, turn, types, visto, words
from tests.relocation.talking import RELOCATION as WHOLE
from tests.relocation.tiny import DIRECT, RELOCATION

QUESTION = "Quais documentos preciso para visto de trabalho em Portugal?"


@pytest.fixture(scope="module")
async def chat() -> AsyncIterator[Chat]:
    """One server for all tests: each has a conversation of its own."""
    async with chatting(RELOCATION) as served:
        yield served


async def test_only_the_orchestrator_delegates_and_never_to_itself() -> None:
    def plays(request: ModelRequest) -> Line:
        match asked_of(request), turn(request):
            case "orchestrator", 0:
                return [delegate("relocation", "?", "a"), delegate("visa_agent", "?", "b")]
            case "visa_agent", 0:
                return [delegate("visa_agent", "?", "a"), delegate("timeline_agent", "?", "b")]
            case who, _:
                return f"Resposta de {who}."

    async with chatting(WHOLE) as chat:
        chat.model.plays(plays)
        told = await chat.say("Quem?")
    check(told)
    assert [one["agent_name"] for one in of(told, "agent_start")] == ["visa_agent"]
    assert [set(one["result"]) for one in of(told, "agent_tool_use_result")] == [{"error", "code"}] * 2
    assert words(told) == "Resposta de orchestrator."


async def test_the_package_as_well_shows_a_tool_that_its_orchestrator_calls_itself() -> None:
    async with chatting(WHOLE) as chat:
        chat.model.plays([[calls("get_legislation", country_code="pt")], "É a Lei 23/2007."])
        told = await chat.say("Que lei vale?")
    assert types(told) == ["message_start", "tool_use_start", "tool_use_result", "token", "message_end"]
    assert "23/2007" in str(of(told, "tool_use_result")[0]["result"])


async def test_a_tool_of_the_orchestrator_itself_takes_the_direct_path() -> None:
    script: list[Line] = [["Vejo.", calls("check_processing_times", destination="PT")], "60 dias."]
    async with chatting(DIRECT) as chat:
        chat.model.plays(script)
        told = await chat.say("Quanto demora?")
    assert types(told) == ["message_start", "token", "tool_use_start", "tool_use_result", "token", "message_end"]
    start, result = of(told, "tool_use_start")[0], of(told, "tool_use_result")[0]
    assert (start["tool_name"], start["tool_input"]) == ("check_processing_times", {"destination": "PT"})
    assert result["tool_call_id"] == start["tool_call_id"]
    assert result["result"]["text"].startswith("60 days for PT.")


async def test_what_goes_wrong_in_a_tool_is_its_result_and_the_loop_goes_on(chat: Chat) -> None:
    def plays(request: ModelRequest) -> Line:
        match asked_of(request), turn(request):
            case "visa_agent", 0:
                return [calls("search_visa_requirements", origin="BR", destination="Atlantis", visa_type="work")]
            case "visa_agent", 1:
                return [calls("no_such_tool", "c2")]
            case "visa_agent", 2:
                return [calls("search_visa_requirements", "c3")]
            case "visa_agent", _:
                return "Não há dados."
            case _, 0:
                return [delegate("nobody", "?"), delegate("visa_agent", "Atlântida?", "d2")]
            case _:
                return "Não há dados dessa."

    chat.model.plays(plays)
    told = await chat.say("E Atlântida?")
    check(told)
    results = [one["result"] for one in of(told, "agent_tool_use_result")]
    assert [set(one) for one in results] == [{"error", "code"}] * 3
    assert results[0]["code"] == "unknown_country"
    assert [one["agent_name"] for one in of(told, "agent_start")] == ["visa_agent"]
    assert "tool_use_start" not in types(told), "a delegation is no tool call, neither is one to nobody"
    assert words(told) == "Não há dados dessa."


async def test_a_value_that_is_too_long_for_a_record_is_whole_in_its_frame(chat: Chat) -> None:
    def plays(request: ModelRequest) -> Line:
        if asked_of(request) == "visa_agent":
            big = calls("search_visa_requirements", origin="BR", destination="Big", visa_type="work")
            return [big] if turn(request) == 0 else "Grande."
        return [delegate("visa_agent", "?")] if turn(request) == 0 else "Grande."

    chat.model.plays(plays)
    told = await chat.say("Grande?")
    assert len(of(told, "agent_tool_use_result")[0]["result"]["long"]) == 70_000


@pytest.mark.parametrize("package", [RELOCATION, WHOLE])
async def test_the_loops_end_after_ten_and_five_turns_and_say_so(package: Packaged) -> None:
    asked: dict[str, int] = {}

    def plays(request: ModelRequest) -> Line:
        who = asked_of(request)
        asked[who] = asked.get(who, 0) + 1
        if request.tool_choice == "none":
            return "Até aqui."
        if who == "visa_agent":
            return [visto(f"c{asked[who]}")]
        agent = "visa_agent" if asked[who] == 1 else "timeline_agent"
        return [delegate(agent, "De novo?", f"d{asked[who]}")]

    async with chatting(package) as chat:
        chat.model.plays(plays)
        told = await chat.say("Sem fim?")
    check(told)
    assert asked["orchestrator"] == 10 and asked["visa_agent"] == 5
    assert "Paro aqui" in words(told) and told[-1]["type"] == "message_end"


async def test_an_agent_that_fails_ends_its_card_with_an_error_and_the_orchestrator_goes_on(chat: Chat) -> None:
    def plays(request: ModelRequest) -> Line:
        if asked_of(request) == "visa_agent":
            raise RuntimeError("broken")
        return [delegate("visa_agent", "?")] if turn(request) == 0 else "Não consegui perguntar."

    chat.model.plays(plays)
    told = await chat.say(QUESTION)
    check(told)
    end = of(told, "agent_end")[0]
    assert end["status"] == "error" and end["result_summary"] and end["code"]
    assert words(told) == "Não consegui perguntar."


async def test_a_reply_that_breaks_ends_with_an_error_and_no_message_end(chat: Chat) -> None:
    def plays(request: ModelRequest) -> Line:
        raise RuntimeError("broken")

    chat.model.plays(plays)
    told = await chat.say("oi")
    assert types(told) == ["message_start", "error"]
    assert set(told[-1]) == {"type", "error", "code"} and "broken" not in told[-1]["error"]
