"""A call that a person must approve: the card says what, why and with which values; afterwards it shows the answer."""

from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.browser import Photograph
from tests.serving import serving_here
from tests.web.counter import accessible_in


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
    async with serving_here(tmp_path / "data", assistants=["examples.library:bundle"]) as here:
        await page.goto(here.url)
        await borrow(page, "Multatuli")
        await page.get_by_role("button", name="Ideas").click()
        card = page.locator(".question", has_text="Mag dit worden gedaan?")
        await expect(card).to_contain_text("Wat: Put a book aside")
        await expect(card.locator("code")).to_have_text("reserve")
        await expect(card).to_contain_text("That costs money, so a person approves it first.")
        await expect(card.locator(".table dt")).to_have_text(["book"])
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
        await page.close()
