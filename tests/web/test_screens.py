"""Every screen in both themes and both languages: nothing axe can find, nothing wider than the screen."""

from collections.abc import AsyncIterator
from typing import Literal

import pytest
from playwright.async_api import Page, expect

from tests.browser import Photograph
from tests.serving import Here, serving_here
from tests.web.counter import (
    LANGUAGES,
    accessible,
    accessible_in,
    analyse,
    check,
    done,
    open_surface,
    overflow,
    read_in,
)
from tests.web.test_blocks import form, search, wizard

LETTER = "Op 2 november 2026 kreeg ik een besluit over 640 euro zorgtoeslag. Ik ben het niet eens met het inkomen."


@pytest.fixture(scope="module")
async def shared(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Here]:
    """One server for all screens: what they look at is changed by nothing but conversations."""
    async with serving_here(tmp_path_factory.mktemp("screens")) as served:
        yield served


@pytest.fixture
async def here(shared: Here) -> AsyncIterator[Here]:
    """The shared server without conversations; those of a test go when it ends."""
    yield shared
    for one in (await shared.http.get("/api/conversations")).json()["items"]:
        (await shared.http.delete(f"/api/conversations/{one['id']}")).raise_for_status()


async def toeslagen(page: Page) -> None:
    await open_surface(page, "Toeslagen Check")


async def toeslagen_done(page: Page) -> None:
    await open_surface(page, "Toeslagen Check")
    await check(page)
    await done(page)
    for name in ("Zo is het berekend", "Bronnen", "Alle meldingen"):
        await page.locator("summary", has_text=name).click()
    await page.locator(".call summary").first.click()


async def toeslagen_wrong(page: Page) -> None:
    await open_surface(page, "Toeslagen Check")
    await check(page, income="veel")
    await expect(page.locator(".summary")).to_be_focused()


async def bezwaar(page: Page) -> None:
    await open_surface(page, "Bezwaar Assistent")


async def bezwaar_done(page: Page) -> None:
    await open_surface(page, "Bezwaar Assistent")
    await analyse(page, LETTER)
    await done(page)


async def log_open(page: Page) -> None:
    await open_surface(page, "Toeslagen Check")
    await check(page)
    await done(page)
    await page.get_by_role("button", name="Logboek", exact=True).click()
    await page.get_by_role("checkbox", name="Volgen").uncheck()  # or the list goes back to its end under the click
    await page.locator(".log-row", has_text="rules_lookup").first.click()
    await expect(page.locator(".log-detail h3")).to_be_visible()


async def deleting(page: Page) -> None:
    await open_surface(page, "Toeslagen Check")
    await page.get_by_role("button", name="Verwijder dit gesprek").click()
    await expect(page.get_by_role("dialog")).to_be_visible()


async def conversations(page: Page) -> None:
    for scheme, year in (("Zorgtoeslag", "2025"), ("Huurtoeslag", "2026")):
        await open_surface(page, "Toeslagen Check")
        await check(page, scheme, year)
        await done(page)
        await page.get_by_role("link", name="Terug naar het begin").click()
    await open_surface(page, "Bezwaar Assistent")
    await analyse(page, LETTER)
    await done(page)
    await page.get_by_role("link", name="Terug naar het begin").click()
    await expect(page.locator(".earlier .conversation")).to_have_count(3)
    title = page.locator(".earlier .conversation-title").first
    await expect(title).to_have_text("Op 2 november 2026 kreeg ik een besluit over 640 euro…")


async def menu(page: Page) -> None:
    await page.set_viewport_size({"width": 320, "height": 800})
    await page.get_by_role("button", name="Menu").click()
    await expect(page.get_by_role("navigation")).to_be_visible()


async def nothing(page: Page) -> None:
    """Home as it is when it is opened."""


async def wizard_end(page: Page) -> None:
    await wizard(page, "Een boete", "Verkeersboete van het CJIB", "Ik ben te laat")
    await expect(page.locator(".callout")).to_be_visible()


SCREENS = {
    "home": nothing,
    "conversations": conversations,
    "menu": menu,
    "toeslagen": toeslagen,
    "toeslagen-done": toeslagen_done,
    "toeslagen-wrong": toeslagen_wrong,
    "bezwaar": bezwaar,
    "bezwaar-done": bezwaar_done,
    "search": search,
    "wizard": wizard_end,
    "growing": form,
    "log": log_open,
    "delete": deleting,
}


@pytest.mark.parametrize("screen", SCREENS)
async def test_a_screen_is_accessible_in_every_theme_and_language_and_fits_every_width(
    home: Page, screen: str, photograph: Photograph
) -> None:
    await SCREENS[screen](home)
    await photograph(home, screen)
    await accessible_in(home, screen, "nl", "en")
    for language in LANGUAGES:
        await read_in(home, language)
        for width in (320, 375, 768, 1440):
            await home.set_viewport_size({"width": width, "height": 800})
            assert await overflow(home) == 0, f"{screen} in {language} is too wide at {width}"


async def test_a_page_at_twice_its_size_still_fits(home: Page) -> None:
    await toeslagen_done(home)
    await home.set_viewport_size({"width": 640, "height": 400})
    await home.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
    assert await overflow(home) == 0


async def test_what_there_is_most_of_is_accessible_in_the_other_languages(home: Page, photograph: Photograph) -> None:
    """Of the first the colours, too: the page says to foreign readers, and to them alone, that it answers in Dutch."""
    await toeslagen_done(home)
    for language in LANGUAGES[2:]:
        await read_in(home, language)
        await photograph(home, f"toeslagen-{language}")
    await accessible_in(home, "toeslagen-done", *LANGUAGES[2:])


IN_THEIRS = {
    "en": ("How can we help?", "Start: Allowance check", "Allowance check", "Healthcare allowance (zorgtoeslag)"),
    "de": ("Wie können wir helfen?", "Starten: Zuschuss prüfen", "Zuschuss prüfen", "Mietzuschuss (huurtoeslag)"),
    "pt-BR": ("Como podemos ajudar?", "Começar: Consulta de auxílios", "Consulta de auxílios", "Auxílio-aluguel"),
}


async def test_the_counter_is_written_in_the_language_of_its_reader(home: Page) -> None:
    """Titles, forms and steps; the answers stay Dutch, are said to be, and are marked as Dutch."""
    await toeslagen_done(home)
    heading = home.get_by_role("heading", level=1)
    await expect(heading).to_have_text("Toeslagen Check")
    talk = home.url
    for language, (welcome, start, title, label) in IN_THEIRS.items():
        await home.goto(talk)
        await read_in(home, language)
        await expect(heading).to_have_text(title)
        await expect(heading).not_to_have_attribute("lang", "nl")
        await expect(home.get_by_role("navigation").get_by_role("button", name=title)).to_be_visible()
        await expect(home.get_by_label(label)).to_be_visible()
        await expect(home.locator(".results")).to_have_attribute("lang", "nl")
        await home.locator(".back").click()
        await expect(heading).to_have_text(welcome)
        await expect(home.get_by_role("button", name=start)).not_to_have_attribute("lang", "en")
        await home.reload()
        await expect(home.get_by_role("button", name=start)).to_be_visible()
        await expect(home.locator("html")).to_have_attribute("lang", language)


@pytest.mark.parametrize("chosen", ["light", "dark"])
async def test_the_chosen_theme_and_language_are_kept(home: Page, chosen: str) -> None:
    await home.locator("#theme").select_option(chosen)
    await home.locator("#language").select_option("en")
    await expect(home.locator("html")).to_have_attribute("lang", "en")  # its words have come
    await home.reload()
    await expect(home.locator("html")).to_have_attribute("data-theme", chosen)
    await expect(home.get_by_role("heading", level=1, name="How can we help?")).to_be_visible()


async def test_every_input_has_its_label_and_every_target_its_size(home: Page) -> None:
    await toeslagen(home)
    for label in ("Huurtoeslag", "Samenwonend", "Voor welk jaar?", "Uw inkomen", "Spaargeld en bezit"):
        await expect(home.get_by_label(label).first).to_be_visible()
    small = await home.evaluate(
        """() => [...document.querySelectorAll("button, select, input, summary")]
        .filter((one) => one.checkVisibility())
        .filter((one) => one.getBoundingClientRect().height < 24 && !one.closest(".tick"))
        .map((one) => one.outerHTML.slice(0, 80))"""
    )
    assert small == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_paper_is_white_and_has_no_buttons(home: Page, scheme: Literal["light", "dark"]) -> None:
    await home.evaluate("(scheme) => localStorage.setItem('loket.theme', scheme)", scheme)
    await home.reload()
    await toeslagen_done(home)
    await home.emulate_media(media="print", color_scheme=scheme)
    paper = "getComputedStyle(document.body).backgroundColor"
    assert await home.evaluate(paper) == "rgb(255, 255, 255)"
    await home.evaluate("delete document.documentElement.dataset.theme")
    assert await home.evaluate(paper) == "rgb(255, 255, 255)"
    await expect(home.locator("button:visible, select:visible, nav:visible")).to_have_count(0)
    await expect(home.locator(".antwoord .answer")).to_be_visible()


async def test_the_page_of_the_api_is_accessible_and_fits(here: Here, page: Page, photograph: Photograph) -> None:
    await page.goto(f"{here.url}/docs")
    await photograph(page, "api")
    await accessible(page, "the API")
    for width in (320, 390, 768):
        await page.set_viewport_size({"width": width, "height": 800})
        assert await overflow(page) == 0, f"too wide at {width}"


async def test_on_a_phone_the_tools_of_a_page_stand_in_one_line_under_short_names(home: Page) -> None:
    await home.set_viewport_size({"width": 320, "height": 800})
    await toeslagen(home)
    back, erase = home.locator(".back"), home.get_by_role("button", name="Verwijderen", exact=True)
    await expect(back).to_have_text("Begin", use_inner_text=True)
    tops = [(await one.bounding_box() or {"y": -1})["y"] for one in (back, erase)]
    assert abs(tops[0] - tops[1]) < 4
    await expect(home.locator(".status code")).to_have_count(0)


async def test_forced_colours_and_less_motion_leave_everything_visible(here: Here, page: Page) -> None:
    await page.emulate_media(forced_colors="active", reduced_motion="reduce")
    await page.goto(here.url)
    await toeslagen_done(page)
    moving = await page.evaluate("() => document.getAnimations().length")
    assert moving == 0
    await expect(page.get_by_role("button", name="Controleer")).to_be_visible()
