"""A real data folder of record version 1, as a killed server left it, is opened by today's server and goes on.

It holds a flow in the middle of its third step (the kill came there), a choice of a map that stands open, a map and an
answer of another agent that are done, and a copy of that talk with its call held."""

import gzip
import json
import sqlite3
from collections.abc import AsyncGenerator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from loket.stores.schema import FILE
from tests.doors.talking import streamed
from tests.serving import Here, serving_here
from tests.stores.made import everything

DUMP = Path(__file__).with_name("version_1.sql.gz")
FLOW, CHOICE, MAP = "7ApeL9QesrxhLPH2kaYoLk", "0CkLQXIc6id6IAOlGOjMuI", "5xG8c0guKScifFxyGuluSB"
ASKED, HELD = "2Gabl5LyvrsThdMoUPD9xx", "4gIddSfCibaeJJCuoP2i6v"


def bodies(folder: Path, conversation: str) -> list[bytes]:
    """What the database holds of it, byte by byte."""
    with closing(sqlite3.connect(folder / FILE)) as db:
        asked = "select body from record where conversation = (select id from conversation where name = ?) order by seq"
        return [body for (body,) in db.execute(asked, (conversation,))]


@pytest.fixture
def old(tmp_path: Path) -> Path:
    folder = tmp_path / "old"
    folder.mkdir()
    with closing(sqlite3.connect(folder / FILE)) as db:
        db.execute("pragma journal_mode=wal")
        db.executescript(gzip.decompress(DUMP.read_bytes()).decode())
        just_killed(db)
    return folder


def just_killed(db: sqlite3.Connection) -> None:
    """Moves the flow to now: work that began more than half an hour ago has used up its time."""
    [mine] = db.execute("select id from conversation where name = ?", (FLOW,)).fetchone()
    rows = db.execute("select id, body from record where conversation = ? order by seq", (mine,)).fetchall()
    moments = [datetime.fromisoformat(json.loads(body)["at"]) for _, body in rows]
    since = datetime.now(UTC) - moments[-1]
    for (id, body), moment in zip(rows, moments, strict=True):
        at, then = (moment + since).isoformat().encode(), json.loads(body)["at"].encode()
        db.execute("update record set body = ?, crc = null where id = ?", (body.replace(then, at, 1), id))
    db.commit()


@pytest.fixture
async def here(old: Path) -> AsyncGenerator[Here]:
    async with serving_here(old) as here:
        yield here


async def events(here: Here, conversation: str) -> list[dict[str, Any]]:
    answer = await here.http.get(f"/api/conversations/{conversation}/events", headers={"Accept": "application/json"})
    assert answer.status_code == 200, answer.text
    return [item["event"] for item in answer.json()["items"]]


async def steps(here: Here, conversation: str) -> Any:
    looked = (await here.http.get(f"/api/conversations/{conversation}")).json()
    return looked["views"]["steps"]["state"]


async def tell(here: Here, conversation: str, **event: Any) -> None:
    answer = await here.http.post(f"/api/conversations/{conversation}/events", json=event)
    assert answer.status_code == 200, answer.text
    await here.engine.settled(conversation, answer.json()["seq"], 20)


async def agree_to_the_changed_card(here: Here, conversation: str) -> None:
    """The club has a skill that it had not then: nothing is sent before a person agrees to its card once more."""
    told = await events(here, conversation)
    refused = [one for one in told if one["kind"] == "returned" and one["code"] == "confirmation_needed"]
    assert refused[-1]["value"]["error"]["details"]["reasons"] == ["changed_card"]
    held = max(seq for seq, one in enumerate(told, start=1) if one["kind"] == "held")
    await tell(here, conversation, kind="answered", to=str(held), approve=True)


async def test_a_flow_goes_on_in_its_middle_and_what_was_written_stays_byte_by_byte(old: Path) -> None:
    before = bodies(old, FLOW)
    async with serving_here(old) as here:
        await steps(here, FLOW)  # looking wakes it
        await here.engine.settled(FLOW, 2, 20)
        told = await events(here, FLOW)
        assert [one["step"] for one in told if one["kind"] == "decided" and one["action"]["kind"] == "call"][-4:] == [
            *("rules_lookup", "doc_checklist", "risk_notes", "explain_toeslagen")
        ]
        assert [one["ok"] for one in told if one["kind"] == "returned"] == [True] * 5
        assert (await steps(here, FLOW))["status"] == "ok"
    assert len(before) == 9 and bodies(old, FLOW)[:9] == before


async def test_an_open_choice_is_answered_and_the_steps_that_waited_for_it_go_on(here: Here) -> None:
    assert (await steps(here, CHOICE))["status"] == "needs_user_choice"
    await tell(here, CHOICE, kind="answered", to="14", choice="addr-1")
    told = await events(here, CHOICE)
    assert [one["ok"] for one in told if one["kind"] == "returned" and one["call"].startswith("3.")] == [True] * 3
    assert told[-1]["action"]["kind"] == "say" and (await steps(here, CHOICE))["status"] == "ok"


async def test_a_call_that_was_held_is_allowed_and_made_once(here: Here) -> None:
    await tell(here, HELD, kind="answered", to="10", approve=True)
    told = await events(here, HELD)
    assert [one["call"] for one in told if one["kind"] == "call_started"] == ["8.ask1"]
    await agree_to_the_changed_card(here, HELD)
    assert "U10 Lions" in str((await events(here, HELD))[-2]["value"])


@pytest.mark.parametrize("conversation", [MAP, ASKED])
async def test_what_was_done_goes_on_with_the_next_message(here: Here, conversation: str) -> None:
    assert (await steps(here, conversation))["status"] == "ok"
    text = "und noch einen Grundbuchplan" if conversation == MAP else "And what about a girl of 12?"
    await tell(here, conversation, kind="user_said", text=text)
    if conversation == ASKED:
        await agree_to_the_changed_card(here, conversation)
    state = await steps(here, conversation)
    assert (state["status"], state["working"]) == ("ok", False)
    if conversation == MAP:
        assert "Grundstück 1213 in Solothurn" in (await events(here, MAP))[-1]["action"]["text"]


async def test_whoever_reads_meets_one_version(here: Here) -> None:
    url = f"/api/conversations/{MAP}"
    page = (await here.http.get(f"{url}/events", headers={"Accept": "application/json"})).json()["items"]
    stream = (await streamed(here.http, MAP, 22, "?after=0")).decode()
    export = (await here.http.get(f"{url}/export")).text.splitlines()
    frames = [line.removeprefix("data: ") for line in stream.splitlines() if line.startswith('data: {"v":')]
    assert [json.loads(line) for line in export] == [json.loads(line) for line in frames] == page
    assert [record["v"] for record in page] == [2] * 22
    assert [call["kind"] for call in page[2]["event"]["action"]["calls"]] == ["task", "task"]


@pytest.mark.parametrize("conversation", [FLOW, CHOICE, MAP])
async def test_erasing_takes_all_of_it(old: Path, conversation: str) -> None:
    words = json.loads(bodies(old, conversation)[1])["event"]["text"].encode()
    assert words in everything(old)
    async with serving_here(old) as here:
        assert (await here.http.delete(f"/api/conversations/{conversation}")).status_code == 204
        assert (await here.http.get(f"/api/conversations/{conversation}")).status_code == 410
        assert bodies(old, conversation) == []
    assert words not in everything(old)
