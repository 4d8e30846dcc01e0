"""A consent takes a click or a key on its own button and nothing else; one that ends without an answer says so."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, expect

from tests.browser import Photograph
from tests.serving import Here, serving_here
from tests.visitors import left
from tests.web.counter import accessible_in

YES = re.compile("Ja, doe dit|Yes, send it")


@pytest.fixture
async def talk(tmp_path: Path, page: Page) -> AsyncIterator[Here]:
    """Somebody who asks before sending; the page is at the empty talk."""
    async with serving_here(tmp_path / "data", assistants=["tests.web.talker:bundle"]) as here:
        await page.goto(f"{here.url}/#/new/talker")
        await expect(page.get_by_role("heading", level=1)).to_have_text("Helper in words")
        yield here
        await left(page)


async def asked(page: Page, text: str) -> Locator:
    """Says it, and gives the yes of the question that comes, once it can be pressed."""
    await page.locator("#composer").fill(text)
    await page.locator("#composer").press("Enter")
    yes = page.locator(".question").last.get_by_role("button", name=YES)
    await expect(yes).to_be_enabled()
    return yes


@pytest.mark.parametrize("words", ["send a card", "offer a card"])
async def test_no_key_consents_but_one_pressed_on_the_button(talk: Here, page: Page, words: str) -> None:
    """Somebody types on, presses a digit, or still holds Enter when the question comes: none of them has said yes."""
    told: list[str] = []
    page.on("request", lambda request: told.append(request.url) if request.method == "POST" else None)
    yes = await asked(page, words)
    await expect(page.locator("#composer")).to_be_focused()
    told.clear()
    await page.keyboard.press("Enter")
    await page.locator("h1").focus()
    await page.keyboard.press("1")
    await page.keyboard.down("Enter")
    await yes.focus()
    await page.keyboard.press("1")
    await page.keyboard.down("Enter")
    await page.keyboard.up("Enter")
    await yes.evaluate("(button) => button.dispatchEvent(new MouseEvent('click', {detail: 2, bubbles: true}))")
    await page.evaluate("() => new Promise(requestAnimationFrame)")
    assert told == []
    await expect(yes).to_be_visible()
    await yes.focus()
    await page.keyboard.press("Enter")
    await expect(page.locator(".question")).to_have_count(0)
    assert len(told) == 1


async def test_a_consent_without_an_answer_says_that_nothing_was_sent(
    talk: Here, page: Page, photograph: Photograph
) -> None:
    """Stopped, or passed over by other words: the card stays, and a reload does not change that."""
    for words in ("send a card", "offer a card"):
        await asked(page, words)
        if words.startswith("offer"):
            await page.locator("#composer").fill("What is the weather?")
            await page.locator("#composer").press("Enter")
        else:
            talk_id = page.url.rpartition("/")[2]
            stop = {"kind": "stopped", "scope": "/", "code": "user"}
            assert (await talk.http.post(f"/api/conversations/{talk_id}/events", json=stop)).is_success
        card = page.locator(".question.unsent").last
        await expect(card).to_contain_text("Niet verstuurd.")
        await expect(card.get_by_role("button")).to_have_count(0)
    cards = page.locator(".question.unsent")
    await expect(cards).to_have_count(2)
    await expect(cards.first.locator(".table dd")).to_have_text("send a card")
    await expect(cards.last).to_contain_text("Shall I send it?")
    await page.reload()
    await expect(cards).to_have_count(2)
    await photograph(page, "unsent")
    await accessible_in(page, "unsent", "nl")


async def test_of_two_calls_that_are_held_together_each_is_answered_by_itself(
    talk: Here, page: Page, photograph: Photograph
) -> None:
    """By keyboard, with a reload in between: one goes out, the other does not, and both answers stay in the talk."""
    await asked(page, "two letters")
    cards = page.locator(".question")
    await expect(cards).to_have_count(2)
    await expect(cards.locator(".table dd")).to_have_text(["to ann", "to bob"])
    await photograph(page, "held-two")
    await accessible_in(page, "two held", "nl")
    no = cards.first.get_by_role("button", name="Nee, doe dit niet")
    await no.press("Enter")
    await expect(cards).to_have_count(1)
    await expect(cards.locator(".table dd")).to_have_text("to bob")
    await page.reload()
    await expect(cards.locator(".table dd")).to_have_text("to bob")
    answers = page.locator(".timeline .step").get_by_text("Uw antwoord")
    await expect(answers).to_have_text(["Uw antwoord: Nee, doe dit niet"])
    yes = cards.get_by_role("button", name=YES)
    await expect(yes).to_be_enabled()
    await yes.press("Enter")
    await expect(cards).to_have_count(0)
    await expect(answers).to_have_text(["Uw antwoord: Nee, doe dit niet", "Uw antwoord: Ja, doe dit"])
    conversation = page.url.rpartition("/")[2]
    await talk.settled(conversation)
    looked = await talk.engine.look(conversation)
    calls = looked.state()["steps"]["state"]["scopes"][0]["steps"][0]["calls"]
    assert [(call["ok"], call["code"]) for call in calls] == [(False, "refused"), (True, None)]
