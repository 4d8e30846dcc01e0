"""Lost lines, servers that go and come back, conversations that are gone, agents that are down."""

from pathlib import Path

from playwright.async_api import Page, expect

from tests.browser import Complaints, Photograph
from tests.servers import free_port
from tests.serving import Here, serving_here
from tests.visitors import left
from tests.web.counter import accessible_in, check, done, open_surface, read_in


async def test_a_lost_server_shows_a_banner_and_everything_goes_on_when_it_is_back(
    tmp_path: Path, page: Page, complaints: Complaints, photograph: Photograph
) -> None:
    port = free_port()
    async with serving_here(tmp_path / "data", port=port) as first:
        await page.goto(first.url)
        await open_surface(page, "Toeslagen Check")
        await check(page)
        await done(page)
        for language in ("en", "nl"):  # a language comes when it is first read: without a server no new one can
            await read_in(page, language)
    banner = page.get_by_role("alert")
    await expect(banner).to_contain_text("De verbinding is weg")
    await expect(page.locator(".connection")).to_contain_text("Geen verbinding")
    await expect(page.locator(".antwoord .answer")).to_contain_text("112")
    await photograph(page, "lost")
    await accessible_in(page, "lost", "nl", "en")
    async with serving_here(tmp_path / "data", port=port):
        await expect(page.locator(".connection")).to_contain_text("Verbonden")
        await expect(banner).to_have_count(0)
        await check(page, "Zorgtoeslag", "2025", "35.000")
        await expect(page.locator(".antwoord .answer")).to_contain_text("€\u00a055")
        await done(page)
        await expect(page.locator(".timeline .step")).to_have_count(5)
        await left(page)
    complaints.seen = [line for line in complaints.seen if "ERR_" not in line]


async def test_an_action_without_a_server_says_that_nothing_was_sent(
    tmp_path: Path, page: Page, complaints: Complaints
) -> None:
    async with serving_here(tmp_path / "data") as served:
        await page.goto(served.url)
        await open_surface(page, "Toeslagen Check")
    await page.get_by_role("button", name="Controleer").click()
    await expect(page.locator(".banner.error")).to_contain_text("Er is niets verstuurd")
    await page.locator(".banner.error").get_by_role("button", name="Sluiten").click()
    await expect(page.locator(".banner.error")).to_have_count(0)
    complaints.expected("ERR_")


async def test_a_conversation_that_is_gone_says_so(
    here: Here, page: Page, complaints: Complaints, photograph: Photograph
) -> None:
    await page.goto(f"{here.url}/#/c/{'0' * 21}7/toeslagen")
    await expect(page.get_by_role("heading", level=1)).to_have_text("Dit gesprek is er niet meer")
    await expect(page.locator(".connection, .log-button")).to_have_count(0)
    await photograph(page, "gone")
    await accessible_in(page, "gone", "nl", "en")
    await page.get_by_role("link", name="Naar het begin").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Waar kunnen wij mee helpen?")
    complaints.expected("404")


async def test_deleting_asks_first_and_removes_it_everywhere(here: Here, home: Page, complaints: Complaints) -> None:
    await open_surface(home, "Toeslagen Check")
    await check(home)
    await done(home)
    address = home.url
    await home.get_by_role("button", name="Verwijder dit gesprek").click()
    dialog = home.get_by_role("dialog")
    await expect(dialog).to_contain_text("kan niet worden teruggedraaid")
    await home.keyboard.press("Escape")
    await expect(dialog).to_have_count(0)
    await expect(home.get_by_role("button", name="Verwijder dit gesprek")).to_be_focused()
    await home.get_by_role("button", name="Verwijder dit gesprek").click()
    await dialog.get_by_role("button", name="Verwijderen").click()
    await expect(home.get_by_role("heading", level=1)).to_have_text("Waar kunnen wij mee helpen?")
    await expect(home.get_by_text("U hebt nog geen gesprekken").first).to_be_visible()
    await home.goto(address)
    await home.reload()
    await expect(home.get_by_role("heading", level=1)).to_have_text("Dit gesprek is er niet meer")
    await expect(home.get_by_text("Het is verwijderd, in dit of in een ander venster")).to_be_visible()
    complaints.expected("410")


async def test_when_an_agent_is_down_the_reader_is_asked_and_can_answer_with_a_key(
    tmp_path: Path, page: Page, photograph: Photograph
) -> None:
    port = free_port()
    agents = {"toeslagen": f"http://127.0.0.1:{port}/"}
    async with serving_here(tmp_path / "data", parts=agents) as served:
        await page.goto(served.url)
        await open_surface(page, "Toeslagen Check")
        await check(page)
        question = page.locator(".question")
        await expect(question).to_be_visible()
        await expect(page.locator(".status.error")).to_be_visible()
        await expect(page.get_by_role("button", name="Controleer")).to_be_enabled()
        await expect(page.locator(".result.documenten")).to_be_visible()
        await page.reload()
        await expect(question.get_by_role("button")).to_have_count(2)
        await photograph(page, "asking")
        await accessible_in(page, "asking", "nl", "en")
        async with serving_here(tmp_path / "agent", only="overheid.toeslagen", port=port):
            await question.focus()
            await page.keyboard.press("1")
            await done(page)
        await expect(question).to_have_count(0)
        await expect(page.locator(".result.documenten .explained")).to_be_visible()
        await left(page)
