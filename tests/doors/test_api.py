"""Loket's own API, as a client meets it: begin, tell, look, page, fork, export, erase."""

import json
from pathlib import Path

import httpx

from tests.doors.talking import CHECK, begun, checked, code_of, streamed, tell_and_settle
from tests.serving import serving_here

NOBODY = "0" * 21 + "7"


async def test_the_server_tells_that_it_is_up_and_whom_people_can_talk_with(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:
        assert (await here.http.get("/healthz")).json()["ok"] is True
        items = (await here.http.get("/api/assistants")).json()["items"]
        overheid, relocation, scenario, sogis, urmston = items
        assert scenario["name"] == "scenario"
        assert urmston["name"] == "urmston" and urmston["finds_agents"] and not overheid["finds_agents"]
        assert sogis["name"] == "sogis" and sogis["title"] == "Karten-Assistent" and len(sogis["starters"]) >= 3
        assert (sogis["beside"], sogis["letters"]) == ("map", 200) and overheid["beside"] == ""
        assert overheid["name"] == "overheid" and overheid["locale"] == "nl"
        assert relocation["name"] == "relocation" and relocation["locale"] == "pt-BR", "its specialists are hidden"
        assert {surface["id"] for surface in overheid["surfaces"]} >= {"toeslagen", "bezwaar"}
        assert len(overheid["version"]) == 12


async def test_a_conversation_from_its_beginning_to_its_views(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:
        id, head = await checked(here)
        looked = (await here.http.get(f"/api/conversations/{id}")).json()
        assert looked["upto"] == head and looked["assistant"] == "overheid" and looked["state"] == "idle"
        assert looked["outcome"] == "asks"
        assert set(looked["views"]) == {"transcript", "steps", "questions", "commands", "files", "costs", "screen"}
        assert looked["views"]["steps"]["state"]["status"] == "ok"
        shown = json.dumps(looked["views"]["screen"]["state"])
        assert "aandachtspunten" in shown and '"done"' in shown


async def test_an_event_with_the_same_key_is_told_once(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:
        id = await begun(here.http)
        first = await tell_and_settle(here, id, CHECK, **{"Idempotency-Key": "k1"})
        head = await here.engine.store.head(id)
        assert await tell_and_settle(here, id, CHECK, **{"Idempotency-Key": "k1"}) == first
        assert await here.engine.store.head(id) == head
        other = {"kind": "user_said", "text": "iets anders"}
        url = f"/api/conversations/{id}/events"
        assert code_of(await here.http.post(url, json=other, headers={"Idempotency-Key": "k1"})) == (409, "key_reused")
        long = await here.http.post(url, json=other, headers={"Idempotency-Key": "k" * 201})
        assert long.status_code == 422


async def test_my_conversations_come_newest_first_in_pages(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:
        made = [await begun(here.http) for _ in range(5)]
        seen: list[str] = []
        query: dict[str, str | int] = {"limit": 2, "assistant": "overheid"}
        for _ in range(3):
            page = (await here.http.get("/api/conversations", params=query)).json()
            seen += [item["id"] for item in page["items"]]
            query["before"] = page["next"] or ""
        assert page["next"] is None and seen == made[::-1]
        none = (await here.http.get("/api/conversations", params={"assistant": "sogis"})).json()
        assert none == {"items": [], "next": None}
        assert code_of(await here.http.get("/api/conversations?before=2026-01-01T00:00:00")) == (422, "bad_time")


async def test_records_come_in_pages_from_both_ends(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:
        id, head = await checked(here)
        url = f"/api/conversations/{id}/events"

        async def page(**query: int) -> tuple[list[int], bool]:
            body = (await here.http.get(url, params=query)).json()
            seqs = [item["seq"] for item in body["items"]]
            assert body["head"] == head
            assert (body["first"], body["last"]) == ((seqs[0], seqs[-1]) if seqs else (0, 0))
            return seqs, body["more"]

        assert await page() == (list(range(1, head + 1)), False)
        assert await page(limit=3) == ([1, 2, 3], True)
        assert await page(after=3, limit=2) == ([4, 5], True)
        assert await page(after=head - 1) == ([head], False)
        assert await page(after=head) == ([], False)
        assert await page(after=head + 100) == ([], False)
        assert await page(before=4, limit=2) == ([2, 3], True)
        assert await page(before=3) == ([1, 2], False)
        assert await page(before=1) == ([], False)
        for wrong in ("after=-1", "before=0", "limit=0", "limit=1001", "after=x", "after=99999999999999999999"):
            assert code_of(await here.http.get(f"{url}?{wrong}")) == (422, "invalid")


async def test_a_fork_is_a_conversation_of_its_own(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:
        id, head = await checked(here)
        url = f"/api/conversations/{id}"
        fork = (await here.http.post(f"{url}/fork", params={"at": head})).json()["id"]
        copied = await streamed(here.http, fork, head + 1)
        whole = await streamed(here.http, id, head)
        mark = json.loads(copied.removeprefix(whole).partition(b"data: ")[2])
        assert copied.startswith(whole) and mark["event"] == {"kind": "forked", "of": id}
        await tell_and_settle(here, fork, CHECK)
        assert await here.engine.store.head(id) == head < await here.engine.store.head(fork)
        assert code_of(await here.http.post(f"{url}/fork", params={"at": head + 1})) == (422, "no_record")
        assert code_of(await here.http.post(f"{url}/fork")) == (422, "invalid")


async def test_an_export_is_the_log_and_a_scrubbed_one_holds_no_words(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:
        id = await begun(here.http)
        said = {"kind": "user_said", "text": "Mijn burgerservicenummer is 123456782"}
        await tell_and_settle(here, id, said, **{"Idempotency-Key": "een-geheim"})
        rows = await here.engine.store.read(id)
        whole = await here.http.get(f"/api/conversations/{id}/export")
        assert whole.content == b"".join(row.body + b"\n" for row in rows)
        assert f'filename="{id}.jsonl"' in whole.headers["content-disposition"]
        scrubbed = (await here.http.get(f"/api/conversations/{id}/export?scrub=1")).text
        assert "burger" not in scrubbed and "123456782" not in scrubbed and "een-geheim" not in scrubbed
        lines = [json.loads(line) for line in scrubbed.splitlines()]
        assert [line["event"]["kind"] for line in lines] == [json.loads(row.body)["event"]["kind"] for row in rows]


async def test_what_is_erased_is_gone_for_good_and_says_so(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:
        id, _ = await checked(here)
        url = f"/api/conversations/{id}"
        erased = await here.http.delete(url)
        assert (erased.status_code, erased.content) == (204, b"")
        assert await _refusals(here.http, id) == {(410, "erased")}
        assert (await here.http.get("/api/conversations")).json()["items"] == []


async def test_a_conversation_that_never_was_is_not_found(tmp_path: Path) -> None:
    async with serving_here(tmp_path) as here:
        for id in (NOBODY, "x", "%00", "z" * 22, "é" * 22, "a" * 5000):
            assert await _refusals(here.http, id) == {(404, "not_found")}
        wrong = await here.http.post("/api/conversations", json={"assistant": "niemand"})
        assert code_of(wrong) == (404, "no_assistant")
        assert code_of(await here.http.get("/api/nothing")) == (404, "not_found")
        assert code_of(await here.http.put("/api/conversations", json={})) == (405, "wrong_method")


async def _refusals(http: httpx.AsyncClient, id: str) -> set[tuple[int, str]]:
    """What every route says of this conversation."""
    url = f"/api/conversations/{id}"
    answers = [
        await http.get(url),
        await http.get(f"{url}/events"),
        await http.get(f"{url}/events", headers={"Accept": "text/event-stream"}),
        await http.post(f"{url}/events", json={"kind": "user_said", "text": "hallo"}),
        await http.post(f"{url}/fork?at=1"),
        await http.get(f"{url}/export"),
        await http.delete(url),
    ]
    return {code_of(answer) for answer in answers}
