"""An agent on this machine is called once a person agreed to its address; elsewhere the operator's setting is named."""

from pathlib import Path
from typing import Any

from tests.scenario.bridges import Bridges, serve
from tests.servers import free_port

PATH, CARD = "/api/scenario/allow", "/api/scenario/card"


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
