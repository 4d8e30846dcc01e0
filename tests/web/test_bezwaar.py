"""The letter in a browser: columns, the draft and what can be done with it, and words that stay words."""

import re
from pathlib import Path

from playwright.async_api import Page, expect
from pypdf import PdfReader

from tests.browser import Photograph
from tests.serving import serving_here
from tests.visitors import Complaints, left
from tests.web.counter import analyse, done, open_surface, silent_agent

LETTER = (
    "Ik maak bezwaar tegen het besluit van 2 november 2026. Ik moet 640 euro zorgtoeslag terugbetalen. "
    "Het inkomen klopt niet."
)
EVIL = (
    '<img src=x onerror="document.title=\'gekaapt\'"><script>document.title="gekaapt"</script> '
    "[klik](javascript:alert(1))"
)

LISTEN = """() => {
    const panel = document.querySelector("loket-status-panel");
    window.said = [];
    new MutationObserver(() => window.said.push(panel.querySelector(".message").textContent))
        .observe(panel, { subtree: true, childList: true, characterData: true });
}"""
"""Everything the status says from now on, however short it stands there."""


async def test_a_letter_becomes_three_columns_and_a_draft(home: Page) -> None:
    await open_surface(home, "Bezwaar Assistent")
    await analyse(home, LETTER)
    await done(home)
    columns = home.locator(".thirds > .result")
    await expect(columns.locator("h2")).to_have_text(["Overzicht", "Belangrijke punten", "Wat te doen"])
    await expect(columns.first).to_contain_text("640 euro")
    await expect(home.locator(".case .box")).to_contain_text("14 december 2026")
    draft = home.locator(".draft")
    await expect(draft.locator(".letter")).to_contain_text("Geachte heer of mevrouw")
    await expect(draft).not_to_contain_text("[Bron:")
    await expect(home.locator(".status")).to_contain_text("vaste tekst")
    await expect(draft.locator(".badges")).to_contain_text("zonder taalmodel gemaakt")


LATE = "Ik maak bezwaar tegen het besluit van 4 augustus 2025 over mijn zorgtoeslag. Het inkomen klopt niet."


async def test_a_late_letter_is_asked_why_only_where_it_does_not_say_so(home: Page, photograph: Photograph) -> None:
    await open_surface(home, "Bezwaar Assistent")
    box = home.locator(".case .box")
    await analyse(home, LATE)
    await expect(box).to_contain_text("schrijf waarom u later bent")
    await analyse(home, f"{LATE} Ik ben te laat, want ik lag in het ziekenhuis.")
    await expect(box).to_contain_text("Waarom u later bent, staat in uw brief.")
    await expect(box).not_to_contain_text("schrijf waarom")
    await photograph(home, "bezwaar-late")


async def test_while_the_work_goes_on_it_is_told_in_words_and_the_wire_only_where_all_is_told(
    tmp_path: Path, page: Page, photograph: Photograph
) -> None:
    async with (
        silent_agent() as agent,
        serving_here(tmp_path / "data", parts={"bezwaar": agent}, pace="demo") as served,
    ):
        await page.goto(served.url)
        await open_surface(page, "Bezwaar Assistent")
        await page.evaluate(LISTEN)
        await analyse(page, LETTER)
        panel = page.get_by_role("status", name="Stand van zaken")
        await expect(panel.locator("code")).to_have_text("structure_bezwaar")
        await expect(panel).to_contain_text("Bezig")
        said = await page.evaluate("() => window.said")
        assert any(re.fullmatch(r"Bepalen wat voor zaak het is: klaar \(\d+ ms\)", one) for one in said), said
        assert not any("A2UI" in one or "MCP" in one for one in said), said
        await photograph(page, "bezwaar-running")
        await page.locator("summary", has_text="Alle meldingen").click()
        await expect(page.locator(".history")).to_contain_text("MCP: classify_case (")
        await page.get_by_role("button", name="Stop", exact=True).click()
        await expect(page.get_by_role("button", name="Analyseer")).to_be_enabled()
        await left(page)


async def test_the_columns_wrap_on_a_phone(home: Page) -> None:
    await open_surface(home, "Bezwaar Assistent")
    await analyse(home, LETTER)
    await done(home)
    tops = "() => new Set([...document.querySelectorAll('.thirds > .result')].map((one) => one.offsetTop)).size"
    assert await home.evaluate(tops) == 1
    await home.set_viewport_size({"width": 375, "height": 800})
    assert await home.evaluate(tops) == 3


async def test_no_letter_means_the_sample_letter_and_the_page_says_so(home: Page) -> None:
    await open_surface(home, "Bezwaar Assistent")
    await expect(home.get_by_text("Dan gebruiken we een voorbeeldbrief")).to_be_visible()
    await analyse(home, "")
    await done(home)
    await expect(home.get_by_text("Dit antwoord hoort bij een voorbeeldbrief")).to_be_visible()
    await expect(home.locator(".draft .letter")).to_be_visible()


async def test_the_draft_can_be_copied_and_downloaded(home: Page, tmp_path: Path) -> None:
    await home.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await open_surface(home, "Bezwaar Assistent")
    await analyse(home, LETTER)
    await done(home)
    draft = home.locator(".draft")
    await draft.get_by_role("button", name="Kopieer").click()
    await expect(draft.get_by_text("Gekopieerd")).to_be_visible()
    copied = await home.evaluate("() => navigator.clipboard.readText()")
    assert copied.startswith("Geachte heer of mevrouw") and "[Bron" not in copied
    async with home.expect_download() as downloading:
        await draft.get_by_role("button", name="Download als tekst").click()
    download = await downloading.value
    await download.save_as(tmp_path / "draft.txt")
    assert download.suggested_filename == "conceptantwoord-zorgtoeslag.txt"
    assert (tmp_path / "draft.txt").read_text("utf-8") == copied


async def test_on_paper_there_is_the_letter_and_no_buttons(home: Page) -> None:
    await open_surface(home, "Bezwaar Assistent")
    await analyse(home, LETTER)
    await done(home)
    await home.emulate_media(media="print")
    await expect(home.locator(".draft .letter")).to_be_visible()
    await expect(home.locator(".own .on-paper")).to_contain_text("Het inkomen klopt niet.")
    for hidden in (".top", "form", ".status", ".draft .buttons", ".own textarea", "loket-side-nav nav"):
        await expect(home.locator(hidden).first).to_be_hidden()


async def test_both_letters_say_for_whom_they_are_and_quote_the_person(home: Page) -> None:
    """The own letter comes first; the words it quotes are marked in the letter that was read."""
    await open_surface(home, "Bezwaar Assistent")
    await analyse(home, LETTER)
    await done(home)
    letters = home.locator(".letters .letter-card")
    await expect(letters.locator("h2")).to_have_text(["Uw brief", "Conceptantwoord"])
    await expect(letters.first.locator("header")).to_contain_text("om te versturen")
    await expect(letters.last.locator("header")).to_contain_text("Dit verstuurt u niet")
    await expect(home.locator(".read-letter .letter mark.grond").last).to_contain_text("Het inkomen klopt niet.")
    await expect(home.locator(".case q")).to_contain_text("Het inkomen klopt niet.")
    await home.locator(".case .sources summary").click()
    await expect(home.locator(".case .sources a").first).to_have_attribute("href", re.compile("^https://"))


async def test_the_own_letter_is_completed_and_goes_as_a_pdf_and_comes_back_as_one(home: Page, tmp_path: Path) -> None:
    await open_surface(home, "Bezwaar Assistent")
    await analyse(home, LETTER)
    await done(home)
    own = home.locator(".letter-card.own")
    words = await own.locator("textarea").input_value()
    await own.locator("textarea").fill(words.replace("[Uw naam]", "Ada Voorbeeld"))
    async with home.expect_download() as downloading:
        await own.get_by_role("button", name="Download als PDF").click()
    download = await downloading.value
    assert download.suggested_filename == "bezwaar-zorgtoeslag.pdf"
    await download.save_as(tmp_path / "bezwaar.pdf")
    text = "".join(page.extract_text() for page in PdfReader(tmp_path / "bezwaar.pdf").pages)
    assert "Ada Voorbeeld" in text and "Het inkomen klopt niet." in text
    await home.locator(".letter-file input").set_input_files(tmp_path / "bezwaar.pdf")
    await expect(home.get_by_label("Tekst van de brief")).to_have_value(re.compile("Ada Voorbeeld"))
    await expect(home.locator(".letter-file")).to_contain_text("Kijk of hij klopt")


async def test_a_photo_of_a_letter_is_said_to_be_unreadable_and_what_to_do(
    home: Page, tmp_path: Path, complaints: Complaints
) -> None:
    photo = tmp_path / "brief.jpg"
    photo.write_bytes(b"\xff\xd8\xff\xe0 no text")
    await open_surface(home, "Bezwaar Assistent")
    await home.locator(".letter-file input").set_input_files(photo)
    await expect(home.locator(".letter-file .field-error")).to_contain_text("Typ de tekst over")
    complaints.expected("422")


async def test_hello_is_no_letter(home: Page) -> None:
    await open_surface(home, "Bezwaar Assistent")
    await analyse(home, "Hallo")
    await expect(home.locator(".status.error")).to_contain_text("Dit is geen brief over een besluit")
    assert await home.locator(".letter-card").count() == 0


async def test_html_in_a_letter_stays_text(home: Page) -> None:
    await open_surface(home, "Bezwaar Assistent")
    await analyse(home, EVIL + " " + LETTER)
    await done(home)
    await home.get_by_role("button", name="Logboek", exact=True).click()
    await home.get_by_role("checkbox", name="Volgen").uncheck()  # or the list goes back to its end under the click
    await home.locator(".log-row", has_text="surface_acted").last.click()
    await expect(home.locator(".log-detail pre")).to_contain_text("onerror")
    await home.locator(".call summary").first.click()
    assert "gekaapt" not in await home.title()
    assert await home.locator("main img, main script, loket-log-drawer img").count() == 0
    assert await home.locator("a[href^='javascript']").count() == 0


async def test_a_letter_that_is_too_long_is_said_before_and_after_it_is_sent(home: Page) -> None:
    await open_surface(home, "Bezwaar Assistent")
    await analyse(home, "a" * 100_001)
    await expect(home.locator(".summary")).to_contain_text("1 teken te lang")
    await expect(home.locator(".status.idle")).to_be_visible()
    await analyse(home, LETTER)
    await done(home)
