"""An agent on this machine is called once a person agreed to its address; elsewhere the operator's setting is named."""

from pathlib import Path
from typing import Any

from loket_demos.scenario.bridge import config64
from tests.scenario.bridges import Bridges, serve
from tests.scenario.counterpart import OtherAgent
from tests.scenario.screens import TRIAL
from tests.servers import free_port, serving

PATH, CARD, AGREE = "/api/scenario/allow", "/api/scenario/card", "/api/scenario/agree"


async def post(at: Bridges, path: str, url: str, **headers: str) -> tuple[int, Any]:
    answer = await at.http.post(f"{at.url}{path}", json={"url": url}, headers=headers)
    return answer.status_code, answer.json()


async def answer(at: Bridges, held: Any, **word: bool) -> None:
    events = f"{at.url}/api/conversations/{held['conversation']}/events"
    told = (await at.http.post(events, json={"kind": "answered", "to": held["question"], **word})).json()
    await at.host.settled(held["conversation"], told["seq"])


async def test_one_yes_for_each_address_and_it_lasts(tmp_path: Path) -> None:
    async with serve(tmp_path / "one") as other, serve(tmp_path / "two") as at:
        status, card = await post(at, CARD, other.at())
        assert status >= 400
        assert "LOKET_ALLOW_PRIVATE" in card["error"]["text"]
        status, held = await post(at, PATH, other.at())
        assert (status, held["allowed"]) == (202, False)
        await answer(at, held, refuse=True)
        assert (await post(at, CARD, other.at()))[0] >= 400
        _, held = await post(at, PATH, other.at())
        await answer(at, held, approve=True)
        status, card = await post(at, CARD, other.at())
        assert status == 200, card
        assert "Lumen & Filament" in card["agent_name"]
        assert await post(at, PATH, other.at()) == (200, {"allowed": True})
        assert (await post(at, PATH, f"http://127.0.0.1:{free_port()}/"))[0] == 202, "another port is another address"


async def test_it_lasts_over_a_restart(tmp_path: Path) -> None:
    url = f"http://127.0.0.1:{free_port()}/"
    async with serve(tmp_path) as at:
        await answer(at, (await post(at, PATH, url))[1], approve=True)
    async with serve(tmp_path) as at:
        assert await post(at, PATH, url) == (200, {"allowed": True})


async def test_nobody_is_asked_for_what_would_not_help(tmp_path: Path) -> None:
    async with serve(tmp_path) as at:
        for url in ("http://169.254.169.254/", "ftp://127.0.0.1/", "no address", "http://127.0.0.1:25/"):
            status, told = await post(at, PATH, url)
            assert status == 403, (url, told)
    tokens = {"tokens": {"anna": "a" * 32}}
    async with serve(tmp_path / "many", **tokens) as at:
        status, told = await post(at, PATH, "http://127.0.0.1:9/", authorization=f"Bearer {'a' * 32}")
        assert status == 403
        status, told = await post(at, PATH, "http://127.0.0.1:8123/", authorization=f"Bearer {'a' * 32}")
        assert status == 403
        assert "LOKET_ALLOW_PRIVATE" in told["error"]["text"]


async def test_a_card_that_changed_is_agreed_to_as_it_was_seen(tmp_path: Path) -> None:
    other, port = OtherAgent([]), free_port()
    async with serving(other.app, port) as other.url, serve(tmp_path, allow_private=["127.0.0.0/8"]) as at:
        _, first = await post(at, CARD, other.url)
        assert (first["pin"]["state"], first["confirmation_needed"]) == ("new", [])
        other.dialect = "1.0"
        _, changed = await post(at, CARD, other.url)
        assert changed["confirmation_needed"] == ["changed_card"] and changed["differences"]
        old = await at.http.post(f"{at.url}{AGREE}", json={"url": other.url, "digest": first["digest"]})
        assert old.status_code >= 400 and "changed again" in old.json()["error"]["text"]
        assert (await post(at, CARD, other.url))[1]["confirmation_needed"] == ["changed_card"]
        yes = await at.http.post(f"{at.url}{AGREE}", json={"url": other.url, "digest": changed["digest"]})
        assert (yes.status_code, yes.json()) == (200, {"agreed": True})
        _, now = await post(at, CARD, other.url)
        assert (now["pin"]["state"], now["confirmation_needed"]) == ("same", [])


async def test_nobody_has_to_agree_to_what_this_server_says_of_itself(tmp_path: Path) -> None:
    async with serve(tmp_path, allow_private=["127.0.0.0/8"]) as at:
        scenario = {**TRIAL, "metadata": {**TRIAL["metadata"], "id": "mine"}}
        assert (await at.http.post(f"{at.url}/api/scenarios", json=scenario)).status_code == 201
        url = at.at(config64({"scenarioId": "mine"}))
        _, first = await post(at, CARD, url)
        scenario["metadata"]["description"] = "Says something else."
        assert (await at.http.put(f"{at.url}/api/scenarios/mine", json=scenario)).status_code == 200
        _, changed = await post(at, CARD, url)
        assert changed["digest"] != first["digest"]
        assert changed["confirmation_needed"] == []
