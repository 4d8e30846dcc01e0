"""The wire of the club's agent: its card, its page, and a task in each of its forms."""

import uuid
from pathlib import Path

import pytest

from loket_demos.urmston.club.card import get_agent_card
from tests.urmston.rooms import BASE, PLACES, called, club, data_of, message_of, rpc


@pytest.mark.parametrize("path", ["/.well-known/agent.json", "/.well-known/agent-card.json"])
async def test_the_card_is_that_of_the_mission(tmp_path: Path, path: str) -> None:
    async with club(tmp_path) as there:
        answer = await there.http.get(path)
    assert answer.headers["content-type"] == "application/json"
    card = answer.json()
    skill = card["skills"][0]
    age = skill["parameters"]["properties"]["age"]
    assert {name: value for name, value in card.items() if name != "skills"} == {
        "id": "urn:urmstontown:agent:orchestrator",
        "name": "Urmston Town Juniors Orchestrator Agent",
        "version": "1.0.1",
        "description": "A2A Agent for Urmston Town Juniors FC inquiries, including team availability.",
        "base_url": BASE,
        "authentication": {"type": "none"},
        "capabilities": {"streaming": False, "pushNotifications": False},
    }
    assert {name: value for name, value in skill.items() if name != "parameters"} == {
        "id": "check_team_availability_v1",
        "name": "TeamVacancyCheck",
        "description": "Checks for available spaces in Urmston Town junior teams based on age.",
        "tags": ["football", "juniors", "availability", "registration", "vacancies"],
        "examples": ["Is there space for a 10 year old?", "Check availability for age 7."],
    }
    assert (skill["parameters"]["type"], skill["parameters"]["required"]) == ("object", ["age"])
    assert age == {"type": "integer", "description": "Age of the child in years."}
    assert [one["id"] for one in card["skills"][1:]] == [
        *("check_team_spaces", "validate_registration_code", "get_match_schedule", "get_training_times", "report_issue")
    ]
    assert get_agent_card()["base_url"] == "https://urmstontownjfc.co.uk"


async def test_the_site_shows_browsers_a_page_that_names_the_card_and_others_a_sign_of_life(tmp_path: Path) -> None:
    async with club(tmp_path) as there:
        health = await there.http.get("/")
        page = await there.http.get("/", headers={"Accept": "text/html,application/xhtml+xml"})
    assert set(health.json()) == {"message"}
    assert f'<link rel="agent" type="application/json" href="{BASE}/.well-known/agent.json">' in page.text
    assert "Is there space for a 10 year old?" in page.text
    assert page.headers["vary"] == health.headers["vary"] == "Accept"
    assert "default-src 'none'" in page.headers["content-security-policy"]


async def test_a_task_in_the_bare_form(tmp_path: Path) -> None:
    async with club(tmp_path) as there:
        message = message_of("User asked: is there a place?", PLACES, age=10) | {"messageId": uuid.uuid4().hex}
        task = await there.send(message)
        assert set(task) == {"id", "sessionId", "status", "artifacts", "metadata"}
        assert set(task["status"]) == {"state", "timestamp"}
        assert task["status"]["timestamp"] == "2026-11-22T12:00:00Z"
        artifact = task["artifacts"][0]
        assert (artifact["name"], task["metadata"]) == ("TeamVacancyCheck", {"skill_id": PLACES})
        assert [part["type"] for part in artifact["parts"]] == ["data", "text"]
        assert artifact["parts"][0]["mime_type"] == "application/json"
        assert (await there.http.get(f"/tasks/{task['id']}")).json() == task
        assert (await there.http.post("/tasks/get", json={"id": task["id"]})).json() == task


async def test_the_same_task_in_json_rpc(tmp_path: Path) -> None:
    async with club(tmp_path) as there:
        params = {"sessionId": "talk-1", "message": message_of("Is there a place?", "TeamVacancyCheck", age=10)}
        answer = await called(there, rpc("tasks/send", params, "one"))
        assert (answer["jsonrpc"], answer["id"]) == ("2.0", "one")
        task = answer["result"]
        assert task["sessionId"] == "talk-1"
        assert data_of(task)["team_name"] == "U10 Lions"
        again = await there.http.post("/", json=rpc("tasks/get", {"id": task["id"]}))
        assert again.json()["result"] == task


async def test_parts_are_read_in_either_dialect(tmp_path: Path) -> None:
    data = {"skill_id": PLACES, "parameters": {"age": 10}}
    async with club(tmp_path) as there:
        for parts in (
            [{"kind": "text", "text": "A place?"}, {"kind": "data", "mimeType": "application/json", "data": data}],
            [{"type": "data", "data": data}],
            [{"type": "data", "data": {"age": 10}}],
            [{"type": "file", "file": {"uri": "https://club.example/x"}}, {"type": "data", "data": data}],
        ):
            assert data_of(await there.send({"role": "user", "parts": parts}))["team_name"] == "U10 Lions"


async def test_the_structured_part_wins_over_the_words(tmp_path: Path) -> None:
    async with club(tmp_path) as there:
        task = await there.ask("Is there a place for a 7 year old?", PLACES, age=10)
        assert data_of(task)["team_name"] == "U10 Lions"
        gap = await there.ask("Is there a place for a 7 year old?", PLACES)
        assert data_of(gap)["team_name"] == "U7 Otters"
