"""What the page says of a text that is no JSON, of a link that is followed, and of an address at which nobody plays."""

import re

from playwright.async_api import Locator, Page, expect
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from loket_demos.scenario.bridge import config64
from loket_demos.scenario.library import SCENARIO_BYTES
from tests.browser import WORDS, Complaints, assert_accessible, assert_fits
from tests.scenario import screens
from tests.scenario.screens import ELSEWHERE, TRIAL, Desk
from tests.servers import free_port, serving

LANGUAGES = {"nl": "Regel 7, plaats", "de": "Zeile 7, Stelle", "pt-BR": "Linha 7, posição", "en": "Line 7, place"}


bench, page = screens.bench, screens.page


async def editor(bench: Desk, page: Page) -> Locator:
    """The editor with the scenario of the tests; its text."""
    await bench.open(page)
    await page.get_by_role("button", name="Library", exact=True).click()
    await page.get_by_role("button", name="Open: A trial of everything").click()
    await expect(page.get_by_text("Nothing is wrong.")).to_be_visible()
    return page.get_by_label("Scenario (JSON)")


async def test_a_text_that_is_no_json_says_where_and_why_in_the_readers_language_and_is_not_used(
    bench: Desk, page: Page
) -> None:
    text = await editor(bench, page)
    use, whole = page.get_by_role("button", name="Use", exact=True), await text.input_value()
    await expect(use).to_be_enabled()
    await text.fill(whole.replace('"agents": [', '"agents" [', 1))
    await expect(use).to_be_disabled()
    for language, place in LANGUAGES.items():
        await page.locator("header select").first.select_option(language)
        await expect(page.get_by_role("button", name=place)).to_be_visible()
        await expect(page.locator(".wb-findings [lang=en]")).to_have_count(0)
    await expect(page.locator(".wb-findings")).to_contain_text("a colon is missing before this.")
    await assert_accessible(page, "a text that is no JSON", "wb-editor")
    await page.set_viewport_size({"width": 320, "height": 700})
    await assert_fits(page)
    await page.get_by_role("button", name="Line 7, place").click()
    assert await text.evaluate("field => field.value.slice(field.selectionStart, field.selectionEnd)") == "["
    await text.fill(whole.replace("A trial", "Another trial"))
    await expect(page.get_by_text("Nothing is wrong.")).to_be_visible()
    await expect(use, "what is used is what is saved").to_be_disabled()
    await expect(page.get_by_text("is used once it is saved")).to_be_visible()
    await text.fill(whole)
    await expect(use).to_be_enabled()
    await page.close()


async def test_a_copy_that_is_used_at_once_is_the_one_chosen_in_the_library(bench: Desk, page: Page) -> None:
    text = await editor(bench, page)
    await text.fill((await text.input_value()).replace("A trial of everything", "One to use"))
    await page.get_by_role("button", name="Save a copy").click()
    await expect(page.get_by_text("Saved")).to_be_visible()
    await page.get_by_role("button", name="Use", exact=True).click()
    await expect(page.get_by_label("From the library").locator("option:checked")).to_have_text("One to use")
    await page.close()


async def test_a_link_that_is_followed_while_the_library_is_open_leads_to_its_steps(
    bench: Desk, page: Page, complaints: Complaints
) -> None:
    await bench.open(page)
    await bench.choose(page)
    link: str = await page.evaluate("document.querySelector('wb-set-up').config.link")
    await page.get_by_label("Or the address of a scenario").fill(f"{bench.here.url}/nothing.json")
    await expect(page.get_by_label("From the library")).to_have_value("")
    await expect(page.get_by_role("alert")).to_contain_text("HTTP 404")
    complaints.expected("502")
    await expect(page.locator(".wb-step.done")).to_have_count(1)  # of what is not there nothing is done
    await page.get_by_role("button", name="Library", exact=True).click()
    await expect(page.get_by_role("heading", level=1, name="Library of scenarios")).to_be_visible()
    await bench.open(page, f"/{link}")
    await expect(page.get_by_role("radio", name="Ada Vries")).to_be_checked()
    await expect(page.get_by_label("From the library")).not_to_have_value("")
    await page.close()
    await bench.here.http.delete("/api/scenario/storage/a2a.scenario.url")  # there is no such scenario


async def test_an_agent_is_checked_at_the_press_of_a_button(bench: Desk, page: Page) -> None:
    await bench.open(page)
    await bench.choose(page)
    await page.get_by_role("button", name="Check this agent").click()
    await page.get_by_text(re.compile(r"Kept \(\d+\)")).click()
    await expect(page.locator("wb-check")).to_contain_text("card: ")
    await expect(page.locator("wb-check")).not_to_contain_text("Broken")
    await assert_accessible(page, "an agent that was checked", "wb-check")
    await page.set_viewport_size({"width": 320, "height": 700})
    await assert_fits(page)
    await page.close()


async def test_what_keeps_a_scenario_from_being_loaded_is_said_one_sentence_a_cause(bench: Desk) -> None:
    async def big(scope: Scope, receive: Receive, send: Send) -> None:
        await Response(b" " * (SCENARIO_BYTES + 1))(scope, receive, send)

    port = free_port()
    async with serving(big, port):
        for url, code, words in (
            (f"http://127.0.0.1:{port}/", "too_large", f"larger than {SCENARIO_BYTES} bytes"),
            (f"http://127.0.0.1:{free_port()}/", "unreachable", "can't be reached from this server"),
            (f"http://{ELSEWHERE}:{port}/", "address_refused", "LOKET_ALLOW_PRIVATE"),
            (f"{bench.here.url}/no-such.json", "http_error", "HTTP 404"),
        ):
            refused = await bench.here.http.post("/api/scenario/load", json={"url": url})
            error = refused.json()["error"]
            assert (refused.status_code, error["code"]) == (502, code) and words in error["text"], error


async def test_an_address_at_which_nobody_plays_any_more_says_so_and_offers_the_way_on(
    bench: Desk, page: Page, complaints: Complaints
) -> None:
    """A side that was played by a server that is gone, one of a scenario that is gone, and one of another scenario."""
    roles = {"agents": [{"id": "asker"}, {"id": "clerk"}], "startingAgentId": "asker"}
    at = f"{bench.here.url}/#/new/scenario"
    gone = f"http://127.0.0.1:9/api/bridge/{config64({'scenario': TRIAL, **roles})}/a2a"
    deleted = f"{bench.here.url}/api/bridge/{config64({'scenarioId': 'no-such', **roles})}/a2a"
    other = f"{bench.here.url}/api/bridge/{config64({'scenarioId': 'lost-delivery', **roles})}/a2a"
    strayed = page.locator(".wb-step").first.get_by_role("alert").first
    for endpoint, words in ((gone, "any more"), (deleted, "another scenario"), (other, "another scenario")):
        given = {"endpoint": endpoint, "scenario": f"{bench.here.url}/api/scenarios/trial"}
        await page.goto(f"{at}/{config64(given)}")
        await expect(strayed).to_contain_text(words)
        await expect(page.get_by_role("button", name="Allow this address")).to_have_count(0)
    complaints.expected("502")
    await assert_accessible(page, "an address that strayed", "wb-workbench", WORDS)
    await page.set_viewport_size({"width": 320, "height": 700})
    await assert_fits(page)
    await strayed.get_by_role("button", name="Play the other side here").click()
    await expect(page.get_by_text("The other side is played here.")).to_be_visible()
    await expect(page.get_by_role("alert")).to_have_count(0)
    await page.close()


async def test_what_is_wrong_with_a_scenario_is_said_in_the_readers_language(bench: Desk, page: Page) -> None:
    text = await editor(bench, page)
    wrong = (await text.input_value()).replace('"A trial of everything"', '""', 1)
    await text.fill(wrong.replace('"goals": [\n        "The paper is sent"\n      ]', '"goals": "The paper"', 1))
    findings = page.locator(".wb-findings")
    await expect(findings).to_contain_text("metadata.title is empty; write some words.")
    for language, empty, kind in (
        ("nl", "metadata.title is leeg; schrijf iets.", "agents[0].goals moet een lijst zijn, maar het is tekst."),
        ("de", "ist leer; schreiben Sie etwas.", "muss eine Liste sein, ist aber Text."),
        ("pt-BR", "está vazio; escreva algo.", "deve ser uma lista, mas é texto."),
    ):
        await page.locator("header select").first.select_option(language)
        await expect(findings).to_contain_text(empty)
        await expect(findings).to_contain_text(kind)
        await expect(findings.locator("[lang=en]")).to_have_count(0)
    await page.close()
