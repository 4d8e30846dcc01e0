"""The event log in a browser: every record, filters, search, the keyboard, and 100,000 records without a stutter."""

import json
from datetime import UTC, datetime

from playwright.async_api import Page, expect

from loket.core.ports import Entry, Row
from tests.serving import Here
from tests.web.counter import check, done, open_surface

MANY = 100_000


async def open_log(page: Page) -> None:
    await page.get_by_role("button", name="Logboek", exact=True).click()
    await expect(page.locator(".log-row").first).to_be_visible()


async def test_every_record_stands_there_with_its_reason_and_its_json(here: Here, home: Page) -> None:
    await open_surface(home, "Toeslagen Check")
    await check(home)
    await done(home)
    await open_log(home)
    conversation = home.url.split("/c/")[1].split("/")[0]
    await here.settled(conversation)
    page = (
        await here.http.get(f"/api/conversations/{conversation}/events", headers={"Accept": "application/json"})
    ).json()
    await expect(home.locator(".log-row")).to_have_count(len(page["items"]))
    await home.get_by_role("checkbox", name="Volgen").uncheck()  # or the list goes back to its end under the click
    await home.locator(".log-row", has_text="rules_lookup").first.click()
    detail = home.locator(".log-detail")
    await expect(detail).to_contain_text("Waarom:")
    shown = json.loads(await detail.locator("pre").inner_text())
    assert shown in page["items"]
    await home.reload()
    await expect(home.locator(".log-row").first).to_be_visible()


async def test_filters_search_and_download(here: Here, home: Page) -> None:
    await open_surface(home, "Toeslagen Check")
    await check(home)
    await done(home)
    await open_log(home)
    await home.get_by_role("group", name="Toon alleen").get_by_role("button", name="decided").click()
    kinds = home.locator(".log-row .kind")
    await expect(kinds.first).to_have_text("decided")
    assert set(await kinds.all_inner_texts()) == {"decided"}
    await home.get_by_label("Zoek in het logboek").fill("doc_checklist")
    await expect(home.locator(".log-row")).to_have_count(1)
    await home.get_by_label("Zoek in het logboek").fill("")
    async with home.expect_download() as downloading:
        await home.locator("loket-log-drawer").get_by_role("link", name="Download").click()
    body = (await (await downloading.value).path()).read_text("utf-8").splitlines()
    assert [json.loads(line)["seq"] for line in body] == list(range(1, len(body) + 1))


async def test_the_arrow_keys_walk_through_it_and_escape_closes_it(home: Page) -> None:
    await open_surface(home, "Toeslagen Check")
    await open_log(home)
    await home.get_by_role("listbox", name="Gebeurtenissen").focus()
    await home.keyboard.press("Home")
    await expect(home.locator(".log-detail h3")).to_have_text("1 · started")
    await home.keyboard.press("ArrowDown")
    await expect(home.locator(".log-detail h3")).to_contain_text("2 ·")
    await home.keyboard.press("ArrowUp")
    await expect(home.locator(".log-row.selected .seq")).to_have_text("1")
    await home.keyboard.press("Escape")
    await expect(home.locator("loket-log-drawer")).to_have_count(0)
    await expect(home.get_by_role("button", name="Logboek", exact=True)).to_be_focused()


async def test_escape_closes_it_from_wherever_the_reader_is(home: Page) -> None:
    await open_surface(home, "Toeslagen Check")
    drawer, button = home.locator("loket-log-drawer"), home.get_by_role("button", name="Logboek", exact=True)
    await button.focus()
    await home.keyboard.press("Enter")
    await expect(drawer).to_be_visible()
    await home.keyboard.press("Escape")
    await expect(drawer).to_have_count(0)
    await expect(button).to_be_focused()
    await open_log(home)
    field = home.get_by_label("Uw inkomen")
    await field.focus()
    await home.keyboard.press("Escape")
    await expect(drawer).to_have_count(0)
    await expect(field).to_be_focused()
    await open_log(home)
    await home.get_by_label("Zoek in het logboek").fill("decided")
    await home.keyboard.press("Escape")
    await expect(home.get_by_label("Zoek in het logboek")).to_have_value("")
    await home.keyboard.press("Escape")
    await expect(drawer).to_have_count(0)
    await expect(button).to_be_focused()
    await open_log(home)
    await home.get_by_role("button", name="Verwijder dit gesprek").click()
    await home.keyboard.press("Escape")
    await expect(home.get_by_role("dialog")).to_have_count(0)
    await expect(drawer).to_be_visible()


async def test_on_a_phone_it_covers_the_page_and_keeps_the_focus(home: Page) -> None:
    await home.set_viewport_size({"width": 320, "height": 640})
    await open_surface(home, "Toeslagen Check")
    button = home.get_by_role("button", name="Logboek", exact=True)
    await button.focus()
    await home.keyboard.press("Enter")
    await expect(home.locator(".log h2")).to_be_focused()
    inside = "document.activeElement === document.body || !!document.activeElement.closest('loket-log-drawer')"
    for _ in range(20):
        await home.keyboard.press("Tab")
        assert await home.evaluate(inside)
    await home.get_by_role("button", name="Logboek sluiten").click()
    await expect(button).to_be_focused()


async def test_a_hundred_thousand_records_scroll_and_are_searched(here: Here, page: Page) -> None:
    conversation = await long_log(here)
    await page.add_init_script("localStorage.setItem('loket.drawer', 'open')")
    await page.goto(f"{here.url}/#/c/{conversation}/toeslagen")
    await expect(page.locator(".log-row .seq", has_text=str(MANY))).to_be_visible()
    assert await page.locator(".log-row").count() < 120
    scroll = page.locator(".log-scroll")
    most = await scroll.evaluate(
        """async (box) => {
            let most = 0;
            for (let turn = 0; turn < 30; turn++) {
                box.scrollTop = (turn * 7919 % 30) / 30 * box.scrollHeight;
                await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
                most = Math.max(most, box.querySelectorAll('.log-row').length);
            }
            return most;
        }"""
    )
    assert 0 < most < 120
    await scroll.evaluate("(box) => { box.scrollTop = box.scrollHeight / 2; }")
    await expect(page.locator(".log-row .summary", has_text="regel 50").first).to_be_visible()
    await page.get_by_label("Zoek in het logboek").fill("regel 77777")
    await expect(page.locator(".log-row")).to_have_count(1)
    await expect(page.locator(".log-row .seq")).to_have_text("77777")


async def long_log(here: Here) -> str:
    """A conversation of 100,000 records, written the way the engine's own rows lie in the store."""
    made = await here.http.post("/api/conversations", json={"assistant": "overheid"})
    conversation = made.json()["id"]
    assert here.store is not None
    at = datetime(2026, 11, 21, 12, tzinfo=UTC)
    entry = Entry(conversation, "local", "overheid", "Lang", "idle", at, at)
    head = await here.store.head(conversation)
    await here.engine.put_to_sleep(conversation)
    stamp = "2099-01-01T00:00:00Z"
    for start in range(head + 1, MANY + 1, 10_000):
        rows = [Row(seq, record(seq, stamp)) for seq in range(start, min(start + 10_000, MANY + 1))]
        await here.store.append(conversation, rows, entry)
    return conversation


def record(seq: int, at: str) -> bytes:
    event = {"kind": "progressed", "call": "2.a", "note": f"regel {seq}", "part": None}
    body = {"v": 1, "seq": seq, "at": at, "by": "tool", "cause": None, "scope": "/", "key": None, "event": event}
    return json.dumps(body).encode()
