"""What a page weighs on the wire: whoever comes for the first time loads no more than what home is made of."""

from pathlib import Path

from playwright.async_api import Page, expect

from tests.servers import free_port
from tests.serving import serving_here
from tests.visitors import left

HOME = 155_000
"""Bytes of bodies as they are sent: the faces of the page and what the demos bring included."""
LOADED = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
    .map(({name, encodedBodySize, transferSize}) => [name.split("/").at(-1), encodedBodySize, transferSize])"""


async def test_home_is_small_and_what_is_kept_is_not_sent_again(tmp_path: Path, page: Page) -> None:
    """Compressed, without what draws maps and talks; a second visit loads no file whose name says what is in it."""
    async with serving_here(tmp_path, port=free_port()) as here:  # an address where the browser has never been
        await page.goto(here.url)
        await expect(page.get_by_role("heading", level=1)).to_be_visible()
        await page.wait_for_load_state("networkidle")
        first: list[tuple[str, int, int]] = await page.evaluate(LOADED)
        assert 80_000 < sum(size for _, size, _ in first) < HOME, first
        assert not [name for name, *_ in first if name.startswith(("drawing-", "chat-"))]
        await page.reload()
        await expect(page.get_by_role("heading", level=1)).to_be_visible()
        await page.wait_for_load_state("networkidle")
        again: list[tuple[str, int, int]] = await page.evaluate(LOADED)
        kept = [sent for name, _, sent in again if name.endswith((".js", ".css", ".woff2")) and name != "theme.js"]
        assert len(kept) > 5 and not any(kept), again
        await left(page)
