"""The other side of a scenario as an A2A agent, asked by the library's own client and by bare JSON-RPC of 0.3."""

import base64
import json
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress
from typing import Any

import httpx
import pytest
from a2a.client import A2ACardResolver, ClientConfig, ClientFactory
from a2a.types import a2a_pb2 as pb
from hypothesis import given
from hypothesis import strategies as st

from loket.core.errors import NotFound
from loket_demos.scenario.bridge import config64, config_of
from loket_demos.scenario.library import shipped
from loket_demos.scenario.run import ASSISTANT
from tests.scenario.bridges import SHOP, WORDS, Bridges, serve


@pytest.fixture(scope="module")
async def bridges(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Bridges]:
    async with serve(tmp_path_factory.mktemp("bridges")) as there:
        yield there


def text_of(task: Any) -> str:
    return task["status"]["message"]["parts"][0]["text"]


async def test_a_client_of_the_library_talks_with_the_shop_to_its_end(bridges: Bridges) -> None:
    async with httpx.AsyncClient(timeout=30) as http:
        card = await A2ACardResolver(http, bridges.at()).get_agent_card()
        assert "Lumen & Filament" in card.name
        assert list(card.skills[0].examples) == [WORDS[0]]
        client = ClientFactory(ClientConfig(httpx_client=http)).create(card)
        task, seen = "", list[pb.StreamResponse]()
        for n, words in enumerate(WORDS):
            said = pb.Message(message_id=f"lib{n}", role=pb.ROLE_USER, parts=[pb.Part(text=words)], task_id=task)
            seen = [one async for one in client.send_message(pb.SendMessageRequest(message=said))]
            task = seen[0].task.id or task
        updates = [one.status_update.status for one in seen if one.HasField("status_update")]
        assert updates[-1].state == pb.TASK_STATE_COMPLETED
        whole = await client.get_task(pb.GetTaskRequest(id=task))
    names = [part.filename for artifact in whole.artifacts for part in artifact.parts]
    assert names.count("credit-note.md") == 1
    texts = [part.text for artifact in whole.artifacts for part in artifact.parts if part.text]
    assert "CN-118" in texts[-1]


async def test_a_task_asks_for_more_ends_and_then_refuses_messages(bridges: Bridges) -> None:
    task = await bridges.send(WORDS[0], "a1")
    assert (task["kind"], task["status"]["state"]) == ("task", "input-required")
    assert "number of the order" in text_of(task)
    again = await bridges.send(WORDS[0], "a1")
    assert again["id"] == task["id"], "the same message is the same task"
    note = {"name": "receipt.txt", "mimeType": "text/plain", "bytes": base64.b64encode(b"84 euros").decode()}
    done = await bridges.send(WORDS[1], "a2", task["id"], SHOP, note)
    assert done["status"]["state"] == "completed"
    [file] = [p["file"] for a in done["artifacts"] for p in a["parts"] if p["kind"] == "file"]
    assert file["name"] == "credit-note.md"
    assert b"CN-118" in base64.b64decode(file["bytes"])
    closed = await bridges.send("And my other lamp?", "a3", task["id"])
    assert closed["error"]["code"] == -32004
    assert (await bridges.rpc("tasks/get", id=task["id"]))["result"]["status"]["state"] == "completed"
    assert (await bridges.rpc("tasks/cancel", id=task["id"]))["error"]["code"] == -32002
    other = await bridges.send(WORDS[0], "a4")
    assert other["id"] != task["id"], "a message without a task begins one"
    assert (await bridges.rpc("tasks/cancel", id=other["id"]))["result"]["status"]["state"] == "canceled"


async def test_all_that_a_task_was_told_is_what_its_sides_said(bridges: Bridges) -> None:
    task = await bridges.send(WORDS[0], "h1")
    asked = text_of(task)
    note = {"name": "receipt.txt", "mimeType": "text/plain", "bytes": base64.b64encode(b"84 euros").decode()}
    done = await bridges.send(WORDS[1], "h2", task["id"], SHOP, note)
    said = ["".join(part.get("text", "") for part in one["parts"]) for one in done["history"]]
    assert said[:-1] == [WORDS[0], asked, WORDS[1]], "a question that its own answer closed is no news"
    assert said[-1] == done["artifacts"][0]["parts"][0]["text"], "what it came to ends the history"


async def test_what_is_played_is_a_run_of_its_caller_with_the_callers_file_in_its_vault(bridges: Bridges) -> None:
    task = await bridges.send(WORDS[0], "b1")
    note = {"name": "box.txt", "mimeType": "text/plain", "bytes": base64.b64encode(b"a box").decode()}
    await bridges.send(WORDS[1], "b2", task["id"], SHOP, note)
    entry = (await bridges.host.store.entries(owner="local", assistant=ASSISTANT, limit=1))[0]
    files = (await bridges.host.look(entry.conversation)).files.state()
    assert "box.txt" in json.dumps(files)


async def test_a_message_may_bring_a_large_file(bridges: Bridges) -> None:
    large = {"name": "scan.pdf", "mimeType": "application/pdf", "bytes": base64.b64encode(b"%PDF" * 500_000).decode()}
    task = await bridges.send(WORDS[0], "l1", "", SHOP, large)
    assert task["status"]["state"] == "input-required"
    run = (await bridges.host.store.entries(owner="local", assistant=ASSISTANT, limit=1))[0].conversation
    files = (await bridges.host.look(run)).files.state()["items"]
    assert [one["file"]["blob"]["size"] for one in files if one["file"]["name"] == "scan.pdf"] == [2_000_000]


async def test_frames_of_a_stream_begin_with_the_task(bridges: Bridges) -> None:
    message = {"kind": "message", "messageId": "s1", "role": "user", "parts": [{"kind": "text", "text": WORDS[0]}]}
    body = {"jsonrpc": "2.0", "id": "x", "method": "message/stream", "params": {"message": message}}
    answer = await bridges.http.post(bridges.at(), json=body)
    frames = [json.loads(line[5:])["result"] for line in answer.text.splitlines() if line.startswith("data:")]
    assert frames[0]["kind"] == "task"
    assert frames[-1]["status"]["state"] == "input-required"
    assert frames[-1]["final"] is True


CONFIGS = {
    "There is no scenario nowhere": {"scenarioId": "nowhere"},
    "of the class Human": {
        "scenarioId": "lost-delivery",
        "agents": [{"id": "customer"}, {"id": "shop", "agentClass": "Human"}],
    },
    "nobody beside customer": {"scenarioId": "lost-delivery", "agents": [{"id": "customer"}]},
    "There is no agent baker": {"scenarioId": "lost-delivery", "agents": [{"id": "customer"}, {"id": "baker"}]},
}


@pytest.mark.parametrize("why", CONFIGS)
async def test_where_nobody_plays_a_task_fails_and_says_why(bridges: Bridges, why: str) -> None:
    config = config64(CONFIGS[why])
    card = (await bridges.http.get(f"{bridges.at(config)}/.well-known/agent-card.json")).json()
    assert why in card["description"]
    task = await bridges.send("Hello", "n1", "", config)
    assert task["status"]["state"] == "failed"
    assert why in text_of(task)


async def test_a_scenario_may_stand_in_the_address_and_who_starts_is_the_caller(bridges: Bridges) -> None:
    scenario: dict[str, Any] = json.loads(json.dumps(shipped()["lost-delivery"]))
    config = config64({"title": "Mine", "scenario": scenario, "startingAgentId": "shop"})
    assert len(config) > 4000
    card = (await bridges.http.get(f"{bridges.at(config)}/.well-known/agent-card.json")).json()
    assert card["name"] == "Mine"
    task = await bridges.send("Good day, this is the shop. What can we do for you?", "w1", "", config)
    assert text_of(task) == WORDS[0]


def broken(scenario: dict[str, Any]) -> None:
    scenario["agents"][1]["agentId"] = "customer"


def unnamed(scenario: dict[str, Any]) -> None:
    scenario["agents"][0]["tools"][0]["inputSchema"] = {"type": "string"}


@pytest.mark.parametrize(
    ("change", "path"), [(broken, "agents[1].agentId"), (unnamed, "agents[0].tools[0].inputSchema")]
)
async def test_a_scenario_in_an_address_is_held_to_what_the_library_asks(
    bridges: Bridges, change: Callable[[dict[str, Any]], None], path: str
) -> None:
    scenario: dict[str, Any] = json.loads(json.dumps(shipped()["lost-delivery"]))
    change(scenario)
    at = bridges.at(config64({"scenario": {"config": scenario}}))
    for answer in (await bridges.http.get(f"{at}/.well-known/agent-card.json"), await bridges.http.post(at, json={})):
        assert answer.status_code == 422, answer.text
        assert path in answer.text and "The scenario in this address" in answer.text


async def test_an_address_that_is_too_long_says_where_the_scenario_may_be_instead(bridges: Bridges) -> None:
    answer = await bridges.http.post(bridges.at(config64({"description": "a" * 46_000})), json={})
    assert answer.status_code == 413, answer.text
    assert "at most 60,000" in answer.text and "scenarioId" in answer.text


@pytest.mark.parametrize("config", ["x", "bm8", config64({"agents": 3}), "_" * 60_000])
async def test_an_address_without_a_configuration_is_none(bridges: Bridges, config: str) -> None:
    answer = await bridges.http.post(bridges.at(config), json={})
    assert answer.status_code in (400, 404, 414, 431), answer.text


@given(st.text(max_size=200) | st.binary(max_size=200).map(lambda raw: base64.urlsafe_b64encode(raw).decode()))
def test_whatever_stands_in_an_address_is_read_or_refused(text: str) -> None:
    with suppress(NotFound):
        config_of(text)


@given(st.text(max_size=50), st.lists(st.text(min_size=1, max_size=20), max_size=3))
def test_a_configuration_comes_back_from_its_address(title: str, ids: list[str]) -> None:
    config = config_of(config64({"title": title, "agents": [{"id": id} for id in ids]}))
    assert (config.title, [agent.id for agent in config.agents]) == (title, ids)
