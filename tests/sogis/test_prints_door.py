"""The documents behind their links: a PDF for its owner and for ten minutes, and made anew for whoever asks again."""

from collections.abc import Iterator
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

import httpx
import pytest
from pypdf import PdfReader

from tests.sogis.hours import Clock
from tests.sogis.talking import ADDRESS, Talk, status, talking, token

HOURS = "tests.sogis.hours:bundle"
PLAN = "Erstelle einen Grundbuchplan für das Grundstück 1213 in Solothurn"
NEARLY, OVER = -timedelta(seconds=590), -timedelta(seconds=605)
"""How long ago a document was made."""


@pytest.fixture
def clock() -> Iterator[type[Clock]]:
    yield Clock
    Clock.later = timedelta()


def links(told: dict[str, Any]) -> list[str]:
    return [step["data"]["pdfUrl"] for step in told["steps"] if step.get("data", {}).get("pdfUrl")]


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
    clock.later = NEARLY
    async with talking(server_data, assistants=[HOURS]) as talk:
        [good] = links(await talk.say(PLAN))
        clock.later = OVER
        [over] = links(await talk.other(session="another").say(PLAN))
    async with talking(server_data, assistants=[HOURS]) as talk:
        assert (await fetched(talk, good)).status_code == 200
        gone = await fetched(talk, over)
        assert gone.status_code == 404
        assert "neu erstellen" in gone.json()["error"]["text"]


@pytest.mark.parametrize("again", ["Nochmal den Plan bitte", PLAN])
async def test_an_expired_document_is_made_anew_when_it_is_asked_for_again(
    server_data: Path, clock: type[Clock], again: str
) -> None:
    async with talking(server_data, assistants=[HOURS]) as talk:
        first = (await fetched(talk, links(await talk.say(PLAN))[0])).content
        clock.later = OVER
        [old] = links(await talk.say(PLAN))
        assert (await fetched(talk, old)).status_code == 404
        clock.later = timedelta()
        told = await talk.say(again)
        assert status(told) == [("cadastral_plan", "ok")]
        [new] = links(told)
        assert new != old
        assert (await fetched(talk, new)).content == first
        assert (await fetched(talk, old)).status_code == 404


async def test_a_choice_that_is_made_after_a_restart_makes_a_document_that_can_be_fetched(server_data: Path) -> None:
    async with talking(server_data, assistants=[HOURS]) as talk:
        asked = await talk.say("Erstelle einen Grundbuchplan für das Grundstück 168 in Messen")
        assert status(asked) == [("cadastral_plan", "needs_user_choice")]
    async with talking(server_data, assistants=[HOURS]) as talk:
        told = await talk.pick(asked["steps"][0]["choices"][0]["id"])
        assert (status(told), told["requestId"]) == ([("cadastral_plan", "ok")], asked["requestId"])
        [url] = links(told)
        assert (await fetched(talk, url)).status_code == 200


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


async def conversations(talk: Talk) -> list[dict[str, Any]]:
    """Newest first."""
    return list((await talk.http.get("/api/conversations")).json()["items"])
