"""The documents behind their links: a PDF for its owner and for ten minutes, and made anew for whoever asks again."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest
from pypdf import PdfReader

from loket.core.tool import CallContext
from loket_demos.sogis.prints.shelf import FolderPrints
from loket_demos.sogis.source.shapes import Document
from tests.sogis.hours import Clock
from tests.sogis.talking import ADDRESS, Talk, status, talking, token

HOURS = "tests.sogis.hours:bundle"
PLAN = "Erstelle einen Grundbuchplan für das Grundstück 1213 in Solothurn"
NEARLY, LATER, WEEK = timedelta(seconds=595), timedelta(seconds=605), timedelta(days=7)


@pytest.fixture
def clock() -> Iterator[type[Clock]]:
    yield Clock
    Clock.later = timedelta()


ANN = CallContext("0" * 22, "ann", "/", "3.a", "key", 30.0)
DOCUMENT = Document(name="a.pdf", media="application/pdf", data=b"%PDF-")


def links(told: dict[str, Any]) -> list[str]:
    return [step["data"]["pdfUrl"] for step in told["steps"] if step.get("data", {}).get("pdfUrl")]


def on_the_shelf(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


async def fetched(talk: Talk, url: str) -> httpx.Response:
    return await talk.http.get(url)


async def test_a_plan_is_handed_out_to_its_owner_only(server_data: Path) -> None:
    async with talking(server_data) as talk:
        [url] = links(await talk.say(PLAN))
        answer = await fetched(talk, url)
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "application/pdf"
        assert answer.headers["content-disposition"].startswith("attachment;")
        assert answer.headers["cache-control"] == "private, no-store"
        assert len(PdfReader(BytesIO(answer.content)).pages) == 1
        assert (await talk.http.get(url, headers=token("b"))).status_code == 404
        for wrong in ("0" * 32, "nothing", "..%2f..%2fsecret", url.rpartition("/")[2].upper(), "%00"):
            assert (await talk.http.get(f"/api/prints/{wrong}")).status_code == 404


async def test_a_link_is_good_for_ten_minutes_and_also_after_a_restart(server_data: Path, clock: type[Clock]) -> None:
    async with talking(server_data, assistants=[HOURS]) as talk:
        [url] = links(await talk.say(PLAN))
    async with talking(server_data, assistants=[HOURS]) as talk:
        clock.later = NEARLY
        assert (await fetched(talk, url)).status_code == 200
        clock.later = LATER
        gone = await fetched(talk, url)
        assert gone.status_code == 404
        assert "neu erstellen" in gone.json()["error"]["text"]
    assert not on_the_shelf(server_data / "sogis" / "prints"), "what has expired is deleted"


@pytest.mark.parametrize("again", ["Nochmal den Plan bitte", PLAN])
async def test_an_expired_document_is_made_anew_when_it_is_asked_for_again(
    server_data: Path, clock: type[Clock], again: str
) -> None:
    async with talking(server_data, assistants=[HOURS]) as talk:
        [old] = links(await talk.say(PLAN))
        first = (await fetched(talk, old)).content
        clock.later = LATER
        told = await talk.say(again)
        assert status(told) == [("cadastral_plan", "ok")]
        [new] = links(told)
        assert new != old
        assert (await fetched(talk, new)).content == first
        assert (await fetched(talk, old)).status_code == 404


async def test_a_choice_that_is_made_a_week_later_makes_a_document_that_can_be_fetched(
    server_data: Path, clock: type[Clock]
) -> None:
    async with talking(server_data, assistants=[HOURS]) as talk:
        asked = await talk.say("Erstelle einen Grundbuchplan für das Grundstück 168 in Messen")
        assert status(asked) == [("cadastral_plan", "needs_user_choice")]
    clock.later = WEEK
    async with talking(server_data, assistants=[HOURS]) as talk:
        told = await talk.pick(asked["steps"][0]["choices"][0]["id"])
        assert (status(told), told["requestId"]) == ([("cadastral_plan", "ok")], asked["requestId"])
        [url] = links(told)
        assert (await fetched(talk, url)).status_code == 200


async def test_a_document_is_deleted_when_its_time_is_also_when_nobody_comes_again(tmp_path: Path) -> None:
    shelf = FolderPrints(tmp_path, lambda: datetime.now(UTC), timedelta(seconds=0.1))
    record = await shelf.keep(ANN, DOCUMENT, {})
    assert (tmp_path / record.id).is_file()
    for _ in range(500):
        if not on_the_shelf(tmp_path):
            break
        await anyio.sleep(0.01)
    assert not on_the_shelf(tmp_path)
    await shelf.keep(ANN, DOCUMENT, {})
    (tmp_path / ("0" * 32)).write_bytes(b"half a document")
    FolderPrints(tmp_path, lambda: datetime.now(UTC) + LATER)
    assert not on_the_shelf(tmp_path), "what expired before the start is gone after it"


async def test_each_document_has_a_link_and_a_name_of_its_own(server_data: Path) -> None:
    async with talking(server_data) as talk:
        said = [f"{ADDRESS} und erstelle einen ÖREB-Katasterauszug", "und noch einen Grundbuchplan"]
        said.append("Kann ich hier eine Erdwärmesonde bohren?")
        urls = [url for text in said for url in links(await talk.say(text))]
        assert len(set(urls)) == 3
        names = [(await fetched(talk, url)).headers["content-disposition"].partition("''")[2] for url in urls]
    assert [name.partition("_")[0] for name in names] == ["OEREB", "Grundbuchplan", "Erdwaermesonde.pdf"]


@pytest.mark.parametrize("door", ["/api/chat", "/api/conversations"])
async def test_what_a_conversation_made_is_erased_with_it_and_nothing_else(server_data: Path, door: str) -> None:
    async with talking(server_data) as talk:
        [url] = links(await talk.say(PLAN))
        [others] = links(await talk.other(session="another").say(PLAN))
        oldest = (await conversations(talk))[-1]["id"]
        assert (await fetched(talk, url)).status_code == 200
        erased = await (talk.forget() if door == "/api/chat" else talk.http.delete(f"{door}/{oldest}"))
        assert erased.status_code == 204
        assert (await fetched(talk, url)).status_code == 404
        assert (await fetched(talk, others)).status_code == 200
        left = {Path(name).stem for name in on_the_shelf(server_data / "sogis" / "prints")}
        assert left == {others.rpartition("/")[2]}, "neither the document nor the arguments that made it"


async def conversations(talk: Talk) -> list[dict[str, Any]]:
    """Newest first."""
    return list((await talk.http.get("/api/conversations")).json()["items"])


async def test_what_was_made_for_a_conversation_that_is_gone_is_deleted_at_the_start(server_data: Path) -> None:
    shelf = FolderPrints(server_data / "sogis" / "prints", lambda: datetime.now(UTC))
    await shelf.keep(ANN, DOCUMENT, {"tool": "plan"})
    async with talking(server_data) as talk:
        for _ in range(500):
            if not on_the_shelf(server_data / "sogis" / "prints"):
                break
            await anyio.sleep(0.01)
        assert not on_the_shelf(server_data / "sogis" / "prints")
        [url] = links(await talk.say(PLAN))
    async with talking(server_data) as talk:
        assert (await fetched(talk, url)).status_code == 200, "of one that is there nothing is deleted"


async def test_a_document_that_can_not_be_deleted_is_said_and_nothing_is_erased(server_data: Path) -> None:
    async with talking(server_data) as talk:
        [url] = links(await talk.say(PLAN))
        document = server_data / "sogis" / "prints" / url.rpartition("/")[2]
        document.unlink()
        document.mkdir()
        refused = await talk.forget()
        assert (refused.status_code, refused.json()["error"]["code"]) == (503, "erase_unfinished")
        assert len(await conversations(talk)) == 1
        document.rmdir()
        assert (await talk.forget()).status_code == 204 and not await conversations(talk)
