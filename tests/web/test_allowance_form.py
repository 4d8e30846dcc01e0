"""The form of an allowance asks what that one needs: who gets the child benefit, and on which day somebody is 18."""

from playwright.async_api import Page, expect

from tests.web.counter import accessible, done, open_surface


async def test_the_form_of_the_child_budget_asks_what_that_one_needs(home: Page) -> None:
    await open_surface(home, "Toeslagen Check")
    benefit, grows = home.get_by_label("Krijgt u de kinderbijslag"), home.get_by_label("Wordt een kind in dit jaar 18?")
    await expect(benefit).to_have_count(0)
    await home.get_by_label("Kindgebonden budget").check()
    await home.get_by_label("Voor welk jaar?").select_option("2025")
    await home.get_by_label("Uw inkomen").fill("27.000")
    await home.get_by_label("Leeftijd van uw kinderen").fill("17")
    await grows.fill("15-6-2025")
    await home.get_by_role("button", name="Controleer").click()
    await done(home)
    card = home.locator(".antwoord")
    await expect(card.locator(".answer")).to_contain_text("€\u00a0569 per maand")
    await expect(card).to_contain_text("tot en met juni 2025, daarna €\u00a00 per maand")
    await expect(card.locator(".basis div", has_text="Kinderbijslag")).to_contain_text("niet gezegd")
    await expect(grows).to_have_value("15-6-2025")
    await benefit.select_option("nee")
    await home.get_by_role("button", name="Controleer").click()
    await expect(card.locator(".answer")).to_contain_text("wie de kinderbijslag voor het kind krijgt")
    await done(home)
    await expect(benefit).to_have_value("nee")
    await accessible(home, "child budget")


async def test_who_comes_of_age_says_on_which_day(home: Page) -> None:
    await open_surface(home, "Toeslagen Check")
    await home.get_by_label("Zorgtoeslag").check()
    day = home.get_by_label("Wordt of werd u in dit jaar 18?")
    await expect(day).to_have_count(0)
    await home.get_by_label("Uw inkomen").fill("4.000")
    await home.get_by_label("Uw leeftijd").fill("17")
    await day.fill("12 mei 2026")
    await home.get_by_role("button", name="Controleer").click()
    await done(home)
    await expect(home.locator(".antwoord")).to_contain_text("vanaf juni 2026")
    await expect(home.locator(".antwoord .answer")).to_contain_text("€\u00a0129 per maand")


async def test_an_income_is_told_for_the_time_it_is_for_and_stays_as_it_was_filled_in(home: Page) -> None:
    await open_surface(home, "Toeslagen Check")
    period, hours = home.get_by_label("Over welke tijd is dat?"), home.get_by_label("Hoeveel uur werkt u per week?")
    await home.get_by_label("Zorgtoeslag").check()
    await expect(period).to_have_value("jaar")
    await expect(hours).to_have_count(0)
    await period.select_option(label="Een uur")
    await home.get_by_label("Uw inkomen").fill("15,50")
    await hours.fill("32")
    await home.get_by_role("button", name="Controleer").click()
    await done(home)
    basis = home.locator(".antwoord .basis div", has_text="Uw inkomen")
    await expect(basis).to_contain_text("25.792 euro per jaar")
    await expect(basis).to_contain_text("15,50 euro per uur, 32 uur per week")
    await expect(home.get_by_label("Uw inkomen")).to_have_value("15,50")
    await expect(hours).to_have_value("32")
    await period.select_option(label="Vier weken")
    await home.get_by_label("Uw inkomen").fill("2.100")
    await home.get_by_role("button", name="Controleer").click()
    await expect(basis).to_contain_text("2.100 euro per 4 weken, keer 13")
    await done(home)
    await expect(period).to_have_value("vier weken")
