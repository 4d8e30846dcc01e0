"""A call of another program that waits for approval: its link leads to the page on which a person gives it."""

from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.browser import Photograph
from tests.doors.desk import effects
from tests.serving import serving_here
from tests.visitors import left
from tests.web.counter import accessible_in

KEY = {"loket/idempotency-key": "k-1"}


@pytest.mark.parametrize("only", [None, "desk.tools"])
async def test_the_link_leads_to_the_page_where_it_is_approved(
    tmp_path: Path, page: Page, photograph: Photograph, only: str | None
) -> None:
    async with serving_here(tmp_path, assistants=["tests.doors.desk:bundle"], only=only) as here:
        params = {"name": "reserve", "arguments": {"book": "b1"}, "_meta": KEY}
        body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        headers = {"Accept": "application/json, text/event-stream"}
        waits = await here.http.post("/mcp", json=body, headers=headers)
        link = f"{here.url}/#/t/" + waits.text.partition(f"{here.url}/#/t/")[2][:22]
        await page.goto(link)
        card = page.locator(".question")
        await expect(card).to_contain_text("Reserve a book")
        await expect(card.locator(".table dd")).to_have_text(["b1"])
        await photograph(page, "outside-call")
        await accessible_in(page, "outside-call", "nl", "en")
        await card.get_by_role("button", name="Ja, doe dit").click()
        await expect(card).to_have_count(0)
        assert '"times": 1' in (await here.http.post("/mcp", json=body, headers=headers)).text.replace("\\", "")
        assert effects(tmp_path) == ["reserve b1"]
        await left(page)
