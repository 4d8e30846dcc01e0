"""A question that says what it has understood: what is wrong in it is changed by one tap."""

from pathlib import Path

from playwright.async_api import Page, expect

from tests.browser import Photograph, assert_fits
from tests.serving import serving_here
from tests.visitors import left
from tests.web.counter import accessible_in


async def test_a_value_that_was_read_wrongly_is_seen_and_leads_to_the_words_it_was_read_from(
    tmp_path: Path, page: Page, photograph: Photograph
) -> None:
    async with serving_here(tmp_path / "data", assistants=["tests.web.talker:bundle"]) as here:
        await page.goto(f"{here.url}/#/new/talker")
        await page.locator("#composer").fill("book a room for 12 or rather 14 on 20 March")
        await page.keyboard.press("Enter")
        kept = page.locator(".question .kept-values")
        await expect(kept).to_contain_text("Klopt hier iets niet?")
        await expect(kept.get_by_role("button")).to_have_text(["Wijzigen: People: 12", "Wijzigen: Day: 20 maart 2030"])
        await photograph(page, "kept-values")
        await accessible_in(page, "kept values", "nl", "en")
        await page.set_viewport_size({"width": 320, "height": 700})
        await assert_fits(page)
        box = await kept.get_by_role("button").first.bounding_box()
        assert box is not None and box["height"] >= 24
        await kept.get_by_role("button").first.press("Enter")
        words = page.locator(".own-words textarea")
        await expect(words).to_be_focused()
        await expect(words).to_have_value("book a room for 12 or rather 14 on 20 March")
        await page.keyboard.type("14")
        await expect(words).to_have_value("book a room for 14 or rather 14 on 20 March")
        await left(page)
