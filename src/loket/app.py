"""Wires a process together: which parts it serves, over which store, with which tools and agents."""

import asyncio
import os
import random
from collections.abc import AsyncGenerator, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import BaseRoute, Mount, Route, Router
from starlette.types import ASGIApp

from loket import __version__
from loket.config import Config, bundles
from loket.core.bundle import AgentPart, Bundle, Services
from loket.core.data import JsonObject
from loket.core.errors import ConfigError
from loket.core.tool import Tool
from loket.doors import api, login, pages
from loket.doors.a2ui import Tree
from loket.doors.agent_asking import ask
from loket.doors.application import application
from loket.doors.auth import LOOPBACK, Access, Guard, owner_of
from loket.doors.bounds import Bounds
from loket.doors.later import Later
from loket.doors.overheid_a2a import AgentDoor, Ask, agent_app, agent_routes
from loket.doors.overheid_events import OverheidEvents
from loket.doors.overheid_mcp import ToolStreams
from loket.engine.host import Host
from loket.engine.kit import Kit
from loket.models.providers import model_from
from loket.net.client import Client, inner_client, shared_client
from loket.stores.sqlite import SqliteStore
from loket.tools.a2a import AgentTool
from loket.tools.catalog import Catalog, InProcess
from loket.tools.mcp import RemoteServer
from loket.tools.mcp_seed import SeedWire

DEMO_PACE = 0.6
DEMO_LATENCY = (0.3, 0.7)
SHELL = "shell"


@dataclass
class Served:
    """What was opened: the application to serve, and the host and store behind it when this process keeps logs."""

    app: ASGIApp
    bounds: Bounds
    host: Host | None = None
    store: SqliteStore | None = None

    async def stop(self, grace: float) -> None:
        """Lets open streams go and puts the engine to sleep; calls under way get `grace` seconds to come back."""
        self.bounds.stop()
        if self.host is not None:
            await self.host.close(grace=grace)


@dataclass
class Parts:
    """The pieces a process is wired from while it is being opened."""

    config: Config
    bundle: Bundle
    http: Client
    stack: AsyncExitStack
    catalog: Catalog
    host: "asyncio.Future[Host]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    def agent(self, part: AgentPart, url: str) -> tuple[AgentDoor, Ask]:
        """The door of one agent, and what answers behind it."""
        door = AgentDoor(part.title, part.description, url, [spec.name for spec in part.capabilities], __version__)

        async def asked(capability: str, given: JsonObject, message_id: str) -> JsonObject:
            host = await asyncio.shield(self.host)
            return await ask(host, part.assistant, (capability, given, message_id), door.deadline)

        return door, asked


@asynccontextmanager
async def opened(config: Config, env: Mapping[str, str] = os.environ) -> AsyncGenerator[Served]:
    """One process, from its configuration to its application; everything is closed on leaving.

    LoketError when it can't be: bad configuration, data in use, a newer database."""
    access = access_of(config)

    def served(app: ASGIApp, host: Host | None = None, store: SqliteStore | None = None) -> Served:
        bounds = Bounds(app)
        return Served(Guard(bounds, access), bounds, host, store)

    async with AsyncExitStack() as stack:
        if config.profile is not None:
            yield served(await _profile(config, stack))
            return
        if config.only == SHELL:
            yield served(application([*_health(), *pages.routes(config.api)]))
            return
        http = await stack.enter_async_context(shared_client(_allowed(config)))
        bundle = _bundle(config, Services(model_from(env), env))
        latency = (lambda: random.uniform(*DEMO_LATENCY)) if config.pace == "demo" else None  # noqa: S311
        catalog = Catalog(f"{bundle.name}.tools", bundle.tools, __version__, latency)
        parts = Parts(config, bundle, http, stack, catalog)
        if config.only == catalog.name:
            yield served(application(await _tool_routes(parts)))
            return
        agent = _agent(config, bundle)
        tools = bundle.inner if agent is not None else await _front_tools(parts)
        store = await stack.enter_async_context(await SqliteStore.open(config.data))
        host = Host(store, _kit(config, bundle, tools, agent))
        parts.host.set_result(host)
        await stack.enter_async_context(host)
        if agent is not None:
            yield served(application(_agent_alone(parts, agent)), host, store)
            return
        routes = [*await _front_routes(parts, host), *login.routes(access)]
        yield served(application(routes, api.routes(host)), host, store)


def _agent(config: Config, bundle: Bundle) -> AgentPart | None:
    """The agent that is to be served alone. ConfigError when there is no such part."""
    if config.only is None or config.only == bundle.name:
        return None
    agents = {f"{bundle.name}.{agent.name}": agent for agent in bundle.agents}
    if config.only not in agents:
        known = ", ".join((bundle.name, f"{bundle.name}.tools", *agents, SHELL))
        raise ConfigError("bad_config", f"There is no part {config.only}; there are {known}.")
    return agents[config.only]


def access_of(config: Config) -> Access:
    """Who may use this server. ConfigError when strangers could."""
    tokens = {token.get_secret_value(): owner for owner, token in config.tokens.items()}
    access = Access(frozenset(config.hosts), tokens, frozenset(config.origins))
    access.check_bind(config.host)
    return access


def _allowed(config: Config) -> list[str]:
    """Addresses named in the configuration may be called even when they are private: they are ours."""
    urls = [url for url in (config.tools_url, *config.agents.values()) if url]
    return [*config.allow_private, *(urlsplit(url).hostname or "" for url in urls)]


def _bundle(config: Config, services: Services) -> Bundle:
    names = bundles(config)
    if not names:
        raise ConfigError("no_assistants", "No assistant is installed; name one under `assistants` in loket.toml.")
    if len(names) > 1:
        there = ", ".join(names)
        raise ConfigError(
            "bad_config", f"A server has one front assistant; name it under `assistants`: one of {there}."
        )
    module, _, function = names[0].partition(":")
    try:
        made = getattr(import_module(module), function)(services)
    except (ImportError, AttributeError) as error:
        raise ConfigError("bad_config", f"The assistant {names[0]} can't be loaded: {error}") from error
    if not isinstance(made, Bundle):
        raise ConfigError("bad_config", f"{names[0]} does not give a bundle.")
    return made


def _kit(config: Config, bundle: Bundle, tools: tuple[Tool, ...], agent: AgentPart | None) -> Kit:
    """Everything in one process; a part alone knows only its own assistants."""
    wanted = {a.name for a in bundle.assistants}
    if agent is not None:
        wanted = {agent.assistant}
    elif config.only == bundle.name:
        wanted = {bundle.name}
    secrets = {name: secret.get_secret_value() for name, secret in config.secrets.items()}
    return Kit(
        assistants={a.name: a for a in bundle.assistants if a.name in wanted},
        planners=bundle.planners,
        tools={tool.spec.name: tool for tool in tools},
        secrets=secrets.get,
        screens=bundle.screens,
    )


async def _front_tools(parts: Parts) -> tuple[Tool, ...]:
    """The tools of the front assistant: where the configuration says, else in process."""
    specs = parts.catalog.specs()
    if parts.config.tools_url:
        remote = RemoteServer(parts.catalog.name, SeedWire(parts.config.tools_url, trusted=True))
        await remote.start()
        parts.stack.push_async_callback(remote.stop)
        found: list[Tool] = [remote.tool(spec) for spec in specs]
    else:
        found = InProcess(parts.catalog).tools()
    for part in parts.bundle.agents:
        url, client = parts.config.agents.get(part.name), parts.http
        if url is None:
            url = f"http://{part.name}.internal/"
            client = await parts.stack.enter_async_context(inner_client(agent_app(*parts.agent(part, url))))
        found += [AgentTool(spec, url, client) for spec in part.capabilities]
    return (*found, *parts.bundle.inner)


async def _tool_routes(parts: Parts) -> list[BaseRoute]:
    async def made() -> AbstractAsyncContextManager[ASGIApp]:
        return await asyncio.to_thread(_official, parts.catalog, parts.config)

    official = Later(made)
    await parts.stack.enter_async_context(official.running())
    paths = ("/mcp", "/mcp/{rest:path}")
    return [*_health(), *ToolStreams(parts.catalog, principal=owner_of).routes, *(Route(p, official) for p in paths)]


def _official(catalog: Catalog, config: Config) -> AbstractAsyncContextManager[ASGIApp]:
    """The official MCP wires. Its library takes half a second to read, which most starts need not wait for."""
    from loket.doors.mcp import McpDoor, McpSettings

    usual = McpSettings()
    hosts = [name for host in config.hosts for name in (host, f"{host}:*")]
    origins = [f"{scheme}://{host}" for host in hosts for scheme in ("http", "https")]
    settings = McpSettings(hosts=(*usual.hosts, *hosts), origins=(*usual.origins, *origins, *config.origins))
    door = McpDoor(catalog, settings)

    @asynccontextmanager
    async def running() -> AsyncGenerator[ASGIApp]:
        async with door.running():
            yield Router(door.routes)

    return running()


def _agent_alone(parts: Parts, agent: AgentPart) -> list[BaseRoute]:
    at = f"http://localhost:{parts.config.port}" if parts.config.host in LOOPBACK else parts.config.address
    return list(agent_routes(*parts.agent(agent, f"{at}/")))


async def _front_routes(parts: Parts, host: Host) -> list[BaseRoute]:
    bundle, config = parts.bundle, parts.config
    events = OverheidEvents(
        host,
        bundle.name,
        bundle.events,
        pace=DEMO_PACE if config.pace == "demo" else 0.0,
        trees={surface: Tree(tree.catalog, tree.components) for surface, tree in bundle.trees.items()},
    )
    routes: list[BaseRoute] = [*events.routes(), *pages.routes()]
    if config.only is None:
        for part in bundle.agents:
            door, asked = parts.agent(part, f"{config.address}/agents/{part.name}/")
            agent = agent_routes(door, asked)
            post = next(route for route in agent if route.path == "/")
            routes += [Route(f"/agents/{part.name}", post.endpoint, methods=["POST"])]
            routes += [Mount(f"/agents/{part.name}", routes=agent)]
        return [*await _tool_routes(parts), *routes]
    return [*_health(), *routes]


def _health() -> list[BaseRoute]:
    async def health(request: Request) -> JSONResponse:
        return JSONResponse({"ok": True})

    return [Route("/health", health)]


async def _profile(config: Config, stack: AsyncExitStack) -> ASGIApp:
    if config.profile != "mcp-fixtures":
        raise ConfigError("bad_config", f"There is no profile {config.profile}; there is mcp-fixtures.")
    from loket.doors.mcp_fixtures import fixtures_app

    app = fixtures_app(config.port)
    await stack.enter_async_context(app.router.lifespan_context(app))
    return app


def data_of(config: Config) -> Path:
    """The data folder of a part: each process of a set-up has its own."""
    return config.data / config.only if config.only else config.data
