"""Search, wizard and form in a browser: by hand, by keyboard, after a reload, and from the pages of others."""

import re

from playwright.async_api import Page, expect

from tests.web.counter import by_tab, check, done, open_surface


async def search(page: Page) -> None:
    """A question with its sources and its answer."""
    await open_surface(page, "Zoeken met bronnen")
    await page.get_by_label("Uw vraag").fill("Tot wanneer kan ik zorgtoeslag aanvragen?")
    await page.get_by_role("button", name="Zoek", exact=True).click()
    await done(page)


async def wizard(page: Page, *choices: str) -> None:
    """The wizard after these choices."""
    await page.get_by_role("button", name="Start: Wegwijzer").click()
    await page.get_by_role("button", name="Begin", exact=True).click()
    for choice in choices:
        await page.get_by_role("button", name=choice, exact=True).click()


async def form(page: Page) -> None:
    """A form for an objection, with a field that came by what was typed, and one that is wrong."""
    await open_surface(page, "Formulier op maat")
    await page.get_by_label("Waar gaat het over?").fill("Bezwaar tegen een boete")
    await page.get_by_role("button", name="Maak formulier").click()
    await page.get_by_label("Kenmerk van de brief").fill("CJIB-1234")
    await expect(page.get_by_label("Datum op de brief")).to_be_visible()
    await expect(page.get_by_label("Uw vraag")).to_have_value("Bezwaar tegen een boete")
    await page.get_by_label("Uw vraag").fill("")
    await page.get_by_role("button", name="Kijk na").click()
    await expect(page.locator(".growing .summary")).to_be_focused()


async def test_a_following_question_is_searched_from_any_page(home: Page) -> None:
    await search(home)
    order = await home.locator(".blocks > *").evaluate_all("(all) => all.map((one) => one.className)")
    assert order[0] == "card block-sources" and order[1] == "card callout"
    await expect(home.locator(".callout")).to_contain_text("1 september")
    await expect(home.locator(".activity .timeline")).to_contain_text("Bronnen zoeken")
    await expect(home.locator(".block-sources a").first).to_have_attribute("href", re.compile("^https://"))
    question = "Hoeveel spaargeld mag ik hebben voor zorgtoeslag?"
    await home.get_by_role("button", name=question).click()
    await expect(home.locator(".callout")).to_contain_text("146.011 euro")
    await home.get_by_role("link", name="Terug naar het begin").click()
    await open_surface(home, "Toeslagen Check")
    await check(home)
    await done(home)
    await home.get_by_role("button", name=question).click()
    await expect(home.get_by_role("heading", level=1, name="Zoeken met bronnen")).to_be_visible()
    await expect(home.locator(".callout")).to_contain_text("146.011 euro")


async def test_the_wizard_by_keyboard_shows_its_way_and_a_reload_keeps_it(home: Page) -> None:
    await wizard(home, "Een boete")
    choice = home.get_by_role("button", name="Verkeersboete van het CJIB")
    await by_tab(home, choice)
    await home.keyboard.press("Enter")
    question, advice = home.locator(".decision h2"), home.locator(".callout h2")
    await expect(question.filter(has_text="Wat is er aan de hand?")).to_be_focused()
    await by_tab(home, home.get_by_role("button", name="Ik ben te laat"))
    await home.keyboard.press("Enter")
    await expect(advice.filter(has_text="Uw volgende stap")).to_be_focused()
    await home.reload()
    await expect(home.locator(".trail li")).to_have_text(["Een boete", "Verkeersboete van het CJIB", "Ik ben te laat"])
    await home.get_by_role("button", name="Een stap terug").click()
    await expect(question.filter(has_text="Wat is er aan de hand?")).to_be_focused()
    await home.get_by_role("button", name="Opnieuw beginnen").click()
    await expect(question.filter(has_text="Waar gaat het over?")).to_be_focused()
    await expect(home.locator(".trail")).to_have_count(0)


async def test_the_form_grows_while_it_is_typed_and_says_what_to_do(home: Page) -> None:
    await form(home)
    await home.locator(".growing .summary").get_by_role("link", name="Uw vraag: Vul dit veld in.").click()
    await expect(home.get_by_label("Uw vraag", exact=True)).to_be_focused()
    mark = home.get_by_label("Kenmerk van de brief")
    await home.get_by_label("Datum op de brief").fill("2026-11-02")
    await mark.press("End")
    await mark.press_sequentially("5", delay=20)
    await expect(mark).to_be_focused()
    await expect(home.locator(".growing .summary")).to_have_count(0)
    await home.get_by_label("Uw vraag").fill("Is mijn bezwaar tegen de boete van het CJIB op tijd?")
    await expect(home.get_by_label("Wat wilt u doen?")).to_be_visible()
    await home.get_by_role("button", name="Kijk na").click()
    await expect(home.locator(".callout", has_text="De laatste dag")).to_contain_text("14 december 2026")
    await home.reload()
    await expect(mark).to_have_value("CJIB-12345")
    await mark.fill("CJ")
    await expect(home.get_by_label("Datum op de brief")).to_have_count(0)
    await mark.fill("CJIB-1234")
    await expect(home.get_by_label("Datum op de brief")).to_have_value("")


async def test_a_long_question_is_read_as_a_whole_on_a_phone(home: Page) -> None:
    """In the field, where Enter still sends it, and in the list of what was asked before."""
    await home.set_viewport_size({"width": 320, "height": 800})
    question = "Tot wanneer kan ik zorgtoeslag aanvragen als ik vorig jaar niet wist dat ik er recht op had?"
    begin = home.url
    for title, label in (("Zoeken met bronnen", "Uw vraag"), ("Formulier op maat", "Waar gaat het over?")):
        await home.goto(begin)
        await open_surface(home, title)
        box = home.get_by_label(label)
        await box.fill(question)
        assert await box.evaluate("(box) => box.scrollHeight <= box.clientHeight && box.clientHeight > 60")
        await box.press("Enter")
        await expect(home.locator(".status:is(.done, .open)")).to_be_visible()
        await expect(box).to_have_value(question)
    await home.get_by_role("link", name="Begin").click()
    titles = home.locator(".earlier .conversation-title")
    await expect(titles).to_have_count(2)
    cut = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth).length"
    assert await titles.evaluate_all(cut) == 0


async def test_who_has_to_choose_or_to_fill_in_is_told_that_it_is_their_turn(home: Page) -> None:
    """Nothing was asked of them in words that is still open."""
    await wizard(home, "Een boete")
    status = home.locator(".status")
    await expect(status.locator(".state")).to_have_text("U bent aan de beurt")
    await home.get_by_role("link", name="Terug naar het begin").click()
    await open_surface(home, "Formulier op maat")
    await home.get_by_label("Waar gaat het over?").fill("Bezwaar tegen een boete")
    await home.get_by_role("button", name="Maak formulier").click()
    await expect(status.locator(".state")).to_have_text("U bent aan de beurt")
