"""The personal assistant in the browser: it finds the club's agent, asks it and tells what it said; nothing is lost."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.browser import Photograph
from tests.loopback import answering
from tests.serving import Here
from tests.urmston.street import Site, skill
from tests.web.counter import LANGUAGES, accessible, accessible_in, by_tab, fits_in, read_in, silent_agent
from tests.web.talks import AGENT, QUESTION, STEPS, answer_shown, finder, say, unfold

AGE = re.compile("^Age")


@pytest.fixture
async def talk(tmp_path: Path, page: Page) -> AsyncIterator[Here]:
    """The real assistant with the club's agent beside it; the page is at the empty talk."""
    async with finder(tmp_path / "data", page) as here:
        yield here


async def test_the_demo_question_is_answered_with_every_step_and_why(
    talk: Here, page: Page, photograph: Photograph
) -> None:
    await say(page, QUESTION)
    await answer_shown(page)
    await page.locator(".how > summary").click()
    await expect(page.locator(".step-title > span:first-child")).to_have_text(STEPS["nl"])
    await photograph(page, "talk-done")
    asked = page.locator(".step", has_text="De agent vragen").locator(".call")
    await asked.locator("summary").first.click()
    await expect(asked.locator(".call-part").first).to_contain_text(re.compile(r"age\s+10", re.IGNORECASE))
    await expect(asked.locator(".call-part").last).to_contain_text("U10 Lions")
    chosen = page.locator(".step", has_text="Kiezen wie het gevraagd wordt")
    await chosen.locator(".why > summary").click()
    await expect(chosen.locator(".considered li").first).to_contain_text("%")
    await photograph(page, "talk-steps")
    assert not [text for text in await page.locator(".step-state").all_inner_texts() if " ms" in text]
    for language, names in STEPS.items():
        await read_in(page, language)
        await expect(page.locator(".step-title > span:first-child")).to_have_text(names)


async def test_a_reload_in_the_middle_and_then_stop(tmp_path: Path, page: Page, photograph: Photograph) -> None:
    async with silent_agent() as silent, finder(tmp_path / "data", page):
        await say(page, f"Is there an agent at {silent} that bakes bread?")
        running = page.locator(".step.running")
        await expect(running).to_contain_text("Kijken of er een agent is")
        await accessible(page, "a talk at work")
        await photograph(page, "talk-running")
        await page.reload()
        await expect(running).to_be_visible()
        await page.get_by_role("button", name="Stop").click()
        await expect(page.locator(".box.ended")).to_have_text("U hebt dit gestopt.")
        await expect(page.get_by_role("button", name="Versturen")).to_be_visible()
        await page.reload()
        await expect(page.locator(".box.ended")).to_be_visible()
        await expect(running).to_have_count(0)
        await photograph(page, "talk-stopped")


async def test_what_is_missing_is_asked_and_the_reply_stands_in_the_talk(
    talk: Here, page: Page, photograph: Photograph
) -> None:
    await say(page, "Can my son join Urmston Town Juniors FC?")
    await expect(page.locator(".question")).to_contain_text("age")
    await accessible(page, "a question")
    await photograph(page, "talk-asking")
    await expect(page.get_by_role("textbox", name="Uw antwoord")).to_be_visible()
    await say(page, "he is 10")
    await answer_shown(page)
    await expect(page.locator(".said.you")).to_have_count(2)
    await expect(page.locator(".answers").first).to_contain_text("age")


async def test_a_choice_is_made_by_a_key(talk: Here, page: Page, photograph: Photograph) -> None:
    await say(page, "I want to report a problem to Urmston Town: the goal net on pitch 2 is torn.")
    await expect(page.locator(".question .option")).to_have_count(3)
    await photograph(page, "talk-choice")
    refuse = page.locator(".question .option").last
    await expect(refuse).to_be_enabled()
    await refuse.focus()
    await page.keyboard.press("Enter")
    await expect(page.locator(".answers").last).to_have_text("All right, nothing was sent.")


async def test_an_address_leads_to_an_agent_its_form_and_its_answer(
    talk: Here, page: Page, photograph: Photograph
) -> None:
    await page.locator(".connect summary").click()
    await page.get_by_label("Adres").fill("urmstontownjfc.co.uk")
    await page.get_by_role("button", name="Bekijken").click()
    await page.get_by_role("link", name=f"Bekijk {AGENT}").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text(AGENT)
    await expect(page.get_by_role("heading", level=1)).to_be_focused()
    form = page.get_by_role("region", name="TeamVacancyCheck")
    await form.locator("summary").click()
    await form.get_by_role("button", name="Vraag het").click()
    await expect(form.get_by_role("alert")).to_contain_text("Age: Vul dit in.")
    await photograph(page, "agent-form")
    await form.get_by_label(AGE).fill("10")
    await form.get_by_label("Gender").select_option(label="Boy")
    await form.get_by_role("button", name="Vraag het").click()
    await answer_shown(page)
    await expect(page.locator(".said.you").last).to_contain_text(
        re.compile(r"TeamVacancyCheck\s+Age\s+10\s+Gender\s+boy")
    )


async def test_a_card_that_changed_shows_what_and_is_agreed_to_first(
    tmp_path: Path, page: Page, photograph: Photograph
) -> None:
    house = Site("House", skills=[skill("rooms", "Tells which rooms are free.", "nights", nights={"type": "integer"})])
    house.says = "Two rooms are free."
    async with answering(house.serve) as there, finder(tmp_path / "data", page):
        house.url = there.url
        await say(page, f"Is there an agent at {there.url} with rooms?")
        await expect(page.locator(".found-agents a")).to_be_visible()
        house.skills = [skill("rooms", "Sells rooms.", "nights", nights={"type": "integer"})]
        await page.goto(re.sub(r"#.*", "#/new/urmston", page.url))
        await page.locator(".connect summary").click()
        await page.get_by_label("Adres").fill(there.url)
        await page.get_by_role("button", name="Bekijken").click()
        await page.locator(".found-agents a").click()
        await expect(page.locator(".checks .bad")).to_contain_text("De kaart is veranderd sinds")
        await expect(page.locator(".changes")).to_contain_text("Tells which rooms are free.")
        await expect(page.locator(".changes")).to_contain_text("Sells rooms.")
        await accessible(page, "an agent whose card changed")
        await photograph(page, "agent-changed")
        form = page.get_by_role("region", name="rooms")
        await form.locator("summary").click()
        await form.get_by_label("Nights").fill("2")
        await form.get_by_role("button", name="Vraag het").click()
        await expect(page.locator(".question")).to_contain_text(
            "House Agent says something else about itself than the last time."
        )
        assert house.tasks == []
        yes = page.get_by_role("button", name=re.compile("Ja, doe dit"))
        await expect(yes).to_be_enabled()
        await yes.click()
        await expect(page.locator(".answers").last).to_contain_text("Two rooms are free.")
        assert len(house.tasks) == 1


async def test_an_address_that_is_none_is_not_sent_and_where_nobody_lives_that_is_said(
    talk: Here, page: Page, photograph: Photograph
) -> None:
    await photograph(page, "talk-empty")
    await page.locator(".connect summary").click()
    await page.get_by_label("Adres").fill("no address")
    await page.get_by_role("button", name="Bekijken").click()
    await expect(page.locator("#connect-error")).to_contain_text("Dit is geen webadres.")
    await photograph(page, "talk-wrong-address")
    await page.get_by_label("Adres").fill("http://127.0.0.1:9")
    await page.get_by_role("button", name="Bekijken").click()
    await expect(page.locator(".answers")).to_contain_text("whether 127.0.0.1:9 can help: it could not be reached.")
    await page.locator(".how > summary").click()
    await expect(page.locator(".step.error")).to_contain_text("niet gelukt")
    await accessible(page, "an address where nobody lives")
    await photograph(page, "talk-failed")


async def test_a_card_longer_than_a_view_is_shown_from_its_record(tmp_path: Path, page: Page) -> None:
    many = [
        skill(f"skill_{n}", f"Does the thing number {n} for you. " * 4, "n", n={"type": "integer"}) for n in range(30)
    ]
    house = Site("Large house", skills=many)
    async with answering(house.serve) as there, finder(tmp_path / "data", page):
        house.url = there.url
        await page.locator(".connect summary").click()
        await page.get_by_label("Adres").fill(there.url)
        await page.get_by_role("button", name="Bekijken").click()
        await expect(page.locator(".answers .said")).to_be_visible()  # until then the steps fold by themselves
        await page.locator(".how > summary").click()
        await page.locator(".call > summary").click()
        await page.get_by_role("button", name="Alles laten zien").click()
        await expect(page.locator(".call-part").last).to_contain_text("number 29")
        await page.locator(".found-agents a").click()
        await expect(page.locator(".skill")).to_have_count(30)
        await page.reload()
        await expect(page.locator(".skill")).to_have_count(30)


async def test_a_whole_talk_by_keyboard_alone(talk: Here, page: Page) -> None:
    await by_tab(page, page.locator("#composer"))
    await page.keyboard.type(QUESTION)
    await page.keyboard.press("Enter")
    await answer_shown(page)
    await expect(page.locator("#composer")).to_be_focused()
    await by_tab(page, page.locator(".how > summary"), "Shift+Tab")
    await page.keyboard.press("Enter")
    await by_tab(page, page.locator(".call > summary").last)
    await page.keyboard.press("Enter")
    await expect(page.locator(".call[open]")).to_contain_text("Gevraagd")
    await by_tab(page, page.locator(".found-agents a"))
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("heading", level=1)).to_be_focused()
    form = page.get_by_role("region", name="TeamVacancyCheck")
    await by_tab(page, form.locator("summary"))
    await page.keyboard.press("Enter")
    await by_tab(page, form.get_by_label(AGE))
    await page.keyboard.type("7")
    await page.keyboard.press("Enter")
    await expect(page.locator(".said.you")).to_have_count(2)
    await expect(page.locator(".answers").last).to_contain_text("U7")
    await page.go_back()
    await expect(page.get_by_role("heading", level=1)).to_have_text(AGENT)


async def test_a_talk_and_an_agent_are_accessible_and_fit_a_phone(talk: Here, page: Page) -> None:
    await accessible_in(page, "an empty talk", *LANGUAGES)
    await say(page, QUESTION)
    await answer_shown(page)
    await unfold(page)
    await accessible_in(page, "a talk", *LANGUAGES)
    await page.set_viewport_size({"width": 320, "height": 640})
    await fits_in(page, *LANGUAGES)
    await page.locator(".found-agents a").click()
    await page.locator(".skill summary").first.click()
    await page.locator(".skill form button").first.click()
    await page.locator(".agent-trust summary").first.click()
    await expect(page.get_by_role("alert")).to_be_visible()
    await fits_in(page, *LANGUAGES)
    await accessible_in(page, "an agent", *LANGUAGES)
