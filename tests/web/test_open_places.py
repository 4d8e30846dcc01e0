"""What is open in a letter is answered on the page, which makes it with that; one that needs none says why."""

import re

from playwright.async_api import Page, expect

from tests.browser import Photograph
from tests.visitors import Complaints
from tests.web.counter import LANGUAGES, accessible, analyse, by_tab, done, fits_in, open_surface, read_in

REASON = re.compile("\nMijn inkomen is verkeerd overgenomen")
WHY = re.compile("waarom u het er niet mee eens bent|Waarom bent u het")
TWO_AMOUNTS = (
    "Ik maak bezwaar. Dienst Toeslagen, brief van 4 november 2026: zorgtoeslag 300 euro terug te betalen en "
    "huurtoeslag 450 euro terug te betalen."
)
TWO_DATES = (
    "Ik kreeg de beschikking van 2 november 2026 van het UWV en de beschikking van 9 november 2026 van het UWV over "
    "mijn WW-uitkering. Ik ben het er niet mee eens. Ik was wel beschikbaar voor werk."
)
NO_SENDER = "Ik ben het niet eens met de beslissing van 4 november 2026. Mijn inkomen is lager."
TOLD = (
    "De gemeente Zwolle heeft op 2 november 2026 mijn scootmobiel geweigerd. Ik kan maar tien meter lopen. Ik wil "
    "bezwaar maken. Kunnen jullie hier een nette brief van maken? De bel doet het trouwens niet."
)
DOUBTFUL = """Gemeente Putten
9 november 2026
Besluit
Wij zijn voornemens uw uitkering te stoppen. U kunt binnen zes weken bezwaar maken.
Met vriendelijke groet,
het college
Ik ben het er niet mee eens."""
INTENT = """Gemeente Putten
Wij zijn voornemens uw exploitatievergunning voor café De Put in te trekken.
U kunt binnen twee weken uw zienswijze geven."""


async def test_a_reason_and_an_amount_are_answered_by_keyboard_and_changed_again(
    home: Page, photograph: Photograph
) -> None:
    await open_surface(home, "Bezwaar Assistent")
    await analyse(home, TWO_AMOUNTS)
    await done(home)
    form, own = home.locator("form.open-places"), home.locator(".letter-card.own textarea")
    again = form.get_by_role("button", name="Maak de brief opnieuw")
    await form.get_by_label(WHY).fill("Mijn inkomen is verkeerd overgenomen.")
    await form.get_by_role("group", name="Om welk bedrag gaat het?").get_by_label("450 euro", exact=True).check()
    await accessible(home, "open places")
    await photograph(home, "bezwaar-open")
    await by_tab(home, again)
    await home.keyboard.press("Enter")
    await expect(form.get_by_role("status")).to_have_text("De brief is opnieuw gemaakt.")
    await expect(own).to_have_value(REASON)
    await expect(again).to_be_focused()
    await expect(home.locator(".case .facts")).to_contain_text("450 euro")
    await expect(home.locator(".read-letter mark.bedrag").last).to_have_text("450 euro")
    await form.get_by_label("300 euro", exact=True).check()
    await form.get_by_label(WHY).fill("")
    await again.click()
    await expect(home.locator(".case .facts")).to_contain_text("300 euro")
    await expect(own).not_to_have_value(REASON)
    await home.set_viewport_size({"width": 320, "height": 800})
    await fits_in(home, *LANGUAGES)


async def test_which_sentences_go_into_the_letter_is_asked_first_and_may_be_changed(
    home: Page, photograph: Photograph
) -> None:
    await open_surface(home, "Bezwaar Assistent")
    await analyse(home, TOLD)
    form, own = home.locator("form.open-places"), home.locator(".letter-card")
    make = form.get_by_role("button", name="Maak de brief", exact=True)
    await expect(home.locator(".case .box")).to_contain_text("14 december 2026")
    await expect(home.locator(".question .question-more")).to_contain_text("(komt er niet in)")
    await expect(form.get_by_label("nette brief van maken")).not_to_be_checked()
    await expect(own).to_have_count(0)
    await accessible(home, "sentences first")
    await photograph(home, "bezwaar-sentences")
    await home.set_viewport_size({"width": 320, "height": 800})
    await fits_in(home, *LANGUAGES)
    await read_in(home, "nl")
    await home.reload()
    await form.get_by_label("De bel doet het").uncheck()
    await by_tab(home, make)
    await home.keyboard.press("Enter")
    letter = home.locator(".letter-card.own textarea")
    await expect(letter).to_have_value(re.compile("Ik kan maar tien meter lopen"))
    await expect(letter).not_to_have_value(re.compile("bel doet|nette brief"))
    await expect(home.locator(".question:not(.unsent)")).to_have_count(0)
    await form.get_by_label("De bel doet het").check()
    await form.get_by_role("button", name="Maak de brief opnieuw").click()
    await expect(letter).to_have_value(re.compile("De bel doet het"))


async def test_one_of_two_dates_is_chosen_and_taken_back(home: Page) -> None:
    await open_surface(home, "Bezwaar Assistent")
    await analyse(home, TWO_DATES)
    await done(home)
    form, dates = home.locator("form.open-places"), home.get_by_role("group", name="Welke datum staat er boven aan")
    await expect(home.locator(".case .box")).to_have_count(0)
    await dates.get_by_label("9 november 2026").check()
    await form.get_by_label("Welk kenmerk").fill("UWV-2026-1")
    await form.get_by_role("button").click()
    await expect(home.locator(".case .box")).to_contain_text("21 december 2026")
    await expect(home.locator(".read-letter mark.datum").last).to_have_text("9 november 2026")
    await home.reload()
    await expect(dates.get_by_label("9 november 2026")).to_be_checked()
    await dates.get_by_label("Dat weet ik nog niet").check()
    await form.get_by_role("button").click()
    await expect(home.locator(".case .box")).to_have_count(0)
    await expect(form.get_by_label("Welk kenmerk")).to_have_value("UWV-2026-1")


async def test_before_there_is_a_letter_none_is_called_made_and_an_answer_that_was_not_sent_is_said_so(
    home: Page, complaints: Complaints
) -> None:
    await open_surface(home, "Bezwaar Assistent")
    await analyse(home, NO_SENDER)
    await expect(home.locator(".status.asks")).to_be_visible()
    told = home.locator("main :is(h2, p):visible", has_text="Wij weten niet wie deze brief stuurde")
    await expect(told).to_have_count(1)
    await expect(home.locator(".question-text")).to_contain_text("Zeg bijvoorbeeld: de gemeente Utrecht.")
    await expect(home.locator(".status .message")).to_have_text("De vraag staat op deze pagina.")
    await expect(home.locator(".result.card .facts")).to_contain_text("4 november 2026")
    form, asked = home.locator("form.open-places"), home.get_by_label("Wie stuurde de brief?")
    await expect(form.get_by_role("heading")).to_have_text("Dit willen wij eerst weten")
    await asked.fill("Webwinkel De Klomp")
    await form.get_by_role("button", name="Maak de brief", exact=True).click()
    await expect(form.get_by_role("status")).to_have_text("Met dit antwoord is er nog geen brief.")
    await asked.fill("UWV")
    await home.context.set_offline(True)
    await form.get_by_role("button").click()
    await expect(form.get_by_role("status")).to_have_text("Dat is niet gelukt. Probeer het nog een keer.")
    await home.context.set_offline(False)
    complaints.expected("ERR_INTERNET_DISCONNECTED")
    await form.get_by_role("button").click()
    await expect(form.get_by_role("status")).to_have_text("De brief is opnieuw gemaakt.")
    await expect(form.get_by_role("button", name="Maak de brief opnieuw")).to_be_visible()


async def test_while_a_letter_waits_the_words_that_make_it_doubtful_are_shown(home: Page) -> None:
    await open_surface(home, "Bezwaar Assistent")
    await analyse(home, DOUBTFUL)
    await expect(home.locator(".status.asks")).to_be_visible()
    await expect(home.locator(".result.card q")).to_have_text("voornemens")


async def test_what_is_done_and_asks_something_is_not_called_ready(home: Page, photograph: Photograph) -> None:
    await open_surface(home, "Bezwaar Assistent")
    await analyse(home, TWO_AMOUNTS)
    status = home.locator(".status.open")
    await expect(status.locator(".state")).to_have_text("U bent aan de beurt")
    await expect(status.locator(".message")).to_have_text("Dit is een indicatie, geen besluit.")
    await expect(status.locator("[data-step]")).to_have_attribute("data-step", "done")
    listed = home.locator("loket-side-nav .conversation.here .state-word")
    await expect(listed).to_have_text("U bent aan de beurt")
    await photograph(home, "bezwaar-asks")
    await home.goto(home.url.split("#")[0])
    await home.get_by_role("button", name="Start: Wegwijzer").click()
    await home.get_by_role("button", name="Begin", exact=True).click()
    await expect(home.locator(".status.open .state")).to_have_text("U bent aan de beurt")
    await expect(listed).to_have_text("U bent aan de beurt")


async def test_a_letter_that_is_no_decision_is_said_to_be_none_with_what_to_do_and_its_source(
    home: Page, photograph: Photograph
) -> None:
    await open_surface(home, "Bezwaar Assistent")
    await analyse(home, INTENT)
    card = home.locator(".no-decision")
    await expect(card.get_by_role("heading", level=2)).to_have_text("Dit is nog geen besluit.")
    await expect(card.locator("q")).to_have_text("voornemens")
    await expect(card).to_contain_text("Dat heet een zienswijze.")
    await card.locator(".sources summary").click()
    await expect(card.get_by_role("link").first).to_be_visible()
    assert await home.locator(".letter-card, form.open-places").count() == 0
    await accessible(home, "no decision")
    await photograph(home, "bezwaar-no-decision")
    await home.set_viewport_size({"width": 320, "height": 800})
    await fits_in(home, *LANGUAGES)
    await read_in(home, "nl")


async def test_who_decided_and_when_are_shown_as_read_and_changed_by_keyboard(
    home: Page, photograph: Photograph
) -> None:
    await open_surface(home, "Bezwaar Assistent")
    await analyse(home, TOLD)
    form = home.locator("form.open-places")
    sender, day = form.get_by_label("wie besliste"), form.get_by_label("de datum van het besluit")
    await expect(sender).to_have_value("de gemeente Zwolle")
    await expect(day).to_have_value("2026-11-02")
    await accessible(home, "as read")
    await photograph(home, "bezwaar-as-read")
    await form.get_by_role("button", name="Maak de brief", exact=True).click()
    letter = home.locator(".letter-card.own textarea")
    await expect(letter).to_have_value(re.compile("Aan de gemeente Zwolle\n"))
    await sender.fill("gemeente Kampen")
    await day.fill("2026-11-09")
    await by_tab(home, form.get_by_role("button", name="Maak de brief opnieuw"))
    await home.keyboard.press("Enter")
    await expect(letter).to_have_value(re.compile("Aan de gemeente Kampen\n"))
    await expect(home.locator(".case .box")).to_contain_text("21 december 2026")
    await home.reload()
    await expect(sender).to_have_value("gemeente Kampen")
    await home.set_viewport_size({"width": 320, "height": 800})
    await fits_in(home, *LANGUAGES)
