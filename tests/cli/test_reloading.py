"""`loket serve --reload`: a change is served at the same address, what was asked stays asked, a mistake is told."""

import asyncio
import signal
from pathlib import Path
from typing import Any

import httpx

from tests.cli.test_asking import ROOT
from tests.serving import Loket, loket

SHOP = (ROOT / "tests" / "cli" / "shop.py").read_text("utf-8")


async def asked(http: httpx.AsyncClient, path: str, body: object = None) -> dict[str, Any]:
    answer = await (http.get(path) if body is None else http.post(path, json=body))
    assert answer.is_success, answer.text
    return answer.json()


async def served(child: Loket, times: int) -> None:
    """Waits until it said so often that it answers."""
    async with asyncio.timeout(50):
        while sum(" is on " in line for line in child.said) < times:
            await asyncio.wait(child._readers, timeout=0.05)


async def complaint(child: Loket) -> str:
    async with asyncio.timeout(50):
        while not child.complained:
            await asyncio.wait(child._readers, timeout=0.05)
    return child.complained[0]


async def title(http: httpx.AsyncClient) -> str:
    return (await asked(http, "/api/assistants"))["items"][0]["title"]


async def test_a_change_is_served_and_an_open_question_stays_open(tmp_path: Path) -> None:
    module = tmp_path / "shop.py"
    module.write_text(SHOP)
    env = {"LOKET_ASSISTANTS": "shop:bundle", "PYTHONPATH": str(tmp_path)}
    started = await loket("serve", "--port", "0", "--reload", "--data", str(tmp_path / ".d"), env=env, folder=tmp_path)
    child = await started.serving()
    try:
        async with httpx.AsyncClient(base_url=child.url, timeout=20) as http:
            id = (await asked(http, "/api/conversations", {"assistant": "shop"}))["id"]
            await asked(http, f"/api/conversations/{id}/events", {"kind": "user_said", "text": "book"})
            module.write_text(SHOP.replace("The shop", "The store"))
            await served(child, 2)
            assert await title(http) == "The store"
            looked = await asked(http, f"/api/conversations/{id}")
            (question,) = looked["views"]["questions"]["state"]["items"]
            assert question["state"] == "open"
            module.write_text("x = (")
            assert "shop.py, line 1" in await complaint(child)
            module.write_text(SHOP)
            await served(child, 3)
            assert await title(http) == "The shop"
    finally:
        child.send(signal.SIGTERM)
        await child.ended()
