"""What is put together while a process opens: its client, its tool catalogues, and the agents that answer in it."""

import asyncio
import random
from contextlib import AsyncExitStack
from dataclasses import dataclass, field

from loket import __version__
from loket.config import Config
from loket.core.data import JsonObject
from loket.core.encoder import Encoder
from loket.core.tool import Tool
from loket.doors.agent_asking import AgentQuestion, ask, look
from loket.doors.capabilities import AgentDoor, Ask, Look, agent_app
from loket.doors.posted import Doors
from loket.doors.published import Desk, Published
from loket.doors.published_extras import prompts_of
from loket.engine.host import Host
from loket.house.bundle import AgentPart, Bundle
from loket.house.house import Agents, House, no_agents
from loket.language.encoders import installed_encoder
from loket.net.client import Client, inner_client
from loket.net.guard import AddressGuard
from loket.tools.a2a import AgentTool
from loket.tools.agents.webhooks import Webhooks
from loket.tools.catalog import Catalog, Extras, InProcessTools
from loket.tools.mcp import RemoteServer
from loket.tools.mcp_seed import SeedWire

DEMO_LATENCY = (0.3, 0.7)


DEMO_PACE = 0.6


def encoder_of(config: Config) -> Encoder | None:
    """The encoder, where one is installed and not switched off."""
    return installed_encoder() if config.encoder == "installed" else None


def pace_of(config: Config) -> float:
    """The seconds between two changes of a page."""
    return DEMO_PACE if config.pace == "demo" else 0.0


@dataclass
class Parts:
    """The pieces of one process. `host` is done when the engine is there; agents and tools wait for it. `hooks` is the
    client for addresses that other people name, with its guard: what we call ourselves is nothing for them. `at_root`
    is the package whose tools have the addresses of the mission. `webhooks` are those we give to agents of others,
    `agents` opens those that live at addresses of packages, `doors` are those of ours that are open."""

    config: Config
    http: Client
    hooks: tuple[Client, AddressGuard]
    stack: AsyncExitStack
    at_root: str = ""
    webhooks: Webhooks | None = None
    agents: Agents = no_agents
    doors: Doors = field(default_factory=Doors)
    host: "asyncio.Future[Host]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    @property
    def house(self) -> House:
        """What doors may do with the conversations of this process."""
        behind = self.config.public_url is not None
        return House(self.host, self.config.address, behind, pace_of(self.config), self.agents)

    def catalog(self, package: Bundle) -> Catalog:
        """The tools that a package may offer to others, slow as the world is when this is a demo."""
        slow = self.config.pace == "demo" and package.paced
        latency = (lambda: random.uniform(*DEMO_LATENCY)) if slow else None  # noqa: S311 - any time will do
        locale = next(one.locale for one in package.assistants if one.name == package.name)
        return Catalog(f"{package.name}.tools", package.tools, __version__, latency, Extras(locale=locale))

    def published(self, package: Bundle) -> Published:
        """What other programs are offered of a package: each call is made by the engine of this process."""
        front = next(one for one in package.assistants if one.name == package.name)
        tools = package.published()
        prompts = prompts_of(front.starters, [tool.spec for tool in tools]) if tools else ()
        extras = Extras(prompts=prompts, locale=front.locale)
        offered = Catalog(f"{package.name}.tools", tools, __version__, extras=extras)
        return Published(offered, Desk(lambda: asyncio.shield(self.host), package.outside, self.config.address))

    def own_tools(self, package: Bundle) -> tuple[Tool, ...]:
        """The tools of a package in this process."""
        return tuple(InProcessTools(self.catalog(package)).tools())

    def agent(self, part: AgentPart, url: str) -> tuple[AgentDoor, Ask, Look]:
        """The door of one agent, what answers behind it, and what tells what became of a message."""
        door = AgentDoor(part.title, part.description, url, [spec.name for spec in part.capabilities], __version__)

        async def asked(capability: str, given: JsonObject, message_id: str, caller: str) -> JsonObject:
            host = await asyncio.shield(self.host)
            question = AgentQuestion(part.assistant, capability, given, message_id, caller, self.config.address)
            return await ask(host, question, door.deadline)

        async def looked(message_id: str, caller: str) -> JsonObject | None:
            host = await asyncio.shield(self.host)
            question = AgentQuestion(part.assistant, part.title, {}, message_id, caller, self.config.address)
            return await look(host, question, door.deadline)

        return door, asked, looked

    def tools_at(self, package: Bundle) -> str | None:
        """Where the configuration says that the tools of a package are; None: in this process. The mission's variable
        is about the tools at the root."""
        named = self.config.parts.get(f"{package.name}.tools")
        return named or (self.config.tools_url if package.name == self.at_root else None)

    async def tools(self, package: Bundle) -> tuple[Tool, ...]:
        """The tools of a front assistant: those that are published where the configuration says, all others here."""
        found, url = list(self.own_tools(package)), self.tools_at(package)
        if url and package.publish:
            remote = RemoteServer(f"{package.name}.tools", SeedWire(url, trusted=True))
            await remote.start()
            self.stack.push_async_callback(remote.stop)
            found = [remote.tool(one.spec) if one.spec.name in package.publish else one for one in found]
        for part in (part for part in package.agents if part.door is None):
            url, client = self.config.parts.get(part.name), self.http
            if url is None:
                url = f"http://{part.name}.internal/"
                client = await self.stack.enter_async_context(inner_client(agent_app(*self.agent(part, url))))
            found += [AgentTool(spec, url, client) for spec in part.capabilities]
        return (*found, *package.inner)
