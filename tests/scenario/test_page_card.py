"""The workbench in a browser, when an agent's card is no longer what a person agreed to."""

import re
from pathlib import Path

from playwright.async_api import expect

from tests.browser import Open, assert_accessible
from tests.scenario.counterpart import OtherAgent, Turn
from tests.scenario.screens import desk, pane
from tests.servers import free_port, serving


async def test_a_card_that_changed_is_agreed_to_before_and_during_a_run_and_a_link_needs_no_clipboard(
    tmp_path: Path, open_page: Open
) -> None:
    other, port = OtherAgent([Turn(("What more?",))]), free_port()
    async with desk(tmp_path) as bench, serving(other.app, port) as other.url:
        page = await open_page(viewport={"width": 1280, "height": 900}, locale="en-GB")
        await bench.here.http.post("/api/scenario/card", json={"url": other.url})
        other.dialect = "1.0"
        await bench.open(page)
        await page.get_by_label("From the library").select_option(label="A trial of everything")
        await page.get_by_label("Address of the agent").fill(other.url)
        await page.get_by_role("button", name="Connect", exact=True).click()
        asks = page.get_by_role("region", name="A person has to agree")
        await expect(asks.locator(".changes")).to_contain_text("ways")
        await expect(page.get_by_role("button", name="Begin planner")).to_be_disabled()
        await assert_accessible(page, "a card that changed")
        await asks.get_by_role("button", name="Agree to this card").click()
        await expect(page.get_by_role("button", name="Begin planner")).to_be_enabled()
        await expect(asks).to_have_count(0)
        await page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
        await page.get_by_role("button", name="Copy a link").click()
        await expect(page.get_by_label("does not allow copying")).to_have_value(re.compile("#/new/scenario/"))
        await page.get_by_role("radio", name="Send by itself").check()
        await page.get_by_role("button", name="Begin planner").click()
        await expect(pane(page, "You and the planner")).to_contain_text("What is the paper about?")
        other.dialect = "0.3"
        await bench.here.http.post("/api/scenario/card", json={"url": other.url})
        await page.get_by_label("Your answer").fill("It is about lamps.")
        await page.keyboard.press("Enter")
        both = pane(page, "Planner and agent")
        await expect(both.get_by_role("region", name="A person has to agree").locator(".changes")).to_contain_text(
            "ways"
        )
        assert not other.got, "nothing left before the yes"
        await assert_accessible(page, "a card that changed during a run")
        await both.get_by_role("button", name="Agree to this card").click()
        await expect(both).to_contain_text("What more?")
        await expect(asks).to_have_count(0)
        await expect(both.get_by_role("log")).to_be_focused()
        assert set(other.times.values()) == {1}, "each message left once"
        await page.close()
