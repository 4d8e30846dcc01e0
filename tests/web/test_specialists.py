"""A talk with a model: its words as they come, a card for each specialist it asks, also after a reload and a stop."""

import contextlib
import io
import json
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import yaml
from playwright.async_api import Page, expect

from loket.cli.evals.cases import read_cases
from loket.cli.logs import cases
from loket.config import load
from tests.browser import Photograph
from tests.serving import Here, serving_here
from tests.visitors import left
from tests.web.counter import accessible, overflow
from tests.web.mover import GATE
from tests.web.test_talk import say

MOVER = "tests.web.mover:bundle"
LOOK = """node => {
  const paint = document.createElement("i");
  paint.style.color = "var(--error)";
  node.append(paint);
  const colours = [getComputedStyle(node).color, getComputedStyle(paint).color];
  paint.remove();
  return colours;
}"""
"""The colour of a sign, and the one for what failed."""


@pytest.fixture
async def mover(tmp_path: Path, page: Page) -> AsyncIterator[Here]:
    """Somebody to talk with who waits in the middle of it; the page is at the empty talk."""
    GATE.close()
    async with serving_here(tmp_path / "data", assistants=[MOVER]) as here:
        await page.goto(f"{here.url}/#/new/mover")
        await expect(page.get_by_role("heading", level=1)).to_have_text("Moving abroad")
        yield here
        GATE.open.set()
        await left(page)


async def test_words_stand_where_the_answer_will_stand(mover: Here, page: Page) -> None:
    await say(page, "slow")
    words = page.locator(".answers .said")
    await expect(words).to_contain_text("The first words")
    await expect(words).to_have_attribute("aria-live", "off")
    before = await words.bounding_box()
    await page.reload()
    await expect(words).to_contain_text("The first words")
    GATE.open.set()
    await expect(words).to_contain_text("and the rest.")
    await expect(page.get_by_role("button", name="Versturen")).to_be_visible()
    after = await words.bounding_box()
    assert before and after and (before["x"], before["width"]) == (after["x"], after["width"])
    assert before["y"] == after["y"], "the words moved"


async def test_a_card_for_each_specialist_works_ends_and_folds(mover: Here, page: Page, photograph: Photograph) -> None:
    await say(page, "both")
    visas, papers = page.locator(".agent-card").nth(0), page.locator(".agent-card").nth(1)
    for card, title in ((visas, "Visa specialist"), (papers, "Specialist in papers")):
        await expect(card.locator("summary").first).to_contain_text(title)
        await expect(card).to_have_attribute("data-look", "running")
        await expect(card).to_have_attribute("open", "")
    await expect(visas.locator(".agent-task em")).to_have_text("Which visa is it?")
    await expect(visas.locator(".call")).to_contain_text(re.compile(r"Look up visas\s+bezig"))
    await expect(visas.locator("summary .step-state")).to_contain_text(re.compile(r"bezig · [1-9]\d* s"))
    await expect(papers.locator(".agent-said")).to_have_text("A passport,")
    await expect(page.locator(".breathing")).to_have_count(0)
    await expect(page.locator(".answers .said").first).to_contain_text("I ask two specialists.")
    await accessible(page, "specialists at work")
    await photograph(page, "specialists-running")
    GATE.open.set()
    await expect(visas).to_have_attribute("data-look", "done")
    await expect(page.locator(".answers .said").last).to_contain_text("What you need")
    await expect(visas).not_to_have_attribute("open", "")
    await expect(visas.locator(".agent-line")).to_have_text("For work there is D1. It takes two months.")
    await accessible(page, "specialists are done")
    await photograph(page, "specialists-done")
    await page.set_viewport_size({"width": 320, "height": 800})
    assert await overflow(page) == 0


async def test_a_card_is_opened_by_keyboard_and_stays_as_the_reader_left_it(mover: Here, page: Page) -> None:
    await say(page, "which visa")
    card = page.locator(".agent-card")
    await card.locator("summary").first.press("Enter")
    await expect(card).not_to_have_attribute("open", "")
    await card.locator("summary").first.press("Enter")
    await expect(card).to_have_attribute("open", "")
    GATE.open.set()
    await expect(page.locator(".answers .said").last).to_contain_text("What you need")
    await expect(card.locator(".agent-body")).to_contain_text("It takes two months.")
    await expect(card).to_have_attribute("open", "")
    await page.reload()
    await expect(card).to_have_attribute("data-look", "done")
    await expect(card).not_to_have_attribute("open", "")


async def test_a_reload_in_the_middle_loses_nothing_and_a_stop_says_so(mover: Here, page: Page) -> None:
    await say(page, "both")
    cards = page.locator(".agent-card[data-look=running]")
    await expect(cards).to_have_count(2)
    await page.reload()
    await expect(cards).to_have_count(2)
    await expect(page.locator(".agent-said").last).to_have_text("A passport,")
    await page.get_by_role("button", name="Stop", exact=True).click()
    stopped = page.locator(".agent-card[data-look=stopped]")
    await expect(stopped).to_have_count(2)
    await expect(stopped.first.locator("summary").first).to_contain_text("onderbroken")
    await expect(page.locator(".box.ended")).to_be_visible()
    await accessible(page, "specialists were stopped")
    await page.reload()
    await expect(stopped).to_have_count(2)


async def test_a_source_that_fails_is_seen_in_its_card_and_the_talk_goes_on(mover: Here, page: Page) -> None:
    await say(page, "which visa for Atlantis")
    GATE.open.set()
    await expect(page.locator(".answers .said").last).to_contain_text("What you need")
    card = page.locator(".agent-card")
    await card.locator("summary").first.click()
    await expect(card.locator(".call")).to_contain_text("niet gelukt")
    await expect(card.locator(".agent-said").last).to_have_text("Nothing is known of that.")


async def test_a_specialist_that_fails_has_a_red_cross_and_the_talk_says_what_all_of_it_cost(
    mover: Here, page: Page
) -> None:
    GATE.open.set()
    await say(page, "which visa for Nowhere")
    card = page.locator(".agent-card")
    await expect(card).to_have_attribute("data-look", "error")
    await expect(card.locator("summary .step-state")).to_contain_text("niet gelukt")
    shape = await card.locator("summary .node path").get_attribute("d")
    cross, red = await card.locator("summary .node").evaluate(LOOK)
    assert shape == "M6 6l12 12M18 6 6 18" and cross == red
    await accessible(page, "a specialist that failed")
    await expect(page.get_by_text("Dit gesprek:")).to_have_count(0)  # as long as it is one answer
    await say(page, "hello")
    await expect(page.get_by_text(re.compile(r"^Dit gesprek: \d+ tokens gelezen, \d+ geschreven"))).to_be_visible()


async def test_markdown_is_drawn_and_nothing_in_it_runs_or_is_fetched(mover: Here, page: Page) -> None:
    GATE.open.set()
    await say(page, "which visa")
    answer = page.locator(".answers .said").last
    await expect(answer.locator("h3")).to_have_text("What you need")
    await expect(answer.get_by_role("columnheader")).to_have_text(["Document", "Apostille"])
    await expect(answer.locator("ol li")).to_have_text(["Collect the papers", "Book a day"])
    await expect(answer.get_by_role("link", name="the consulate")).to_have_attribute(
        "href", "https://consulate.example/d1"
    )
    await expect(answer.locator("img, script, iframe")).to_have_count(0)
    await expect(answer).to_contain_text("a map (tracker.example) <img src=x onerror=alert(1)> <script>")


async def test_what_was_said_so_far_stays_when_it_is_stopped_and_can_be_asked_again(mover: Here, page: Page) -> None:
    await say(page, "slow")
    words = page.locator(".answers .said")
    await expect(words).to_contain_text("The first words")
    await page.get_by_role("button", name="Stop", exact=True).click()
    await expect(page.locator(".cut-off")).to_be_visible()
    await page.reload()
    await expect(words).to_contain_text("The first words")
    await expect(page.locator(".cut-off")).to_have_text("Hier is het antwoord onderbroken.")
    await accessible(page, "an answer that was stopped")
    GATE.open.set()
    await page.get_by_role("button", name="Opnieuw proberen").click()
    await expect(words.last).to_contain_text("and the rest.")
    await expect(page.locator(".turn")).to_have_count(2)


async def test_a_question_is_edited_in_a_copy_and_the_talk_it_comes_from_stays(mover: Here, page: Page) -> None:
    await say(page, "hello")
    await expect(page.locator(".answers .said")).to_contain_text("You said: hello")
    await say(page, "which way")
    await expect(page.locator(".answers .said").last).to_contain_text("You said: which way")
    first = page.url
    await page.get_by_role("button", name="Aanpassen").last.press("Enter")
    field = page.get_by_label("Uw vraag, aangepast")
    await expect(field).to_be_focused()
    await expect(field).to_have_value("which way")
    await accessible(page, "a question that is edited")
    await field.fill("that way")
    await page.get_by_role("button", name="Opnieuw vragen").click()
    await expect(page.locator(".answers .said").last).to_contain_text("You said: that way")
    assert page.url != first
    await expect(page.locator(".said.you")).to_have_text([re.compile("hello"), re.compile("that way")])
    await page.get_by_role("link", name="Naar het eerdere gesprek").click()
    await expect(page).to_have_url(first)
    await expect(page.locator(".answers .said").last).to_contain_text("You said: which way")


async def test_a_judgement_of_an_answer_stands_in_the_log_and_becomes_a_case(
    mover: Here, page: Page, photograph: Photograph, tmp_path: Path
) -> None:
    GATE.open.set()
    await say(page, "which visa")
    good, bad = page.get_by_role("button", name="Goed antwoord", exact=True), page.get_by_role("button", name="Geen")
    await good.click()
    await expect(good).to_have_attribute("aria-pressed", "true")
    await say(page, "hello")
    await expect(page.locator(".deeds")).to_have_count(2)
    await bad.last.click()
    await page.reload()
    await expect(good.first).to_have_attribute("aria-pressed", "true")
    await expect(bad.last).to_have_attribute("aria-pressed", "true")
    await expect(page.locator(".deeds").first).to_contain_text(re.compile(r"\d+ tokens gelezen, \d+ geschreven"))
    await page.get_by_role("button", name="Kopieer").first.click()
    await accessible(page, "answers that were judged")
    await photograph(page, "answers-judged")
    await page.set_viewport_size({"width": 320, "height": 640})
    async with page.expect_download() as download:
        await page.get_by_text("Downloaden").click()
    exported = (await (await download.value).path()).read_text().splitlines()
    assert [json.loads(line)["seq"] for line in exported] == list(range(1, len(exported) + 1))
    assert '"text":"which visa"' in exported[1]
    config = load({"data": tmp_path / "data"}, {})
    with contextlib.redirect_stdout(io.StringIO()) as written:
        await cases(config, 10)
    found = yaml.safe_load(written.getvalue())["cases"]
    assert [one["talk"] for one in found] == [[{"say": "which visa"}], [{"say": "which visa"}, {"say": "hello"}]]
    assert found[0]["expect"] == {"tools": ["look_up_visas"]}
    assert found[1]["never"] == {"answer": "You said: hello"}
    file = tmp_path / "cases.yaml"
    file.write_text(written.getvalue())
    assert [case.assistant for case in read_cases(file)] == ["mover", "mover"]


async def test_what_a_model_thinks_is_folded_and_seen_only_while_it_thinks(mover: Here, page: Page) -> None:
    await say(page, "think")
    card = page.locator(".thinking")
    await expect(card).not_to_have_attribute("open", "")
    await card.locator("summary").press("Enter")
    await expect(card.locator(".prose")).to_have_text("Let me weigh <b>this</b> up.")
    await accessible(page, "a model that thinks")
    await page.reload()
    await expect(card.locator("summary")).to_have_text("Denkt na")
    GATE.open.set()
    await expect(page.locator(".answers .said")).to_contain_text("It depends.")
    await expect(card).to_have_count(0)
    await page.reload()
    await expect(page.locator(".answers")).not_to_contain_text("weigh")


async def test_the_log_shows_what_the_model_was_asked_for_a_decision(mover: Here, page: Page) -> None:
    GATE.open.set()
    await say(page, "which visa")
    await expect(page.locator(".deeds")).to_have_count(1)
    await page.get_by_role("button", name="Logboek").click()
    rows = page.locator("loket-log-list .log-row").filter(has_text="decided")
    await expect(rows).to_have_count(4)
    await rows.first.click()
    await page.get_by_role("button", name="Wat het model is gevraagd").click()
    await expect(page.locator("loket-prompt .dump")).to_contain_text(re.compile("MOVER.*which visa", re.DOTALL))
    await accessible(page, "a prompt in the log")


async def test_what_a_provider_wants_back_is_in_the_log_and_not_on_its_page(mover: Here, page: Page) -> None:
    GATE.open.set()
    await say(page, "think")
    await expect(page.locator(".deeds")).to_have_count(1)
    await say(page, "hello")
    await expect(page.locator(".deeds")).to_have_count(2)
    await page.get_by_role("button", name="Logboek").click()
    rows, drawer = page.locator("loket-log-list .log-row").filter(has_text="decided"), page.locator("loket-log-drawer")
    await expect(rows).to_have_count(2)
    await rows.first.click()
    await expect(drawer.locator(".log-detail .dump").last).to_contain_text("It depends.")
    await expect(drawer).not_to_contain_text("sealed-7")
    await rows.last.click()
    await page.get_by_role("button", name="Wat het model is gevraagd").click()
    await expect(page.locator("loket-prompt .dump")).to_contain_text("It depends.")
    await expect(drawer).not_to_contain_text("sealed-7")
    await expect(drawer).not_to_contain_text("weigh")
    kept = await mover.http.get(f"/api/conversations/{page.url.rsplit('/', 1)[1]}/export")
    assert "sealed-7" in kept.text
