"""The status of a page tells each thing once and in the reader's language, and the top bar what is so of the line."""

import re
from pathlib import Path

from playwright.async_api import Page, expect

from tests.browser import Complaints, Open
from tests.serving import serving_here
from tests.visitors import left
from tests.web.counter import check, done, open_surface


async def test_a_question_is_announced_once_beside_its_card(home: Page) -> None:
    await open_surface(home, "Toeslagen Check")
    await check(home, "Zorgtoeslag", "2025", "30.00")
    await expect(home.locator(".question")).to_be_visible()
    status = home.locator(".status")
    await expect(status.locator(".state")).to_have_text("Wacht op uw keuze")
    await expect(status.locator(".message")).to_have_text("De vraag staat op deze pagina.")


async def test_what_the_status_says_in_another_language_is_marked_and_does_not_say_the_word_above_it_again(
    tmp_path: Path, open_page: Open
) -> None:
    async with serving_here(tmp_path / "data") as here:
        page = await open_page(viewport={"width": 1280, "height": 800}, locale="en-GB")
        await page.goto(here.url)
        await open_surface(page, "Allowance check")
        await page.get_by_role("button", name="Check", exact=True).click()
        await done(page)
        status = page.locator(".status")
        await expect(status.locator(".state")).to_have_text("Your turn")
        await expect(status.locator(".tongue")).to_have_text("In Dutch")
        await expect(status.locator(".message [lang=nl]")).to_have_text("Dit is een indicatie, geen besluit.")
        day = (await status.locator("time").get_attribute("datetime") or "")[:4]
        await expect(status.locator("time")).to_contain_text(f" {day} at ")
        assert (await status.locator("time").inner_text())[0].isdecimal(), "the day before the month"
        await left(page)


async def test_a_browser_without_a_line_is_not_said_to_be_connected(tmp_path: Path, page: Page) -> None:
    async with serving_here(tmp_path / "data", assistants=["tests.web.talker:bundle"]) as here:
        await page.goto(f"{here.url}/#/new/talker")
        line = page.locator(".connection")
        await expect(line).to_have_text("Verbonden")
        await page.context.set_offline(True)
        await expect(line).to_have_text("Geen verbinding")
        await page.context.set_offline(False)
        await expect(line).to_have_text("Verbonden")
        await left(page)


async def test_why_the_server_refuses_is_in_the_language_that_it_says(home: Page, complaints: Complaints) -> None:
    why = {"error": {"code": "wrong_answer", "text": "This question takes another kind of answer."}}
    await open_surface(home, "Toeslagen Check")
    await home.route(re.compile(r"/events$"), lambda route: route.fulfill(status=422, json=why))
    await check(home)
    banner = home.locator(".banner.error")
    await expect(banner).to_contain_text("wrong_answer")
    await expect(banner.locator("[lang=en]")).to_have_text("This question takes another kind of answer.")
    await home.unroute_all()
    complaints.expected("422")
