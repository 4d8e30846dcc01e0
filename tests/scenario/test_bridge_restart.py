"""A server that ends while a side that it plays is asked: after the next start that side answers, as if nothing was."""

import asyncio
from pathlib import Path
from typing import Any

import httpx

from loket.core.model import ModelRequest, ModelResponse
from loket.models.scripted import ScriptedModel
from tests.scenario.bridges import SHOP, WORDS
from tests.scenario.playing import Bench, workbench


class Silent(ScriptedModel):
    """A language model that never answers; `asked` is set as soon as it was to."""

    def __init__(self) -> None:
        super().__init__([])
        self.asked = asyncio.Event()

    async def complete(self, request: ModelRequest) -> ModelResponse:
        self.asked.set()
        return await asyncio.get_running_loop().create_future()


async def send(bench: Bench, blocking: bool) -> Any:
    """The task of the first message to the shop."""
    message = {"kind": "message", "messageId": "m1", "role": "user", "parts": [{"kind": "text", "text": WORDS[0]}]}
    params = {"message": message, "configuration": {"blocking": blocking}}
    body = {"jsonrpc": "2.0", "id": 1, "method": "message/send", "params": params}
    async with httpx.AsyncClient(transport=httpx.ASGITransport(bench.app), base_url="http://localhost") as http:
        return (await http.post(f"/api/bridge/{SHOP}/a2a", json=body)).json()["result"]


async def test_a_side_that_was_asked_when_the_server_ended_answers_after_the_next_start(tmp_path: Path) -> None:
    """Its tool goes on before any door was opened."""
    model = Silent()
    async with workbench(model, tmp_path) as bench:
        before = await send(bench, blocking=False)
        await model.asked.wait()
    async with workbench(None, tmp_path) as bench:
        after = await send(bench, blocking=True)
    assert after["id"] == before["id"] and after["status"]["state"] == "input-required"
    assert "number of the order" in after["status"]["message"]["parts"][0]["text"]
