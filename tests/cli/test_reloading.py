"""`loket serve --reload`: a change is served at the same address, what was asked stays asked, a mistake is told."""

import asyncio
from pathlib import Path

import httpx

from tests.cli.test_asking import ROOT
from tests.serving import Loket, loket

SHOP = (ROOT / "tests" / "cli" / "shop.py").read_text("utf-8")


async def asked(http: httpx.AsyncClient, path: str, body: object = None) -> dict[str, object]:
    """The answer, whichever process gives it: between two of them there is nobody to answer."""
    while True:
        try:
            answer = await (http.get(path) if body is None else http.post(path, json=body))
        except httpx.HTTPError:
            continue
        assert answer.is_success, answer.text
        return answer.json()


async def until_titled(http: httpx.AsyncClient, title: str) -> None:
    async with asyncio.timeout(30):
        while (await asked(http, "/api/assistants"))["items"][0]["title"] != title:  # type: ignore[index]
            pass


async def complaint(child: Loket) -> str:
    async with asyncio.timeout(30):
        while not child.complained:
            await asyncio.wait(child._readers, timeout=0.05)
    return child.complained[0]


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
            await until_titled(http, "The store")
            looked = await asked(http, f"/api/conversations/{id}")
            (question,) = looked["views"]["questions"]["state"]["items"]  # type: ignore[index]
            assert question["state"] == "open"
            module.write_text("x = (")
            assert "shop.py, line 1" in await complaint(child)
            module.write_text(SHOP)
            await until_titled(http, "The shop")
    finally:
        child.process.terminate()
        await child.ended()
