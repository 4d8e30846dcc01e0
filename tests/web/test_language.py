"""The language of the page: what the reader chose, else what the browser was set to, else that of the assistant."""

from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.browser import Open
from tests.serving import Here
from tests.web.counter import check, done, open_surface, read_in
from tests.web.talks import finder, say

VOICES = "all => all.map((one) => one.closest('[lang]').lang)"
"""Which language a screen reader reads each of these in."""


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


async def test_what_is_said_is_marked_as_the_language_it_is_said_in(tmp_path: Path, page: Page) -> None:
    """A page in English, a question in German: a screen reader changes its voice for the question and for what of the
    answer is German; what the club's agent said is English."""
    async with finder(tmp_path / "data", page):
        await read_in(page, "en")
        await say(page, "Kann mein Sohn Seb bei Urmston Town Juniors FC mitspielen? Er ist 10 Jahre alt.")
        for _ in range(2):
            answer = page.locator(".turn").first.locator(".answers .said p")
            await expect(answer).to_have_count(2)
            assert await answer.evaluate_all(VOICES) == ["en", "de"]
            assert await page.locator(".said.you p").evaluate_all(VOICES) == ["de"]
            await expect(page.locator(".conversation-title").first).to_have_attribute("lang", "de")
            await page.reload()
        await say(page, "What can you do?")
        await expect(page.locator(".turn")).to_have_count(2)
        answer = page.locator(".turn").last.locator(".answers .said p").first
        await expect(answer).to_be_visible()
        assert await answer.evaluate("(one) => one.closest('[lang]').lang") == "en"


async def test_the_dutch_of_the_counter_is_marked_on_a_page_in_another_language(home: Page) -> None:
    await open_surface(home, "Toeslagen Check")
    await check(home)
    await done(home)
    await read_in(home, "en")
    await expect(home.locator(".status .message > span")).to_have_attribute("lang", "nl")
    await home.locator(".history summary").click()
    assert set(await home.locator(".history li > span").evaluate_all("all => all.map((one) => one.lang)")) == {"nl"}
    for fold in await home.locator(".activity .call > summary, .activity .why > summary").all():
        await fold.click()
    reasons = home.locator(".activity .call-body > p:first-child").locator("xpath=descendant-or-self::*[@lang]")
    assert set(await reasons.evaluate_all("all => all.map((one) => one.lang)")) == {"nl"}
