"""The list of conversations says how each came out, in words and not by colour alone; so does a stopped status."""

import logging
import re
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.browser import Photograph
from tests.serving import Here, serving_here
from tests.visitors import left
from tests.web.counter import accessible_in, check, open_surface, overflow, read_in, silent_agent
from tests.web.test_talk import OVERHEID, TALKER

WORDS = {
    "hello": {"nl": "Klaar", "en": "Done", "de": "Fertig", "pt-BR": "Pronto"},
    "crash": {"nl": "Niet gelukt", "en": "Did not work", "de": "Hat nicht geklappt", "pt-BR": "Não deu certo"},
    "send": {"nl": "Gestopt", "en": "Stopped", "de": "Angehalten", "pt-BR": "Parado"},
}


async def begun(here: Here, *events: dict[str, str]) -> None:
    """A conversation in which these happened, one after the other."""
    talk = (await here.http.post("/api/conversations", json={"assistant": "talker"})).json()["id"]
    for event in events:
        told = (await here.http.post(f"/api/conversations/{talk}/events", json=event)).json()
        await here.engine.settled(talk, told["seq"])


async def test_the_list_says_how_each_conversation_came_out(
    tmp_path: Path, page: Page, photograph: Photograph, caplog: pytest.LogCaptureFixture
) -> None:
    """What went well, what a planner's mistake ended, what was stopped, and one in which nothing was asked yet."""
    caplog.set_level(logging.CRITICAL)
    async with serving_here(tmp_path / "data", assistants=[OVERHEID, TALKER]) as here:
        for words in WORDS:
            stop = [{"kind": "stopped", "scope": "/", "code": "user"}] if words == "send" else []
            await begun(here, {"kind": "user_said", "text": words}, *stop)
        await begun(here)
        await page.goto(here.url)
        rows = page.locator(".earlier .conversation")
        await expect(rows).to_have_count(4)
        for language in ("en", "de", "pt-BR", "nl"):
            await read_in(page, language)
            for words, end in WORDS.items():
                row = rows.filter(has_text=re.compile(f"^\\s*{words}"))
                await expect(row.locator(".state-word")).to_have_text(end[language])
        fresh = rows.filter(has_text="Nog niets gevraagd")
        await expect(fresh).to_have_count(1)
        await expect(fresh.locator(".state-word")).to_have_count(0)
        icons = await rows.locator(".state-word path").evaluate_all("all => all.map((one) => one.getAttribute('d'))")
        assert len(set(icons)) == len(WORDS)
        await photograph(page, "outcomes")
        await accessible_in(page, "outcomes", "nl")
        await page.set_viewport_size({"width": 320, "height": 800})
        assert await overflow(page) == 0
        await left(page)


async def test_what_was_stopped_is_not_ready_to_begin(tmp_path: Path, page: Page, photograph: Photograph) -> None:
    async with silent_agent() as address, serving_here(tmp_path / "data", parts={"toeslagen": address}) as here:
        await page.goto(here.url)
        await open_surface(page, "Toeslagen Check")
        await expect(page.locator(".status .state")).to_have_text("Klaar om te beginnen")
        await check(page)
        await page.get_by_role("button", name="Stop").click()
        await expect(page.locator(".status .state")).to_have_text("Gestopt")
        await expect(page.locator(".conversation.here .state-word")).to_have_text("Gestopt")
        await photograph(page, "stopped")
        await page.reload()
        await expect(page.locator(".status .state")).to_have_text("Gestopt")
        await left(page)
