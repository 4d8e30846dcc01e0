"""How a person talks with the map assistant in a browser: asks, waits for the steps, reads what is on the map."""

import re
import shutil
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Locator, Page, expect

from loket_demos.sogis.source.bundled import BundledSource
from tests.serving import Here, serving_here
from tests.visitors import left
from tests.web.counter import read_in

SOGIS = "loket_demos.sogis.components:bundle"
ADDRESS = "Gehe zur Langendorfstrasse 19b in Solothurn"
STREET = "Gehe zur Hauptstrasse in Messen"
DOOR = (2605899, 1229278)
LOOKS = {
    "done": "fertig",
    "asks": "wartet auf Sie",
    "needs": "braucht noch eine Angabe",
    "error": "hat nicht geklappt",
    "planned": "geplant",
}


async def prepared(folder: Path) -> Path:
    """The example data as a server keeps it, made once for many."""
    await BundledSource(folder).prepare()
    return folder


@asynccontextmanager
async def mapping(prepared: Path, data: Path, page: Page, language: str = "de", *others: str) -> AsyncGenerator[Here]:
    """Serves the map assistant, and others beside it; the page is at its empty talk, in a language, and jumps where
    others fly: to draw sixty maps a second costs more than all else, and maps on surfaces fly in their tests."""
    shutil.copytree(prepared, data / "sogis", ignore=shutil.ignore_patterns("sogis"))
    async with serving_here(data, assistants=[SOGIS, *others]) as here:
        await page.emulate_media(reduced_motion="reduce")
        await page.goto(f"{here.url}/#/new/sogis")
        await expect(page.get_by_role("heading", level=1)).to_have_text("Karten-Assistent")
        await read_in(page, language)
        await drawn(page)
        yield here
        await left(page)


async def drawn(page: Page) -> None:
    """Waits until the map is there and looks somewhere."""
    await expect(page.locator(".map-frame")).to_have_attribute("data-center", re.compile(r"^\d+"))


async def ask(page: Page, text: str) -> None:
    """Says something."""
    field = page.locator("#composer")
    await field.fill(text)
    await field.press("Enter")


async def stands(page: Page, *looks: tuple[str, str]) -> None:
    """Waits until the steps of the last message have these names and stand so."""
    steps = page.locator(".turn").last.locator(".plan .step")
    await expect(steps.locator(".step-title > span:first-child")).to_have_text([name for name, _ in looks])
    for at, (_, look) in enumerate(looks):
        await expect(steps.nth(at)).to_have_attribute("data-look", look)
        await expect(steps.nth(at).locator(".step-state")).to_contain_text(LOOKS[look])


async def looks_at(page: Page, east: float, north: float, metres: float = 5) -> None:
    """Waits until the map has arrived there."""
    near = """([east, north, metres]) => {
        const [x, y] = (document.querySelector('.map-frame').dataset.center ?? '0,0').split(',').map(Number);
        return Math.hypot(x - east, y - north) <= metres;
    }"""
    await page.wait_for_function(near, arg=[east, north, metres])


async def on_map(page: Page, *names: str) -> None:
    """Waits until the list of what is on the map has these names, in any order, and nothing else."""
    listed = page.locator(".map-things .map-name > span:first-of-type")
    await expect(listed).to_have_count(len(names))
    found = [" ".join(text.split()) for text in await listed.all_text_contents()]
    assert sorted(found) == sorted(names), found


def option(page: Page, text: str) -> Locator:
    """A choice of the open question."""
    return page.locator(".question .option", has_text=text)
