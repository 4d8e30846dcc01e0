"""A conversation that is deleted elsewhere while it is on screen: the page says so at once, and leads on."""

import re
from pathlib import Path

from playwright.async_api import Page, expect

from tests.browser import Complaints, Photograph
from tests.serving import Here, serving_here
from tests.visitors import left
from tests.web.counter import LANGUAGES, accessible_in, check, done, open_surface, overflow

TALKER = "tests.web.talker:bundle"
COUNT_BANNERS = """() => {
    window.banners = 0;
    const seen = () => { window.banners += document.querySelectorAll('.banner').length; };
    new MutationObserver(seen).observe(document.body, { childList: true, subtree: true });
}"""


async def gone(page: Page) -> None:
    """Waits until the page says so, and the reader has been brought there."""
    heading = page.get_by_role("heading", level=1)
    await expect(heading).to_have_text("Dit gesprek is er niet meer")
    await expect(heading).to_be_focused()
    await expect(page.get_by_text("in dit of in een ander venster")).to_be_visible()
    await expect(page.locator(".log, .log-button, #composer, form")).to_have_count(0)


async def test_a_talk_deleted_by_a_program_is_gone_at_once_and_what_was_being_written_is_kept(
    tmp_path: Path, page: Page, complaints: Complaints, photograph: Photograph
) -> None:
    async with serving_here(tmp_path / "data", assistants=[TALKER]) as here:
        await page.goto(f"{here.url}/#/new/talker")
        await page.locator("#composer").fill("hello")
        await page.locator("#composer").press("Enter")
        await expect(page.locator(".answers")).to_have_text("You said: hello")
        await page.get_by_role("button", name="Logboek", exact=True).click()
        await page.locator("#composer").fill("and one thing more")
        conversation = page.url.rsplit("/", 1)[1]
        assert (await here.http.delete(f"/api/conversations/{conversation}")).status_code == 204
        await gone(page)
        await expect(page.get_by_text("Wat u nog niet had verstuurd")).to_be_visible()
        await expect(page.locator(".conversation")).to_have_count(0)
        await photograph(page, "gone-here")
        await accessible_in(page, "gone while it was read", *LANGUAGES)
        await page.set_viewport_size({"width": 320, "height": 800})
        assert await overflow(page) == 0
        await page.get_by_role("link", name="Nieuw gesprek").last.click()
        await expect(page.locator("#composer")).to_have_value("and one thing more")
        await page.locator("#composer").press("Enter")
        await expect(page.locator(".answers p")).to_have_text("You said: and one thing more")
        await left(page)
    complaints.expected("410")


async def test_words_that_come_too_late_are_kept_as_well(tmp_path: Path, page: Page, complaints: Complaints) -> None:
    """The line of a tab is down, so that it hears of nothing before it says something."""
    async with serving_here(tmp_path / "data", assistants=[TALKER]) as here:
        await page.goto(f"{here.url}/#/new/talker")
        await page.locator("#composer").fill("hello")
        await page.locator("#composer").press("Enter")
        await expect(page.locator(".answers")).to_have_text("You said: hello")
        await page.route(re.compile(r"/events\?after="), lambda route: route.abort())
        conversation = page.url.rsplit("/", 1)[1]
        await here.http.delete(f"/api/conversations/{conversation}")
        await page.locator("#composer").fill("too late")
        await page.locator("#composer").press("Enter")
        await gone(page)
        await page.get_by_role("link", name="Nieuw gesprek").last.click()
        await expect(page.locator("#composer")).to_have_value("too late")
        await left(page)
    complaints.expected("410")
    complaints.seen = [line for line in complaints.seen if "ERR_" not in line]


async def test_a_page_deleted_in_another_tab_is_gone_here_too(here: Here, home: Page, complaints: Complaints) -> None:
    await open_surface(home, "Toeslagen Check")
    await check(home)
    await done(home)
    other = await home.context.new_page()
    await other.goto(home.url)
    await expect(other.locator(".antwoord")).to_be_visible()
    await home.evaluate(COUNT_BANNERS)
    await other.get_by_role("button", name="Verwijder dit gesprek").click()
    await other.get_by_role("dialog").get_by_role("button", name="Verwijderen").click()
    await expect(other.get_by_role("heading", level=1)).to_have_text("Waar kunnen wij mee helpen?")
    await gone(home)
    assert await home.evaluate("window.banners") == 0, "a line that is back at once is no trouble"
    await home.get_by_role("button", name="Nieuw gesprek").click()
    await expect(home.get_by_role("heading", level=1)).to_have_text("Toeslagen Check")
    await expect(home.locator("form")).to_be_visible()
    complaints.expected("410")


async def test_a_list_is_read_again_when_the_reader_comes_back_to_it(here: Here, home: Page) -> None:
    await open_surface(home, "Toeslagen Check")
    await check(home)
    await done(home)
    conversation = home.url.split("/c/")[1].split("/")[0]
    await home.get_by_role("link", name="Terug naar het begin").click()
    await expect(home.locator(".earlier .conversation")).to_have_count(1)
    await here.http.delete(f"/api/conversations/{conversation}")
    await home.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    await expect(home.locator(".earlier .conversation")).to_have_count(0)
