"""How a person uses the counter in a browser: opens a surface, fills in a form, waits for the answer."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from playwright.async_api import Locator, Page, expect

from tests.browser import COLOURS, WCAG, WORDS, assert_accessible

LANGUAGES = ("nl", "en", "de", "pt-BR")


async def open_surface(page: Page, title: str) -> None:
    """Starts a surface from home and waits for its form."""
    await page.get_by_role("button", name=f"Start: {title}").click()
    await expect(page.get_by_role("heading", level=1, name=title)).to_be_visible()
    await expect(page.locator("form")).to_be_visible()


async def check(page: Page, scheme: str = "Zorgtoeslag", year: str = "2025", income: str = "30.000") -> None:
    """Fills in the form for an allowance and sends it."""
    await page.get_by_label(scheme).check()
    await page.get_by_label("Voor welk jaar?").select_option(year)
    await page.get_by_label("Uw inkomen").fill(income)
    await page.get_by_role("button", name="Controleer").click()


async def analyse(page: Page, letter: str = "") -> None:
    """Puts a letter in the field and sends it."""
    await page.get_by_label("Tekst van de brief").fill(letter)
    await page.get_by_role("button", name="Analyseer").click()


@asynccontextmanager
async def silent_agent() -> AsyncGenerator[str]:
    """The address of an agent that takes every request and never answers: the work stands still while it is asked."""

    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    async with await asyncio.start_server(silent, "127.0.0.1", 0) as agent:
        yield f"http://127.0.0.1:{agent.sockets[0].getsockname()[1]}/"


async def done(page: Page) -> None:
    """Waits until the status says that all is done, or that what was done asks something."""
    await expect(page.locator(".status:is(.done, .open)")).to_be_visible()


async def read_in(page: Page, language: str) -> None:
    """Chooses a language where it is chosen, also while a dialog keeps the mouse away from there."""
    choose = "(select, code) => { select.value = code; select.dispatchEvent(new Event('change')); }"
    await page.locator("#language").evaluate(choose, language)
    await expect(page.locator("html")).to_have_attribute("lang", language)


async def accessible_in(page: Page, what: str, *languages: str) -> None:
    """Fails with axe's report when it finds anything in the first of these languages, what another theme can break, or
    what the other languages can; ends in Dutch and light."""
    for language in languages:
        await read_in(page, language)
        if language == languages[0]:
            await accessible(page, f"{what} {language}")
        else:
            await assert_accessible(page, f"{what} {language}", rules=WORDS)
    await read_in(page, "nl")


async def accessible(page: Page, what: str) -> None:
    """Fails with axe's report when it finds anything, in the dark of what another theme can break; ends in light."""
    for scheme in ("dark", "light"):
        await page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        await assert_accessible(page, f"{what} {scheme}", rules=COLOURS if scheme == "dark" else WCAG)


async def overflow(page: Page) -> int:
    """How many pixels the page is wider than the screen."""
    return await page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")


async def fits_in(page: Page, *languages: str) -> None:
    """Fails when the page is wider than the screen in one of these languages; ends in the last."""
    for language in languages:
        await read_in(page, language)
        assert await overflow(page) == 0, f"too wide in {language}"


async def by_tab(page: Page, goal: Locator, key: str = "Tab") -> None:
    """Presses the key until the goal has the focus, as somebody without a mouse does."""
    for _ in range(80):
        if await goal.evaluate("(element) => element === document.activeElement"):
            return
        await page.keyboard.press(key)
    raise AssertionError(f"{goal} can't be reached by {key}")
