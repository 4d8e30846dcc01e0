"""The workbench's own words are in the reader's language; what a model, a scenario or an agent says stays as it was."""

from pathlib import Path

from playwright.async_api import Locator, Page, expect

from tests.browser import Open
from tests.scenario import screens
from tests.scenario.screens import WIDE, Desk, desk, pane
from tests.web.counter import read_in

bench, page = screens.bench, screens.page


async def reason(pane_of: Locator, at: int = -1) -> Locator:
    """Opens the reason of a line and gives it."""
    why = pane_of.locator(".wb-why").nth(at)
    await why.locator("summary").click()
    return why.locator("p")


async def test_the_reason_of_a_step_is_in_the_readers_language(bench: Desk, page: Page) -> None:
    """Beside the message that waits, below what was said, in the list of decisions and in the log."""
    await bench.begin(page, "I approve each one")
    await page.get_by_label("Your answer").fill("It is about lamps.")
    await page.keyboard.press("Enter")
    held = page.locator(".wb-draft")
    await expect(held).to_contain_text("Step 3 of the script of asker.")
    await read_in(page, "nl")
    await expect(held).to_contain_text("Waarom Stap 3 van het script van asker.")
    await expect(held).not_to_contain_text("Step")
    front = pane(page, "U en de planner")
    await expect(await reason(front)).to_have_text("Stap 1 van het script van asker.")
    await page.get_by_role("tab", name="Prompts").click()
    await expect(page.locator(".wb-decisions")).to_contain_text("Stap 2 van het script van asker.")
    await expect(page.locator(".wb-decisions")).not_to_contain_text("Step 2")
    await page.get_by_role("tab", name="Logboek").click()
    await page.get_by_role("listbox").get_by_role("option").filter(has_text="make_paper").first.click()
    await expect(page.locator(".log-detail")).to_contain_text("Waarom Stap 2 van het script van asker.")
    await read_in(page, "de")
    await expect(held).to_contain_text("Schritt 3 im Skript von asker.")
    await page.close()


async def test_the_reason_of_a_model_stays_as_it_was_given_and_says_its_language(bench: Desk, page: Page) -> None:
    await bench.open(page)
    await bench.choose(page, "Send by itself")
    await page.get_by_label("Who plays the planner").select_option("talker")
    await page.get_by_role("button", name="Begin planner").click()
    await expect(pane(page, "You and the planner")).to_contain_text("What is the paper about?")
    await read_in(page, "nl")
    given = await reason(pane(page, "U en de planner"))
    await expect(given.first).to_have_text("I must know.")
    await expect(given.first.locator("[lang=en]")).to_have_text("I must know.")
    await page.close()


async def test_a_limit_that_ends_a_run_is_told_in_the_readers_language(bench: Desk, page: Page) -> None:
    await bench.open(page)
    await bench.choose(page, "Send by itself")
    await page.get_by_label("messages to the agent").fill("1")
    await page.get_by_role("button", name="Begin planner").click()
    await page.get_by_label("Your answer").fill("It is about lamps.")
    await page.keyboard.press("Enter")
    end = page.locator(".wb-end")
    await expect(end).to_contain_text("The messages that this run may send are sent: 1.")
    await read_in(page, "nl")
    await expect(end).to_contain_text("De berichten die deze ronde mag sturen zijn op: 1.")
    await page.close()


async def test_a_file_that_an_agent_sends_and_makes_is_shown_once(tmp_path: Path, open_page: Open) -> None:
    """It is named with its address in its last message, and comes as what its task made."""
    async with desk(tmp_path) as bench:
        page = await open_page(viewport=WIDE)
        await bench.open(page)
        await page.get_by_label("Uit de bibliotheek").select_option(label="Een parkeervergunning voor bewoners")
        await page.get_by_role("radio", name="Vanzelf versturen").check()
        await page.get_by_role("button", name="Speel de andere kant hier").click()
        await expect(page.get_by_text("De andere kant wordt hier gespeeld.")).to_be_visible()
        await page.get_by_role("button", name="Planner starten").click()
        await expect(page.get_by_text("Goed afgelopen.")).to_be_visible()
        decision = pane(page, "Planner en agent").locator(".wb-line").last
        await expect(decision).to_contain_text("De vergunning is verleend")
        await expect(decision.locator(".wb-files a")).to_have_text("besluit-P-26-3307.md")
        told = await page.locator(".wb-line").all_inner_texts()
        told.append(await page.locator(".wb-end").inner_text())
        assert "".join(told).count("besluit-P-26-3307.md") == 1, told
        await page.set_viewport_size({"width": 320, "height": 700})
        for tab in await page.get_by_role("tab").all():
            box = await tab.bounding_box()
            assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= 320, "a tab is out of sight"
        await page.close()
