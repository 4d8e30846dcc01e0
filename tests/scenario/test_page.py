"""The workbench in a browser: the list by which its mission is tried by hand, and what a person does besides."""

import asyncio
import json
from typing import Any

from playwright.async_api import Page, Route, expect

from loket_demos.scenario.bridge import config64
from tests.browser import Complaints, Open, assert_accessible, assert_fits
from tests.scenario import screens
from tests.scenario.screens import STORAGE, Desk, pane

bench, page = screens.bench, screens.page


async def kept(page: Page) -> dict[str, Any]:
    """What the browser keeps of the workbench."""
    told: str = await page.evaluate("JSON.stringify({...localStorage})")
    return {name: value for name, value in json.loads(told).items() if name.startswith("a2a.")}


async def test_a_run_from_its_first_step_to_its_end_and_after_a_reload(bench: Desk, page: Page) -> None:
    """Starts without a task with a question, answers it, a tool's document is indexed and sent by its docId."""
    run = await bench.begin(page)
    log = page.get_by_role("listbox", name="Events")
    await expect(log).to_contain_text("askUser")
    await expect(page.get_by_text("The planner is played by: the script")).to_be_visible()
    await page.get_by_label("Your answer").fill("It is about la")
    await page.reload()
    await expect(page.get_by_label("Your answer")).to_have_value("It is about la")
    await page.get_by_label("Your answer").fill("It is about lamps.")
    await page.keyboard.press("Enter")
    both = pane(page, "Planner and agent")
    await expect(both).to_contain_text("ask whether it came")
    await expect(both).to_contain_text("What more?")
    await expect(page.get_by_role("status").filter(has_text="Ended well.")).to_be_visible()
    await expect(page.get_by_role("button", name="Stop")).to_have_count(0)
    tall = await log.get_by_role("option").evaluate_all("rows => rows.map(row => row.offsetHeight)")
    assert len(set(tall)) == 1, f"a line of the log is drawn as something else: {tall}"
    await page.get_by_role("button", name="Tool calls and results").click()
    await expect(log.get_by_role("option").first).to_contain_text("askUser")
    await log.get_by_role("option").filter(has_text="tool_result").first.click()
    await expect(page.locator(".log-detail")).to_contain_text("paper-1")
    await page.reload()
    assert await page.locator(".add-file > input").evaluate("field => getComputedStyle(field).opacity") == "0"
    await expect(both.get_by_role("link", name="paper.txt")).to_be_visible()
    await expect(page.get_by_text("Ended well.")).to_be_visible()
    events = (await bench.here.http.get(f"/api/scenario/runs/{run}/events")).json()["events"]
    await expect(page.locator(".log-count")).to_contain_text(f"{len(events)} lines")
    [session] = [json.loads(value) for name, value in (await kept(page)).items() if name.startswith("a2a.session.")]
    assert session["taskId"] and session["status"] and session["plannerStarted"] and not session["frontDraft"]
    await page.get_by_role("tab", name="Prompts").click()
    await expect(page.locator(".wb-decisions > li").filter(has_text="Step 3 of the script")).to_have_count(1)
    await expect(page.locator(".wb-decisions")).not_to_contain_text("is not begun")
    await expect(page.locator(".wb-decisions")).not_to_contain_text("No scenario is chosen")
    await both.get_by_text("Why").first.click()
    await expect(both.get_by_text("Step 3 of the script")).to_be_visible()
    await assert_accessible(page, "a run")
    await page.set_viewport_size({"width": 320, "height": 700})
    await assert_fits(page)
    await page.close()


async def test_what_was_chosen_is_there_after_a_reload_and_in_a_link(bench: Desk, page: Page, open_page: Open) -> None:
    """The agent and its tools at once, without a touch; an address that holds no scenario says so, with a way on."""
    await bench.open(page)
    await bench.choose(page)
    await page.get_by_role("radio", name="The Office").check()
    await page.get_by_role("radio", name="Ada Vries").check()
    await page.get_by_role("checkbox", name="give_up").uncheck()
    await page.get_by_label("Additional planner instructions").fill("Be short.")
    await page.get_by_label("messages to the agent").fill("7")
    await page.get_by_label("Additional planner instructions").focus()
    await page.reload()
    await expect(page.get_by_role("radio", name="Ada Vries")).to_be_checked()
    await expect(page.get_by_role("checkbox", name="give_up")).not_to_be_checked()
    await expect(page.get_by_role("checkbox", name="make_paper")).to_be_checked()
    await expect(page.get_by_label("Additional planner instructions")).to_have_value("Be short.")
    await expect(page.get_by_label("messages to the agent")).to_have_value("7")
    await expect(page.locator(".wb-card")).to_contain_text("Echo")
    names = await kept(page)
    assert names["a2a.endpoint"] == bench.other.url and names["a2a.planner.instructions"] == "Be short."
    [roles] = [json.loads(value) for name, value in names.items() if name.startswith("a2a.scenario.sel.")]
    assert roles == {"planner": "asker", "counterpart": "clerk"}
    [tools] = [value for name, value in names.items() if name.startswith("a2a.scenario.tools.") and "::asker" in name]
    assert json.loads(tools) == ["make_paper"]
    await assert_accessible(page, "before a run")
    link: str = await page.evaluate("document.querySelector('wb-set-up').config.link")
    other = await open_page(viewport={"width": 320, "height": 700}, locale="de-DE", color_scheme="dark")
    await other.goto(f"{bench.here.url}/#/new/scenario/{link}")
    await expect(other.get_by_role("checkbox", name="give_up")).not_to_be_checked()
    await expect(other.get_by_label("Nachrichten an den Agenten", exact=True)).to_have_value("7")
    await expect(other.get_by_role("button", name="Planer starten")).to_be_enabled()
    await assert_fits(other)
    await other.close()
    await page.close()


async def test_no_step_can_be_filled_in_before_what_another_browser_kept_is_there(bench: Desk, page: Page) -> None:
    """What comes late would stand before what somebody has begun to type."""
    released, asked = asyncio.Event(), f"**{STORAGE}"

    async def hold(route: Route) -> None:
        await released.wait()
        await route.continue_()

    await bench.here.http.put(f"{STORAGE}/a2a.endpoint", json=bench.other.url)
    await page.route(asked, hold)
    await bench.open(page)
    address = page.get_by_label("Address of the agent")
    await expect(page.get_by_role("status").filter(has_text="Loading")).to_be_visible()
    await expect(address).to_have_count(0)
    released.set()
    await expect(address).to_have_value(bench.other.url)
    await expect(page.locator(".wb-card")).to_contain_text("Echo")
    await page.close()


async def test_a_link_that_is_cut_off_says_so_and_a_whole_one_in_its_place_is_taken(bench: Desk, page: Page) -> None:
    """Whatever the link is; in the reader's language; what was chosen before stays."""
    await bench.open(page)
    await bench.choose(page)
    whole: str = await page.evaluate("document.querySelector('wb-set-up').config.link")
    for broken in (whole[:40], "%E0%A4%A", "W10", "no/link"):
        await bench.open(page, f"/{broken}")
        await expect(page.get_by_role("alert")).to_contain_text("This link can’t be read")
        await expect(page.get_by_role("radio", name="Ada Vries")).to_be_checked()
        await bench.open(page)
        await expect(page.get_by_role("alert")).to_have_count(0)
    await bench.open(page, f"/{whole[:40]}")
    for language, words in {
        "nl": "kan niet worden gelezen",
        "de": "nicht gelesen",
        "pt-BR": "não pode ser lido",
    }.items():
        await page.locator("header select").first.select_option(language)
        await expect(page.get_by_role("alert")).to_contain_text(words)
    await page.set_viewport_size({"width": 320, "height": 700})
    await assert_fits(page)
    await bench.open(page, f"/{whole}")
    await expect(page.get_by_role("alert")).to_have_count(0)
    await page.locator("header select").first.select_option("en")
    await page.close()


async def test_an_address_without_a_scenario_or_an_agent_says_why(
    bench: Desk, page: Page, complaints: Complaints
) -> None:
    await bench.open(page)
    await page.get_by_label("Or the address of a scenario").fill(f"{bench.other.url}/nothing.json")
    await expect(page.get_by_role("alert")).to_contain_text("answers with HTTP 404")
    await page.get_by_role("button", name="Try again").click()
    await expect(page.get_by_role("alert")).to_contain_text("answers with HTTP 404")
    await page.get_by_label("Or the address of a scenario").fill(f"{bench.here.url}/api/scenarios/trial")
    await expect(page.get_by_text("One of each thing that can happen.")).to_be_visible()
    await page.get_by_label("Address of the agent").fill("http://10.0.0.1/a2a")
    await page.get_by_role("button", name="Connect", exact=True).click()
    await expect(page.get_by_role("alert")).to_contain_text("LOKET_ALLOW_PRIVATE")
    await expect(page.get_by_role("button", name="Begin planner")).to_be_disabled()
    complaints.expected("502")
    await page.close()


async def test_an_agent_that_is_a_side_of_a_scenario_says_of_which_unless_one_was_chosen(
    bench: Desk, page: Page
) -> None:
    await bench.open(page)
    shop = {"scenarioId": "lost-delivery", "agents": [{"id": "customer"}, {"id": "shop"}]}
    await page.get_by_label("Address of the agent").fill(f"{bench.here.url}/api/bridge/{config64(shop)}/a2a")
    await page.get_by_role("button", name="Connect", exact=True).click()
    await expect(page.get_by_role("radio", name="Ruben Achterberg")).to_be_checked()
    await expect(page.locator(".wb-agent").filter(has_text="Lumen & Filament")).to_contain_text("the other side")
    await expect(page.get_by_role("button", name="Begin planner")).to_be_enabled()
    await page.get_by_label("From the library").select_option(label="A trial of everything")
    await expect(page.get_by_role("radio", name="Ada Vries")).to_be_checked()
    await page.get_by_role("button", name="Connect", exact=True).click()
    await expect(page.locator(".wb-card")).to_contain_text("Lumen & Filament")
    await expect(page.get_by_role("radio", name="Ada Vries")).to_be_checked()
    await page.close()


async def test_a_message_waits_is_changed_and_sent_back_with_a_note(bench: Desk, page: Page) -> None:
    """The person stays answerable while the agent may not be written to."""
    await bench.begin(page, "I approve each one")
    await page.get_by_label("Your answer").fill("It is about lamps.")
    await page.keyboard.press("Enter")
    draft = page.get_by_role("region", name="This message waits for you")
    await expect(draft.get_by_label("Message to the agent")).to_have_value("ask whether it came")
    await expect(draft.get_by_role("checkbox", name="paper.txt")).to_be_checked()
    await assert_accessible(page, "a draft")
    await draft.get_by_label("Message to the agent").fill("ask kindly")
    await draft.get_by_role("checkbox", name="paper.txt").uncheck()
    await draft.get_by_role("button", name="Send as changed").click()
    both = pane(page, "Planner and agent")
    await expect(both.get_by_role("listitem").filter(has_text="ask kindly").first).to_be_visible()
    await expect(both).to_contain_text("What more?")
    await expect(both.get_by_role("link", name="paper.txt")).to_have_count(0)
    await expect(draft).to_contain_text("It is the last message")
    await draft.get_by_role("button", name="Send back").click()
    await draft.get_by_label("What should be different?").fill("Say please.")
    await draft.get_by_role("button", name="Send back").click()
    log = page.get_by_role("listbox", name="Events")
    await expect(log).to_contain_text("note · Say please.")
    await page.close()


async def test_what_went_over_the_wire_is_found_and_sent_again_after_a_yes(
    bench: Desk, page: Page, complaints: Complaints
) -> None:
    await bench.begin(page)
    await page.get_by_label("Your answer").fill("It is about lamps.")
    await page.keyboard.press("Enter")
    await expect(page.get_by_text("Ended well.")).to_be_visible()
    log = page.get_by_role("group", name="Event log")
    await log.get_by_role("searchbox").fill("no such words")
    await expect(log.get_by_text("Nothing fits.")).to_be_visible()
    await log.get_by_role("searchbox").fill("ask whether")
    await expect(log.locator(".log-row").first).to_be_visible()
    await page.route("**/api/scenario/exchanges?*", unavailable)
    await page.get_by_role("tab", name="Wire").click()
    panel = page.get_by_role("tabpanel")
    await expect(panel.get_by_role("alert")).to_contain_text("Not now.")
    await expect(panel.get_by_text("Loading")).to_have_count(0)
    await page.unroute("**/api/scenario/exchanges?*")
    complaints.expected("503")
    await panel.get_by_role("button", name="Try again").click()
    lines = page.locator(".wb-exchange")
    await expect(panel.get_by_role("alert")).to_have_count(0)
    await page.get_by_label("Search in requests and answers").fill("ask whether")
    asked = lines.filter(has_text="Send")
    await expect(asked).to_have_count(2)  # the second brings the history of the task along
    await asked.last.click()
    whole = page.get_by_role("region", name="One exchange")
    await expect(whole).to_contain_text("ask whether it came")
    await page.get_by_role("button", name="Send this again").click()
    await expect(page.get_by_role("region", name="Send it now?")).to_contain_text(bench.other.url)
    await assert_accessible(page, "the wire")
    await page.get_by_role("button", name="Yes, send").click()
    await expect(asked).to_have_count(3)
    await page.get_by_label("Search in requests and answers").fill("no such words")
    await expect(panel.get_by_text("Nothing has these words.")).to_be_visible()
    await page.close()


async def unavailable(route: Route) -> None:
    """What a server that is overloaded says."""
    await route.fulfill(status=503, json={"error": {"code": "busy", "text": "Not now."}})


async def test_a_scenario_is_written_checked_saved_deleted_and_restored(bench: Desk, page: Page) -> None:
    await bench.open(page)
    await page.get_by_role("button", name="Library", exact=True).click()
    await page.get_by_role("button", name="Open: A trial of everything").click()
    text = page.get_by_label("Scenario (JSON)")
    await expect(page.get_by_text("Nothing is wrong.")).to_be_visible()
    await text.fill(
        (await text.input_value()).replace('"id": "trial"', '"id": "tried"').replace('"individual"', '"somebody"')
    )
    await page.get_by_role("button", name="agents[0].principal.type").click()
    selected: str = await text.evaluate("field => field.value.slice(field.selectionStart, field.selectionEnd)")
    assert selected == '"somebody"'
    await expect(page.get_by_role("button", name="Save", exact=True)).to_be_disabled()
    await assert_accessible(page, "the editor")
    await text.fill(
        (await text.input_value()).replace('"somebody"', '"individual"').replace("A trial", "Another trial")
    )
    await page.get_by_role("button", name="Save", exact=True).click()
    await expect(page.get_by_text("Saved")).to_be_visible()
    await page.get_by_role("button", name="Back to the library").click()
    await page.get_by_role("button", name="Delete: Another trial of everything").click()
    await expect(page.get_by_role("heading", name="Another trial of everything")).to_have_count(0)
    await page.get_by_label("Show deleted ones, too").check()
    await page.get_by_role("button", name="Restore: Another trial of everything").click()
    await page.get_by_role("button", name="Use: Another trial of everything").click()
    await expect(page.get_by_role("radio", name="Ada Vries")).to_be_checked()
    await page.close()
