"""A damaged record at the doors: refused with its code, not guessed and not cut off; others are served, and it can be
erased."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import httpx

from loket.stores.schema import FILE
from tests.doors.talking import SSE, begun, code_of, tell_and_settle
from tests.serving import serving_here


async def streamed_all(http: httpx.AsyncClient, id: str) -> bytes:
    async with http.stream("GET", f"/api/conversations/{id}/events", headers=SSE) as answer:
        return b"".join([part async for part in answer.aiter_raw()])


async def test_damage_is_said_at_every_door_and_harms_nobody_else(tmp_path: Path) -> None:
    said = {"kind": "user_said", "text": "Mijn naam is Jansen"}
    async with serving_here(tmp_path) as here:
        hurt, well = await begun(here.http), await begun(here.http)
        for id in (hurt, well):
            await tell_and_settle(here, id, said)
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        where = "seq = 2 and conversation = (select id from conversation where name = ?)"
        assert db.execute(f"update record set body = cast(body as text) where {where}", (hurt,)).rowcount == 1
        db.commit()
    async with serving_here(tmp_path) as here:
        http = here.http
        for path in ("", "/events", "/events?after=1", "/export", "/export?scrub=true"):
            assert code_of(await http.get(f"/api/conversations/{hurt}{path}")) == (500, "damaged"), path
            assert (await http.get(f"/api/conversations/{well}{path}")).status_code == 200
        assert code_of(await http.post(f"/api/conversations/{hurt}/events", json=said)) == (500, "damaged")
        assert code_of(await http.post(f"/api/conversations/{hurt}/fork?at=2")) == (500, "damaged")
        frames = (await streamed_all(http, hurt)).split(b"\n\n")
        failed = next(frame for frame in frames if frame.startswith(b"event: failed\ndata: "))
        assert json.loads(failed.partition(b"data: ")[2])["code"] == "damaged"
        assert await tell_and_settle(here, well, said) > 2
        listed = (await http.get("/api/conversations")).json()["items"]
        assert {item["id"] for item in listed} == {hurt, well}
        assert (await http.delete(f"/api/conversations/{hurt}")).status_code == 204
        assert code_of(await http.get(f"/api/conversations/{hurt}")) == (410, "erased")
