"""The workbench by keyboard alone: where Tab goes, where the reader is after each step, what Escape leaves."""

import asyncio
from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, Route, expect

from tests.browser import COLOURS, Open, assert_accessible, assert_fits
from tests.scenario.screens import Desk, desk, pane

STOPS = """async () => {
    const at = document.activeElement;
    return [at.tagName, at.id || at.textContent.trim().slice(0, 40), at.getBoundingClientRect().top + scrollY];
}"""
MANY_FRAMES = "async () => { for (let n = 0; n < 130; n++) await new Promise(requestAnimationFrame); }"
"""Longer than the title of a page that is there at once is looked for."""
INSIDE = "() => document.querySelector('wb-workbench').contains(document.activeElement)"


@pytest.fixture
async def page(open_page: Open) -> Page:
    return await open_page(viewport={"width": 1280, "height": 900}, locale="en-GB")


async def press_at(there: Locator, key: str = "Enter") -> None:
    """A key at something that is reached by Tab."""
    await there.focus()
    await there.page.keyboard.press(key)


async def walked(page: Page, most: int = 120) -> list[tuple[str, str]]:
    """Everywhere that Tab leads to, from the title of the page on until it leaves the workbench. Fails in a trap."""
    await page.locator("wb-workbench h1").first.focus()
    stops: list[tuple[str, str]] = []
    for _ in range(most):
        await page.keyboard.press("Tab")
        if not await page.evaluate(INSIDE):
            return stops
        tag, name, _top = await page.evaluate(STOPS)
        assert not stops or stops[-1] != (tag, name) or not name, f"Tab stays at {tag} {name}"
        stops.append((tag, name))
    raise AssertionError(f"no way out: {stops[-5:]}")


async def test_from_the_address_to_a_run_by_keyboard(tmp_path: Path, page: Page) -> None:
    async with desk(tmp_path) as bench:
        await before_a_run(bench, page)
        await page.close()


async def test_a_run_by_keyboard(tmp_path: Path, page: Page) -> None:
    async with desk(tmp_path) as bench:
        await bench.begin(page, "I approve each one")
        await a_run(page)
        await page.close()


async def test_the_wire_by_keyboard(tmp_path: Path, page: Page) -> None:
    async with desk(tmp_path) as bench:
        await begun(bench, page)
        await the_wire(page)
        await page.close()


async def test_the_tabs_of_a_run_are_readable_on_a_small_screen_and_in_the_dark(tmp_path: Path, page: Page) -> None:
    async with desk(tmp_path) as bench:
        await begun(bench, page)
        await small_and_dark(page)
        await page.close()


async def test_a_run_that_is_long_in_coming_has_the_reader_at_its_title(tmp_path: Path, page: Page) -> None:
    come = asyncio.Event()

    async def held(route: Route) -> None:
        await come.wait()
        await route.continue_()

    async with desk(tmp_path) as bench:
        await bench.open(page)
        await bench.choose(page)
        await page.route("**/api/conversations/*", held)
        await press_at(page.get_by_role("button", name="Begin planner"))
        await expect(page.locator("wb-workbench")).to_have_count(0)
        await page.evaluate(MANY_FRAMES)
        come.set()
        await expect(page.locator("wb-run h1")).to_be_focused()
        await page.close()


async def begun(bench: Desk, page: Page) -> None:
    """A run of which the agent has answered."""
    await bench.begin(page)
    await page.get_by_label("Your answer").fill("It is about lamps.")
    await page.keyboard.press("Enter")
    await expect(pane(page, "Planner and agent")).to_contain_text("What more?")


async def before_a_run(bench: Desk, page: Page) -> None:
    await bench.open(page)
    address = page.get_by_label("Address of the agent")
    await address.fill(bench.other.url)
    await page.keyboard.press("Enter")
    await expect(page.locator(".wb-card")).to_contain_text("Echo")
    await expect(address).to_be_focused()
    await press_at(page.get_by_role("button", name="Library", exact=True))
    await expect(page.get_by_role("heading", level=1, name="Scenarios")).to_be_focused()
    await press_at(page.get_by_role("button", name="Open: A trial of everything"))
    await expect(page.locator("wb-editor h1")).to_be_focused()
    await expect(page.locator("wb-editor h1")).to_have_text("A trial of everything")
    await press_at(page.get_by_role("button", name="Back to the library"))
    await expect(page.get_by_role("heading", level=1, name="Scenarios")).to_be_focused()
    await press_at(page.get_by_role("button", name="Use: A trial of everything"))
    await expect(page.get_by_label("From the library")).to_be_focused()
    await expect(page.get_by_role("radio", name="Ada Vries")).to_be_checked()
    stops = [name for _, name in await walked(page)]
    order = ["wb-endpoint", "Connect", "wb-library", "Library", "wb-scenario", "wb-instructions", "Begin planner"]
    assert [name for name in stops if name in order] == order
    await press_at(page.get_by_role("radio", name="I approve each one"), "Space")
    await press_at(page.get_by_role("button", name="Begin planner"))
    await expect(pane(page, "You and the planner")).to_contain_text("What is the paper about?")
    await expect(page.locator("wb-run h1")).to_be_focused()


async def a_run(page: Page) -> None:
    await page.get_by_label("Your answer").fill("It is about lamps.")
    await page.keyboard.press("Enter")
    draft = page.get_by_role("region", name="This message waits for you")
    back = draft.get_by_role("button", name="Send back")
    await press_at(back)
    await expect(draft.get_by_label("What should be different?")).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(back).to_be_focused()
    await press_at(draft.get_by_role("button", name="Send", exact=True))
    both = pane(page, "Planner and agent")
    await expect(both).to_contain_text("What more?")
    await expect(both.get_by_role("log")).to_be_focused()
    stop = page.locator(".wb-head").get_by_role("button", name="Stop")
    await press_at(stop)
    await expect(page.get_by_role("button", name="Go on")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(stop).to_be_focused()
    await page.get_by_role("tab", name="Event log").focus()
    for name in ("Prompts", "Files", "Agent", "Wire", "Settings", "Event log"):
        await page.keyboard.press("ArrowRight")
        await expect(page.get_by_role("tab", name=name)).to_be_focused()
    stops = [name for _, name in await walked(page)]
    assert [name for name in stops if name.startswith("wb-tab-")] == ["wb-tab-log"], "one stop for all tabs"


async def the_wire(page: Page) -> None:
    await press_at(page.get_by_role("tab", name="Event log"), "ArrowLeft")
    await page.keyboard.press("ArrowLeft")
    await press_at(page.locator(".wb-exchange").filter(has_text="Send").last)
    again = page.get_by_role("button", name="Send this again")
    await press_at(page.get_by_role("button", name="Edit and send"))
    await expect(page.get_by_label("Request as you want it sent (JSON)")).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(again).to_be_focused()
    await page.keyboard.press("Enter")
    consent = page.get_by_role("region", name="Send it now?")
    await expect(consent).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(again).to_be_focused()
    await expect(consent).to_have_count(0)
    await page.keyboard.press("Enter")
    await press_at(page.get_by_role("button", name="Yes, send"))
    await expect(page.get_by_text("It was sent.")).to_be_focused()


async def small_and_dark(page: Page) -> None:
    await page.set_viewport_size({"width": 320, "height": 700})
    for name in ("Wire", "Settings", "Agent", "Files", "Prompts", "Event log"):
        await page.get_by_role("tab", name=name).click()
        await expect(page.get_by_role("tab", name=name)).to_have_attribute("aria-selected", "true")
        await assert_fits(page)
        await assert_accessible(page, f"{name} at 320 px", "wb-workbench")
        await page.emulate_media(color_scheme="dark")
        await assert_accessible(page, f"{name} in the dark", "wb-workbench", COLOURS)
        await page.emulate_media(color_scheme="light")
