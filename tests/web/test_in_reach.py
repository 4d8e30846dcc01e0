"""What floats beside a long talk hides nothing: the head of the log below the bar, the way to the newest line."""

import re

from playwright.async_api import Locator, Page, expect

from tests.serving import Here
from tests.web.maps import ADDRESS, STREET, ask, drawn, stands

TALK = f"{ADDRESS} und erstelle mir einen ÖREB-Auszug und einen Grundbuchplan und lade den Waldplan"


async def _edges(place: Locator) -> tuple[float, float]:
    box = await place.bounding_box()
    assert box is not None
    return box["y"], box["y"] + box["height"]


async def test_the_head_of_the_log_stays_below_the_bar(map_talk: Here, page: Page) -> None:
    await page.set_viewport_size({"width": 1440, "height": 700})
    await ask(page, TALK)
    await expect(page.locator("loket-papers")).to_have_count(2)
    await page.get_by_role("button", name="Protokoll", exact=True).click()
    await expect(page.locator(".log-row").first).to_be_visible()
    await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    _, bar = await _edges(page.locator("loket-top-bar"))
    head, _ = await _edges(page.locator(".log > header"))
    assert head > bar - 1  # parts of a pixel


TOP = "document.scrollingElement.scrollTop"


async def test_the_way_to_the_newest_line_hides_no_field(map_talk: Here, page: Page) -> None:
    await page.set_viewport_size({"width": 390, "height": 844})
    await ask(page, TALK)
    await expect(page.locator("loket-papers")).to_have_count(2)
    await ask(page, STREET)
    await stands(page, ("Adresse zeigen", "asks"))
    await page.reload()
    await drawn(page)
    newest = page.get_by_role("button", name=re.compile("Neuesten"))
    await page.wait_for_function(f"() => {TOP} > 600")  # the page has gone to the open question by itself
    at = await page.evaluate(TOP)
    await page.mouse.move(200, 600)
    await page.mouse.wheel(0, -300)
    await page.wait_for_function(f"() => {TOP} < {at} - 200")
    talk = re.split(r"[/?#]", page.url.split("/#/", 1)[1])[1]
    # Something new comes from elsewhere while the reader is further up.
    said = {"kind": "user_said", "text": ADDRESS}
    assert (await map_talk.http.post(f"/api/conversations/{talk}/events", json=said)).status_code == 200
    _, above = await _edges(newest)
    field, _ = await _edges(page.locator(".composer"))
    assert above <= field
