"""A talk in words: messages, steps, choices, forms, agents that were found; nothing is lost on reload."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.browser import Complaints
from tests.serving import Here, serving_here
from tests.visitors import left
from tests.web.counter import accessible, overflow

TALKER = "tests.web.talker:bundle"
OVERHEID = "loket_demos.overheid.components:bundle"


WARNINGS = [
    re.compile("andere site.*https://ovens.example"),
    re.compile("veranderd sinds 1 november 2026"),
    re.compile("wie er vraagt: key apiKey"),
    re.compile("niet ondertekend is, wordt niet gebruikt: skills/1/name"),
    re.compile("chat heeft geen voorbeelden"),
    re.compile("Something new is odd"),
    re.compile("versleuteld"),
    re.compile("1.0 JSON-RPC"),
]
CHANGES = [
    re.compile(r"Vaardigheid bake: Beschrijving\s+Eerst\s+Bakes bread.\s+Nu\s+Bakes loaves."),
    re.compile(r"Versie\s+Eerst\s+1\s+Nu\s+Niets"),
]


@pytest.fixture
async def talk(tmp_path: Path, page: Page) -> AsyncIterator[Here]:
    """A server with pages and with somebody to talk with; the page is at the empty talk."""
    async with serving_here(tmp_path / "data", assistants=[OVERHEID, TALKER]) as here:
        await page.goto(f"{here.url}/#/new/talker")
        await expect(page.get_by_role("heading", level=1)).to_have_text("Helper in words")
        yield here
        await left(page)


async def say(page: Page, text: str) -> None:
    """Writes a message and sends it with Enter."""
    field = page.get_by_role("textbox", name=re.compile("Uw vraag|Your question"))
    await field.fill(text)
    await field.press("Enter")


async def test_words_from_right_to_left_stand_at_the_right_each_paragraph_by_itself(talk: Here, page: Page) -> None:
    await say(page, "مرحبا، أريد حجزا.\n\n- شاي\n\nHello again.")
    blocks = page.locator(".answers .prose > *")
    await expect(blocks).to_have_count(3)
    directions = await blocks.evaluate_all("nodes => nodes.map(node => getComputedStyle(node).direction)")
    assert directions == ["ltr", "rtl", "ltr"], "the first begins in Latin letters: You said"
    await expect(page.locator(".said.you p")).to_have_css("direction", "rtl")
    field = page.get_by_role("textbox")
    await field.fill("شكرا")
    await expect(field).to_have_css("direction", "rtl")
    await page.set_viewport_size({"width": 320, "height": 700})
    assert await overflow(page) == 0


async def test_a_question_to_an_assistant_of_pages_is_answered_where_it_was_asked(talk: Here, page: Page) -> None:
    await page.goto(f"{talk.url}/#/new/overheid")
    await say(page, "hoeveel spaargeld mag ik hebben voor huurtoeslag")
    answer = page.locator(".answers")
    await expect(answer).to_contain_text("38.479")
    await expect(page).to_have_url(re.compile(r"#/t/\w+$"))
    await page.reload()
    await expect(answer).to_contain_text("38.479")
    await page.goto(page.url.replace("#/t/", "#/c/"))
    await expect(answer).to_contain_text("38.479")
    await expect(page).to_have_url(re.compile(r"#/t/\w+$"))


async def test_home_leads_to_a_talk_beside_the_pages(talk: Here, page: Page) -> None:
    await page.goto(talk.url)
    await expect(page.get_by_role("button", name="Start: Toeslagen Check")).to_be_visible()
    await page.get_by_role("link", name="Start: Helper in words").click()
    await page.get_by_role("button", name="say hello").click()
    await expect(page.locator(".answers")).to_have_text("You said: say hello")
    await expect(page).to_have_url(re.compile(r"#/t/[0-9A-Za-z]{22}$"))


async def test_a_talk_survives_a_reload_and_is_found_again(talk: Here, page: Page) -> None:
    await say(page, "hello")
    await expect(page.locator(".answers")).to_have_text("You said: hello")
    await say(page, "again <b>bold</b>")
    await expect(page.locator(".answers").last).to_have_text("You said: again <b>bold</b>")
    await page.reload()
    await expect(page.locator(".turn")).to_have_count(2)
    await expect(page.locator(".said.you").first).to_contain_text("hello")
    await page.goto(talk.url)
    await page.get_by_role("navigation").get_by_role("link", name=re.compile("hello")).click()
    await expect(page.locator(".turn")).to_have_count(2)


async def test_a_planner_that_breaks_is_told_in_general_words_with_the_number_of_its_record(
    talk: Here, page: Page, caplog: pytest.LogCaptureFixture
) -> None:
    await say(page, "break my-secret")
    box = page.locator(".box.error")
    await expect(box).to_contain_text("Er ging iets mis")
    await expect(box).to_contain_text("planner_failed, record 3")
    await expect(page.get_by_text("RuntimeError")).to_have_count(0)
    (failed,) = [record for record in caplog.records if record.levelname == "ERROR"]
    assert failed.exc_info is not None and "quotes break my-secret" in str(failed.exc_info[1])
    assert vars(failed)["seq"] == 3 and vars(failed)["conversation"] in page.url


async def test_a_choice_is_made_by_a_key_in_its_card_and_stands_there_afterwards(talk: Here, page: Page) -> None:
    await say(page, "choose")
    await expect(page.get_by_role("button", name=re.compile("Apples"))).to_be_visible()
    await accessible(page, "a choice")
    await page.locator("h1").focus()
    await page.keyboard.press("1")
    await page.locator(".question").focus()
    await page.keyboard.press("2")
    await expect(page.locator(".answers").last).to_contain_text("You answered b.")
    await expect(page.locator(".question")).to_have_count(0)
    await expect(page.locator(".answers p").first).to_have_text("Which one?")
    await expect(page.locator(".said.you")).to_have_text([re.compile("choose"), re.compile("Pears")])


async def test_a_form_says_what_is_wrong_before_it_is_sent(talk: Here, page: Page) -> None:
    await say(page, "form")
    send = page.locator("loket-schema-form").get_by_role("button")
    await send.click()
    await expect(page.get_by_role("alert")).to_contain_text("Age")
    await accessible(page, "a form with an error")
    await page.get_by_label("Age").fill("10")
    await page.get_by_label("Group").select_option("owls")
    await send.click()
    await expect(page.locator(".answers").last).to_contain_text("You answered {'age': 10, 'group': 'owls'}.")


async def test_an_agent_that_was_found_has_a_page_with_a_form_a_skill(talk: Here, page: Page) -> None:
    await say(page, "find")
    await page.get_by_role("link", name=re.compile("Invented Bakery Agent")).click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Invented Bakery Agent")
    await expect(page.locator(".checks li")).to_have_text(WARNINGS)
    await expect(page.locator(".changes li")).to_have_text(CHANGES)
    await expect(page.locator(".lead")).to_contain_text("<img src=x onerror=alert(1)>")
    await accessible(page, "an agent")
    skill = page.get_by_role("region", name="Bake")
    await skill.locator("summary").click()
    await skill.get_by_label("Age").fill("3")
    await skill.get_by_role("button").click()
    await expect(page.locator(".answers").last).to_contain_text("agent/invoke bake {'age': 3}")
    await expect(page.locator(".said.you").last).to_contain_text(re.compile(r"Gevraagd: Bake\s+Age\s+3"))
    await page.go_back()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Invented Bakery Agent")


async def test_connecting_by_address(talk: Here, page: Page) -> None:
    await page.locator(".connect summary").click()
    address = page.locator("#connect-url")
    await address.fill("no address")
    await address.press("Enter")
    await expect(page.locator("#connect-error")).to_be_visible()
    await accessible(page, "a wrong address")
    for width in (320, 390, 1440):
        await page.set_viewport_size({"width": width, "height": 800})
        button = page.locator(".connect form button")
        boxes = [await one.bounding_box() or {} for one in (address, button)]
        assert boxes[0]["y"] == boxes[1]["y"] and boxes[0]["height"] == boxes[1]["height"], "a field and its button"
    await address.fill("bakery.example")
    await address.press("Enter")
    await expect(page.get_by_role("link", name=re.compile("Invented Bakery Agent"))).to_be_visible()
    await expect(page.locator(".said.you")).to_contain_text("https://bakery.example")
    await page.reload()
    await expect(page.locator(".said.you")).to_contain_text("https://bakery.example")


async def test_a_talk_of_somebody_else_is_not_there(talk: Here, page: Page, complaints: Complaints) -> None:
    await page.goto(f"{talk.url}/#/t/639IJR1BgwiPmU0OE5f35X")
    await page.reload()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Dit gesprek is er niet meer")
    complaints.expected("404")


@pytest.mark.parametrize("width", [320, 1440])
async def test_a_talk_fits_the_screen(talk: Here, page: Page, width: int) -> None:
    await page.set_viewport_size({"width": width, "height": 800})
    await accessible(page, "an empty talk")
    await say(page, "find " + "averylongword" * 12)
    await expect(page.locator(".answers")).to_contain_text("I found an agent.")
    assert await overflow(page) == 0
    await accessible(page, "a talk")
