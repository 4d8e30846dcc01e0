"""What can't be drawn costs itself: the rest of a page is there."""

from pathlib import Path

from playwright.async_api import Page, expect

from tests.serving import serving_here
from tests.visitors import left
from tests.web.counter import accessible


async def test_bad_parts_show_a_box_and_never_a_blank_page(tmp_path: Path, page: Page) -> None:
    async with serving_here(tmp_path, assistants=["tests.web.odd_pages:bundle"]) as here:
        await page.goto(here.url)
        await expect(page.get_by_role("heading", level=1, name="Still here")).to_be_visible()
        await expect(page.locator("loket-unknown")).to_contain_text("Hologram")
        await expect(page.locator("loket-broken .box.error")).to_contain_text("text")
        await expect(page.locator(".result.unknown").first).to_contain_text("<b>value</b>")
        await expect(page.get_by_role("heading", name="All the same")).to_be_visible()
        await accessible(page, "odd page")
        await left(page)
