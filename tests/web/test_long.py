"""A talk longer than what the views of it hold: the page says what it does not show, and where that is."""

import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, expect

from loket.core.ports import Entry, Row
from tests.browser import Open, assert_accessible
from tests.serving import Here, serving_here
from tests.visitors import left
from tests.web.counter import overflow
from tests.web.mapper import PLACE

TURNS = 300
AT = "2026-11-21T12:00:00Z"


@pytest.fixture
async def page(open_page: Open) -> Page:
    """That of somebody who reads English: to wait for another language on a page of so many elements takes seconds, for
    Playwright writes down all of them whenever it has to look again."""
    return await open_page(viewport={"width": 1280, "height": 800}, locale="en-GB")


async def test_a_long_talk_says_what_it_does_not_show_and_reads_the_rest_when_wanted(
    tmp_path: Path, page: Page
) -> None:
    async with serving_here(tmp_path / "data", assistants=["tests.web.mapper:bundle"]) as here:
        conversation = await long_talk(here)
        await page.goto(f"{here.url}/#/t/{conversation}")
        await expect(page.locator(".turn").last).to_contain_text(f"Answer {TURNS}.")
        for turn in (page.locator(".turn").first, page.locator(".turn").last):
            await expect(turn.locator(".said:not(.you)")).to_be_visible()
        cut = page.locator(".map-cut")
        await expect(cut).to_contain_text("100 earlier instructions are not on it yet")
        await page.locator(".map-contents > summary").click()
        names = page.locator(".map-things .map-name > span:first-of-type")
        await expect(names).to_have_text(["Moving"])
        await page.locator(".map-contents > summary").click()
        await assert_accessible(page, "what is cut", ".map-pane, .chat-cut")
        await page.set_viewport_size({"width": 320, "height": 640})
        assert await overflow(page) == 0
        await page.set_viewport_size({"width": 1280, "height": 800})
        await page.get_by_role("button", name="Show the earlier ones, too").click()
        await expect(cut).to_have_count(0)
        await page.locator(".map-contents > summary").click()
        await expect(names).to_have_text(["The first thing", "Moving"])
        await page.get_by_role("button", name="Open the event log").click()
        await expect(page.locator(".log-row .seq", has_text=str(1 + 4 * TURNS))).to_be_visible()
        await left(page)


async def test_what_can_not_be_read_is_said_and_tried_again(tmp_path: Path, page: Page) -> None:
    async with serving_here(tmp_path / "data", assistants=["tests.web.mapper:bundle"]) as here:
        conversation = await long_talk(here)
        await page.goto(f"{here.url}/#/t/{conversation}")
        await page.route(
            re.compile(r"/events[?]after=[0-9]+&limit="), lambda route: route.fulfill(status=200, body="{}")
        )
        await page.get_by_role("button", name="Show the earlier ones, too").click()
        await expect(page.locator(".map-cut")).to_contain_text("can't be fetched now")
        await page.unroute_all()
        await page.get_by_role("button", name="Try again").click()
        await expect(page.locator(".map-cut")).to_have_count(0)
        await left(page)


async def long_talk(here: Here) -> str:
    """Hundreds of messages, each answered with two commands for a map, as the engine's own rows lie in the store."""
    conversation = (await here.http.post("/api/conversations", json={"assistant": "mapper"})).json()["id"]
    assert here.store is not None
    at = datetime(2026, 11, 21, 12, tzinfo=UTC)
    head = await here.store.head(conversation)
    await here.engine.put_to_sleep(conversation)
    rows: list[Row] = []
    for turn in range(1, TURNS + 1):
        seq = head + len(rows) + 1
        marker = {"id": "first", "coord": PLACE, "label": "The first thing"}
        moving = {"id": "moving", "coord": [PLACE[0] + turn, PLACE[1]], "label": "Moving"}
        say = {"kind": "say", "text": f"Answer {turn}.", "files": [], "final": True}
        rows += [
            row(seq, "person", kind="user_said", text=f"Question {turn}", files=[], channel="chat"),
            row(seq + 1, "planner", kind="decided", reasoning="It was asked.", took=[seq], action=say),
            row(seq + 2, "planner", kind="client_told", command={"type": "addMarker", "payload": moving}),
            row(
                seq + 3, "planner", kind="client_told", command=pinned(marker) if turn == 1 else looked(moving["coord"])
            ),
        ]
    entry = Entry(conversation, "local", "mapper", "Long", "idle", at, at)
    await here.store.append(conversation, rows, entry)
    return conversation


def pinned(marker: dict[str, Any]) -> dict[str, Any]:
    return {"type": "addMarker", "payload": marker}


def looked(center: object) -> dict[str, Any]:
    return {"type": "setView", "payload": {"center": center, "zoom": 17, "crs": "EPSG:2056"}}


def row(seq: int, by: str, **event: Any) -> Row:
    body = {"v": 1, "seq": seq, "at": AT, "by": by, "cause": None, "scope": "/", "key": None, "event": event}
    return Row(seq, json.dumps(body).encode())
