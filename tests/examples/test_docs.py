"""The pages of the documentation about tools, flows, embedding and testing: every block of Python on them runs."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from loket import Assistant
from loket.testing import talking

DOCS = Path(__file__).parents[2] / "docs"
BLOCK = re.compile(r"^```python\n(.*?)\n```$", re.MULTILINE | re.DOTALL)


def module(page: str) -> dict[str, Any]:
    """What the blocks of a page define, one after the other."""
    names: dict[str, Any] = {"__name__": page}
    for block in BLOCK.findall((DOCS / f"{page}.md").read_text("utf-8")):
        exec(compile(block, f"{page}.md", "exec"), names)
    return names


async def test_tools() -> None:
    async with talking(module("tools")["shop"]) as talk:
        assert (await talk.say("What do brakes cost?")).text == "30"
        await talk.say("Book a repair on Thursday")
        assert "2026" in (await talk.approve()).text or talk.steps[0].ok
        await talk.say("Book a repair on Sunday")
        assert "closed on Sundays" in (await talk.approve()).text


async def test_flows() -> None:
    async with talking(module("flows")["shop"]) as talk:
        answer = await talk.say("Book a repair of a puncture on Thursday")
        assert answer.text == "What time suits you?"
        await talk.choose("11:00")
        assert (await talk.approve()).text == "See you on Thursday at 11:00."


async def test_embed(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names = module("embed")
    await names["main"]()
    assert capsys.readouterr().out.splitlines() == ["Your brakes repair is booked.", "held book"]
    app = names["app"]
    transport = httpx.ASGITransport(app=app)
    async with names["lifespan"](app), httpx.AsyncClient(transport=transport, base_url="http://shop.example") as http:
        listed = (await http.get("/help/api/assistants", headers={"x-user": "ann"})).json()["items"]
        assert [one["name"] for one in listed] == ["bikes"]
    assert isinstance(names["shop"], Assistant) and (tmp_path / "data" / "help").is_dir()


async def test_testing() -> None:
    test: Callable[[], Any] = module("testing")["test_a_booking_waits_for_approval"]
    await test()


async def test_files() -> None:
    names = module("files")
    await names["test_lines_are_counted"]()
    assert names["clerk"].spec().files
    async with talking(names["clerk"]) as talk:
        assert "Send a file first." in str(await talk.say("How many lines has this file?"))
