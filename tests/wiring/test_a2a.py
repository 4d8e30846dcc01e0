"""Every assistant and specialist of a server answers as an A2A agent, on the server and when it is served alone."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from loket.engine.keeping import KEPT, outlived
from loket.tools.agents.card import card_of
from loket.tools.agents.lint import lint
from tests.serving import Here, serving_here

VERSION = {"A2A-Version": "1.0"}


async def send(here: Here, path: str, part: dict[str, Any]) -> dict[str, Any]:
    """The task that a message leads to."""
    message = {"messageId": "m1", "role": "ROLE_USER", "parts": [part]}
    body = {"jsonrpc": "2.0", "id": 1, "method": "SendMessage", "params": {"message": message}}
    answer = (await here.http.post(path, json=body, headers=VERSION)).json()
    assert "error" not in answer, answer
    return answer["result"]["task"]


async def test_the_front_assistant_is_the_agent_of_the_server(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:
        card = (await here.http.get("/.well-known/agent-card.json", headers=VERSION)).json()
        assert card["name"] == "Overheid"
        address = card["supportedInterfaces"][0]["url"]
        assert address == f"{here.url}/a2a/overheid"
        for path in (address, f"{address}/"):
            task = await send(here, path, {"text": "zorgtoeslag 2025 alleenstaand inkomen 30000 per jaar"})
            assert task["status"]["state"] == "TASK_STATE_COMPLETED"
        mine = (await here.http.get("/api/conversations")).json()["items"]
        assert [item["id"] for item in mine] == [task["contextId"]], "the same message is the same task"


async def test_nothing_is_odd_about_our_own_cards(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:
        for name in ("overheid", "sogis", "urmston", "relocation", "toeslagen", "bezwaar", "genui", "club"):
            card = (await here.http.get(f"/a2a/{name}/.well-known/agent-card.json")).json()
            assert lint(card_of(card)) == [], name
            assert all(0 < len(skill["examples"]) <= 10 for skill in card["skills"]), name


async def test_a_specialist_is_asked_for_a_capability(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:
        card = (await here.http.get("/a2a/bezwaar/.well-known/agent-card.json", headers=VERSION)).json()
        assert [skill["id"] for skill in card["skills"]] == ["structure_bezwaar"]
        task = await send(here, "/a2a/toeslagen", {"data": {"rules": [], "checklist": []}})
        assert task["status"]["state"] == "TASK_STATE_COMPLETED"


@pytest.mark.parametrize("only", ["overheid.toeslagen", "overheid.bezwaar"])
async def test_a_specialist_alone_is_an_agent_below_its_root(tmp_path: Path, only: str) -> None:
    async with serving_here(tmp_path, only=only) as here:
        card = (await here.http.get("/a2a/.well-known/agent-card.json", headers=VERSION)).json()
        assert card["supportedInterfaces"][0]["url"] == f"{here.url}/a2a"
        assert (await here.http.get("/.well-known/agent-card.json")).json()["protocol"] == "a2a-jsonrpc"


async def test_the_key_for_webhooks_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    async with serving_here(tmp_path):
        key = tmp_path / "webhooks.key"
        kept = key.read_bytes()
        assert key.stat().st_mode & 0o077 == 0
    async with serving_here(tmp_path):
        assert key.read_bytes() == kept


async def test_what_we_call_ourselves_is_no_address_for_webhooks_of_others(tmp_path: Path) -> None:
    """Who names a webhook on a server with tokens is not who runs it."""
    ours = {"parts": {"club": "http://127.0.0.1:8040"}, "allow_private": ["127.0.0.1"]}
    anna = {"tokens": {"anna": "a-token-of-20-letters"}, "headers": {"Authorization": "Bearer a-token-of-20-letters"}}
    async with serving_here(tmp_path, **ours, **anna) as here:
        task = await send(here, "/a2a/overheid", {"text": "zorgtoeslag 2025 alleenstaand inkomen 30000 per jaar"})
        for port in (8040, 9443):
            params = {"taskId": task["id"], "url": f"https://127.0.0.1:{port}/hook"}
            body = {"jsonrpc": "2.0", "id": 1, "method": "CreateTaskPushNotificationConfig", "params": params}
            answer = (await here.http.post("/a2a/overheid", json=body, headers=VERSION)).json()
            assert "may not be called" in answer["error"]["message"], answer


async def test_what_a_specialist_was_asked_is_no_talk_and_is_kept_for_a_day(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:
        task = await send(here, "/a2a/toeslagen", {"data": {"rules": [], "checklist": []}})
        talk = await send(here, "/a2a/overheid", {"text": "zorgtoeslag 2025 alleenstaand inkomen 30000 per jaar"})
        listed = (await here.http.get("/api/conversations")).json()["items"]
        assert [item["id"] for item in listed] == [talk["contextId"]], "only what a person can go on with"
        own = (await here.http.get("/api/conversations", params={"assistant": "overheid.toeslagen"})).json()["items"]
        assert [item["id"] for item in own] == [task["contextId"]], "who asks for it by name finds it"
        got = await here.http.get(f"/a2a/toeslagen/rest/tasks/{task['id']}", headers=VERSION)
        assert got.json()["status"] == task["status"], "its caller has it all the same"

        now = datetime.now(UTC)
        assert await outlived(here.engine.store, here.engine.kit, now + KEPT - timedelta(minutes=1)) == []
        later = await outlived(here.engine.store, here.engine.kit, now + KEPT + timedelta(minutes=1))
        assert task["contextId"] in later and talk["contextId"] not in later


async def test_every_assistant_that_people_can_talk_with_is_an_agent(tmp_path: Path) -> None:
    async with serving_here(tmp_path, assistants=("tests.wiring.shop:bundle",)) as here:
        listed = [one["name"] for one in (await here.http.get("/api/assistants")).json()["items"]]
        assert set(listed) == {"shop", "shop/repairs"}
        for name in listed:
            card = (await here.http.get(f"/a2a/{name}/.well-known/agent-card.json", headers=VERSION)).json()
            assert card["supportedInterfaces"][0]["url"] == f"{here.url}/a2a/{name}"
            task = await send(here, f"/a2a/{name}", {"text": "Good morning"})
            assert (await here.engine.owned(task["contextId"], "local")).assistant == name
        assert (await here.http.get("/.well-known/agent-card.json", headers=VERSION)).json()["name"] == "Shop"
        unserved = await here.http.get("/a2a/shop.cellar/.well-known/agent-card.json")
        assert unserved.status_code == 404, "a specialist is an agent when its package says so with an AgentPart"
