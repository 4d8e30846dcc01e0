"""The allowance check in a browser: steps as they come, the answer first, and nothing lost whatever the reader does."""

import re
from pathlib import Path

from playwright.async_api import Page, expect

from tests.browser import Open, Photograph
from tests.serving import Here, serving_here
from tests.visitors import left
from tests.web.counter import accessible_in, check, done, open_surface, silent_agent

STEPS = ("De regels opzoeken", "De papieren op een rij zetten", "Kijken waar u op moet letten", "Uitleg in gewone taal")


async def test_the_answer_is_the_published_amount_with_its_year_and_sources(home: Page) -> None:
    await open_surface(home, "Toeslagen Check")
    await check(home, "Zorgtoeslag", "2025", "30.000")
    await done(home)
    card = home.locator(".antwoord")
    await expect(card.get_by_role("heading", level=2)).to_have_text("Zorgtoeslag 2025")
    await expect(card.locator(".answer")).to_contain_text("€\u00a0112 per maand")
    await expect(card).to_contain_text("indicatie, geen besluit")
    await card.locator("summary", has_text="Bronnen").click()
    await expect(card.get_by_role("link", name="Wet op de zorgtoeslag").first).to_have_attribute(
        "href", "https://wetten.overheid.nl/BWBR0018451"
    )
    for kind in ("documenten", "aandachtspunten"):
        assert await home.locator(f".result.{kind} .explained li").count() > 0
    texts = await home.locator(".results .explained-title strong").all_inner_texts()
    assert len(texts) == len(set(texts)) > 4, "each paper and each point is told once"
    for step in STEPS:
        await expect(home.locator(".timeline")).to_contain_text(step)


async def test_the_form_asks_what_the_chosen_allowance_needs_and_the_first_one_can_be_computed(home: Page) -> None:
    """Newest year first; what was understood stands beside the answer, which is the largest thing on the page."""
    await open_surface(home, "Toeslagen Check")
    await expect(home.get_by_label("Huurtoeslag")).to_be_checked()
    await expect(home.get_by_label("Voor welk jaar?")).to_have_value("2026")
    await home.get_by_label("Uw inkomen").fill("25.000")
    await home.get_by_label("Kale huur per maand").fill("750")
    await home.get_by_role("button", name="Controleer").click()
    await done(home)
    card = home.locator(".antwoord")
    await expect(card.locator(".answer")).to_contain_text("€\u00a0414 per maand")
    await expect(card.locator(".basis")).to_contain_text("750 euro per maand")
    await expect(card.locator(".basis div", has_text="Uw leeftijd")).to_contain_text("niet gezegd")
    await expect(card.get_by_role("link", name="Officiële proefberekening")).to_be_visible()
    size = "(selector) => parseFloat(getComputedStyle(document.querySelector(selector)).fontSize)"
    assert await home.evaluate(size, ".antwoord .answer") > await home.evaluate(size, "h1")
    await card.get_by_role("button", name="Klopt er iets niet?").click()
    await expect(home.get_by_label("Huurtoeslag")).to_be_focused()
    await home.get_by_label("Kinderopvangtoeslag").check()
    await expect(home.get_by_label("Kale huur per maand")).to_have_count(0)
    await expect(home.get_by_label("Prijs van een uur opvang")).to_be_visible()
    await home.get_by_label("Kindgebonden budget").check()
    await home.get_by_label("Leeftijd van uw kinderen").fill("8")
    await home.get_by_role("button", name="Controleer").click()
    await expect(card.locator("h2")).to_have_text("Kindgebonden budget 2026")
    await expect(card.locator(".basis")).to_contain_text("8 jaar")


async def test_what_is_missing_for_an_amount_is_named(home: Page) -> None:
    await open_surface(home, "Toeslagen Check")
    await home.get_by_role("button", name="Controleer").click()
    await done(home)
    await expect(home.locator(".antwoord .answer")).to_contain_text("uw inkomen en uw kale huur per maand")


async def test_an_amount_beyond_reason_is_asked_back(home: Page) -> None:
    await open_surface(home, "Toeslagen Check")
    await check(home, "Zorgtoeslag", "2025", "30.00")
    question = home.locator(".question")
    await expect(question).to_contain_text("uw inkomen 30 euro per jaar. Klopt dat?")
    await question.get_by_role("button", name="30.000 euro per jaar").click()
    await done(home)
    await expect(home.locator(".antwoord .answer")).to_contain_text("112")
    await expect(home.get_by_label("Uw inkomen")).to_have_value("30.000")


async def test_the_status_panel_shows_all_four_paths_at_every_step(tmp_path: Path, page: Page) -> None:
    async with serving_here(tmp_path / "data", pace="demo") as slow:
        await page.goto(slow.url)
        await open_surface(page, "Toeslagen Check")
        await check(page)
        panel = page.get_by_role("status", name="Stand van zaken")
        await expect(panel).to_have_attribute("aria-busy", "true")
        await expect(page.get_by_role("button", name="Controleer")).to_be_disabled()
        await expect(page.get_by_role("button", name="Wissen")).to_be_disabled()
        for step in ("rules_lookup", "doc_checklist", "risk_notes", "explain_toeslagen"):
            await expect(panel.locator("code")).to_have_text(step)
            await expect(panel).to_contain_text("Bezig")
        await done(page)
        await expect(panel.locator("[data-step=done]")).to_have_text("Afgerond")
        await expect(panel.locator("code")).to_have_count(0)
        told = await panel.locator("time").get_attribute("datetime")
        assert told is not None and len(told) == len("2026-11-21 22:50:01")
        day, month, year, _, clock = (await panel.locator("time").inner_text()).split(" ")
        assert (int(day), year, clock) == (int(told[8:10]), told[:4], told[11:]) and month.isalpha(), "in words"
        await expect(page.get_by_role("button", name="Controleer")).to_be_enabled()
        await page.locator("summary", has_text="Alle meldingen").click()
        assert await page.locator(".history li").count() >= 9
        words = "\n".join(await page.locator(".history li").all_inner_texts())
        assert not re.search(r"(?m)^(done|rules_lookup)$", words), words
        await left(page)


async def test_stop_ends_the_work_and_keeps_what_was_found(tmp_path: Path, page: Page, photograph: Photograph) -> None:
    async with (
        silent_agent() as agent,
        serving_here(tmp_path / "data", parts={"toeslagen": agent}, pace="demo") as served,
    ):
        await page.goto(served.url)
        await open_surface(page, "Toeslagen Check")
        await check(page)
        await expect(page.locator(".result.aandachtspunten")).to_be_visible()
        await expect(page.locator(".status code")).to_have_text("explain_toeslagen")
        await photograph(page, "toeslagen-running")
        await page.get_by_role("button", name="Stop", exact=True).click()
        await expect(page.get_by_role("button", name="Controleer")).to_be_enabled()
        await expect(page.locator(".status")).to_contain_text("Gestopt")
        await expect(page.locator(".timeline .step.stopped").first).to_be_visible()
        await expect(page.locator(".result.documenten")).to_be_visible()
        await expect(page.locator(".explained")).to_have_count(0)
        await left(page)


async def test_clear_puts_the_form_and_the_results_back(home: Page, photograph: Photograph) -> None:
    """It asks first, because nothing brings them back; where there is nothing to lose it does not ask."""
    await open_surface(home, "Toeslagen Check")
    clear, dialog = home.get_by_role("button", name="Wissen"), home.locator("loket-form dialog")
    await clear.click()
    await expect(dialog).to_be_hidden()
    await check(home)
    await done(home)
    await clear.click()
    await expect(dialog).to_be_visible()
    await photograph(home, "clear")
    await accessible_in(home, "clear", "nl", "en")
    await dialog.get_by_role("button", name="Bewaren").click()
    await expect(dialog).to_be_hidden()
    await expect(clear).to_be_focused()
    await expect(home.locator(".antwoord")).to_be_visible()
    await expect(home.get_by_label("Uw inkomen")).to_have_value("30.000")
    await clear.click()
    await dialog.get_by_role("button", name="Wissen").click()
    await expect(home.locator(".antwoord")).to_have_count(0)
    await expect(home.get_by_label("Huurtoeslag")).to_be_checked()
    await expect(home.get_by_label("Uw inkomen")).to_have_value("")


async def test_a_wrong_amount_is_said_in_words_and_nothing_is_sent(home: Page) -> None:
    await open_surface(home, "Toeslagen Check")
    await check(home, income="dertigduizend")
    summary = home.locator(".summary")
    await expect(summary).to_be_focused()
    await expect(summary).to_contain_text("Uw inkomen")
    await summary.get_by_role("link").click()
    field = home.get_by_label("Uw inkomen")
    await expect(field).to_be_focused()
    await expect(field).to_have_attribute("aria-invalid", "true")
    await expect(home.locator(".status.idle")).to_be_visible()
    await field.fill("30.000")
    await home.keyboard.press("Enter")
    await done(home)
    await expect(summary).to_have_count(0)


async def test_reload_back_and_links_keep_everything(home: Page, open_page: Open) -> None:
    await open_surface(home, "Toeslagen Check")
    await check(home, "Zorgtoeslag", "2025", "30.000")
    await done(home)
    address = home.url
    await home.reload()
    await expect(home.locator(".antwoord .answer")).to_contain_text("112")
    await expect(home.get_by_label("Uw inkomen")).to_have_value("30.000")
    await expect(home.get_by_label("Voor welk jaar?")).to_have_value("2025")
    await expect(home.locator(".timeline")).to_contain_text(STEPS[3])
    await home.get_by_role("link", name="Terug naar het begin").click()
    await expect(home.get_by_role("heading", level=1, name="Waar kunnen wij mee helpen?")).to_be_focused()
    await home.go_back()
    await expect(home.locator(".antwoord .answer")).to_contain_text("112")
    await home.go_forward()
    await home.locator(".earlier .conversation a").first.click()
    await expect(home.locator(".antwoord .answer")).to_contain_text("112")
    other = await open_page()
    await other.goto(address)
    await expect(other.locator(".antwoord .answer")).to_contain_text("112")


async def test_two_tabs_agree(here: Here, home: Page) -> None:
    await open_surface(home, "Toeslagen Check")
    other = await home.context.new_page()
    await other.goto(home.url)
    await expect(other.locator("form")).to_be_visible()
    await check(home, "Huurtoeslag", "2026", "")
    for tab in (home, other):
        await done(tab)
        await expect(tab.locator(".antwoord h2")).to_have_text("Huurtoeslag 2026")
    await check(other, "Zorgtoeslag", "2025", "35.000")
    for tab in (other, home):
        await expect(tab.locator(".antwoord .answer")).to_contain_text("€\u00a055")


async def test_what_is_being_typed_survives_news_from_another_tab(here: Here, home: Page) -> None:
    await open_surface(home, "Toeslagen Check")
    other = await home.context.new_page()
    await other.goto(home.url)
    await expect(other.locator("form")).to_be_visible()
    await home.get_by_label("Uw inkomen").fill("41.5")
    await check(other)
    await done(home)
    await expect(home.get_by_label("Uw inkomen")).to_have_value("41.5")
    await expect(home.get_by_label("Uw inkomen")).to_be_focused()


async def test_the_keyboard_alone_is_enough(here: Here, page: Page) -> None:
    await page.goto(here.url)
    await expect(page.get_by_role("heading", level=1)).to_be_visible()
    await page.keyboard.press("Tab")
    await expect(page.get_by_role("link", name="Ga naar de inhoud")).to_be_focused()
    await page.keyboard.press("Enter")
    await page.keyboard.press("Tab")
    await expect(page.get_by_role("button", name="Start: Toeslagen Check")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("heading", level=1, name="Toeslagen Check")).to_be_focused()
    await page.keyboard.press("Tab")
    await expect(page.get_by_label("Huurtoeslag")).to_be_focused()
    ring = "() => getComputedStyle(document.activeElement).outlineWidth"
    assert await page.evaluate(ring) == "3px"
    await page.keyboard.press("ArrowDown")
    await expect(page.get_by_label("Zorgtoeslag")).to_be_checked()
    await page.keyboard.press("Tab")
    await page.keyboard.press("ArrowDown")
    await expect(page.get_by_label("Voor welk jaar?")).to_have_value("2025")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Tab")
    await page.keyboard.type("30000")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Tab")
    await expect(page.get_by_role("button", name="Controleer")).to_be_focused()
    await page.keyboard.press("Enter")
    await done(page)
    await expect(page.locator(".antwoord .answer")).to_contain_text("112")


async def test_an_example_fills_the_form(home: Page) -> None:
    await home.get_by_role("button", name="Zorgtoeslag in 2025, alleenwonend").click()
    await expect(home.get_by_label("Zorgtoeslag")).to_be_checked()
    await expect(home.get_by_label("Uw inkomen")).to_have_value("30.000")
    await home.get_by_role("button", name="Controleer").click()
    await done(home)
    await expect(home.locator(".antwoord .answer")).to_contain_text("112")


async def test_the_surface_follows_the_language_at_once(home: Page) -> None:
    await open_surface(home, "Toeslagen Check")
    await home.locator("#language").select_option("en")
    await expect(home.get_by_role("button", name="Check", exact=True)).to_be_visible()
    await expect(home.get_by_text("Which allowance?")).to_be_visible()
    await expect(home.locator("html")).to_have_attribute("lang", "en")


async def test_what_childcare_was_computed_on_is_changed_in_the_form(home: Page) -> None:
    """That both parents work is not told at first, and who says that they don't gets the rule."""
    await open_surface(home, "Toeslagen Check")
    await home.get_by_label("Kinderopvangtoeslag").check()
    await home.get_by_label("Samenwonend").check()
    for label, value in (("Uw inkomen", "52.000"), ("Uren opvang", "90"), ("Prijs van een uur opvang", "10,80")):
        await home.get_by_label(label).fill(value)
    await home.get_by_label("Soort opvang").select_option("dagopvang")
    await home.get_by_role("button", name="Controleer").click()
    await done(home)
    card = home.locator(".antwoord")
    await expect(card.locator(".answer")).to_contain_text("€\u00a0933 per maand")
    works = card.locator(".basis div", has_text="werken of leren")
    await expect(works).to_contain_text("niet gezegd")
    for chosen, said in (("ja", "933"), ("nee", "Anders is er geen kinderopvangtoeslag")):
        await home.get_by_label("Werkt of leert u").select_option(chosen)
        await home.get_by_role("button", name="Controleer").click()
        await expect(card.locator(".answer")).to_contain_text(said)
        await expect(card.locator(".basis")).not_to_contain_text("niet gezegd")
        await done(home)
    await expect(home.get_by_label("Werkt of leert u")).to_have_value("nee")
