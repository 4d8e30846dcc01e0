"""The workbench for somebody without an agent who allowed nothing: both sides are played here, each message waits."""

from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.browser import Open
from tests.scenario.screens import WORKBENCH, pane
from tests.serving import serving_here

EDITED = "My lamp never came. The number is LF-4410."


@pytest.fixture
async def page(open_page: Open) -> Page:
    return await open_page(viewport={"width": 1280, "height": 900}, locale="en-GB")


async def test_the_other_side_is_played_here_by_one_button_and_an_edited_draft_outlives_the_page(
    tmp_path: Path, page: Page
) -> None:
    async with serving_here(tmp_path, assistants=[WORKBENCH]) as here:
        await page.goto(f"{here.url}/#/new/scenario")
        await page.get_by_label("From the library").select_option(label="A delivery that never came")
        await expect(page.get_by_text("Connect first: the address of the agent is in the first step.")).to_be_visible()
        await page.get_by_role("button", name="Play the other side here").click()
        await expect(page.get_by_text("The other side is played here.")).to_be_visible()
        await expect(page.get_by_role("alert")).to_have_count(0)
        await page.get_by_role("button", name="Begin planner").click()
        draft = page.get_by_label("Message to the agent")
        await expect(draft).to_have_value(
            "Hello, a lamp that I ordered three weeks ago never came, and I would like my money back."
        )
        await expect(page.get_by_text("Suggested start")).to_have_count(0)
        await draft.fill(EDITED)
        await page.reload()
        await expect(draft).to_have_value(EDITED)
        await page.get_by_role("button", name="Send back").click()
        await expect(page.get_by_text("No language model plays here: the same message comes again.")).to_be_visible()
        await page.get_by_label("What should be different?").fill("Give the number.")
        await page.get_by_role("button", name="Send back").click()
        await expect(pane(page, "You and the planner").get_by_role("listitem")).to_contain_text("Give the number.")
        await expect(draft).not_to_have_value(EDITED)
        await draft.fill(EDITED)
        await page.get_by_role("button", name="Send as changed").click()
        both = pane(page, "Planner and agent")
        await expect(both).to_contain_text(EDITED)
        await expect(both).to_contain_text("What is the number of the order?")
        listed = (await here.http.get("/api/conversations", params={"assistant": "scenario"})).json()["items"]
        titles = {one["title"] for one in listed}
        scenario = "A delivery that never came"
        theirs = f"The other side: Lumen & Filament, {scenario}"
        assert {f"{scenario} (Ruben Achterberg)", theirs} == titles
        [mine] = (await here.http.get("/api/conversations")).json()["items"]
        assert (mine["title"], mine["state"]) == (f"{scenario} (Ruben Achterberg)", "asking")
        [other] = [one for one in listed if one["title"] == theirs]
        assert (other["state"], other["outcome"]) == ("idle", None), "it waits for us, and is not done"
        await page.get_by_role("link", name="See it from the other side").click()
        await expect(page.get_by_text("We play Lumen & Filament. The other side is Ruben Achterberg.")).to_be_visible()
        await page.go_back()
        await expect(both).to_contain_text(EDITED)
        written = page.get_by_label("Your question")
        await written.fill("Half a sentence")
        await page.reload()
        await expect(written).to_have_value("Half a sentence")
        await page.goto(f"{here.url}/#/new/scenario")
        await page.get_by_role("button", name="Begin planner").click()
        await expect(pane(page, "Planner and agent")).to_contain_text("Nothing was sent")
        await expect(draft).to_be_visible()
        await expect(written).to_have_value("")
        await page.close()


async def test_a_scenario_and_a_course_that_are_chosen_after_the_other_side_are_those_that_both_sides_play(
    tmp_path: Path, page: Page
) -> None:
    async with serving_here(tmp_path, assistants=[WORKBENCH]) as here:
        await page.goto(f"{here.url}/#/new/scenario")
        library = page.get_by_label("From the library")
        await library.select_option(label="A suitcase that did not arrive")
        await page.get_by_role("button", name="Play the other side here").click()
        played = page.get_by_text("The other side is played here.")
        await expect(played).to_be_visible()
        await library.select_option(label="A delivery that never came")
        await expect(played).to_be_visible()
        await page.get_by_role("radio", name="Send by itself").check()
        course = page.get_by_label("Course of events")
        await course.select_option(label="The number is of no order: the claim is refused (ends without success)")
        await expect(played).to_be_visible()
        await page.get_by_role("button", name="Begin planner").click()
        both = pane(page, "Planner and agent")
        await expect(both).to_contain_text("I am sorry, there is no order LF-4401 with us")
        await expect(both).not_to_contain_text("84.00")
        await page.close()
