"""A package's own door over the house, its life around the server, and a server without any package."""

import asyncio
from pathlib import Path

import pytest

from loket.cli.channel import reached
from loket.config import Config
from loket.core.errors import Unavailable
from loket.doors.not_here import EMPTY
from tests.serving import serving_here

PACKAGE = ["tests.house.pool:bundle"]


async def test_a_door_of_a_package_is_served_and_what_it_opened_is_closed(tmp_path: Path) -> None:
    async with serving_here(tmp_path, assistants=PACKAGE) as here:
        assert (tmp_path / "pool").read_text() == "open"
        await here.http.post("/echo/a?text=one")
        answer = await here.http.post("/echo/a?text=two")
        assert answer.json()["words"] == ["one", "two"]
        other = await here.http.post("/echo/b?text=three")
        assert other.json()["words"] == ["three"]
    assert (tmp_path / "pool").read_text() == "closed"


async def test_a_session_is_one_conversation_until_it_is_erased_and_then_the_next(tmp_path: Path) -> None:
    async with serving_here(tmp_path, assistants=PACKAGE) as here:
        many = await asyncio.gather(*(here.http.post(f"/echo/a?text={number}") for number in range(5)))
        assert len({answer.json()["conversation"] for answer in many}) == 1
        seen = [many[0].json()["conversation"]]
        for number in range(5):
            await here.http.delete("/echo/a")
            answer = (await here.http.post(f"/echo/a?text={number}")).json()
            assert answer["words"] == [str(number)] and answer["conversation"] not in seen
            seen.append(answer["conversation"])
    async with serving_here(tmp_path, assistants=PACKAGE) as here:
        assert (await here.http.post("/echo/a?text=back")).json()["words"] == ["4", "back"]


async def test_without_any_package_the_server_starts_and_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("loket.config.from_entry_points", lambda path: ())  # as after `pip install loket` alone
    async with serving_here(tmp_path) as here:
        assert here.server.served.offers == (EMPTY,)
        page = await here.http.get("/", headers={"Accept": "text/html"})
        assert (page.status_code, EMPTY in page.text) == (200, True)
        assert (await here.http.get("/health")).json() == {"ok": True}
    with pytest.raises(Unavailable, match="one in a file is named by it"):
        async with reached(Config(data=tmp_path / "asked")):
            pass
