"""Assistants without a page for home, and a server that has fewer records than the page saw."""

import re
from dataclasses import replace
from pathlib import Path

from playwright.async_api import Page, Route, expect

from loket.house.bundle import Bundle, Services
from tests.browser import Complaints
from tests.library import bundle as library
from tests.library.screen import TREES
from tests.serving import Here, serving_here
from tests.visitors import left
from tests.web.counter import accessible, check, done, open_surface


def bundle(services: Services) -> Bundle:
    """The library counter without its home."""
    whole = library(services)
    screens = {name: tuple(p for p in pages if p.surface != "home") for name, pages in whole.screens.items()}
    return replace(whole, screens=screens, trees={"library": TREES["library"]})


async def test_home_shows_what_an_assistant_offers_when_it_has_no_page_for_it(tmp_path: Path, page: Page) -> None:
    async with serving_here(tmp_path / "data", assistants=["tests.web.test_no_home:bundle"]) as here:
        await page.goto(here.url)
        await expect(page.get_by_role("heading", level=1)).to_have_text("Library")
        await expect(page.get_by_text("Find a book and have it put aside.")).to_be_visible()
        await accessible(page, "offers")
        await page.get_by_role("button", name="Start: Borrow a book").click()
        await expect(page.get_by_role("heading", level=1)).to_have_text("Borrow a book")
        await expect(page.get_by_label("Title or author")).to_be_visible()
        await left(page)


async def test_what_the_guide_says_of_its_page_is_so(tmp_path: Path, page: Page) -> None:
    async with serving_here(tmp_path / "data", assistants=["tests.library:bundle"]) as here:
        await page.goto(here.url)
        await page.get_by_role("button", name="Start: Borrow a book").click()
        await page.get_by_label("Title or author").fill("zzz")
        await page.get_by_role("button", name="Borrow", exact=True).click()
        steps = page.locator(".activity")
        await expect(steps).to_contain_text(
            "No book has these words in its title or author. Try one word of the title."
        )
        await expect(page.get_by_role("button", name=re.compile("again", re.IGNORECASE))).to_have_count(0)
        await expect(page.get_by_role("button", name=re.compile("Logboek|Event log"))).to_have_count(1)
        await left(page)


async def test_a_stream_that_knows_fewer_records_makes_the_page_load_again(
    here: Here, page: Page, complaints: Complaints
) -> None:
    asked: list[str] = []

    async def ahead(route: Route) -> None:
        asked.append(route.request.url)
        far = len(asked) == 1
        await route.continue_(url=route.request.url.split("?")[0] + "?after=99999" if far else route.request.url)

    await page.route("**/api/conversations/*/events?after=*", ahead)
    await page.goto(here.url)
    await open_surface(page, "Toeslagen Check")
    await check(page)
    await done(page)
    await expect(page.locator(".timeline .step")).to_have_count(5)
    assert len(asked) > 1
    complaints.expected("422")
