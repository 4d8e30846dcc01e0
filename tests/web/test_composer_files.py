"""Files in the field to write in: chosen, dropped or pasted, sent as one message with the words, kept when it fails."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import FilePayload, Page, Route, expect

from loket.core.limits import Limits
from tests.browser import Complaints, Photograph
from tests.serving import Here, serving_here
from tests.visitors import left
from tests.web.counter import accessible_in, by_tab, overflow

WORDS = b"name, age\nAnn, 81\n"
GIVE = """(element, [kind, name]) => {
  const data = new DataTransfer();
  data.items.add(new File(["x".repeat(1500)], name, { type: "text/plain" }));
  const how = { bubbles: true, cancelable: true };
  if (kind === "paste") element.dispatchEvent(new ClipboardEvent("paste", { ...how, clipboardData: data }));
  else element.dispatchEvent(new DragEvent(kind, { ...how, dataTransfer: data }));
}"""


def paper(name: str, data: bytes = WORDS) -> FilePayload:
    return {"name": name, "mimeType": "text/plain", "buffer": data}


@pytest.fixture
async def desk(tmp_path: Path, page: Page) -> AsyncIterator[Here]:
    """Somebody files can be given to, and somebody who takes none; an owner may store little."""
    bundles = ["tests.web.taker:bundle", "tests.web.talker:bundle"]
    async with serving_here(tmp_path / "data", assistants=bundles, limits=Limits(megabytes=0.2)) as here:
        await page.goto(f"{here.url}/#/new/taker")
        await page.locator("#language").select_option("en")
        yield here
        await left(page)


async def test_files_are_chosen_dropped_and_pasted_and_sent_with_the_words(
    desk: Here, page: Page, tmp_path: Path, photograph: Photograph
) -> None:
    posts: list[str] = []
    page.on("request", lambda request: posts.append(request.url) if request.method == "POST" else None)
    add, chosen, chat = page.get_by_label("Add a file"), page.locator(".chosen li"), page.locator(".chat")
    await add.set_input_files([paper("list.csv"), paper("a-long-name-" * 9 + ".txt"), paper("empty.txt", b"")])
    await expect(page.locator("#composer-problem")).to_have_text("empty.txt is empty. Choose another file.")
    await chat.evaluate(GIVE, ["dragover", "x"])
    await expect(page.get_by_text("Drop the files here")).to_be_visible()
    await photograph(page, "files-dropping")
    await chat.evaluate(GIVE, ["drop", "dropped.txt"])
    await page.locator("#composer").evaluate(GIVE, ["paste", "pasted.txt"])
    await expect(page.locator("#composer-problem")).to_be_empty()
    await expect(chosen).to_have_count(4)
    await expect(chosen.nth(2)).to_contain_text("1.5 kB")
    await page.set_viewport_size({"width": 320, "height": 700})
    assert await overflow(page) == 0
    await accessible_in(page, "chosen files", "nl", "de", "pt-BR", "en")
    await page.locator("#language").select_option("en")
    await photograph(page, "files-chosen")
    remove = page.get_by_role("button", name="Remove pasted.txt")
    await page.locator("#composer").focus()
    await by_tab(page, remove, "Shift+Tab")
    await page.keyboard.press("Enter")
    await expect(chosen).to_have_count(3)
    await expect(page.locator("#composer")).to_be_focused()
    await page.keyboard.type("Two lists")
    await page.keyboard.press("Enter")
    await expect(page.locator(".answers").last).to_contain_text("with: Two lists.")
    await expect(chosen).to_have_count(0)
    await expect(page.locator("#composer")).to_have_value("")
    assert [url.rpartition("/")[2] for url in posts] == ["conversations", "files"], "the words go with the files"
    mine = page.locator(".said.you").last
    await photograph(page, "files-said")
    async with page.expect_download() as started:
        await mine.get_by_role("link", name="list.csv").click()
    await (await started.value).save_as(tmp_path / "kept")
    assert (tmp_path / "kept").read_bytes() == WORDS
    await add.set_input_files([paper("alone.txt")])
    await page.get_by_role("button", name="Send").click()
    await expect(page.locator(".answers").last).to_contain_text("Got alone.txt with: no words.")
    await expect(page.locator(".said.you").last.get_by_role("link", name="alone.txt")).to_be_visible()


async def test_what_the_server_does_not_take_stays_to_be_sent_again(
    desk: Here, page: Page, photograph: Photograph, complaints: Complaints
) -> None:
    add, chosen, send = (
        page.get_by_label("Add a file"),
        page.locator(".chosen li"),
        page.get_by_role("button", name="Send"),
    )
    problem, field, keys = page.locator("#composer-problem"), page.locator("#composer"), []
    await add.set_input_files([paper("small.txt"), paper("large.txt", b"x" * 300_000)])
    await field.fill("Please read")
    await send.click()
    await expect(problem).to_contain_text("The files were not sent. They are still here")
    await expect(problem.locator("[lang=en]")).not_to_be_empty()
    await photograph(page, "files-refused")
    await page.get_by_role("button", name="Remove large.txt").click()

    async def away(route: Route) -> None:
        keys.append(route.request.headers["idempotency-key"])
        await expect(page.get_by_role("progressbar")).to_be_visible()
        await expect(add).to_be_disabled()
        await photograph(page, "files-sending")
        await route.abort()

    async def back(route: Route) -> None:
        keys.append(route.request.headers["idempotency-key"])
        await route.continue_()

    await page.route("**/files", away, times=1)
    await send.click()
    await expect(problem).to_have_text("The server can't be reached. Nothing was sent. Try again.")
    await expect(chosen).to_have_count(1)
    await expect(field).to_have_value("Please read")
    await page.route("**/files", back, times=1)
    await send.click()
    await expect(page.locator(".answers").last).to_contain_text("Got small.txt with: Please read.")
    complaints.expected("507")
    complaints.expected("ERR_")
    assert len(set(keys)) == 1, "tried again it is the same message"
    listed: dict[str, Any] = (await desk.http.get("/api/conversations")).json()
    assert len(listed["items"]) == 1, "no empty talk is left behind"


async def test_files_on_their_way_are_taken_back_by_key_or_button_and_sent_again(
    desk: Here, page: Page, photograph: Photograph, complaints: Complaints
) -> None:
    """The server has them once, whatever of the first try it got."""
    field, problem, chosen = page.locator("#composer"), page.locator("#composer-problem"), page.locator(".chosen li")
    stop = page.get_by_role("button", name="Stop sending")
    held: list[Route] = []

    async def hold(route: Route) -> None:
        held.append(route)

    await page.route("**/files", hold, times=2)
    await page.get_by_label("Add a file").set_input_files([paper("list.csv")])
    await field.fill("One list")
    async with page.expect_request("**/files"):
        await page.get_by_role("button", name="Send").click()
    await expect(stop).to_be_visible()
    await expect(field).to_be_focused()
    await photograph(page, "files-stoppable")
    await page.keyboard.press("Escape")
    await expect(problem).to_have_text("You stopped the sending. Your text and the files are still here.")
    await expect(stop).to_have_count(0)
    await photograph(page, "files-stopped")
    async with page.expect_request("**/files"):
        await page.keyboard.press("Enter")
    await by_tab(page, stop)
    await page.keyboard.press("Enter")
    await expect(problem).to_contain_text("You stopped the sending.")
    await expect(field).to_be_focused()
    await expect(chosen).to_have_count(1)
    await page.keyboard.press("Enter")
    await expect(page.locator(".answers").last).to_contain_text("Got list.csv with: One list.")
    await expect(page.locator(".turn")).to_have_count(1)
    assert len({route.request.headers["idempotency-key"] for route in held}) == 1


async def test_an_assistant_that_takes_no_files_offers_none(desk: Here, page: Page) -> None:
    await page.goto(f"{desk.url}/#/new/talker")
    await expect(page.get_by_role("heading", level=1)).to_have_text("Helper in words")
    await page.locator(".chat").evaluate(GIVE, ["dragover", "x"])
    await page.locator("#composer").evaluate(GIVE, ["paste", "pasted.txt"])
    await expect(page.locator("#composer")).to_be_visible()
    assert await page.locator(".add-file, .chosen, .drop-here").count() == 0
