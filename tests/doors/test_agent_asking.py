"""Our own agents as other programs call them: once per message id, whole answers, plain refusals."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from loket.engine.keeping import KEPT, asked_by, asked_name, outlived
from tests.overheid.foreign import asked
from tests.serving import Here, serving_here

ITEMS = [{"category": "document", "text": "Uw huurcontract."}]


async def sent(here: Here, agent: str, capability: str, data: Any, message_id: str) -> Any:
    part = {"kind": "data", "metadata": {"mimeType": "application/json"}, "data": data}
    message = {"kind": "message", "messageId": message_id, "role": "user", "parts": [part]}
    params = {"capability": capability, "message": message}
    body = {"jsonrpc": "2.0", "id": "1", "method": "message/send", "params": params}
    return (await asked("POST", f"{here.url}/agents/{agent}/", body, {})).json


async def test_the_same_message_is_the_same_work_also_after_a_restart(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:
        first = await sent(here, "toeslagen", "explain_toeslagen", {"items": ITEMS}, "m-1")
        assert first["result"]["status"] == "ok" and first["result"]["data"]["items"][0]["b1_explanation"]
        assert await sent(here, "toeslagen", "explain_toeslagen", {"items": ITEMS}, "m-1") == first
        other = await sent(here, "toeslagen", "explain_toeslagen", {"items": []}, "m-1")
        assert other["error"]["data"]["code"] == "key_reused"
    async with serving_here(tmp_path) as here:
        assert await sent(here, "toeslagen", "explain_toeslagen", {"items": ITEMS}, "m-1") == first


async def test_input_too_long_for_a_record_arrives_whole(tmp_path: Path) -> None:
    letter = ("Besluit van 12 januari 2026. Ik maak bezwaar. " + "é€🙂 " * 30_000)[:100_000]
    async with serving_here(tmp_path) as here:
        entities = {"datum": "1 februari 2026", "onderwerp": "x" * 3000}
        data = {"raw_text": letter, "entities": entities, "classification": {}, "snippets": ["s" * 3000]}
        answer = await sent(here, "bezwaar", "structure_bezwaar", data, "m-2")
        assert answer["result"]["data"]["overview"]["datum"] == "1 februari 2026"
        items = [{"category": "document", "text": f"Papier {n} " + "x" * 400} for n in range(100)]
        answer = await sent(here, "toeslagen", "explain_toeslagen", {"items": items}, "m-3")
        assert [item["text"] for item in answer["result"]["data"]["items"]] == [item["text"] for item in items]


async def test_what_can_not_be_done_is_refused_with_its_code(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:
        for data, code in (
            ({"raw_text": "a" * 100_001}, "too_large"),
            ({"raw_text": 5}, "invalid"),
            ({"raw_text": {"sha256": "0" * 64, "size": 1, "media": "text/plain", "preview": ""}}, "invalid"),
        ):
            refused = await sent(here, "bezwaar", "structure_bezwaar", data, f"m-{code}-{len(str(data))}")
            assert refused["error"]["code"] == -32602, refused
            assert refused["error"]["data"]["code"].startswith(code)
            assert refused["error"]["message"]


async def test_a_page_of_a_person_does_not_see_the_agents_conversations(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:
        await sent(here, "toeslagen", "explain_toeslagen", {"items": ITEMS}, "m-4")
        assert (await here.http.get("/api/conversations")).json()["items"] == []


async def test_who_deletes_a_conversation_deletes_what_agents_were_asked_for_it(tmp_path: Path) -> None:
    letter = "Besluit van 12 januari 2026 over parkeren op de Zonnebloemlaan. Ik maak bezwaar."
    async with serving_here(tmp_path) as here:
        conversation = (await here.http.post("/api/conversations", json={"assistant": "overheid"})).json()["id"]
        events = f"/api/conversations/{conversation}/events"
        seq = (await here.http.post(events, json={"kind": "user_said", "text": letter})).json()["seq"]
        await here.engine.settled(conversation, seq)
        assert len(await here.store.entries(owner=asked_by("overheid.bezwaar"))) == 1
        assert (await here.http.delete(f"/api/conversations/{conversation}")).status_code == 204
        assert await here.store.entries(owner=asked_by("overheid.bezwaar")) == []
    assert b"Zonnebloemlaan" not in on_disk(tmp_path)


def on_disk(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.iterdir() if path.is_file())


async def test_what_agents_were_asked_is_kept_for_a_day(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:
        await sent(here, "toeslagen", "explain_toeslagen", {"items": ITEMS}, "m-5")
        now = datetime.now(UTC)
        assert await outlived(here.store, here.engine.kit, now + KEPT - timedelta(minutes=1)) == []
        [old] = await outlived(here.store, here.engine.kit, now + KEPT + timedelta(minutes=1))
        assert old == asked_name("overheid.toeslagen", "m-5", "local")
