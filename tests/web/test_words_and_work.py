"""A decision that speaks and acts: its words stand there first, and below them what it does side by side; nothing is
lost or said twice when the page is loaded again in the middle."""

import re
from pathlib import Path

from playwright.async_api import Page, expect

from tests.browser import Photograph
from tests.serving import serving_here
from tests.visitors import left
from tests.web.counter import accessible, overflow
from tests.web.talks import say, unfold

WORDS = "I look for a baker, I ask around and I write a letter."


async def as_it_stands(page: Page) -> None:
    """The words, the two that are done and the one that waits."""
    await expect(page.locator(".answers .said").first).to_contain_text(WORDS)
    await expect(page.get_by_text(WORDS)).to_have_count(1)
    await expect(page.locator(".question")).to_contain_text("Send a letter")
    await expect(page.get_by_text("I found an agent.")).to_have_count(0)
    words, card = await page.get_by_text(WORDS).bounding_box(), await page.locator(".question").bounding_box()
    assert words is not None and card is not None and words["y"] < card["y"]


async def test_words_come_first_and_stay_when_the_page_is_loaded_again_in_the_middle(
    tmp_path: Path, page: Page, photograph: Photograph
) -> None:
    async with serving_here(tmp_path / "data", assistants=["tests.web.talker:bundle"]) as here:
        await page.goto(f"{here.url}/#/new/talker")
        await say(page, "both please")
        await as_it_stands(page)
        await accessible(page, "words and work")
        await photograph(page, "words-and-work")
        await page.reload()
        await as_it_stands(page)
        assert await overflow(page) == 0
        await unfold(page)
        await expect(page.locator(".call")).to_have_count(2)
        await expect(page.locator(".plan .step")).to_have_text(
            re.compile("Ask around.*klaar.*Everybody likes bread", re.DOTALL)
        )
        await page.locator(".question").get_by_role("button", name="Ja, doe dit").click()
        await expect(page.locator(".answers .said").last).to_contain_text("I found an agent.")
        await expect(page.get_by_text(WORDS)).to_have_count(1)
        await page.reload()
        await expect(page.locator(".answers .said")).to_contain_text([WORDS, "I found an agent."])
        await left(page)
