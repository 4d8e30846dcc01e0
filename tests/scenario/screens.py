"""What the browser tests of the workbench share: the server, an agent of somebody, a scenario of our own, a page."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.async_api import Locator, Page, expect

from tests.doors.a2a_citizens import Agent, agent
from tests.serving import Here, serving_here

WORKBENCH = "loket_demos.scenario.components:bundle"
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


@asynccontextmanager
async def desk(folder: Path) -> AsyncGenerator[Desk]:
    """All of it in this process."""
    async with (
        agent(folder / "agent") as other,
        serving_here(folder / "data", assistants=[WORKBENCH], allow_private=["127.0.0.0/8"]) as here,
    ):
        assert (await here.http.post("/api/scenarios", json=TRIAL)).status_code == 201
        yield Desk(here, other)
