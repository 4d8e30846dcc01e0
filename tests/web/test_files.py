"""Files that come with an agent's answer, in the browser: downloaded under their name, or followed elsewhere."""

import base64
from pathlib import Path

from playwright.async_api import Page, expect

from tests.browser import Photograph
from tests.loopback import answering
from tests.urmston.street import Site, skill
from tests.web.counter import accessible
from tests.web.talks import finder, say

PLAN = b"<script>document.title = 'taken over'</script>"
HELD = {
    "type": "file",
    "file": {"name": "plan.html", "mimeType": "text/html", "bytes": base64.b64encode(PLAN).decode()},
}
LINK = {"type": "file", "file": {"name": "rules", "mimeType": "application/pdf", "uri": "https://club.example/r.pdf"}}


async def test_files_of_an_answer_are_downloaded_or_followed(
    tmp_path: Path, page: Page, photograph: Photograph
) -> None:
    house = Site("House", skills=[skill("rooms", "Tells which rooms are free.")], says="Here they are.")
    house.gives = [HELD, LINK]
    async with answering(house.serve) as there, finder(tmp_path / "data", page):
        house.url = there.url
        await say(page, f"Which rooms are free at {there.url}?")
        answers = page.locator(".answers").last
        await expect(answers).to_contain_text("Here they are.")
        files = answers.locator(".papers li")
        await expect(files).to_have_count(2)
        await expect(files.first).to_contain_text("text/html, 46 byte")
        await expect(files.last).to_contain_text("application/pdf, club.example")
        await expect(files.last.get_by_role("link")).to_have_attribute("href", "https://club.example/r.pdf")
        await accessible(page, "an answer with files")
        await photograph(page, "talk-files")
        async with page.expect_download() as started:
            await files.first.get_by_role("link", name="plan.html").click()
        download = await started.value
        assert download.suggested_filename == "plan.html"
        await download.save_as(tmp_path / "kept")
        assert (tmp_path / "kept").read_bytes() == PLAN
        assert await page.title() != "taken over"
