"""The language of the page: what the reader chose, else what the browser was set to, else that of the assistant."""

import pytest
from playwright.async_api import expect

from tests.browser import Open
from tests.serving import Here
from tests.web.counter import read_in


@pytest.mark.parametrize(
    ("browser", "home", "map"),
    [("de-CH", "de", "de"), ("pt-PT", "pt-BR", "pt-BR"), ("en-GB", "nl", "de"), ("fr-CH", "nl", "de")],
)
async def test_a_page_speaks_what_its_reader_understands(
    here: Here, open_page: Open, browser: str, home: str, map: str
) -> None:
    """English is what many browsers are set to that nobody set: then an assistant's own language comes first."""
    page = await open_page(locale=browser)
    await page.goto(here.url)
    await expect(page.locator("html")).to_have_attribute("lang", home)
    await page.goto(f"{here.url}/#/new/sogis")
    await expect(page.locator("html")).to_have_attribute("lang", map)
    await page.reload()
    await expect(page.locator("html")).to_have_attribute("lang", map)


async def test_what_the_reader_chose_stays_on_every_page(here: Here, open_page: Open) -> None:
    page = await open_page(locale="de-CH")
    await page.goto(here.url)
    await read_in(page, "en")
    await page.goto(f"{here.url}/#/new/sogis")
    await expect(page.get_by_role("heading", level=1)).to_be_visible()
    await expect(page.locator("html")).to_have_attribute("lang", "en")
    await page.goto(f"{here.url}/#/new/urmston")
    await page.reload()
    await expect(page.get_by_role("heading", level=1)).to_be_visible()
    await expect(page.locator("html")).to_have_attribute("lang", "en")
