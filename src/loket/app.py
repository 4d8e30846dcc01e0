"""Wires a process together: which parts it serves, over which store, with which tools and agents."""

import asyncio
import os
import random
from collections.abc import AsyncGenerator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path

import httpx
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse
from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute, Mount, Route
from starlette.types import ASGIApp

from loket import __version__
from loket.config import Config, bundles
from loket.core.bundle import AgentPart, Bundle, Services
from loket.core.data import JsonObject
from loket.core.errors import ConfigError, LoketError
from loket.core.model import Model
from loket.core.tool import Tool
from loket.doors import api, pages
from loket.doors.a2ui import Tree
from loket.doors.agent_asking import ask
from loket.doors.auth import Access, Guard, owner_of
from loket.doors.mcp import McpDoor, McpSettings
from loket.doors.overheid_a2a import AgentDoor, Ask, agent_app, agent_routes
from loket.doors.overheid_events import OverheidEvents
from loket.doors.overheid_mcp import ToolStreams
from loket.engine.host import Host
from loket.engine.kit import Kit
from loket.models.providers import model_from
from loket.net.client import shared_client
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
    """What was opened: the application to serve, and the host behind it when this process keeps logs."""

    app: ASGIApp
    host: Host | None = None
    store: SqliteStore | None = None


@dataclass
class Parts:
    """The pieces a process is wired from while it is being opened."""

    config: Config
    bundle: Bundle
    http: httpx.AsyncClient
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
    async with AsyncExitStack() as stack:
        if config.profile is not None:
            yield Served(await _profile(config, stack))
            return
        if config.only == SHELL:
            yield Served(Guard(_application(pages.routes(config.api)), access))
            return
        http = await stack.enter_async_context(shared_client(_allowed(config)))
        model = model_from(env)
        bundle = await _bundle(config, model)
        latency = (lambda: random.uniform(*DEMO_LATENCY)) if config.pace == "demo" else None  # noqa: S311
        catalog = Catalog(f"{bundle.name}.tools", bundle.tools, __version__, latency)
        parts = Parts(config, bundle, http, stack, catalog)
        only = config.only or ""
        if only == f"{bundle.name}.tools":
            yield Served(Guard(_application(await _tool_routes(parts)), access))
            return
        agent = next((a for a in bundle.agents if only == f"{bundle.name}.{a.name}"), None)
        if only and only != bundle.name and agent is None:
            known = [bundle.name, f"{bundle.name}.tools", SHELL, *(f"{bundle.name}.{a.name}" for a in bundle.agents)]
            raise ConfigError("bad_config", f"There is no part {only}; there are {', '.join(known)}.")
        tools = bundle.inner if agent is not None else await _front_tools(parts)
        store = await stack.enter_async_context(await SqliteStore.open(config.data))
        host = Host(store, _kit(config, bundle, tools, agent))
        parts.host.set_result(host)
        await stack.enter_async_context(host)
        routes = _agent_alone(parts, agent) if agent is not None else await _front_routes(parts, host)
        app = _application(routes)
        if agent is None:
            app.include_router(api.routes(host))
        yield Served(Guard(app, access), host, store)


def access_of(config: Config) -> Access:
    """Who may use this server. ConfigError when strangers could."""
    tokens = {token.get_secret_value(): owner for owner, token in config.tokens.items()}
    access = Access(frozenset(config.hosts), tokens, frozenset(config.origins))
    access.check_bind(config.host)
    return access


def _allowed(config: Config) -> list[str]:
    """Addresses named in the configuration may be called even when they are private: they are ours."""
    urls = [url for url in (config.tools_url, *config.agents.values()) if url]
    return [*config.allow_private, *(httpx.URL(url).host for url in urls)]


async def _bundle(config: Config, model: Model | None) -> Bundle:
    names = bundles(config)
    if not names:
        raise ConfigError("no_assistants", "No assistant is installed; name one under `assistants` in loket.toml.")
    module, _, function = names[0].partition(":")
    try:
        made = getattr(import_module(module), function)(Services(model))
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
        remote = RemoteServer(parts.catalog.name, SeedWire(parts.config.tools_url, parts.http, trusted=True))
        await remote.start()
        parts.stack.push_async_callback(remote.stop)
        found: list[Tool] = [remote.tool(spec) for spec in specs]
    else:
        found = InProcess(parts.catalog).tools()
    for part in parts.bundle.agents:
        url, client = parts.config.agents.get(part.name), parts.http
        if url is None:
            url = f"http://{part.name}.internal/"
            transport = httpx.ASGITransport(app=agent_app(*parts.agent(part, url)))
            client = await parts.stack.enter_async_context(httpx.AsyncClient(transport=transport))
        found += [AgentTool(spec, url, client) for spec in part.capabilities]
    return (*found, *parts.bundle.inner)


async def _tool_routes(parts: Parts) -> list[BaseRoute]:
    settings = McpSettings(hosts=("*",)) if parts.config.hosts else McpSettings()
    door = McpDoor(parts.catalog, settings)
    await parts.stack.enter_async_context(door.running())
    return [*_health(), *ToolStreams(parts.catalog, principal=owner_of).routes, *door.routes]


def _agent_alone(parts: Parts, agent: AgentPart) -> list[BaseRoute]:
    return list(agent_routes(*parts.agent(agent, f"http://localhost:{parts.config.port}/")))


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
        base = f"http://{config.host}:{config.port}"
        for part in bundle.agents:
            door, asked = parts.agent(part, f"{base}/agents/{part.name}/")
            routes.append(Mount(f"/agents/{part.name}", routes=agent_routes(door, asked)))
        return [*await _tool_routes(parts), *routes]
    return [*_health(), *routes]


def _health() -> list[BaseRoute]:
    async def health(request: Request) -> JSONResponse:
        return JSONResponse({"ok": True})

    return [Route("/health", health)]


def _application(routes: list[BaseRoute]) -> FastAPI:
    """The application around all doors of a process; errors have one shape everywhere."""
    app = FastAPI(title="Loket", version=__version__, docs_url=None, redoc_url=None, routes=routes)
    app.add_exception_handler(LoketError, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)

    async def docs(request: Request) -> HTMLResponse:
        return pages.api_page(app.openapi())

    app.add_route("/docs", docs, include_in_schema=False)
    return app


async def _refused(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, LoketError)
    return JSONResponse({"error": {"code": error.code, "text": error.text}}, status_code=error.status)


async def _invalid(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0] if error.errors() else {"loc": (), "msg": "invalid"}
    where = ".".join(str(part) for part in first["loc"])
    return JSONResponse({"error": {"code": "invalid", "text": f"{where}: {first['msg']}"}}, status_code=422)


async def _http(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    codes = {404: "not_found", 405: "wrong_method"}
    text = {404: "There is nothing here.", 405: "This address takes another method."}
    body = {"code": codes.get(error.status_code, "http_error"), "text": text.get(error.status_code, error.detail)}
    return JSONResponse({"error": body}, status_code=error.status_code, headers=error.headers)


async def _profile(config: Config, stack: AsyncExitStack) -> ASGIApp:
    if config.profile != "mcp-fixtures":
        raise ConfigError("bad_config", f"There is no profile {config.profile}; there is mcp-fixtures.")
    from loket.doors.mcp_fixtures import fixtures_app

    return await fixtures_app(config.port, stack)


def data_of(config: Config) -> Path:
    """The data folder of a part: each process of a set-up has its own."""
    return config.data / config.only if config.only else config.data
