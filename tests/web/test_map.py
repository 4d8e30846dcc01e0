"""The map assistant in the browser: steps as they stand, choices that show what they mean, a map that views the log."""

import re

from playwright.async_api import Page, expect

from tests.browser import Complaints, Photograph
from tests.serving import Here
from tests.web.maps import ADDRESS, DOOR, STREET, ask, drawn, looks_at, on_map, option, stands

EXTRACT, PLAN, GOTO, LOAD = "ÖREB-Auszug erstellen", "Grundbuchplan zeichnen", "Adresse zeigen", "Karte laden"
HOUSE = "Langendorfstrasse 19b, 4500 Solothurn"
PARCEL = "Grundstück 1213 in Solothurn"


async def test_an_address_its_correction_and_what_can_be_drilled_there(map_talk: Here, page: Page) -> None:
    await ask(page, f"{ADDRESS}.")
    await stands(page, (GOTO, "done"))
    await looks_at(page, *DOOR)
    await on_map(page, HOUSE)
    await expect(page.locator(".step-source")).to_contain_text("Beispieldaten (erfunden, ohne Internet)")
    await ask(page, "sorry, ich meinte 9")
    await stands(page, (GOTO, "done"))
    await expect(page.locator(".turn").first.locator(".plan .step-state")).to_contain_text("später berichtigt")
    await expect(page.locator(".step-message").last).to_contain_text("Langendorfstrasse 9, 4500 Solothurn")
    await ask(page, "Kann ich hier eine Erdwärmesonde bohren?")
    await stands(page, ("Erdwärmesonde prüfen", "done"))
    await expect(page.locator(".step-message").last).to_contain_text("Erdwärmesonde")


async def test_an_extract_and_then_a_plan_are_documents_and_a_reload_keeps_everything(
    map_talk: Here, page: Page, photograph: Photograph
) -> None:
    await ask(page, f"{ADDRESS} und erstelle mir einen ÖREB-Katasterauszug.")
    await stands(page, (GOTO, "done"), (EXTRACT, "done"))
    await expect(page.locator(".plan-count")).to_have_text("2 von 2 Schritten fertig")
    await on_map(page, HOUSE, PARCEL)
    await page.locator(".how > summary").click()
    await expect(page.locator(".how .run-title")).to_have_text([GOTO, EXTRACT])
    await expect(page.locator(".how > .timeline > .step .step-title > span:first-child").first).to_have_text(
        "Schritte planen"
    )
    await page.locator(".how > summary").click()
    await photograph(page, "map-done")
    await ask(page, "und noch einen Grundbuchplan")
    await stands(page, (PLAN, "done"))
    papers = page.locator("loket-papers")
    await expect(papers).to_contain_text(
        [re.compile(r"ÖREB-Auszug \(PDF\)\s+gültig bis \d\d:\d\d"), re.compile(r"Grundbuchplan \(PDF\)\s+gültig bis")]
    )
    for at in (0, 1):
        async with page.expect_download() as downloading:
            await papers.nth(at).get_by_role("link").first.click()
        kept = await (await downloading.value).path()
        assert kept.read_bytes().startswith(b"%PDF-")
    things = page.locator(".map-things .map-name")
    await expect(things).not_to_have_count(0)
    before = await things.all_text_contents()
    await page.reload()
    await drawn(page)
    await stands(page, (PLAN, "done"))
    await expect(papers).to_have_count(2)
    await expect(things).to_have_text(before)
    other = await page.context.new_page()
    await other.goto(page.url)
    await drawn(other)
    await expect(other.locator(".map-things .map-name")).to_have_text(before)
    center = await page.locator(".map-frame").get_attribute("data-center")
    await expect(other.locator(".map-frame")).to_have_attribute("data-center", center or "")
    await other.close()


async def test_a_map_is_loaded_with_its_pictures_and_taken_away(map_talk: Here, page: Page) -> None:
    async with page.expect_response(re.compile("/maps/sogis/wms")) as picture:
        await ask(page, "Lade die Wildtierkorridore")
    assert (await picture.value).headers["content-type"] == "image/png"
    await stands(page, (LOAD, "done"))
    await on_map(page, "Wildtierkorridore")
    await ask(page, "Blende die Wildtierkorridore aus")
    await stands(page, ("Ausblenden", "done"))
    await expect(page.locator(".map-things input")).not_to_be_checked()
    await ask(page, "Entferne die Wildtierkorridore")
    await stands(page, ("Von der Karte nehmen", "done"))
    await on_map(page)


async def test_a_street_without_a_number_is_a_choice_that_shows_itself(
    map_talk: Here, page: Page, photograph: Photograph
) -> None:
    await ask(page, f"{STREET} und erstelle einen ÖREB-Auszug")
    await stands(page, (GOTO, "asks"), (EXTRACT, "planned"))
    question = page.locator(".question")
    await expect(question).to_contain_text("Es gibt 25 Adressen, die passen.")
    await expect(option(page, "Hauptstrasse").filter(visible=True)).to_have_count(6)
    await page.wait_for_function("() => Number(document.querySelector('.map-frame').dataset.resolution) < 3")
    canvas, fourth = page.locator(".map-canvas"), option(page, "Hauptstrasse").nth(3)
    await page.mouse.move(0, 0)
    empty = await canvas.screenshot()
    await fourth.hover()
    await shows(page, True)
    assert await canvas.screenshot() != empty
    await page.mouse.move(0, 0)
    await shows(page, False)
    await fourth.focus()
    await shows(page, True)
    await photograph(page, "map-choice")
    await fourth.focus()
    await page.keyboard.press("Tab")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Tab")
    await shows(page, False)
    await page.keyboard.press("Enter")
    await expect(option(page, "Hauptstrasse").filter(visible=True)).to_have_count(25)
    last = option(page, "Hauptstrasse").last
    label = " ".join((await last.locator("strong").inner_text()).split())
    await last.click()
    await stands(page, (GOTO, "done"), (EXTRACT, "done"))
    await expect(page.locator(".plan")).to_contain_text(f"Ihre Antwort: {label}")
    await expect(question).to_have_count(0)
    await shows(page, False)


async def test_the_first_example_of_the_mission(map_talk: Here, page: Page) -> None:
    await ask(page, f"{ADDRESS} und lade den Gewässerschutz-Layer")
    await stands(page, (GOTO, "done"), (LOAD, "done"))
    await looks_at(page, *DOOR)
    names = page.locator(".map-things .map-name")
    await expect(names).to_have_count(2)
    await expect(names.first).to_contain_text("Gewässerschutz")


async def test_the_second_example_of_the_mission_is_a_choice_and_its_answer(map_talk: Here, page: Page) -> None:
    await ask(page, "Lade die ÖREB-Auszüge für die Parzelle 1234")
    await stands(page, (EXTRACT, "asks"))
    await page.locator(".question").focus()
    await page.keyboard.press("1")
    await stands(page, (EXTRACT, "done"))
    await expect(page.locator("loket-papers")).to_contain_text("ÖREB-Auszug (PDF)")


async def test_what_is_missing_is_asked_and_what_fails_is_said(
    map_talk: Here, page: Page, photograph: Photograph
) -> None:
    await ask(page, "Kann ich hier eine Erdwärmesonde bohren?")
    await stands(page, ("Erdwärmesonde prüfen", "needs"))
    await expect(page.get_by_role("textbox", name="Ihre Antwort")).to_be_visible()
    await photograph(page, "map-needs")
    await ask(page, "Langendorfstrasse 19b in Solothurn")
    await stands(page, ("Erdwärmesonde prüfen", "done"))
    await expect(page.locator(".turn").first.locator(".plan .step-state")).to_have_text("nachgefragt")
    await ask(page, "Erstelle den ÖREB-Auszug für CH000000000000 und lade die Wildtierkorridore")
    await stands(page, (EXTRACT, "error"), (LOAD, "done"))
    await photograph(page, "map-failed")


async def test_a_link_that_has_ended_says_so_and_is_made_anew(map_talk: Here, page: Page) -> None:
    await ask(page, f"{ADDRESS} und erstelle einen Grundbuchplan")
    await stands(page, (GOTO, "done"), (PLAN, "done"))
    await page.clock.install()
    await page.reload()
    await expect(page.locator("loket-papers a")).to_be_visible()
    await page.clock.fast_forward("11:00")
    await expect(page.locator("loket-papers")).to_contain_text("der Link ist abgelaufen")
    await expect(page.locator("loket-papers a")).to_have_count(0)
    await page.get_by_role("button", name="Neu erstellen").click()
    await expect(page.locator(".turn")).to_have_count(2)
    await stands(page, (PLAN, "done"))


async def test_a_map_that_can_not_be_loaded_leaves_the_talk_alone(
    map_talk: Here, page: Page, complaints: Complaints
) -> None:
    await page.route("**/assets/element-*.js", lambda route: route.abort())
    await page.reload()
    await expect(page.get_by_role("alert")).to_contain_text("Die Karte konnte nicht geladen werden.")
    await ask(page, f"{ADDRESS}.")
    await stands(page, (GOTO, "done"))
    await page.unroute("**/assets/element-*.js")
    complaints.expected("ERR_FAILED")


async def test_a_talk_is_begun_anew_and_left_again(map_talk: Here, page: Page) -> None:
    await ask(page, f"{ADDRESS}.")
    await stands(page, (GOTO, "done"))
    await on_map(page, HOUSE)
    await page.get_by_role("button", name="Neu beginnen").click()
    await expect(page.locator(".turn")).to_have_count(0)
    await drawn(page)
    await on_map(page)
    await page.get_by_role("link", name="Zurück zum vorigen Gespräch").click()
    await stands(page, (GOTO, "done"))
    await on_map(page, HOUSE)


async def test_a_message_has_two_hundred_letters_and_goes_with_control_and_enter(map_talk: Here, page: Page) -> None:
    field, send = page.locator("#composer"), page.get_by_role("button", name="Senden")
    await expect(send).to_be_disabled()
    await field.fill("a" * 170)
    await expect(page.locator("#composer-count")).to_have_text("170 von 200 Zeichen")
    await field.fill("a" * 203)
    await expect(page.locator("#composer-problem")).to_contain_text("3 Zeichen zu lang")
    await expect(send).to_be_disabled()
    await field.press("Control+Enter")
    await expect(page.locator(".turn")).to_have_count(0)
    await field.fill("Lade die Wildtierkorridore")
    await field.press("Control+Enter")
    await stands(page, (LOAD, "done"))


async def test_a_sentence_at_home_begins_a_talk(map_talk: Here, page: Page) -> None:
    await page.goto(map_talk.url)
    await page.get_by_role("button", name="Lade die Wildtierkorridore").click()
    await stands(page, (LOAD, "done"))
    await on_map(page, "Wildtierkorridore")


async def shows(page: Page, something: bool) -> None:
    """Waits until the map shows something for the moment, or nothing."""
    test = "(some) => (document.querySelector('loket-map').preview.length > 0) === some"
    await page.wait_for_function(test, arg=something)
