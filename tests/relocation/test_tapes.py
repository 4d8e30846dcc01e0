"""The demo's questions answered from the tapes that are kept here: over the mission's chat, and in a browser."""

import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.browser import Open
from tests.relocation.chatting import check, of, words
from tests.relocation.model import AGENTS, HELLO, QUESTIONS, WORK
from tests.relocation.taped import asked, from_tape, taped
from tests.visitors import left

SUMMARY = "Em resumo: os especialistas responderam, e cada valor traz a fonte e a data."
GREETING = "Olá! O que você quer saber sobre a sua mudança?"


async def test_the_questions_are_answered_from_the_tapes(tmp_path: Path) -> None:
    async with taped(tmp_path) as here:
        replies = await asked(here)
        await from_tape(here)
    for question in QUESTIONS:
        told = replies[question]
        check(told)
        assert [one["agent_name"] for one in of(told, "agent_start")] == list(AGENTS.get(question, ()))
        assert all(one["result"]["status"] == "known" for one in of(told, "agent_tool_use_result"))
        assert len(of(told, "agent_tool_use_result")) == len(AGENTS.get(question, ()))
        assert words(told) == (GREETING if question == HELLO else SUMMARY)


async def test_what_is_on_no_tape_is_said_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "tapes").mkdir()
    async with taped(tmp_path / "data", tmp_path / "tapes") as here:
        await asked(here)
        with pytest.raises(AssertionError, match=f"make tapes.*{re.escape(WORK)}"):
            await from_tape(here)


async def test_a_browser_is_answered_from_the_same_tapes(tmp_path: Path, open_page: Open) -> None:
    page = await open_page(viewport={"width": 1280, "height": 800}, locale="pt-BR")
    async with taped(tmp_path) as here:
        await page.goto(f"{here.url}/#/new/relocation")
        for _ in range(4):
            await page.get_by_role("button", name="Pular").click()
        field = page.get_by_role("textbox", name="Sua pergunta")
        await field.fill(WORK)
        await field.press("Enter")
        await expect(page.locator(".answers .said").last).to_have_text(SUMMARY)
        await expect(page.locator(".agent-card[data-look=done] .agent-name")).to_have_text("Especialista em Vistos")
        await from_tape(here)
        await left(page)
