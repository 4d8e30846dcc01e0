"""The settings of a run on a slow line: what is changed while an earlier change is under way takes nothing back."""

import asyncio
from pathlib import Path

from playwright.async_api import Page, Route, expect

from tests.browser import Complaints, Open
from tests.scenario.screens import Desk, desk

CHANGE = "**/api/scenario/runs/*/change"


async def at_the_settings(bench: Desk, page: Page) -> str:
    """A run whose settings are on the page; its id."""
    run = await bench.begin(page)
    await page.get_by_role("tab", name="Settings").click()
    return run


async def test_two_tools_that_are_ticked_off_right_after_each_other_are_both_off(
    tmp_path: Path, open_page: Open
) -> None:
    async with desk(tmp_path) as bench:
        page = await open_page(viewport={"width": 1280, "height": 900}, locale="en-GB")
        run = await at_the_settings(bench, page)
        held: asyncio.Queue[Route] = asyncio.Queue()
        await page.route(CHANGE, held.put_nowait)
        paper, give_up = page.get_by_role("checkbox", name="make_paper"), page.get_by_role("checkbox", name="give_up")
        messages = page.get_by_role("spinbutton", name="messages to the agent")
        minutes = page.get_by_role("spinbutton", name="minutes")
        await paper.uncheck()
        await give_up.uncheck()
        await messages.fill("5")
        await minutes.fill("6")
        await minutes.blur()
        for _ in range(4):
            change = await held.get()
            async with page.expect_response(CHANGE):
                await change.continue_()
        await expect(paper).not_to_be_checked()
        await expect(give_up).not_to_be_checked()
        await expect(page.get_by_text("Enabled tools (0 of 2)")).to_be_visible()
        played = (await bench.here.http.get(f"/api/scenario/runs/{run}")).json()["playing"]
        assert played["limits"] == {"messages": 5, "minutes": 6}, played
        await page.reload()
        await page.get_by_role("tab", name="Settings").click()
        await expect(page.get_by_text("Enabled tools (0 of 2)")).to_be_visible()
        await page.close()


async def test_a_change_that_was_not_taken_is_as_it_was_before(
    tmp_path: Path, open_page: Open, complaints: Complaints
) -> None:
    async with desk(tmp_path) as bench:
        page = await open_page(viewport={"width": 1280, "height": 900}, locale="en-GB")
        await at_the_settings(bench, page)
        await page.route(CHANGE, lambda route: route.fulfill(status=503, json={}))
        paper = page.get_by_role("checkbox", name="make_paper")
        await paper.click()
        await expect(page.get_by_role("alert")).not_to_be_empty()
        await expect(paper).to_be_checked()
        await page.get_by_label("Additional planner instructions").fill("Be brief.")
        await page.get_by_role("button", name="Keep").click()
        await expect(page.get_by_role("button", name="Keep")).to_be_enabled()
        await expect(page.get_by_label("Additional planner instructions")).to_have_value("Be brief.")
        complaints.expected("503")
        await page.close()
