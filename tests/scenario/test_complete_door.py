"""`POST /api/llm/complete`: the contract's shapes, an owner's own log of what was asked, and never a key."""

from dataclasses import replace
from typing import Any

from loket.core.events import AgentSaid
from loket.core.model import ModelFailed, ToolCallPart
from loket.core.record import decode
from loket.house.bundle import Services
from loket.models.scripted import ScriptedModel
from loket_demos.scenario.completing import ASSISTANT
from loket_demos.scenario.doors.complete import CompleteDoor
from loket_demos.scenario.gates import gates
from loket_demos.scenario.pace import Pace
from loket_demos.scenario.paced_model import ModelAllowance
from tests.scenario.gatehouse import Gatehouse, gatehouse

PATH = "/api/llm/complete"
HELLO = {"messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hello there"}]}


async def complete(at: Gatehouse, **more: Any) -> tuple[int, Any]:
    answer = await at.ask("POST", PATH, HELLO | more)
    return answer.status_code, answer.json()


async def test_a_prompt_is_answered_and_the_log_says_for_which_step() -> None:
    model = ScriptedModel(["Hi.", ["Let me look.", ToolCallPart(id="1", name="find", args={"q": "x"})]])
    about = {"conversationId": "c1", "agentName": "nurse", "turnNumber": 3, "requestId": "r1", "stepDescriptor": "plan"}
    async with gatehouse(model) as at:
        code, answer = await complete(at, temperature=0.5, maxTokens=50, loggingMetadata=about)
        assert (code, answer["content"], answer["provider"], answer["finish"]) == (200, "Hi.", "scripted", "stop")
        assert answer["usage"]["outputTokens"] == 1
        asked = model.requests[0]
        assert [m.role for m in asked.messages] == ["system", "user"]
        assert (asked.settings.temperature, asked.settings.max_tokens) == (0.5, 50)
        tool = {"name": "find", "description": "Finds.", "inputSchema": {"type": "object"}}
        _, called = await complete(at, tools=[tool], provider="scripted")
        assert called["toolCalls"] == [{"id": "1", "name": "find", "args": {"q": "x"}}]
        assert model.requests[1].settings.max_tokens is None, "without maxTokens there is no cap"
        [_, entry] = await at.host.store.entries(owner="anna", assistant=ASSISTANT)
        assert answer["requestId"].startswith(entry.conversation)
        records = [decode(row.body) for row in await at.host.store.read(entry.conversation)]
        [said] = [record.event for record in records if isinstance(record.event, AgentSaid)]
        assert isinstance(said.data, dict)
        assert said.data["arguments"]["loggingMetadata"] == {**about, "scenarioId": ""}
        assert await at.host.store.entries(owner="bert") == []


async def test_the_shapes_of_what_is_wrong() -> None:
    async with gatehouse(ScriptedModel([ModelFailed("rate_limited", "The provider has no time."), "later"])) as at:
        raw = await at.http.post(PATH, content=b"{", headers={"authorization": f"Bearer {'a' * 16}"})
        assert (raw.status_code, raw.json()) == (400, {"error": "Invalid JSON body"})
        for wrong in ({"messages": []}, {"temperature": 3}, {"maxTokens": 0}, {"messages": [{"role": "tool"}]}):
            code, answer = await complete(at, **wrong)
            assert (code, answer["error"]) == (400, "ValidationError"), wrong
            assert answer["details"][0]["path"]
            assert answer["details"][0]["message"]
        code, answer = await complete(at, provider="nobody")
        assert (code, answer["error"], answer["details"][0]["path"]) == (400, "ValidationError", ["provider"])
        code, answer = await complete(at)
        assert (code, answer) == (502, {"error": "ProviderError", "message": "The provider has no time."})


async def test_without_a_model_there_is_the_mock_which_always_answers_the_same() -> None:
    async with gatehouse() as at:
        listed = (await at.ask("GET", "/api/llm/providers")).json()
        assert [one["name"] for one in listed] == ["mock"]
        first, second = await complete(at, provider="mock"), await complete(at, model="mock")
        assert first[1]["content"] == second[1]["content"]
        assert first[1]["content"].endswith(": Hello there")
        planner = await complete(at, provider="mock", messages=[{"role": "user", "content": "<TOOLS> sleep </TOOLS>"}])
        assert '"action": {"tool": "sleep"' in planner[1]["content"]
        code, answer = await complete(at)
        assert (code, answer["error"]) == (502, "ProviderError")
        assert "mock" in answer["message"]


async def test_the_providers_are_those_that_are_configured() -> None:
    async with gatehouse(ScriptedModel([])) as at:
        listed = (await at.ask("GET", "/api/llm/providers")).json()
        assert [one["name"] for one in listed] == ["scripted", "mock"]


async def test_a_key_makes_it_one_request_and_a_minute_has_so_many() -> None:
    now = [0.0]
    usual = gates(Services())
    doors = (CompleteDoor(None, ModelAllowance(Pace(2, lambda: now[0]))),)
    async with gatehouse(made=replace(usual, doors=doors)) as at:
        mock = HELLO | {"provider": "mock"}
        first = await at.ask("POST", PATH, mock, Idempotency_Key="k")
        again = await at.ask("POST", PATH, mock, Idempotency_Key="k")
        assert first.json() == again.json()
        assert len(await at.host.store.entries(owner="anna")) == 1
        third = await at.ask("POST", PATH, mock)
        assert (third.status_code, third.json()["error"], third.headers["retry-after"]) == (429, "RateLimited", "60")
        assert (await at.ask("POST", PATH, mock, owner="b")).status_code == 200
        now[0] = 60.0
        assert (await at.ask("POST", PATH, mock)).status_code == 200
