"""The workbench with a log of ten thousand records: what is in sight is in the page, and all of it is found."""

import json
from datetime import UTC, datetime
from pathlib import Path

from playwright.async_api import expect

from loket.core.ports import Entry, Row
from tests.browser import Open
from tests.scenario.screens import TRIAL, Desk, desk, pane

MANY = 10_000


async def test_ten_thousand_records_stay_smooth(tmp_path: Path, open_page: Open) -> None:
    async with desk(tmp_path) as bench:
        run = await long_run(bench)
        page = await open_page(viewport={"width": 1280, "height": 900}, locale="en-GB")
        await page.goto(f"{bench.here.url}/#/t/{run}")
        await expect(pane(page, "Planner and agent")).to_contain_text(f"line {MANY}", timeout=20_000)
        log = page.get_by_role("listbox", name="Events")
        await expect(log.get_by_role("option").filter(has_text=f"line {MANY}")).to_be_visible()
        assert await page.locator(".wb-line").count() <= 60
        most: int = await log.evaluate(
            """async (box) => {
                let most = 0;
                for (let turn = 0; turn < 20; turn++) {
                    box.scrollTop = (turn * 7919 % 20) / 20 * box.scrollHeight;
                    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
                    most = Math.max(most, box.querySelectorAll('.log-row').length);
                }
                return most;
            }"""
        )
        assert 0 < most < 80
        await page.get_by_role("group", name="Event log").get_by_role("searchbox").fill("line 7777")
        await expect(log.get_by_role("option")).to_have_count(1)
        await page.get_by_role("button", name="60 earlier").click()
        await expect(page.locator(".wb-line")).to_have_count(120)
        await page.close()


async def long_run(bench: Desk) -> str:
    """A run of so many records, written the way the engine's own rows lie in the store."""
    here = bench.here
    run: str = (await here.http.post("/api/scenario/runs", json={"scenario": TRIAL})).json()["run"]
    assert here.store is not None
    await here.engine.settled(run, await here.store.head(run))
    await here.engine.put_to_sleep(run)
    head, at = await here.store.head(run), datetime(2026, 11, 21, 12, tzinfo=UTC)
    entry = Entry(run, "local", "scenario", "Long", "idle", at, at)
    await here.store.append(run, [Row(seq, news(seq)) for seq in range(head + 1, MANY + 1)], entry)
    return run


def news(seq: int) -> bytes:
    event = {"kind": "agent_said", "agent": "a", "wakes": False, "message_id": str(seq), "text": f"line {seq}"}
    stamp = "2099-01-01T00:00:00Z"
    body = {"v": 2, "seq": seq, "at": stamp, "by": "agent", "cause": None, "scope": "/", "key": None, "event": event}
    return json.dumps(body).encode()
