"""Pages over Loket's own API: how they are drawn, and what becomes of them, in the one stream of a conversation."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from loket.doors.auth import LOCAL
from loket.doors.page_news import with_pages
from tests.serving import Here, serving_here

PACKAGES = ["loket_demos.overheid.components:bundle", "tests.library:bundle"]


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Here]:
    """Two packages with pages on one server."""
    async with serving_here(tmp_path, assistants=PACKAGES) as served:
        yield served


async def begun(here: Here, assistant: str, *events: dict[str, Any]) -> str:
    """A conversation in which a person did these things; back when nothing goes on any more."""
    id = (await here.http.post("/api/conversations", json={"assistant": assistant})).json()["id"]
    for event in events:
        seq = (await here.http.post(f"/api/conversations/{id}/events", json=event)).json()["seq"]
        await here.engine.settled(id, seq)
    return id


def acted(surface: str, name: str, **payload: Any) -> dict[str, Any]:
    return {"kind": "surface_acted", "surface": surface, "name": name, "payload": payload}


async def heard(
    here: Here, id: str, last: int, query: str = "&pages=true", first: asyncio.Event | None = None
) -> list[tuple[str, Any]]:
    """What a stream from the start sends up to record `last`: kinds with their data. `first` is set at the first."""
    frames: list[tuple[str, Any]] = []
    headers = {"Accept": "text/event-stream"}
    async with (
        asyncio.timeout(20),
        here.http.stream("GET", f"/api/conversations/{id}/events?after=0{query}", headers=headers) as stream,
    ):
        kind = "record"
        async for line in stream.aiter_lines():
            if line.startswith("event: "):
                kind = line[7:]
            elif line.startswith("data: "):
                frames.append((kind, json.loads(line[6:])))
                if kind == "record" and frames[-1][1]["seq"] == last:
                    break
                kind = "record"
                if first is not None:
                    first.set()
    return frames


async def test_an_assistant_tells_how_its_pages_are_drawn_and_what_they_begin_with(here: Here) -> None:
    items = (await here.http.get("/api/assistants/library/pages")).json()["items"]
    assert [page["id"] for page in items] == ["home", "library"]
    assert items[1]["model"] == {"form": {"words": ""}, "line": "Nothing asked yet.", "receipt": ""}
    assert items[1]["components"][0]["id"] == "root" and items[1]["catalog"] == "urn:loket:catalog:1"
    theirs = (await here.http.get("/api/assistants/overheid/pages")).json()["items"]
    assert [page["id"] for page in theirs] == [
        "home",
        "toeslagen",
        "bezwaar",
        "genui_search",
        "genui_tree",
        "genui_form",
    ]
    assert (await here.http.get("/api/assistants/nobody/pages")).status_code == 404
    assert (await here.http.get("/api/assistants/overheid.toeslagen/pages")).status_code == 404


@pytest.mark.parametrize("query", ["&pages=true", ""])
async def test_a_stream_tells_pages_only_whom_asks_for_them(here: Here, query: str) -> None:
    id = await begun(here, "library", acted("library", "library/borrow", words="Havelaar"))
    last = (await here.http.get(f"/api/conversations/{id}")).json()["upto"]
    frames = await heard(here, id, last, query)
    assert [data["seq"] for kind, data in frames if kind == "record"] == list(range(1, last + 1))
    pages = [data["updateDataModel"] for kind, data in frames if kind == "page"]
    assert [(one["surfaceId"], one["path"]) for one in pages] == ([("library", "/")] if query else [])
    if query:
        assert pages[0]["value"]["title"] == "Borrow a book" and pages[0]["value"]["line"].startswith("Found: ")


async def test_what_a_record_changes_follows_it(here: Here) -> None:
    id, first = await begun(here, "library"), asyncio.Event()
    watching = asyncio.create_task(heard(here, id, 8, first=first))
    await first.wait()
    event = acted("library", "library/borrow", words="Havelaar")
    await here.http.post(f"/api/conversations/{id}/events", json=event)
    frames = await watching
    opened = next(i for i, (kind, data) in enumerate(frames) if kind == "page")
    assert frames[opened - 1][1]["event"]["kind"] == "opened"
    line = next(i for i, (kind, data) in enumerate(frames) if data.get("updateDataModel", {}).get("path") == "/line")
    assert frames[line - 1][1]["event"]["kind"] == "returned"


async def test_a_letter_that_is_too_long_for_a_record_comes_back_in_words(here: Here) -> None:
    letter = "Ik maak bezwaar. " * 5000
    id = await begun(here, "overheid", acted("bezwaar", "bezwaar/analyse", text=letter))
    last = (await here.http.get(f"/api/conversations/{id}")).json()["upto"]
    pages = [data["updateDataModel"] for kind, data in await heard(here, id, last) if kind == "page"]
    assert pages[-1]["surfaceId"] == "bezwaar" and pages[-1]["value"]["form"]["text"] == letter


async def test_what_changed_while_the_pages_were_sent_is_told_though_others_looked_meanwhile(here: Here) -> None:
    id = await begun(here, "library")
    stream = with_pages(here.engine, id, LOCAL, here.engine.follow(id, 1))
    await anext(stream)
    event = acted("library", "library/borrow", words="Havelaar")
    seq = (await here.http.post(f"/api/conversations/{id}/events", json=event)).json()["seq"]
    await here.engine.settled(id, seq)
    last = (await here.http.get(f"/api/conversations/{id}")).json()["upto"]
    frames: list[bytes] = []
    while not any(frame.startswith(b"id: %d\n" % last) for frame in frames):
        frames += await anext(stream)
    await stream.aclose()
    assert any(frame.startswith(b"event: page\n") and b"Found: " in frame for frame in frames)
