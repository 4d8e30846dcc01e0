"""What the browser tests of the workbench share: the server, an agent of somebody, a scenario of our own, a page."""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Locator, Page, expect

from loket.core.model import Model, ModelRequest
from loket.house.bundle import Bundle, Services
from loket.models.scripted import ScriptedModel
from loket_demos.scenario import components
from tests.browser import Open
from tests.doors.a2a_citizens import Agent, agent
from tests.serving import Here, serving_here

WIDE = {"width": 1280, "height": 900}
STORAGE = "/api/scenario/storage"
WORKBENCH = "tests.scenario.screens:bundle"
EDIT_TOKEN = "edit-" * 4
ELSEWHERE = "127.0.0.2"
"""An address of this machine that no operator allowed."""
TRIAL: dict[str, Any] = {
    "metadata": {"id": "trial", "title": "A trial of everything", "description": "One of each thing that can happen."},
    "agents": [
        {
            "agentId": "asker",
            "principal": {"type": "individual", "name": "Ada Vries", "description": "Wants a paper."},
            "situation": "Ada needs a paper sent.",
            "systemPrompt": "You represent Ada.",
            "goals": ["The paper is sent"],
            "messageToUseWhenInitiatingConversation": "Good day, may I send you a paper?",
            "tools": [
                {
                    "toolName": "make_paper",
                    "description": "Makes the paper.",
                    "inputSchema": {"type": "object", "properties": {"about": {"type": "string"}}},
                    "synthesisGuidance": "One page.",
                    "fixtures": [
                        {
                            "output": {
                                "docId": "paper-1",
                                "name": "paper.txt",
                                "contentType": "text/plain",
                                "content": "All is well.",
                                "summary": "Says that all is well.",
                            }
                        }
                    ],
                },
                {
                    "toolName": "give_up",
                    "description": "Ends it without the paper.",
                    "inputSchema": {"type": "object", "properties": {}},
                    "synthesisGuidance": "Nothing.",
                    "endsConversation": True,
                    "conversationEndStatus": "failure",
                    "fixtures": [{"output": {"gone": True}}],
                },
            ],
            "script": [
                {"ask": "What is the paper about?"},
                {"after": ["lamps"], "tool": "make_paper", "args": {"about": "{{answer}}"}},
                {"say": "ask whether it came", "attach": ["paper-1"]},
                {"say": "Thank you.", "end": True},
            ],
        },
        {
            "agentId": "clerk",
            "principal": {"type": "organization", "name": "The Office", "description": "Takes papers."},
            "situation": "Papers come in.",
            "systemPrompt": "You represent the office.",
            "goals": ["Take the paper"],
            "tools": [],
        },
    ],
}


@dataclass
class Desk:
    """A server of the workbench with the scenario `trial` in its library, and an agent on this machine."""

    here: Here
    other: Agent

    async def open(self, page: Page, given: str = "") -> None:
        """The page before a run."""
        await page.goto(f"{self.here.url}/#/new/scenario{given}")
        await expect(page.get_by_role("heading", level=1)).to_be_visible()

    async def choose(self, page: Page, mode: str = "") -> None:
        """Fills the steps in, without beginning."""
        await page.get_by_label("Address of the agent").fill(self.other.url)
        await page.get_by_role("button", name="Connect", exact=True).click()
        await expect(page.locator(".wb-card")).to_contain_text("Echo")
        await page.get_by_label("From the library").select_option(label="A trial of everything")
        if mode:
            await page.get_by_role("radio", name=mode).check()
        await expect(page.get_by_role("radio", name="Ada Vries")).to_be_checked()

    async def begin(self, page: Page, mode: str = "Send by itself") -> str:
        """Begins a run; its id."""
        await self.open(page)
        await self.choose(page, mode)
        await page.get_by_role("button", name="Begin planner").click()
        await expect(pane(page, "You and the planner")).to_contain_text("What is the paper about?")
        return page.url.rpartition("/")[2]


def pane(page: Page, title: str) -> Locator:
    """One of the two conversations."""
    return page.get_by_role("region", name=title, exact=True)


def _step(request: ModelRequest) -> str:
    """It asks, asks the agent once it knows what about, and sleeps."""
    prompt = request.messages[-1].text
    tool, args, why = "askUser", {"text": "What is the paper about?"}, "I must know."
    if "It is about lamps." in prompt:
        tool, args, why = "sendMessage", {"text": "ask for it"}, "Now I know."
    if "What more?" in prompt:
        tool, args, why = "sleep", {}, "They have it."
    return json.dumps({"reasoning": why, "action": {"tool": tool, "args": args}})


class Chosen:
    """The models of a server that has no usual one."""

    talker: Model = ScriptedModel(_step, "talker")

    def model(self, name: str = "") -> Model | None:
        return self.talker if name == self.talker.name else None

    def names(self) -> dict[str, str]:
        return {self.talker.name: "scripted"}


def bundle(services: Services) -> Bundle:
    """The workbench, where a model can be chosen by its name; nobody plays by one who does not."""
    return components.bundle(replace(services, models=Chosen()))


@asynccontextmanager
async def forwarded(port: int) -> AsyncGenerator[None]:
    """What answers at this port of 127.0.0.1 answers at that of `ELSEWHERE`, too."""

    async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while piece := await reader.read(65536):
            writer.write(piece)
        writer.close()

    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(pass_on(reader, there[1]), pass_on(there[0], writer), return_exceptions=True)

    async with await asyncio.start_server(accept, ELSEWHERE, port):
        yield


@asynccontextmanager
async def desk(folder: Path) -> AsyncGenerator[Desk]:
    """All of it in this process."""
    env, allowed = {"LOKET_SCENARIO_EDIT_TOKEN": EDIT_TOKEN}, ["127.0.0.1/32"]
    async with (
        agent(folder / "agent") as other,
        serving_here(folder / "data", env, assistants=[WORKBENCH], allow_private=allowed) as here,
    ):
        assert (await here.http.post("/api/scenarios", json=TRIAL)).status_code == 201
        yield Desk(here, other)


@pytest.fixture(scope="module")
async def bench(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Desk]:
    """One server for the tests of a module, which takes it by its name: `bench, page = screens.bench, screens.page`."""
    async with desk(tmp_path_factory.mktemp("workbench")) as made:
        yield made


@pytest.fixture
async def page(bench: Desk, open_page: Open) -> Page:
    """A page on which nothing was kept: what another test left would be looked up at once."""
    for key in (await bench.here.http.get(STORAGE)).json()["items"]:
        await bench.here.http.delete(f"{STORAGE}/{key}")
    return await open_page(viewport=WIDE, locale="en-GB")
