"""A small web for the personal assistant: sites on the loopback, a search that knows them, and the assistant itself."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from loket.core.data import JsonObject
from loket.core.events import Decided, Event, Returned, UserSaid
from loket.core.record import Record, decode
from loket.core.tool import Tool, ToolFailed
from loket.engine.host import Host
from loket.engine.kit import Kit
from loket.house.bundle import AGENT_TOOLS
from loket.net.client import shared_client
from loket.net.guard import AddressGuard
from loket.planners.finding.planner import FindingPlanner
from loket.planners.finding.words import FindingWords, finding_words, spoken
from loket.stores.memory import MemoryStore
from loket.tools.agents.credentials import Keyring
from loket.tools.agents.directory import AgentDirectory
from loket.tools.agents.local import AllowTool
from loket.tools.agents.settings import NEW_PATH, OLD_PATH, AgentSettings
from loket.tools.agents.trust import TrustTool
from loket.tools.discover import DiscoverTool
from loket.tools.invoke import InvokeTool
from loket.tools.search import Hit, SearchTool
from loket.wiring.agents import changes
from loket_demos.urmston.club.card import get_agent_card
from loket_demos.urmston.declaration import URMSTON
from loket_demos.urmston.doors.trace import question_of
from loket_demos.urmston.own_tools import own_tools
from tests.loopback import Asked, answering, reply

NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)
OWNER = "parent"
AGENTS = AgentSettings(allow_private=("127.0.0.1",), paths=(OLD_PATH, NEW_PATH))


@dataclass
class Site:
    """A site with an agent of the mission's form. `answer` makes the task's result of its parameters; `says` its words,
    and `gives` are parts that come along.

    `broken`: what every request is answered with instead (bytes), `state` how its tasks end; `takes`: it takes tasks
    although it shows no card. `name` is the agent's own, `speaks_for` the organisation that its card names."""

    title: str
    skills: Sequence[JsonObject] = ()
    answer: Callable[[JsonObject], JsonObject] = lambda parameters: {"ok": True}
    says: str = ""
    gives: Sequence[JsonObject] = ()
    snippet: str = ""
    state: str = "completed"
    broken: bytes | None = None
    takes: bool = False
    name: str = ""
    speaks_for: str = ""
    base: str = ""
    url: str = ""
    tasks: list[JsonObject] = field(default_factory=list[JsonObject])
    paths: list[str] = field(default_factory=list[str])

    def serve(self, asked: Asked) -> bytes:
        self.paths.append(f"{asked.method} {asked.target}")
        if self.broken is not None:
            return self.broken
        if asked.target == OLD_PATH and self.skills:
            name = self.name or f"{self.title} Agent"
            card: JsonObject = {"name": name, "version": "1", "description": f"The agent of {self.title}."}
            card |= {"provider": {"organization": self.speaks_for}} if self.speaks_for else {}
            return reply({**card, "base_url": self.base or self.url, "capabilities": {}, "skills": list(self.skills)})
        if asked.target == "/tasks/send" and (self.skills or self.takes):
            self.tasks.append(asked.json)
            return reply(self._task(asked.json))
        return reply(b"<html>Welcome</html>", 404, content_type="text/html")

    def _task(self, sent: JsonObject) -> JsonObject:
        data = next((part["data"] for part in sent["message"]["parts"] if part["type"] == "data"), {})
        parts: list[JsonObject] = [{"type": "data", "data": self.answer(data.get("parameters", {}))}]
        if self.says:
            parts.append({"type": "text", "text": self.says})
        parts += self.gives
        status: JsonObject = {"state": self.state, "timestamp": "2026-11-22T12:00:00Z"}
        if self.state != "completed":
            status["message"] = {"role": "agent", "parts": [{"type": "text", "text": self.says}]}
            parts = []
        return {"id": "t-1", "sessionId": "t-1", "status": status, "artifacts": [{"parts": parts}] if parts else []}


@dataclass
class Directory:
    """A search that knows the sites of the street, in the order given. `fails`: it does not answer."""

    sites: Sequence[Site]
    fails: bool = False
    asked: list[str] = field(default_factory=list[str])

    async def find(self, query: str, limit: int, locale: str = "en") -> list[Hit]:
        await asyncio.sleep(0)
        self.asked.append(query)
        if self.fails:
            raise ToolFailed("unreachable", "The search can't be reached.")
        return [Hit(title=site.title, url=site.url, snippet=site.snippet) for site in self.sites][:limit]


@dataclass
class Street:
    """The assistant over the street. `talk` is the conversation under way."""

    host: Host
    search: Directory
    talk: str = ""

    async def say(self, text: str) -> str:
        """What the assistant says in the end to a message, in this conversation."""
        if not self.talk:
            self.talk = await self.host.start(OWNER, URMSTON.name)
        return await self.tell(UserSaid(text=text))

    async def tell(self, event: Event) -> str:
        """The same for any other event of a person."""
        seq = await self.host.tell(self.talk, event, owner=OWNER)
        await self.host.settled(self.talk, seq, 20)
        held = await self.held()
        if held:
            return "\n".join(question_of(*one) for one in held)
        spoken = [d.action.text for d in await self.decisions() if d.action.kind in ("say", "ask")]
        return spoken[-1] if spoken else ""

    async def held(self) -> list[tuple[JsonObject, Decided, str, FindingWords]]:
        """The calls that wait for a word: arguments, decision and title, and the words of the decision's language."""
        looked = await self.host.look(self.talk, OWNER)
        items = [one for one in looked.views["questions"].state()["items"] if one["state"] == "open" and one["held"]]
        decided = {str(one.seq): one.event for one in await self.records() if isinstance(one.event, Decided)}
        every = [(one["held"], decided[one["held"]["call"].partition(".")[0]]) for one in items]
        return [(h["args"], d, h["title"], finding_words(spoken((d.reasoning,), "en"))) for h, d in every]

    async def records(self) -> list[Record]:
        return [decode(row.body) for row in await self.host.store.read(self.talk)]

    async def decisions(self) -> list[Decided]:
        return [record.event for record in await self.records() if isinstance(record.event, Decided)]

    async def steps(self) -> list[str]:
        """The steps of the last message, in order."""
        records = await self.records()
        last = max(n for n, record in enumerate(records) if record.by == "person")
        return [record.event.step for record in records[last:] if isinstance(record.event, Decided)]

    async def status(self) -> str:
        """How the last message stands as a whole, as the page and the command line show it."""
        looked = await self.host.look(self.talk, OWNER)
        return str(looked.views["steps"].state()["status"])

    async def question(self) -> str:
        """The id of the open question."""
        looked = await self.host.look(self.talk, OWNER)
        return next(item["id"] for item in looked.views["questions"].state()["items"] if item["state"] == "open")

    async def returned(self) -> list[Returned]:
        return [record.event for record in await self.records() if isinstance(record.event, Returned)]


@asynccontextmanager
async def street(
    *sites: Site,
    search: Directory | None = None,
    settings: JsonObject | None = None,
    agents: AgentSettings = AGENTS,
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    guard: AddressGuard | None = None,
) -> AsyncGenerator[Street]:
    """Serves the sites and the assistant until left. `pause` waits between two looks at a task; `guard` says where
    names of other sites lead."""
    agents = replace(agents, changes=changes)
    async with AsyncExitStack() as stack:
        for site in sites:
            if not site.url:
                there = await stack.enter_async_context(answering(site.serve))
                site.url = there.url
                stack.callback(setattr, site, "url", "")
        found = search or Directory(sites)
        store = await stack.enter_async_context(MemoryStore())
        client = await stack.enter_async_context(shared_client(agents.allow_private, guard))
        book = AgentDirectory(client, store, agents)
        tools: list[Tool] = [
            *own_tools(),
            SearchTool(found),
            DiscoverTool(book),
            InvokeTool(book, Keyring(client, book.settings.secrets), pause, blobs=store),
            TrustTool(book),
            AllowTool(store, agents),
        ]
        assert {tool.spec.name for tool in tools} >= {name for name in AGENT_TOOLS if "*" not in name}
        assistant = URMSTON.model_copy(update={"settings": {**URMSTON.settings, **(settings or {})}})
        kit = Kit({URMSTON.name: assistant}, {URMSTON.name: FindingPlanner()}, {tool.spec.name: tool for tool in tools})
        host = await stack.enter_async_context(Host(store, kit, lambda: NOW))
        yield Street(host, found)


def skill(id: str, description: str, *required: str, **properties: JsonObject) -> JsonObject:
    """A skill of a card."""
    schema = {"type": "object", "properties": properties, "required": list(required)}
    return {"id": id, "name": id, "description": description, "parameters": schema, "tags": [], "examples": []}


def club_site(**changes: Any) -> Site:
    """A site whose card and answers are those of the mission, without the words our own club adds."""

    def answer(parameters: JsonObject) -> JsonObject:
        return {"has_vacancy": True, "team_name": f"U{parameters.get('age', 0)} Lions", "contact": "coach@example.com"}

    first = get_agent_card()["skills"][:2]
    return Site(**{"title": "Urmston Town Juniors FC", "skills": first, "answer": answer, **changes})
