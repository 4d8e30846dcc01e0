"""A package draws the whole talk of its assistant by a module of its own; one that brings none says so."""

from dataclasses import replace
from pathlib import Path

from playwright.async_api import Page, expect

from loket.core.actions import Decision, Say
from loket.core.assistant import AssistantSpec
from loket.core.planner import Draft, Situation
from loket.house.bundle import Bundle, Services
from tests.browser import Open, assert_accessible
from tests.serving import serving_here
from tests.visitors import left

OWN = AssistantSpec(name="own", title="A page of its own", locale="en", beside="module")


class Parrot:
    """Says one sentence."""

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        return Decision(reasoning="Somebody spoke.", action=Say(text="Good day."))


def bundle(services: Services) -> Bundle:
    """With the module."""
    return Bundle("own", (OWN,), {"own": Parrot()}, web=Path(__file__).parent / "own_page")


def without(services: Services) -> Bundle:
    """The same where nothing was built."""
    return replace(bundle(services), web=None)


async def test_a_module_draws_the_talk_and_begins_it(tmp_path: Path, page: Page) -> None:
    async with serving_here(tmp_path, assistants=["tests.web.test_own_talk:bundle"]) as here:
        await page.goto(f"{here.url}/#/new/own/from-a-link")
        await expect(page.get_by_role("heading", level=1)).to_have_text("A page of its own: from-a-link")
        await page.get_by_role("button", name="Begin").click()
        await expect(page.get_by_role("heading", level=1)).to_have_text("A page of its own: nothing given")
        await expect(page.locator("dl.table")).to_contain_text("records")
        await expect(page.locator("dl.table dd")).to_have_text("3")
        assert "/#/t/" in page.url
        await assert_accessible(page, "a page of its own")
        await page.reload()
        await expect(page.locator("dl.table dd")).to_have_text("3")
        await left(page)


async def test_without_the_module_the_page_says_so(tmp_path: Path, open_page: Open) -> None:
    async with serving_here(tmp_path, assistants=["tests.web.test_own_talk:without"]) as here:
        page = await open_page(locale="en-GB")
        await page.goto(f"{here.url}/#/new/own")
        await expect(page.get_by_role("alert")).to_be_visible()
        await expect(page.get_by_role("button", name="Try again")).to_be_visible()
        await left(page)
