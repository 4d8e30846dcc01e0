"""Several allowances of one message on the page: beside each other, what was understood once, and all of it can be
changed in the form."""

import re

from playwright.async_api import Page, expect

from tests.browser import Photograph
from tests.serving import Here
from tests.web.counter import accessible, done, overflow

NARROW = {"width": 320, "height": 720}
ASKED = "Krijg ik zorgtoeslag en huurtoeslag in 2026? Ik woon alleen, verdien 24.000 per jaar, kale huur 650."


async def ask(here: Here, page: Page, text: str) -> None:
    """Asks in a talk, and opens the page of what came of it."""
    await page.goto(f"{here.url}/#/new/overheid")
    field = page.get_by_role("textbox", name="Uw vraag")
    await field.fill(text)
    await field.press("Enter")
    await expect(page).to_have_url(re.compile(r"#/t/\w+$"))
    await page.goto(f"{page.url.replace('#/t/', '#/c/')}/toeslagen")
    await expect(page.get_by_role("heading", level=1, name="Toeslagen Check")).to_be_visible()


async def test_two_allowances_stand_beside_each_other_and_what_was_understood_stands_once(
    here: Here, page: Page, photograph: Photograph
) -> None:
    await ask(here, page, ASKED)
    await done(page)
    cards = page.locator(".antwoord")
    await expect(cards.locator("h2")).to_have_text(["Zorgtoeslag 2026", "Huurtoeslag 2026"])
    await expect(cards.nth(0).locator(".answer")).to_contain_text("€\u00a0129 per maand")
    await expect(cards.nth(1).locator(".answer")).to_contain_text("€\u00a0381 per maand")
    await expect(page.locator(".basis")).to_have_count(1)
    await expect(page.locator(".basis dt", has_text="Uw inkomen")).to_have_count(1)
    await expect(page.locator(".basis div", has_text="Kale huur")).to_contain_text("Huurtoeslag")
    texts = await page.locator(".results .explained-title strong").all_inner_texts()
    assert len(texts) == len(set(texts)) > 4, "each paper and each point is told once"
    await accessible(page, "several allowances")
    await photograph(page, "several-allowances")
    await page.set_viewport_size(NARROW)
    assert await overflow(page) == 0


async def test_what_two_allowances_were_computed_with_is_changed_in_the_form(here: Here, page: Page) -> None:
    await ask(here, page, ASKED)
    await done(page)
    cards = page.locator(".antwoord")
    await expect(cards).to_have_count(2)
    await page.get_by_label("Kale huur per maand").fill("750")
    await page.get_by_label("Uw inkomen").fill("25.000")
    await page.get_by_role("button", name="Controleer").click()
    await expect(cards.nth(1).locator(".answer")).to_contain_text("€\u00a0414 per maand")
    await expect(cards.nth(0).locator("h2")).to_have_text("Zorgtoeslag 2026")
    await done(page)
    besides = page.get_by_role("group", name="Reken ook uit")
    await expect(besides.get_by_role("checkbox")).to_have_count(3)
    await expect(besides.get_by_label("Zorgtoeslag")).to_have_count(0)
    await besides.get_by_label("Huurtoeslag").uncheck()
    await page.get_by_role("button", name="Controleer").click()
    await expect(cards).to_have_count(1)
    await expect(cards.locator("h2")).to_have_text("Zorgtoeslag 2026")
    await done(page)


async def test_what_is_missing_for_two_is_asked_once_on_the_page(here: Here, page: Page) -> None:
    await ask(here, page, "zorg- en huurtoeslag 2026, ik woon alleen en verdien 30.000 per jaar")
    question = page.locator(".question")
    await expect(question).to_contain_text("uw kale huur per maand")
    await question.get_by_role("button", name="Ga verder met wat ik al zei").click()
    await done(page)
    await expect(page.locator(".antwoord .answer")).to_contain_text(["€\u00a0126 per maand", "uw kale huur per maand"])
