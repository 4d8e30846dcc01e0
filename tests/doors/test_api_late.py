"""An answer that comes after its question was closed is in the log, does nothing, and whoever gave it is told so."""

from pathlib import Path

import httpx

from tests.cli.shop import DAY
from tests.serving import serving_here

SHOP = "tests.cli.shop:bundle"


async def answered(http: httpx.AsyncClient, id: str, key: str = "", **answer: object) -> httpx.Response:
    event = {"kind": "answered", "to": "3.a", **answer}
    headers = {"Idempotency-Key": key} if key else {}
    return await http.post(f"/api/conversations/{id}/events", json=event, headers=headers)


async def test_a_second_answer_to_a_consent_is_told_that_it_is_closed(tmp_path: Path) -> None:
    async with serving_here(tmp_path, assistants=(SHOP,)) as here:
        id = (await here.http.post("/api/conversations", json={"assistant": "shop"})).json()["id"]
        at = f"/api/conversations/{id}"
        asked = await here.http.post(f"{at}/events", json={"kind": "user_said", "text": "book"})
        await here.engine.settled(id, asked.json()["seq"])
        [question] = (await here.http.get(at)).json()["views"]["questions"]["state"]["items"]
        assert (question["state"], question["held"]["input"]) == ("open", DAY)
        first = await answered(here.http, id, "first", to=question["id"], refuse=True)
        assert (first.status_code, first.json()["code"]) == (200, None)
        second = await answered(here.http, id, to=question["id"], approve=True)
        assert (second.status_code, second.json()["code"]) == (200, "question_closed")
        assert second.json()["seq"] > first.json()["seq"]
        again = await answered(here.http, id, "first", to=question["id"], refuse=True)
        assert again.json() == first.json(), "the one that counted is told so again"
