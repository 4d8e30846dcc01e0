"""On a slow line people go on writing: what arrives late takes nothing of it away and stands nowhere in its place."""

import asyncio
import re
from pathlib import Path

from playwright.async_api import FilePayload, Locator, Page, Route, expect

from tests.browser import Complaints
from tests.serving import Here, serving_here
from tests.visitors import left
from tests.web.counter import check, done, open_surface

READING = "**/api/letters/text"
TALKER = "tests.web.talker:bundle"


def loading(page: Page) -> Locator:
    """That the page comes."""
    return page.get_by_role("status", name="De pagina wordt geladen")


async def test_a_message_that_is_refused_late_comes_back_before_what_was_written_since(
    tmp_path: Path, page: Page, complaints: Complaints
) -> None:
    held: asyncio.Queue[Route] = asyncio.Queue()
    async with serving_here(tmp_path / "data", assistants=[TALKER]) as here:
        await page.goto(f"{here.url}/#/new/talker")
        field = page.locator("#composer")
        await field.fill("say hello")
        await page.route("**/api/conversations", held.put_nowait)
        await field.press("Enter")
        asked = await held.get()
        await expect(page.locator(".said.you p")).to_have_text("say hello")
        await field.fill("and something else")
        await asked.abort()
        await expect(page.locator("#composer-problem")).not_to_be_empty()
        await expect(field).to_have_value("say hello\n\nand something else")
        await expect(page.locator(".said.you")).to_have_count(0)
        complaints.expected("ERR_")
        await left(page)


async def letters_on_their_way(home: Page, *names: str) -> list[Route]:
    """Chooses these files, one after the other; what the server is asked with, in that order."""
    held: asyncio.Queue[Route] = asyncio.Queue()
    asked: list[Route] = []
    await open_surface(home, "Bezwaar Assistent")
    await home.route(READING, held.put_nowait)
    for name in names:
        paper = FilePayload(name=name, mimeType="application/pdf", buffer=name.encode())
        await home.locator(".letter-file input").set_input_files(paper)
        asked.append(await held.get())
    return asked


async def test_the_text_of_a_file_stands_below_what_was_typed_while_it_was_read(home: Page) -> None:
    held = await letters_on_their_way(home, "one.pdf")
    field = home.get_by_label("Tekst van de brief")
    await field.fill("Ik heb deze brief gekregen.")
    await held[0].fulfill(json={"text": "Beste mevrouw,"})
    await expect(home.locator(".letter-file")).to_contain_text("Kijk of hij klopt")
    await expect(field).to_have_value("Ik heb deze brief gekregen.\n\nBeste mevrouw,")


async def test_of_two_files_the_one_chosen_last_is_the_letter_whichever_is_read_first(home: Page) -> None:
    held = await letters_on_their_way(home, "one.pdf", "two.pdf")
    field, news = home.get_by_label("Tekst van de brief"), home.locator(".letter-file [role=status]")
    await held[1].fulfill(json={"text": "The second."})
    await expect(field).to_have_value("The second.")
    async with home.expect_response(READING):
        await held[0].fulfill(json={"text": "The first."})
    await expect(news).to_contain_text("two.pdf")
    await expect(field).to_have_value("The second.")


async def test_a_page_that_is_started_twice_while_it_comes_is_begun_once(here: Here, home: Page) -> None:
    held: asyncio.Queue[Route] = asyncio.Queue()
    await home.route("**/api/conversations", held.put_nowait)
    start = home.get_by_role("button", name="Start: Toeslagen Check")
    await start.click()
    asked = await held.get()
    await expect(loading(home)).to_be_visible()
    await home.get_by_role("navigation").get_by_role("button", name="Toeslagen Check").click()
    await asked.continue_()
    await expect(home.get_by_role("heading", level=1, name="Toeslagen Check")).to_be_visible()
    assert held.empty()
    listed = (await here.http.get("/api/conversations")).json()["items"]
    assert len(listed) == 1, listed


async def test_a_form_is_shown_when_what_was_filled_in_is_there(home: Page) -> None:
    """An empty one in its place would say that nothing was asked, and keep what is filled in from coming."""
    await open_surface(home, "Toeslagen Check")
    await check(home)
    await done(home)
    held: asyncio.Queue[Route] = asyncio.Queue()
    await home.route(re.compile(r"/events\?"), held.put_nowait)
    await home.reload()
    stream = await held.get()
    await expect(loading(home)).to_be_visible()
    await expect(home.locator("form")).to_have_count(0)
    await stream.continue_()
    await expect(home.get_by_label("Zorgtoeslag")).to_be_checked()
    await expect(home.get_by_label("Uw inkomen")).to_have_value("30.000")
    await home.unroute_all()


async def test_a_form_that_is_sent_twice_while_it_is_on_its_way_is_checked_once(here: Here, home: Page) -> None:
    held: asyncio.Queue[Route] = asyncio.Queue()
    await open_surface(home, "Toeslagen Check")
    await home.route(re.compile(r"/events$"), held.put_nowait)
    await check(home)
    asked = await held.get()
    await expect(home.locator("loket-surface-view")).to_have_attribute("aria-busy", "true")
    await home.get_by_role("button", name="Controleer").click()
    await asked.continue_()
    await done(home)
    assert held.empty()
    await expect(home.locator("loket-surface-view")).to_have_attribute("aria-busy", "false")


async def test_what_is_on_its_way_is_no_nothing(home: Page) -> None:
    """The status says what is so from the press of the button on."""
    held: asyncio.Queue[Route] = asyncio.Queue()
    await open_surface(home, "Toeslagen Check")
    status = home.locator(".status")
    await expect(status).to_contain_text("Er is nog niets gevraagd.")
    await home.route(re.compile(r"/events$"), held.put_nowait)
    await check(home)
    asked = await held.get()
    await expect(status).to_contain_text("Bezig")
    await expect(status).to_contain_text("Dit is onderweg.")
    await expect(status.get_by_role("status")).to_have_attribute("aria-busy", "true")
    await expect(status).not_to_contain_text("nog niets gevraagd")
    await asked.continue_()
    await done(home)
    await home.unroute_all()


async def test_of_two_choices_of_one_question_the_first_is_the_answer(tmp_path: Path, page: Page) -> None:
    """They may overtake each other on the way."""
    held: asyncio.Queue[Route] = asyncio.Queue()
    async with serving_here(tmp_path / "data", assistants=[TALKER]) as here:
        await page.goto(f"{here.url}/#/new/talker")
        await page.get_by_role("button", name="choose something").click()
        options = page.locator(".question .option")
        await expect(options.nth(1)).to_be_visible()
        await page.route(re.compile(r"/events$"), held.put_nowait)
        await options.nth(0).click()
        asked = await held.get()
        await options.nth(1).click()
        await asked.continue_()
        await expect(page.locator(".answers").last).to_contain_text("You answered")
        assert held.empty()
        await left(page)


async def test_an_example_that_is_clicked_twice_is_said_once(tmp_path: Path, page: Page) -> None:
    held: asyncio.Queue[Route] = asyncio.Queue()
    async with serving_here(tmp_path / "data", assistants=[TALKER]) as here:
        await page.goto(f"{here.url}/#/new/talker")
        await page.route("**/api/conversations", held.put_nowait)
        example = page.get_by_role("button", name="say hello")
        await example.click()
        asked = await held.get()
        await example.click()
        await asked.continue_()
        await expect(page.locator(".answers")).to_have_count(1)
        await expect(page.locator(".said.you")).to_have_count(1)
        assert held.empty()
        listed = (await here.http.get("/api/conversations")).json()["items"]
        assert len(listed) == 1, listed
        await left(page)
