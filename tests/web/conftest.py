"""What the browser tests of the shell share: the real server, a page on it, and the ways people move on the page."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.serving import Here, serving_here
from tests.web.maps import mapping, prepared

expect.set_options(timeout=30_000)


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Here]:
    """Everything in one process, without waiting between frames."""
    async with serving_here(tmp_path / "data") as served:
        yield served


@pytest.fixture(scope="session")
async def examples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example data of the map assistant, made once."""
    return await prepared(tmp_path_factory.mktemp("map"))


@pytest.fixture
async def map_talk(examples: Path, tmp_path: Path, page: Page) -> AsyncIterator[Here]:
    """The map assistant; the page is at its empty talk, in German."""
    async with mapping(examples, tmp_path / "data", page) as served:
        yield served


@pytest.fixture
async def home(here: Here, page: Page) -> Page:
    """A visitor who has just opened the page."""
    await page.goto(here.url)
    await expect(page.get_by_role("heading", level=1)).to_be_visible()
    return page
