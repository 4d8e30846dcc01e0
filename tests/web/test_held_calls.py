"""A call that a person must approve: the card says what, why and with which values; afterwards it shows the answer."""

from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.browser import Photograph
from tests.serving import serving_here
from tests.visitors import left
from tests.web.counter import accessible_in, overflow

FACTS = [
    "Library",
    "Put it aside. That costs money, so a person approves it first.",
    "Naar een onderdeel van deze server.",
    "Dat is niet bekend. Ga ervan uit dat het niet terug kan.",
]


async def borrow(page: Page, words: str) -> None:
    """Asks the library counter for a book."""
    await page.get_by_role("button", name="Start: Borrow a book").click()
    await page.get_by_label("Title or author").fill(words)
    await page.get_by_role("button", name="Borrow", exact=True).click()


@pytest.mark.parametrize(
    ("pick", "said", "end"),
    [("Ja, doe dit", "Uw antwoord: Ja, doe dit", 1), ("Nee, doe dit niet", "Uw antwoord: Nee, doe dit niet", 0)],
)
async def test_a_held_call_says_what_will_be_done_and_what_was_answered(
    tmp_path: Path, page: Page, photograph: Photograph, pick: str, said: str, end: int
) -> None:
    async with serving_here(tmp_path / "data", assistants=["tests.library:bundle"]) as here:
        await page.goto(here.url)
        await borrow(page, "Multatuli")
        await page.get_by_role("button", name="Ideas").click()
        card = page.locator(".question", has_text="Mag dit worden gedaan?")
        await expect(card.locator(".held-title")).to_contain_text("Put a book aside")
        await expect(card).to_contain_text("Costs 0.50.")
        await expect(card.locator(".held-facts dd")).to_have_text(FACTS)
        await expect(card.locator("code")).to_have_text("reserve")
        await expect(card).to_contain_text("That costs money, so a person approves it first.")
        await expect(card.locator(".table dt")).to_have_text(["Book"])
        await expect(card.locator(".table dd")).to_have_text(["b2"])
        await photograph(page, "held")
        await accessible_in(page, "held", "nl", "en")
        await card.get_by_role("button", name=pick).click()
        await expect(card).to_have_count(0)
        steps = page.locator(".timeline .step")
        await expect(steps.filter(has_text="Uw antwoord: Ideas")).to_have_count(1)
        await expect(steps.filter(has_text=said)).to_have_count(1)
        await expect(page.get_by_text("Reserved, number")).to_have_count(end)
        await page.reload()
        await expect(steps.filter(has_text=said)).to_have_count(1)
        await expect(page.get_by_text("Beantwoord of vervallen")).to_have_count(0)
        await left(page)


async def test_what_leaves_can_be_changed_before_it_is_sent(tmp_path: Path, page: Page, photograph: Photograph) -> None:
    """On a phone and by keyboard; a change that is taken back sends nothing, and what is empty is not sent."""
    async with serving_here(tmp_path / "data", assistants=["tests.library:bundle"]) as here:
        await page.set_viewport_size({"width": 320, "height": 800})
        await page.goto(here.url)
        await borrow(page, "Multatuli")
        await page.get_by_role("button", name="Ideas").click()
        card = page.locator(".question", has_text="Mag dit worden gedaan?")
        change = card.get_by_role("button", name="Wijzigen", exact=True)
        await expect(change).not_to_have_attribute("aria-disabled", "true")
        await change.press("Enter")
        field = card.get_by_label("Book")
        await expect(field).to_be_focused()
        await expect(field).to_have_value("b2")
        assert await overflow(page) == 0
        await accessible_in(page, "held, changing", "nl", "en")
        await photograph(page, "held-changing")
        await card.get_by_role("button", name="Niet wijzigen").click()
        await expect(card.locator(".table dd")).to_have_text(["b2"])
        await expect(change).not_to_have_attribute("aria-disabled", "true")
        await change.click()
        await field.select_option("")
        send = card.get_by_role("button", name="Ja, met deze waarden")
        await expect(send).to_be_enabled()
        await page.wait_for_function("() => document.querySelector('loket-held')?.ready")
        await send.click()
        await expect(card.locator(".field-error")).to_be_visible()
        await field.select_option("b1")
        await send.click()
        await expect(card).to_have_count(0)
        steps = page.locator(".timeline .step")
        await expect(steps.filter(has_text="Ja, met andere gegevens")).to_have_count(1)
        await expect(page.get_by_text("Reserved, number")).to_be_visible()
        await left(page)
