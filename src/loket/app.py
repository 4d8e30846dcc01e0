"""Wires a process together: which parts it serves, over which store, with which tools and agents."""

import os
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp

from loket.config import Config, bundles
from loket.core.errors import ConfigError
from loket.core.model import Model, OnlyModel
from loket.core.ports import Store
from loket.core.tool import Tool
from loket.doors import agent_news, login, not_here, pages, supervision
from loket.doors.agent_news import AgentNews
from loket.doors.agui.door import AGUI
from loket.doors.api_files import link_routes
from loket.doors.application import application
from loket.doors.auth import LOCAL, Access, Guard
from loket.doors.bounds import FILE_BYTES, Bounds
from loket.doors.owners import Owners
from loket.doors.posted import Doors, Posted
from loket.doors.published import Published
from loket.doors.quotas import Quotas
from loket.doors.sign_ins import SignIns
from loket.engine.copying import ready_to_serve
from loket.engine.file_links import FileLinks
from loket.engine.host import Host
from loket.engine.kit import Kit
from loket.house.bundle import Packaged, Services
from loket.logs import ErrorLines
from loket.models.providers import ConfiguredModels, models_from
from loket.net.client import shared_client
from loket.net.guard import AddressGuard as NetGuard
from loket.net.public import host_of
from loket.net.web import Web
from loket.stores.sqlite import SqliteStore
from loket.tools.agents.webhooks import Webhooks
from loket.tools.invoke import InvokeTool
from loket.wiring.a2a import AGENTS
from loket.wiring.agents import allowed, reaching, served_alone
from loket.wiring.keys import server_key
from loket.wiring.late import exposition
from loket.wiring.late_news import LateNews
from loket.wiring.nodes import Node, joined
from loket.wiring.packages import SHELL, Chosen, chosen, installed, kit_of
from loket.wiring.parts import Parts, encoder_of, pace_of
from loket.wiring.routes import agent_alone, front_routes, health, offers, package_doors, tools_alone
from loket.wiring.sources import agent_at, sources_of, with_brought

StoreAt = Callable[[Path], Awaitable[AbstractAsyncContextManager[Store]]]


@dataclass(frozen=True)
class Brought:
    """What code brings that opens a process by itself: `assistants` in place of the configured ones, `model` in place
    of the configured one, and `owners`, who say instead of tokens whose a request is."""

    assistants: Sequence[Packaged] = ()
    model: Model | None = None
    owners: Owners | None = None


NOTHING = Brought()


@dataclass
class Served:
    """What was opened: the application to serve, and the host and store behind it when this process keeps logs.
    `offers` are lines that tell which tools other programs may call, and `published` are these tools by package."""

    app: ASGIApp
    bounds: Bounds
    host: Host | None = None
    store: SqliteStore | None = None
    offers: tuple[str, ...] = ()
    published: Mapping[str, Published] = field(default_factory=dict)

    async def stop(self, grace: float) -> None:
        """Lets open streams go, takes no more work, and puts the engine to sleep; calls under way get `grace` seconds
        to come back."""
        self.bounds.stop()
        if self.host is not None:
            await self.host.close(grace=grace)


@asynccontextmanager
async def opened(
    config: Config,
    env: Mapping[str, str] = os.environ,
    *,
    brought: Brought = NOTHING,
    store_at: StoreAt = SqliteStore.open,
    guest: bool = False,
) -> AsyncGenerator[Served]:
    """One process, from its configuration to its application; everything is closed on leaving. `store_at` opens
    the store of a data folder. A `guest` is served to nobody: other nodes can't reach it.

    LoketError when it can't be: bad configuration, data in use, a newer database."""
    access, open_doors = access_of(config, brought.owners), Doors()
    filing = [AGENTS, AGUI]
    node: Node | None = None

    def served(
        app: ASGIApp,
        host: Host | None = None,
        store: Store | None = None,
        public: tuple[str, ...] = (),
        webhooks: Webhooks | None = None,
    ) -> Served:
        app = Posted(app, open_doors)
        bounds = Bounds(app if node is None else node.outbound(app), doors=dict.fromkeys(filing, FILE_BYTES))
        sign_ins = None if store is None else SignIns(store, access.tokens)
        quotas = Quotas(bounds, config.limits_of_owners, LOCAL if config.tokens else None)
        if webhooks is None:
            guard = Guard(quotas, replace(access, public=public, sign_ins=sign_ins))
        else:
            told = replace(access, public=(*public, *agent_news.PUBLIC), sign_ins=sign_ins)
            guard = Guard(AgentNews(quotas, webhooks), told)
        return Served(guard if node is None else node.inbound(guard, bounds), bounds, host, _own(store))

    async with AsyncExitStack() as stack:
        if config.only == SHELL:
            yield replace(
                served(application([*health(), *pages.routes(config.server_of_shell)])),
                offers=(f"The page talks with {config.server_of_shell}.",),
            )
            return
        if not brought.assistants and config.only is None and not bundles(config):
            yield replace(served(application([*health(), Route("/", not_here.empty)])), offers=(not_here.EMPTY,))
            return
        node = await joined(config, stack, guest)
        config = config if node is None else node.keyed(config)
        http = await stack.enter_async_context(shared_client(allowed(config)))
        # What the operator lets us call is nothing for whoever names a webhook, unless that is the operator.
        outside = NetGuard(here=served_alone(config))
        hooks = await stack.enter_async_context(shared_client(guard=outside))
        models = OnlyModel(brought.model) if brought.model else await stack.enter_async_context(models_of(config, env))
        wanted = chosen(
            config,
            installed(
                config,
                Services(models.model(), env, config.data, Web(http), models, encoder_of(config)),
                brought.assistants,
            ),
        )
        for package in wanted.packages:
            await stack.enter_async_context(package.lifetime())
            filing += package.filing
        parts = Parts(config, http, (hooks, outside), stack, wanted.at_root.name, doors=open_doors)
        tools = await _tools(parts, wanted)
        store = await _own_store(config, stack, store_at) if node is None else node.store
        if wanted.agent is None and wanted.tools is None:
            tools = [*tools, *await reaching(parts, wanted.packages, store)]
        asking = next((tool for tool in tools if isinstance(tool, InvokeTool)), None)
        sources = with_brought(await sources_of(config, store, stack, asking), wanted.packages)
        host = _engine(
            config, store, replace(kit_of(config, wanted, tools, models, sources), agent_at=agent_at(asking))
        )
        parts.host.set_result(host if node is None else node.engaged(host))
        doors = package_doors(parts, wanted)
        watched = [*link_routes(host), *_supervision(host, access, stack)]
        await stack.enter_async_context(host)
        await _hear_late(parts, host, asking, node)
        if wanted.agent is not None:
            alone = [*await agent_alone(parts, wanted.agent, host), *watched]
            public = wanted.agent.door.public if wanted.agent.door is not None else ()
            yield served(application(alone), host, store, public)
            return
        offered = wanted.tools
        routes = await (front_routes(parts, wanted, host, doors) if offered is None else tools_alone(parts, offered))
        people = offered is None or offered.approvals()
        app = (
            application(
                [*watched, *routes, *login.routes(access, SignIns(store, access.tokens))],
                host,
                pace_of(config),
            )
            if people
            else application([*watched, *routes])
        )
        yield replace(
            served(app, host, store, webhooks=parts.webhooks),
            offers=offers(parts, wanted),
            published={package.name: parts.published(package) for package in wanted.packages if package.publish},
        )


def _own(store: Store | None) -> SqliteStore | None:
    """The store, where its data folder is of this process."""
    return store if isinstance(store, SqliteStore) else None


async def _own_store(config: Config, stack: AsyncExitStack, store_at: StoreAt) -> Store:
    store = await stack.enter_async_context(await store_at(config.data))
    await ready_to_serve(store)
    return store


@asynccontextmanager
async def models_of(config: Config, env: Mapping[str, str]) -> AsyncGenerator[ConfiguredModels]:
    """The configured models, closed on leaving."""
    models = models_from(env, config.models, config.secrets)
    try:
        yield models
    finally:
        await models.close()


def _engine(config: Config, store: Store, kit: Kit) -> Host:
    host = Host(store, kit, limits=config.limits_of_owners)
    host.files.links = FileLinks(server_key(config), config.address)
    return host


async def _tools(parts: Parts, wanted: Chosen) -> Sequence[Tool]:
    if wanted.tools is not None:
        return parts.own_tools(wanted.tools)
    if wanted.agent is not None:
        return wanted.package.inner
    return [tool for package in wanted.packages for tool in await parts.tools(package)]


async def _hear_late(parts: Parts, host: Host, asking: InvokeTool | None, node: Node | None) -> None:
    if parts.webhooks is not None and asking is not None:
        late = LateNews(host, asking, parts.webhooks, None if node is None else node.client)
        parts.webhooks.unheard = late
        parts.stack.push_async_callback(late.close)
        host.runs.heirs.append(late.resume)
        await late.resume()


def _supervision(host: Host, access: Access, stack: AsyncExitStack) -> list[BaseRoute]:
    """Within another application that one is watched over, not we."""
    if access.owners is not None:
        return []
    return supervision.routes(host, bool(access.tokens), stack.enter_context(ErrorLines()), exposition)


def access_of(config: Config, owners: Owners | None = None) -> Access:
    """Who may use this server. ConfigError when strangers could."""
    if owners is not None:
        return Access(origins=frozenset(config.origins), owners=owners)
    tokens = {token.get_secret_value(): owner for owner, token in config.tokens.items()}
    access = Access(frozenset(config.hosts), tokens, frozenset(config.origins))
    access.check_bind(config.host)
    if config.public_url is not None and not tokens and (name := host_of(config.public_url)) is not None:
        raise ConfigError(
            "public_without_tokens", f"Others can reach {name} (LOKET_PUBLIC_URL). Configure tokens first."
        )
    return access


def data_of(config: Config) -> Path:
    """The data folder of a part: each process of a set-up has its own."""
    return config.data / config.only if config.only else config.data
