"""A server with tokens asks who is there, lets in whoever is known, goes on where they were, and lets them out."""

from pathlib import Path

from playwright.async_api import Page, expect

from tests.browser import Complaints, Photograph
from tests.servers import free_port
from tests.serving import serving_here
from tests.visitors import left
from tests.web.counter import accessible, accessible_in, open_surface, overflow

TOKEN = "annas-token-0123456789"
TOKENS = {"anna": TOKEN}


async def enter(page: Page, token: str) -> None:
    """Types a token where the page asks for it, with the keyboard alone, and sends it."""
    await expect(page.get_by_label("Toegangscode")).to_be_focused()
    await page.keyboard.type(token)
    await page.keyboard.press("Enter")


async def test_a_person_signs_in_with_the_keyboard_and_out_again(
    tmp_path: Path, page: Page, complaints: Complaints, photograph: Photograph
) -> None:
    async with serving_here(tmp_path / "data", tokens=TOKENS) as here:
        await page.goto(here.url)
        await expect(page.get_by_role("heading", level=1)).to_have_text("Inloggen")
        await expect(page.get_by_role("alert")).to_have_count(0)
        await accessible_in(page, "sign-in", "nl", "en")
        await enter(page, "nobodys-token-0123456789")
        await expect(page.get_by_role("alert")).to_contain_text("hier niet bekend")
        await photograph(page, "sign-in")
        await accessible_in(page, "sign-in wrong", "nl", "en")
        await enter(page, TOKEN)  # the wrong one is selected, so it is typed over
        await expect(page.get_by_role("heading", level=1)).to_have_text("Waar kunnen wij mee helpen?")
        await expect(page.locator("#main")).to_be_focused()
        await expect(page.locator(".connection")).to_contain_text("Verbonden")
        await accessible(page, "signed in")
        await page.set_viewport_size({"width": 320, "height": 640})
        assert await overflow(page) == 0
        await page.reload()
        await expect(page.get_by_role("heading", level=1)).to_have_text("Waar kunnen wij mee helpen?")
        await page.get_by_role("button", name="Uitloggen").focus()
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("heading", level=1)).to_have_text("Inloggen")
        await expect(page.get_by_role("button", name="Uitloggen")).to_have_count(0)
        assert not any(cookie.get("name") == "loket_token" for cookie in await page.context.cookies())
        await left(page)
    complaints.expected("401")


async def test_a_sign_in_that_ran_out_asks_again_and_keeps_what_was_filled_in(
    tmp_path: Path, page: Page, complaints: Complaints
) -> None:
    async with serving_here(tmp_path / "data", tokens=TOKENS) as here:
        await page.goto(here.url)
        await enter(page, TOKEN)
        await open_surface(page, "Toeslagen Check")
        await page.get_by_label("Uw inkomen").fill("30.000")
        await page.context.clear_cookies()
        await page.keyboard.press("Enter")  # no click: the list of conversations may have asked for the token already
        await enter(page, TOKEN)
        await expect(page.get_by_label("Uw inkomen")).to_have_value("30.000")
        await expect(page.get_by_role("alert")).to_have_count(0)
        await left(page)
    complaints.expected("401")


async def test_a_person_signs_in_to_a_server_at_another_address(
    tmp_path: Path, page: Page, complaints: Complaints
) -> None:
    port = free_port()
    origins = [f"http://127.0.0.1:{port}"]
    async with (
        serving_here(tmp_path / "data", tokens=TOKENS, origins=origins) as server,
        serving_here(tmp_path / "shell", only="shell", api=server.url, port=port) as shell,
    ):
        await page.goto(shell.url)
        await enter(page, TOKEN)
        await expect(page.get_by_role("heading", level=1)).to_have_text("Waar kunnen wij mee helpen?")
        await page.reload()
        await open_surface(page, "Toeslagen Check")
        await left(page)
    complaints.expected("401")
