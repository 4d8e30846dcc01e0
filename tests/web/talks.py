"""How a person talks with the personal assistant in a browser: says something, waits, opens what is folded."""

import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Page, expect

from tests.serving import Here, serving_here
from tests.visitors import left

OVERHEID, URMSTON = "loket_demos.overheid.components:bundle", "loket_demos.urmston.components:bundle"
QUESTION = "Can my 10-year-old son Seb join Urmston Town Juniors FC?"
AGENT = "Urmston Town Juniors Orchestrator Agent"
STEPS = {
    "nl": [
        "Zoeken op het web",
        "Kijken of er een agent is",
        "Kiezen wie het gevraagd wordt",
        "De agent vragen",
        "Antwoord",
    ],
    "en": ["Search the web", "See whether there is an agent", "Choose whom to ask", "Ask the agent", "Answer"],
    "de": [
        "Im Web suchen",
        "Nachsehen, ob es einen Agenten gibt",
        "Auswählen, wer gefragt wird",
        "Den Agenten fragen",
        "Antwort",
    ],
    "pt-BR": [
        "Pesquisar na web",
        "Ver se há um agente",
        "Escolher a quem perguntar",
        "Perguntar ao agente",
        "Resposta",
    ],
}


NAMES = re.compile("Personal assistant|Persoonlijke assistent|Persönlicher Assistent|Assistente pessoal")
"""What the assistant is called in the languages of the shell."""


@asynccontextmanager
async def finder(data: Path, page: Page) -> AsyncGenerator[Here]:
    """Serves the counter and the personal assistant, which may call this machine; the page is at the empty talk."""
    async with serving_here(data, assistants=[OVERHEID, URMSTON], allow_private=("127.0.0.1",)) as here:
        await page.goto(f"{here.url}/#/new/urmston")
        await expect(page.get_by_role("heading", level=1)).to_have_text(NAMES)
        yield here
        await left(page)


async def say(page: Page, text: str) -> None:
    """Writes a message and sends it with Enter."""
    field = page.locator("#composer")
    await field.fill(text)
    await field.press("Enter")


async def answer_shown(page: Page) -> None:
    """Waits for the answer to the demo question."""
    await expect(page.locator(".answers").last).to_contain_text(re.compile("U10 Lions .* have 2 places"))


async def unfold(page: Page) -> None:
    """Opens the steps of the last message, and everything in them."""
    await page.locator(".how > summary").last.click()
    for fold in await page.locator(".call > summary, .why > summary").all():
        await fold.click()
