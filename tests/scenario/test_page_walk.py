"""One visit to the workbench, from an address that must be allowed first to a request that is edited: a model plays."""

import json
import re
from pathlib import Path
from urllib.parse import urlsplit

from playwright.async_api import FilePayload, Page, expect

from tests.browser import Complaints, Open, assert_accessible
from tests.scenario.screens import EDIT_TOKEN, ELSEWHERE, Desk, desk, forwarded, pane


async def test_a_visit_with_a_model(tmp_path: Path, open_page: Open, complaints: Complaints) -> None:
    async with desk(tmp_path) as bench:
        page = await open_page(viewport={"width": 1280, "height": 900}, locale="en-GB")
        await allowed_first(bench, page)
        await the_prompt_is_shown(page)
        await a_draft_outlives_a_reload(page)
        await stopped_and_gone_on(page)
        await files_are_flagged_and_removed(page)
        await a_request_is_edited(bench, page)
        await a_locked_scenario_takes_the_token(bench, page)
        complaints.expected("502")
        await page.close()


async def allowed_first(bench: Desk, page: Page) -> None:
    """An address of this machine is called after its person's yes."""
    port = urlsplit(bench.other.url).port or 0
    await bench.open(page)
    async with forwarded(port):
        await page.get_by_label("Address of the agent").fill(f"http://{ELSEWHERE}:{port}/a2a")
        await page.get_by_role("button", name="Connect", exact=True).click()
        await expect(page.get_by_role("alert")).to_contain_text("LOKET_ALLOW_PRIVATE")
        await page.get_by_role("button", name="Allow this address").click()
        await expect(page.locator(".wb-card")).to_contain_text("Echo")
        await expect(page.get_by_role("alert")).to_have_count(0)
    await bench.choose(page, "Send by itself")
    await page.get_by_label("Who plays the planner").select_option("talker")
    await page.get_by_role("button", name="Begin planner").click()
    await expect(pane(page, "You and the planner")).to_contain_text("What is the paper about?")


async def the_prompt_is_shown(page: Page) -> None:
    await page.get_by_role("tab", name="Prompts").click()
    panel = page.get_by_role("tabpanel")
    await expect(panel).to_contain_text("I must know.")
    await panel.get_by_role("button", name="What the model was asked").first.click()
    for section in ("SCENARIO", "TOOLS", "CONVERSATION_HISTORY", "CURRENT_TURN_LOG", "AVAILABLE_FILES"):
        await expect(panel.locator("pre")).to_contain_text(f"<{section}>")


async def a_draft_outlives_a_reload(page: Page) -> None:
    await page.get_by_label("Your answer").fill("It is about la")
    await page.reload()
    await expect(page.get_by_label("Your answer")).to_have_value("It is about la")


async def stopped_and_gone_on(page: Page) -> None:
    """Nothing is thought while it is stopped; what was said meanwhile is read when it goes on."""
    await page.locator(".wb-head").get_by_role("button", name="Stop").click()
    await expect(page.get_by_text("The planner is stopped.")).to_be_visible()
    paper: FilePayload = {"name": "paper.txt", "mimeType": "text/plain", "buffer": b"All is well."}
    await page.locator(".add-file > input").set_input_files(paper)
    await page.locator("wb-pane textarea").fill("It is about lamps.")
    await page.keyboard.press("Enter")
    front = pane(page, "You and the planner")
    await expect(front).to_contain_text("It is about lamps.")
    await expect(pane(page, "Planner and agent")).to_contain_text("Nothing was sent to the agent yet.")
    await page.get_by_role("button", name="Go on").click()
    await expect(pane(page, "Planner and agent")).to_contain_text("What more?")
    await expect(page.get_by_text("The planner is stopped.")).to_have_count(0)


async def files_are_flagged_and_removed(page: Page) -> None:
    await page.get_by_role("tab", name="Files").click()
    panel = page.get_by_role("tabpanel")
    await panel.get_by_role("button", name="Never send: paper.txt").click()
    await expect(panel).to_contain_text("private: never sent")
    await panel.get_by_role("button", name="Put first: paper.txt").click()
    await expect(panel.get_by_role("button", name="Not first: paper.txt")).to_be_visible()
    await panel.get_by_role("button", name="Remove: paper.txt").click()
    await expect(panel).to_contain_text("There are no files yet.")


async def a_request_is_edited(bench: Desk, page: Page) -> None:
    """It goes as it was edited, after a yes."""
    await page.get_by_role("tab", name="Wire").click()
    await page.locator(".wb-exchange").filter(has_text="Send").last.click()
    await page.get_by_role("button", name="Edit and send").click()
    field = page.get_by_label("Request as you want it sent (JSON)")
    request = await field.input_value()
    await field.fill(request[:-1])
    await expect(page.get_by_role("button", name="Send this", exact=True)).to_be_disabled()
    assert isinstance(json.loads(request), dict)
    await field.fill(request.replace("ask for it", "as it was edited"))
    await page.get_by_role("button", name="Send this", exact=True).click()
    await page.get_by_role("region", name="Send it now?").get_by_role("button", name="No").click()
    await expect(field).to_have_value(re.compile("as it was edited"))
    await expect(field).to_be_focused()
    await page.get_by_role("button", name="Send this", exact=True).click()
    await page.get_by_role("button", name="Yes, send").click()
    await expect(page.get_by_text("It was sent.")).to_be_visible()
    await page.get_by_label("Search in requests and answers").fill("as it was edited")
    await expect(page.locator(".wb-exchange").first).to_contain_text("Send")
    await expect(page.locator(".wb-exchange").filter(has_text="Send")).to_have_count(1)  # the refused one never left


async def a_locked_scenario_takes_the_token(bench: Desk, page: Page) -> None:
    await bench.open(page)
    await page.get_by_role("button", name="Library", exact=True).click()
    await page.locator(".wb-library li").filter(has_text="locked").first.get_by_role("button", name="Open").click()
    save = page.get_by_role("button", name="Save", exact=True)
    await expect(page.get_by_text("Nothing is wrong.")).to_be_visible()
    await expect(save).to_be_disabled()
    await page.get_by_text("What a model is asked first").click()
    prompt = page.get_by_role("region", name="What a model is asked first")
    await expect(prompt).to_contain_text("<SCENARIO>")
    before = await prompt.inner_text()
    await page.get_by_label("Choose whom we play").select_option(index=1)
    await expect(prompt).not_to_have_text(before)
    await assert_accessible(page, "the preview of a prompt")
    await page.get_by_label("Edit token").fill(EDIT_TOKEN)
    await save.click()
    await expect(page.get_by_text("Saved")).to_be_visible()
    await page.get_by_role("button", name="Use", exact=True).click()
    await page.get_by_label("Course of events").select_option(index=1)
    choice: dict[str, str] = await page.evaluate("document.querySelector('wb-set-up').config.choice")
    assert choice["variant"]
