"""The workbench in a browser: the list by which its mission is tried by hand, and what a person does besides."""

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Page, expect

from tests.browser import Open, assert_accessible, assert_fits
from tests.scenario.screens import Desk, desk, pane


@pytest.fixture(scope="module")
async def bench(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Desk]:
    async with desk(tmp_path_factory.mktemp("workbench")) as made:
        yield made


@pytest.fixture
async def page(open_page: Open) -> Page:
    return await open_page(viewport={"width": 1280, "height": 900}, locale="en-GB")


async def test_a_run_from_its_first_step_to_its_end_and_after_a_reload(bench: Desk, page: Page) -> None:
    """Starts without a task with a question, answers it, a tool's document is indexed and sent by its docId."""
    await bench.begin(page)
    log = page.get_by_role("listbox", name="Events")
    await expect(log).to_contain_text("askUser")
    await page.get_by_label("Your answer").fill("It is about lamps.")
    await page.keyboard.press("Enter")
    both = pane(page, "Planner and agent")
    await expect(both).to_contain_text("ask whether it came")
    await expect(both.get_by_role("link", name="paper.txt")).to_be_visible()
    await expect(both).to_contain_text("What more?")
    await expect(page.get_by_role("status").filter(has_text="Ended well.")).to_be_visible()
    await page.reload()
    await expect(both.get_by_role("link", name="paper.txt")).to_be_visible()
    await expect(page.get_by_text("Ended well.")).to_be_visible()
    await assert_accessible(page, "a run")
    await assert_fits(page)
    await page.close()
