"""A real Chromium for tests: a page that fails its test on any console error, page error or call to a foreign host."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from pathlib import Path

import pytest
from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.async_api import Browser, Page, async_playwright, expect

from tests.chromium import find_chromium
from tests.serving import PORTS
from tests.visitors import Complaints, Visitors

NOT_NEEDED = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup")
"""The address bar's suggestions: pages of the browser's own, loaded for each window though nobody sees one. They cost
more than the page under test."""

AS_PLAYWRIGHT = (
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
)
"""What Playwright switches off; only the last list that a browser is given counts."""

# Renderers that Chromium makes in advance, one for each address that a page might come from, cost an eighth of a test;
# all of ours come from this machine.
FLAGS = (
    "--disable-features=" + ",".join((*AS_PLAYWRIGHT, *NOT_NEEDED)),
    "--disable-site-isolation-trials",
    "--renderer-process-limit=1",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
WCAG = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]},
    "resultTypes": ["violations"],
}
COLOURS = {
    "runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]},
    "resultTypes": ["violations"],
}
"""What another theme can break: all else that axe looks at is the same in each."""
WORDS = {**WCAG, "rules": {"color-contrast": {"enabled": False}}}
"""What another language can break: its words stand in the colours of the first, and measuring those takes longer than
all else."""
VIOLATIONS = "([part, options]) => axe.run(part || document, options).then((found) => found.violations)"
"""To write down and bring over what is in order takes as long as to look."""
WIDTHS = (320, 768, 1440)

expect.set_options(timeout=30_000)
"""As long as for what is clicked: how fast a page is on a busy machine is not what is looked at."""

Open = Callable[..., Awaitable[Page]]
FLOATS = "() => document.querySelector('dialog[open], loket-log-drawer, loket-map-pane') !== null"
"""What floats is as high as the window, so a picture of the whole page would show it cut off."""

TO_WHERE_IT_IS_READ = """() => {
    const end = document.querySelector('loket-map-pane') ? document.documentElement.scrollHeight : 0;
    window.scrollTo(0, end);
}"""
"""Most pages from their beginning, else what is sticky hides what is below it; a talk beside a map at its end."""

UNSTUCK = ".chat-foot { position: static; }"
"""In a picture of a whole page, what sticks to the window would lie over what is below it."""

Photograph = Callable[[Page, str], Awaitable[None]]


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    PORTS.next_test("chromium" in getattr(item, "fixturenames", ()))


@pytest.fixture(scope="session")
async def chromium(anyio_backend: object) -> AsyncIterator[Browser]:
    """One browser for the tests of a worker; without one they fail with the command that brings it."""
    program = find_chromium()
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=program, args=list(FLAGS))
        yield browser
        await browser.close()


@pytest.fixture
async def complaints() -> AsyncIterator[Complaints]:
    """Fails the test at its end when a page complained."""
    heard = Complaints()
    yield heard
    assert not heard.seen, "\n".join(["the page complained:", *heard.seen])


@pytest.fixture(scope="session")
def visitors(chromium: Browser) -> Visitors:
    """The visitors of a worker's tests."""
    return Visitors(chromium)


@pytest.fixture
async def open_page(visitors: Visitors, complaints: Complaints) -> AsyncIterator[Open]:
    """Opens a page as a new visitor; options are those of Playwright's `new_context` (viewport, color_scheme, ...)."""

    async def opened(**options: object) -> Page:
        return await visitors.come(complaints, {"locale": "nl-NL", "timezone_id": "Europe/Amsterdam", **options})

    yield opened
    await visitors.leave()


@pytest.fixture
async def page(open_page: Open) -> Page:
    """One visitor's page at 1280 x 800."""
    return await open_page(viewport={"width": 1280, "height": 800})


@pytest.fixture
def photograph(request: pytest.FixtureRequest) -> Photograph:
    """`await photograph(page, "toeslagen-done")` keeps the screen at three widths, light and dark, when asked to."""
    folder: Path | None = request.config.getoption("--screenshots")

    async def photographed(page: Page, name: str) -> None:
        if folder is None:
            return
        before = page.viewport_size
        for scheme in ("light", "dark"):
            await page.emulate_media(color_scheme=scheme)
            for width in WIDTHS:
                await page.set_viewport_size({"width": width, "height": 900})
                await page.evaluate(TO_WHERE_IT_IS_READ)
                target = folder / f"{name}-{width}-{scheme}.png"
                whole = not await page.evaluate(FLOATS)
                await page.screenshot(
                    path=target, full_page=whole, animations="disabled", style=UNSTUCK if whole else ""
                )
        await page.emulate_media(color_scheme="light")
        if before:
            await page.set_viewport_size(before)

    return photographed


async def assert_accessible(page: Page, what: str = "", part: str = "", rules: Mapping[str, object] = WCAG) -> None:
    """Axe finds no violation of WCAG 2.2 A and AA on this screen, or in the part of it with this selector."""
    if not await page.evaluate("() => 'axe' in window"):
        await page.evaluate(f"() => {{ {AXE_SCRIPT} }}")
    found = AxeResults({"violations": await page.evaluate(VIOLATIONS, [part, rules])})
    assert not found.violations_count, f"{what} {found.generate_report()}"


async def assert_fits(page: Page) -> None:
    """Nothing sticks out to the side."""
    wide, room = await page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide <= room, f"the page is {wide} px wide in a window of {room} px"
