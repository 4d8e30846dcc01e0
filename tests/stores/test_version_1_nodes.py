"""An upgrade while it is served: nodes of today beside one that writes records of version 1, and go on when it stops.

No program of version 1 could use these servers, so the old node is one of today's stores that writes what such a
program wrote, byte by byte, and says that it lives as nodes do. How an old program reads version 2 is not shown."""

import asyncio
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from loket.core.errors import Moved
from loket.core.ports import Row
from loket.engine.nodes import Nodes
from loket.stores.jetstream import JetStore, Servers
from loket.stores.schema import FILE
from tests.serving import ran
from tests.stores.test_version_1 import CHOICE, FLOW, bodies, old
from tests.wiring.test_nodes import node

__all__ = ["old"]
STEPS = ["rules_lookup", "doc_checklist", "risk_notes", "explain_toeslagen"]


def without_the_last(folder: Path) -> None:
    """The folder as it was before the last record of the flow."""
    with closing(sqlite3.connect(folder / FILE)) as db:
        [mine] = db.execute("select id from conversation where name = ?", (FLOW,)).fetchone()
        db.execute("delete from record where conversation = ? and seq = 9", (mine,))
        db.commit()


async def events(http: httpx.AsyncClient, conversation: str) -> list[dict[str, Any]]:
    answer = await http.get(f"/api/conversations/{conversation}/events", headers={"Accept": "application/json"})
    assert answer.status_code == 200, answer.text
    assert {item["v"] for item in answer.json()["items"]} == {2}
    return [item["event"] for item in answer.json()["items"]]


async def until_said(http: httpx.AsyncClient, conversation: str, calls: int) -> list[dict[str, Any]]:
    """Its events as soon as so many calls are back and the last thing is an answer."""
    async with asyncio.timeout(40):
        while True:
            seen = await events(http, conversation)
            ended = seen[-1]["kind"] == "decided" and seen[-1]["action"]["kind"] in ("say", "done")
            if ended and sum(one["kind"] == "returned" for one in seen) >= calls:
                return seen


async def test_nodes_of_today_go_on_with_what_an_old_one_wrote_beside_them(
    old: Path, tmp_path: Path, unused_nats: Callable[[], str]
) -> None:
    written = bodies(old, FLOW)
    without_the_last(old)
    address = unused_nats()
    code, said, complained = await ran("store", "copy", str(old), address)
    assert code == 0, said + complained
    env = {"LOKET_STORE": address}
    async with await JetStore.open(Servers.of(address), node="old", shared=True) as store:
        await store.claim(FLOW)
        async with (
            Nodes(store, "http://127.0.0.1:1"),
            node(tmp_path / "a", env) as (_, a),
            node(tmp_path / "b", env) as (_, b),
        ):
            # While the old one has the flow, what is nobody's goes on at the new ones.
            told = {"kind": "answered", "to": "14", "choice": "addr-1"}
            answer = await b.post(f"/api/conversations/{CHOICE}/events", json=told)
            assert answer.status_code == 200, answer.text
            seen = await until_said(a, CHOICE, 3)
            assert [one["ok"] for one in seen if one["kind"] == "returned" and one["call"][:2] == "3."] == [True] * 3
            last = store.append(FLOW, [Row(9, written[8], json.loads(written[8]).get("key"))])
            store.urge()
            await last
            assert await store.head(FLOW) == 9 and await store.holder(FLOW) == "old"
        async with node(tmp_path / "c", env) as (_, c):
            seen = await until_said(c, FLOW, 5)
            calls = [one["step"] for one in seen if one["kind"] == "decided" and one["action"]["kind"] == "call"]
            assert calls[-4:] == STEPS and [one["ok"] for one in seen if one["kind"] == "returned"] == [True] * 5
        stored = await store.read(FLOW)
        assert [row.body for row in stored[:9]] == written
        assert [json.loads(row.body)["v"] for row in stored] == [1] * 9 + [2] * (len(stored) - 9)
        late = store.append(FLOW, [Row(10, written[8], None)])
        store.urge()
        with pytest.raises(Moved):
            await late
