"""The language of the page: what the reader chose, else what the browser was set to; it never changes by itself, and
what is in another one says so."""

from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.browser import Complaints, Open
from tests.serving import Here, serving_here
from tests.visitors import left
from tests.web.counter import check, done, open_surface, read_in
from tests.web.talks import finder, say

TOKEN = "adas-token-0123456789"
VOICES = "all => all.map((one) => one.closest('[lang]').lang)"
"""Which language a screen reader reads each of these in."""


SPOKEN = """() => {
    window.spoken = [];
    new MutationObserver(() => document.querySelector('h1') && window.spoken.push(document.documentElement.lang))
        .observe(document, {subtree: true, childList: true, attributes: true});
}"""
"""Keeps every language the page was in while there was something to read."""


@pytest.mark.parametrize(
    ("browser", "speaks", "title"),
    [
        ("de-CH", "de", "Anmelden"),
        ("pt-PT", "pt-BR", "Entrar"),
        ("en-GB", "en", "Sign in"),
        ("fr-CH", "en", "Sign in"),
    ],
)
async def test_a_page_speaks_what_its_reader_understands(
    tmp_path: Path, open_page: Open, complaints: Complaints, browser: str, speaks: str, title: str
) -> None:
    """English is a language like any other, and whoever reads none of ours is more likely to read that one; from the
    sign-in on the page stays in it, whichever assistant is on it."""
    page = await open_page(locale=browser)
    await page.add_init_script(f"({SPOKEN})()")
    async with serving_here(tmp_path / "data", tokens={"ada": TOKEN}) as here:
        await page.goto(here.url)
        await expect(page.get_by_role("heading", level=1)).to_have_text(title)
        await page.locator("#token").fill(TOKEN)
        await page.locator("#token").press("Enter")
        await expect(page.locator("#token")).to_have_count(0)
        for place in ("", "#/new/sogis", "#/new/urmston", "#/"):
            await page.goto(f"{here.url}/{place}")
            await expect(page.get_by_role("navigation")).to_be_visible()
            await expect(page.locator("h1")).to_be_visible()
        await page.reload()
        await expect(page.locator("h1")).to_be_visible()
        assert set(await page.evaluate("window.spoken")) == {speaks}
        await left(page)
    complaints.expected("401")


async def test_what_the_reader_chose_stays_on_every_page(here: Here, open_page: Open) -> None:
    page = await open_page(locale="de-CH")
    await page.goto(here.url)
    await read_in(page, "en")
    await page.goto(f"{here.url}/#/new/sogis")
    await expect(page.get_by_role("heading", level=1)).to_be_visible()
    await expect(page.locator("html")).to_have_attribute("lang", "en")
    await page.goto(f"{here.url}/#/new/urmston")
    await page.reload()
    await expect(page.get_by_role("heading", level=1)).to_be_visible()
    await expect(page.locator("html")).to_have_attribute("lang", "en")


async def test_what_is_said_is_marked_as_the_language_it_is_said_in(tmp_path: Path, page: Page) -> None:
    """A page in English, a question in German: a screen reader changes its voice for the question and for what of the
    answer is German; what the club's agent said is English."""
    async with finder(tmp_path / "data", page):
        await read_in(page, "en")
        await say(page, "Kann mein Sohn Seb bei Urmston Town Juniors FC mitspielen? Er ist 10 Jahre alt.")
        for _ in range(2):
            answer = page.locator(".turn").first.locator(".answers .said p")
            await expect(answer).to_have_count(2)
            assert await answer.evaluate_all(VOICES) == ["en", "de"]
            assert await page.locator(".said.you p").evaluate_all(VOICES) == ["de"]
            await expect(page.locator(".turn").first.locator(".tongue")).to_have_text("In German")
            await expect(page.locator(".conversation-title").first).to_have_attribute("lang", "de")
            await page.reload()
        await say(page, "What can you do?")
        await expect(page.locator(".turn")).to_have_count(2)
        answer = page.locator(".turn").last.locator(".answers .said p").first
        await expect(answer).to_be_visible()
        assert await answer.evaluate("(one) => one.closest('[lang]').lang") == "en"
        await expect(page.locator(".turn").last.locator(".tongue")).to_have_count(0)
        await read_in(page, "nl")
        await expect(page.locator(".turn").last.locator(".tongue")).to_have_text("In het Engels")
        await expect(page.locator(".turn").first.locator(".tongue")).to_have_text(["In het Engels", "In het Duits"])


async def test_the_dutch_of_the_counter_is_marked_on_a_page_in_another_language(home: Page) -> None:
    await open_surface(home, "Toeslagen Check")
    await check(home)
    await done(home)
    notes = home.locator(".work .tongue")
    await expect(notes).to_have_count(0)
    await read_in(home, "en")
    await expect(notes).to_have_text(["In Dutch", "In Dutch", "In Dutch"])
    await expect(home.locator(".status .tongue")).to_have_count(1)
    answers = ".antwoord h2, .antwoord .conditions li, .results h2"
    assert set(await home.locator(answers).evaluate_all(VOICES)) == {"nl"}
    await expect(home.locator(".status .message > span")).to_have_attribute("lang", "nl")
    await home.locator(".history summary").click()
    assert set(await home.locator(".history li > span").evaluate_all("all => all.map((one) => one.lang)")) == {"nl"}
    for fold in await home.locator(".activity .call > summary, .activity .why > summary").all():
        await fold.click()
    reasons = home.locator(".activity .call-body > p:first-child").locator("xpath=descendant-or-self::*[@lang]")
    assert set(await reasons.evaluate_all("all => all.map((one) => one.lang)")) == {"nl"}


async def test_an_answer_in_the_language_of_the_question_has_its_details_in_it_too(here: Here, page: Page) -> None:
    """What the steps are called is Dutch, and marked to be."""
    await page.goto(f"{here.url}/#/new/overheid")
    await read_in(page, "en")
    await say(page, "How much zorgtoeslag do I get in 2026 if I earn 30000 a year and live alone?")
    message = page.locator(".step-message .prose")
    await expect(message).to_contain_text("about 126 euros a month")
    assert await message.locator("p").evaluate_all(VOICES) == ["en", "en"]
    assert await message.locator("ul").evaluate_all(VOICES) == ["en"]
    await expect(message.locator("ul")).to_contain_text("Your income: 30,000 euros a year")
    await expect(page.locator(".plan .tongue")).to_have_count(0)
    await page.locator("summary", has_text="How it came about").click()
    steps = page.locator(".how .timeline .timeline .step-title > span:first-child", has_text="Regels opzoeken")
    assert await steps.evaluate_all(VOICES) == ["nl"]
    await expect(page.locator(".how .step-title").first).to_contain_text("Begin")


async def test_a_step_that_asks_one_tool_for_two_things_bears_its_name_once(here: Here, page: Page) -> None:
    await page.goto(f"{here.url}/#/new/overheid")
    await say(page, "Krijg ik zorgtoeslag en huurtoeslag in 2026? Ik woon alleen, verdien 24.000 per jaar, huur 650.")
    await expect(page.locator(".step-message")).to_contain_text("381 euro per maand")
    await page.locator("summary", has_text="Hoe dit tot stand kwam").click()
    title = page.locator(".how .step-title", has_text="Regels opzoeken")
    await expect(title.locator("span").first).to_have_text("Regels opzoeken")
    await expect(page.locator(".how .call-name", has_text="Regels opzoeken")).to_have_count(2)


async def test_what_an_agent_of_others_says_of_what_is_agreed_to_bears_its_language(tmp_path: Path, page: Page) -> None:
    async with finder(tmp_path / "data", page):
        await say(page, "Meld bij Urmston Town Juniors FC dat het hek bij veld 3 kapot is")
        held = page.locator(".held-call")
        await expect(held).to_contain_text("Reports a problem to Urmston Town")
        await expect(held.locator(".tongue")).to_have_text(["In het Engels"])
        await expect(held.locator(".tongue + p")).to_have_attribute("lang", "en")
