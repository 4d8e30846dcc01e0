"""Two packages on one server: the pages of both open, and an address that leads nowhere says so at once."""

from pathlib import Path

from playwright.async_api import Page, expect

from tests.browser import Complaints, Photograph
from tests.serving import serving_here
from tests.visitors import left
from tests.web.counter import accessible_in, check, done, open_surface, overflow

PACKAGES = ["loket_demos.overheid.components:bundle", "tests.library:bundle"]


async def test_the_pages_of_the_second_package_open_as_well(tmp_path: Path, page: Page, photograph: Photograph) -> None:
    """From home and from the menu; a reload, a way back and the other package's pages work as ever."""
    async with serving_here(tmp_path / "data", assistants=PACKAGES) as here:
        await page.goto(here.url)
        await expect(page.get_by_role("region", name="Library").get_by_role("heading", level=2)).to_be_visible()
        await photograph(page, "two-home")
        await accessible_in(page, "two packages", "nl", "en")
        await open_surface(page, "Borrow a book")
        await page.get_by_label("Title or author").fill("Multatuli")
        await page.get_by_role("button", name="Borrow", exact=True).click()
        await expect(page.get_by_role("button", name="Ideas")).to_be_visible()
        await page.reload()
        await expect(page.get_by_role("button", name="Ideas")).to_be_visible()
        await page.locator(".back").click()
        await expect(page.get_by_role("heading", level=1)).to_have_text("Waar kunnen wij mee helpen?")
        await open_surface(page, "Toeslagen Check")
        await check(page)
        await done(page)
        await page.get_by_role("navigation").get_by_role("button", name="Borrow a book").click()
        await expect(page.get_by_role("heading", level=1)).to_have_text("Borrow a book")
        await expect(page.get_by_label("Title or author")).to_have_value("")
        await page.goto(page.url.rpartition("/")[0] + "/toeslagen")
        await expect(page.get_by_role("heading", level=1)).to_have_text("Hier is geen pagina")
        await page.get_by_role("link", name="Naar het begin", exact=True).click()
        await expect(page.get_by_role("heading", level=1)).to_have_text("Waar kunnen wij mee helpen?")
        await left(page)


async def test_an_address_that_leads_nowhere_says_so_at_once(
    tmp_path: Path, page: Page, complaints: Complaints, photograph: Photograph
) -> None:
    async with serving_here(tmp_path / "data", assistants=PACKAGES) as here:
        await page.goto(f"{here.url}/#/new/nobody")
        await expect(page.get_by_role("heading", level=1)).to_have_text("Deze assistent is hier niet")
        await expect(page.get_by_text("“nobody”")).to_be_visible()
        await expect(page.locator("#composer")).to_have_count(0)
        await photograph(page, "nobody")
        await accessible_in(page, "nobody", "nl")
        await page.goto(f"{here.url}/nope")
        await expect(page.get_by_role("heading", level=1)).to_have_text("Hier is geen pagina")
        await page.set_viewport_size({"width": 320, "height": 640})
        assert await overflow(page) == 0
        await photograph(page, "nope")
        await page.get_by_role("link", name="Naar het begin", exact=True).click()
        await expect(page.get_by_role("heading", level=1)).to_have_text("Waar kunnen wij mee helpen?")
        await left(page)
    complaints.expected("404")
