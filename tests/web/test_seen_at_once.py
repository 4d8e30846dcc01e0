"""What somebody waits for is on the screen when it comes, and a page that waits for somebody says for what."""

from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, ViewportSize, expect

from tests.web.counter import analyse, check, done, open_surface
from tests.web.talks import finder

LETTER = "Ik maak bezwaar tegen het besluit van 2 november 2026. Ik moet 640 euro zorgtoeslag terugbetalen."
PHONE: ViewportSize = {"width": 320, "height": 700}
TABLET: ViewportSize = {"width": 768, "height": 1024}
DESK: ViewportSize = {"width": 1440, "height": 900}


async def _box(place: Locator) -> tuple[float, float, float, float]:
    box = await place.bounding_box()
    assert box is not None
    return box["x"], box["y"], box["width"], box["height"]


async def test_who_sends_a_long_form_on_a_phone_sees_the_answer_or_the_question(home: Page) -> None:
    await home.set_viewport_size(PHONE)
    await open_surface(home, "Toeslagen Check")
    await check(home)
    await done(home)
    await expect(home.locator(".antwoord .answer")).to_be_in_viewport(ratio=1)
    await check(home, "Zorgtoeslag", "2025", "30.00")
    await expect(home.locator(".question .option").first).to_be_in_viewport(ratio=1)


async def test_the_status_says_for_what_it_is_somebodys_turn(home: Page) -> None:
    await home.get_by_role("button", name="Start: Wegwijzer").click()
    await home.get_by_role("button", name="Begin", exact=True).click()
    status = home.locator(".status")
    await expect(status.locator(".state")).to_have_text("U bent aan de beurt")
    await expect(status.locator(".turn-to")).to_have_text("Kies of vul in wat op deze pagina nog open staat.")
    await home.locator("#language").select_option("de")
    german = "Wählen oder ergänzen Sie, was auf dieser Seite noch offen ist."
    await expect(status.locator(".turn-to")).to_have_text(german)


async def test_who_hands_in_a_form_that_grew_sees_what_can_be_done_now(home: Page) -> None:
    """The button that is pressed can't be used meanwhile, and the answer stands far below it."""
    await home.set_viewport_size(TABLET)
    await open_surface(home, "Formulier op maat")
    await home.get_by_label("Waar gaat het over?").fill("Bezwaar tegen een boete")
    await home.get_by_role("button", name="Maak formulier").click()
    await home.get_by_label("Kenmerk van de brief").fill("CJIB-1234")
    await expect(home.get_by_label("Datum op de brief")).to_be_visible()
    await home.get_by_role("button", name="Kijk na").click()
    ready = home.get_by_role("heading", name="Alles is goed ingevuld")
    await expect(ready).to_be_focused()
    await expect(ready).to_be_in_viewport(ratio=1)


async def test_a_work_that_failed_does_not_end_in_a_step_called_finished(home: Page) -> None:
    await open_surface(home, "Bezwaar Assistent")
    await analyse(home, "Hallo")
    last = home.locator(".activity .step.error")
    await expect(last).to_contain_text("Dit is geen brief over een besluit")
    await expect(last.locator(".step-title > span").first).to_have_text("Antwoord")


async def test_three_columns_fill_the_page_where_only_two_stand_beside_each_other(home: Page) -> None:
    await home.set_viewport_size(TABLET)
    await open_surface(home, "Bezwaar Assistent")
    await analyse(home, LETTER)
    await done(home)
    columns = home.locator(".thirds > .result")
    left, _, _, _ = await _box(columns.first)
    right, _, wide, _ = await _box(columns.nth(1))
    x, _, width, _ = await _box(columns.last)
    assert (x, width) == (left, right + wide - left)


async def test_questions_in_dutch_on_a_german_page_are_marked_as_dutch(home: Page) -> None:
    await open_surface(home, "Bezwaar Assistent")
    await analyse(home, LETTER)
    await done(home)
    await expect(home.locator(".open-places .tongue")).to_have_count(0)
    await home.locator("#language").select_option("de")
    await expect(home.locator(".open-places .tongue")).to_have_text("Auf Niederländisch")


async def test_a_mark_in_a_letter_puts_no_gap_before_a_full_stop(home: Page) -> None:
    await open_surface(home, "Bezwaar Assistent")
    await analyse(home, LETTER)
    await done(home)
    gaps = "(marks) => marks.map((mark) => getComputedStyle(mark).paddingInline)"
    assert set(await home.locator(".read-letter .letter mark").evaluate_all(gaps)) == {"0px"}


@pytest.mark.parametrize("size", [TABLET, DESK])
async def test_the_field_of_an_empty_talk_stands_at_the_foot_of_the_window(
    tmp_path: Path, page: Page, size: ViewportSize
) -> None:
    await page.set_viewport_size(size)
    async with finder(tmp_path / "data", page):
        _, top, _, height = await _box(page.locator(".chat-foot"))
        assert size["height"] - 40 <= top + height <= size["height"]
        assert await page.evaluate("() => document.documentElement.scrollHeight - innerHeight") <= 0
