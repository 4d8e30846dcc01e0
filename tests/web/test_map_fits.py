"""A talk with a map for everybody: on a phone, by keyboard, in every language and theme, beside other assistants."""

import re
from pathlib import Path

from playwright.async_api import Page, expect

from tests.browser import Photograph
from tests.serving import Here
from tests.web.counter import LANGUAGES, accessible, accessible_in, by_tab, fits_in, overflow, read_in
from tests.web.maps import ADDRESS, DOOR, STREET, ask, drawn, looks_at, mapping, on_map, option, stands

GOTO, LOAD = "Adresse zeigen", "Karte laden"
TOPS = """() => ['.map-frame', '.talk-words'].map((one) => document.querySelector(one).getBoundingClientRect().top)"""


async def test_on_a_phone_the_map_lies_above_the_words_and_nothing_is_lost(
    map_talk: Here, page: Page, photograph: Photograph
) -> None:
    await page.set_viewport_size({"width": 390, "height": 844})
    await ask(page, f"{STREET} und lade die Wildtierkorridore")
    await stands(page, (GOTO, "asks"), (LOAD, "done"))
    frame, question = page.locator(".map-frame"), page.locator(".question-text")
    await expect(question).to_be_in_viewport()
    box, asked = await frame.bounding_box(), await question.bounding_box()
    assert box and asked and box["y"] == 0 and 0.35 < box["height"] / 844 < 0.5
    assert asked["y"] > box["height"], "the question begins below the map"
    before = await page.evaluate("() => scrollY")
    await page.get_by_role("button", name="Karte vergrössern").click()
    larger = await frame.bounding_box()
    assert larger and larger["height"] > 1.5 * box["height"]
    await expect(page.locator("#composer")).to_be_in_viewport()
    await page.get_by_role("button", name="Karte verkleinern").click()
    assert await page.evaluate("() => scrollY") == before
    await option(page, "Hauptstrasse").first.click()
    await stands(page, (GOTO, "done"), (LOAD, "done"))
    await page.reload()
    await drawn(page)
    await stands(page, (GOTO, "done"), (LOAD, "done"))
    assert await overflow(page) == 0


async def test_it_fits_from_the_smallest_screen_on_and_at_twice_its_size(map_talk: Here, page: Page) -> None:
    await ask(page, f"{STREET} und erstelle einen Grundbuchplan")
    await stands(page, (GOTO, "asks"), ("Grundbuchplan zeichnen", "planned"))
    for width in (320, 768, 1024, 1440):
        await page.set_viewport_size({"width": width, "height": 800})
        assert await overflow(page) == 0, f"too wide at {width}"
        map_top, words_top = await page.evaluate(TOPS)
        assert (map_top < words_top) == (width < 1200)
    await page.set_viewport_size({"width": 640, "height": 400})
    await page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
    assert await overflow(page) == 0


async def test_on_paper_the_map_is_whole_and_around_the_same_middle(map_talk: Here, page: Page) -> None:
    await ask(page, ADDRESS)
    await stands(page, (GOTO, "done"))
    await drawn(page)
    frame, drawing = page.locator(".map-frame"), page.locator(".map-canvas canvas").first
    size = "(canvas) => [canvas.offsetWidth, canvas.offsetHeight]"
    on_screen = await drawing.evaluate(size)
    await page.emulate_media(media="print")
    await page.evaluate("() => dispatchEvent(new Event('beforeprint'))")
    paper, printed = await frame.bounding_box(), await drawing.bounding_box()
    assert paper and printed and abs(printed["width"] - paper["width"]) < 3
    assert abs(printed["height"] - paper["height"]) < 3 and paper["width"] < 700
    assert await page.locator("loket-map-pane").evaluate("(pane) => getComputedStyle(pane).breakInside") == "avoid"
    await page.emulate_media(media="screen")
    await page.evaluate("() => dispatchEvent(new Event('afterprint'))")
    assert await drawing.evaluate(size) == on_screen


async def test_by_keyboard_alone(map_talk: Here, page: Page) -> None:
    await page.locator("h1").focus()
    await page.keyboard.press("Tab")
    await expect(page.get_by_role("button", name="Gehe zur Langendorfstrasse")).to_be_focused()
    await ask(page, f"{STREET}.")
    await stands(page, (GOTO, "asks"))
    first = option(page, "Hauptstrasse").first
    await by_tab(page, first, "Shift+Tab")
    await page.wait_for_function("() => document.querySelector('loket-map').preview.length > 0")
    await page.keyboard.press("Enter")
    await stands(page, (GOTO, "done"))
    await expect(page.locator("#composer")).to_be_focused()
    edge = page.get_by_role("separator", name="Breite des Gesprächs")
    await by_tab(page, edge)
    await page.keyboard.press("ArrowRight")
    await expect(edge).to_have_attribute("aria-valuenow", "452")
    await page.keyboard.press("Tab")
    await expect(page.locator(".map-canvas")).to_be_focused()
    at = await page.locator(".map-frame").get_attribute("data-center")
    await page.keyboard.press("ArrowLeft")
    await expect(page.locator(".map-frame")).not_to_have_attribute("data-center", at or "")
    await page.reload()
    await expect(edge).to_have_attribute("aria-valuenow", "452")


async def test_it_is_accessible_in_every_language_and_theme(map_talk: Here, page: Page, photograph: Photograph) -> None:
    await photograph(page, "map-empty")
    await accessible_in(page, "an empty talk with a map", *LANGUAGES)
    await read_in(page, "de")
    await ask(page, f"{ADDRESS} und erstelle einen ÖREB-Auszug")
    await stands(page, (GOTO, "done"), ("ÖREB-Auszug erstellen", "done"))
    await ask(page, "Lade die ÖREB-Auszüge für die Parzelle 1234")
    await expect(page.locator(".question")).to_be_visible()
    await page.locator(".how > summary").first.click()
    await page.locator(".map-contents > summary").click()
    await accessible_in(page, "a talk with a map", *LANGUAGES)
    await page.set_viewport_size({"width": 320, "height": 640})
    await fits_in(page, *LANGUAGES)
    await accessible_in(page, "a talk with a map on a phone", *LANGUAGES)


async def test_in_english_everything_is_english(map_talk: Here, page: Page, photograph: Photograph) -> None:
    await read_in(page, "en")
    await expect(page.get_by_role("heading", level=1)).to_have_text("Map assistant")
    await page.get_by_role("button", name="make an ÖREB extract").click()
    done = page.locator(".plan .step[data-look=done]")
    await expect(done.locator(".step-title > span:first-child")).to_have_text(
        ["Show an address", "Make an ÖREB extract"]
    )
    await expect(done.first).to_contain_text("Centred on Langendorfstrasse 19b, 4500 Solothurn.")
    await expect(page.locator(".step-source")).to_contain_text("Example data (invented, works offline)")
    await expect(page.locator(".map-contents > summary")).to_have_text(re.compile(r"On the map\s+2 items"))
    await photograph(page, "map-english")
    await page.clock.install()
    await page.reload()
    await expect(page.locator("loket-papers a")).to_have_text(re.compile("ÖREB extract"))
    await page.clock.fast_forward("11:00")
    await page.get_by_role("button", name="Make it again").click()
    await expect(page.locator(".turn")).to_have_count(2)
    await expect(page.locator(".turn").last.locator(".step[data-look=done]")).to_contain_text("is ready")


async def test_a_map_comes_beside_any_assistant_that_talks_to_one_and_what_it_does_not_know_is_said(
    examples: Path, tmp_path: Path, page: Page
) -> None:
    async with mapping(examples, tmp_path / "data", page, "en", "tests.web.mapper:bundle") as here:
        await page.goto(f"{here.url}/#/new/mapper")
        await expect(page.get_by_role("heading", level=1)).to_have_text("Town guide")
        await ask(page, "hello")
        await expect(page.locator(".answers")).to_contain_text("Here you are.")
        await expect(page.locator("loket-map")).to_have_count(0)
        await ask(page, "where is the town hall")
        await page.locator("#composer").fill("half a sent")
        await drawn(page)
        await looks_at(page, *DOOR)
        await on_map(page, "Town hall")
        note = page.locator(".map-note")
        await expect(note).to_contain_text("addMarker")
        await accessible(page, "a note on the map")
        await note.get_by_role("button", name="Close").click()
        await expect(note).to_be_hidden()
        await page.locator(".map-contents > summary").click()
        await expect(page.locator(".map-skipped li")).to_have_count(2)
        await expect(page.locator(".map-skipped")).to_contain_text("blinkMap")
        await expect(page.locator("#composer")).to_have_value("half a sent")
        await ask(page, "which")
        blocked = option(page, "The network")
        await expect(blocked).to_have_attribute("aria-disabled", "true")
        await expect(blocked).to_contain_text("Can't be put on the map: we don't know this kind of map.")
        await accessible(page, "a choice that can't be made")
        await blocked.click(force=True)
        await expect(page.locator(".question")).to_be_visible()
        await option(page, "The town hall").click()
        await expect(page.locator(".question")).to_have_count(0)


async def test_german_is_spelt_as_in_the_country_of_the_assistant_on_the_page(
    examples: Path, tmp_path: Path, page: Page, photograph: Photograph
) -> None:
    guides = {"mapper": "Schließen", "stadtplan": "Schliessen"}
    both = ("tests.web.mapper:bundle", "tests.web.mapper:swiss")
    async with mapping(examples, tmp_path / "data", page, "de", *both) as here:
        for name, close in guides.items():
            await page.goto(f"{here.url}/#/new/{name}")
            await ask(page, "where is the town hall")
            note = page.locator(".map-note").get_by_role("button", name=close, exact=True)
            await expect(note).to_be_visible()
            await photograph(page, f"map-note-{name}")


async def test_a_document_is_shown_to_who_reads_no_language_of_the_assistant(
    examples: Path, tmp_path: Path, page: Page
) -> None:
    async with mapping(examples, tmp_path / "data", page, "nl"):
        await ask(page, "ÖREB-Auszug für Parzelle 512 in Langendorf")
        await expect(page.locator("loket-papers").get_by_role("link").first).to_be_visible()
