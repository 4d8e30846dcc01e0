"""What is imported when it is first needed, because most starts never do and its libraries are slow to read."""

from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, Literal

from starlette.routing import Router
from starlette.types import ASGIApp

from loket.config import Config
from loket.core.data import JsonObject
from loket.core.errors import ConfigError
from loket.doors.a2a.face import A2ASettings, AgentFace, quiet_library
from loket.doors.auth import Access
from loket.doors.published import Offered
from loket.engine.claims import Claims
from loket.engine.host import Host
from loket.engine.measures import Measures
from loket.net.client import Client
from loket.net.guard import AddressGuard
from loket.stores.sqlite import SqliteStore
from loket.tools.configured import McpServer
from loket.tools.wire import ToolWire
from loket.wiring.keys import server_key


def agent_door(
    host: Host, face: AgentFace, settings: A2ASettings, outside: tuple[Client, AddressGuard]
) -> AbstractAsyncContextManager[ASGIApp]:
    """One of our assistants as an A2A agent; the library of the protocol takes a while to read."""
    quiet_library()
    from loket.doors.a2a.door import Outside, a2a_door

    return a2a_door(host, face, settings, Outside(*outside)).running()


def agent_without_hooks(host: Host, face: AgentFace, settings: A2ASettings) -> ASGIApp:
    """The same for an agent that calls no webhooks, and so has nothing to be closed."""
    quiet_library()
    from loket.doors.a2a.door import a2a_door

    return a2a_door(host, face, settings).app


def signing(key: Path, jku: str) -> tuple[Callable[[Any], Any], JsonObject]:
    """What signs our cards with the key in this file, and its public half. ConfigError when it can't be used."""
    quiet_library()
    from loket.doors.a2a.signing import card_key

    made = card_key(key, jku)
    return made.sign, made.public


def agents_over_grpc(
    host: Host,
    agents: Mapping[str, tuple[AgentFace, A2ASettings]],
    outside: tuple[Client, AddressGuard],
    config: Config,
) -> AbstractAsyncContextManager[list[ASGIApp]]:
    """The same agents in their order, which are asked at a port of their own as well: the first by those who name no
    tenant, each by its name. ConfigError when that can't be had, or the extra that knows gRPC is not installed."""
    quiet_library()
    from loket.doors.a2a.door import Outside, a2a_door
    from loket.doors.a2a.tenants import Tenants

    try:
        from loket.doors.a2a.grpc import grpc_served
    except ImportError as error:
        raise ConfigError("bad_config", "A port for gRPC needs `pip install 'loket[grpc]'`.") from error
    doors = {name: a2a_door(host, *agent, Outside(*outside)) for name, agent in agents.items()}
    named = {name: door.requests for name, door in doors.items()}
    tenants: Any = Tenants(next(iter(named.values())), named)
    address = f"{f'[{config.host}]' if ':' in config.host else config.host}:{config.grpc_port}"
    access = Access(tokens={token.get_secret_value(): owner for owner, token in config.tokens.items()})

    @asynccontextmanager
    async def running() -> AsyncGenerator[list[ASGIApp]]:
        async with AsyncExitStack() as stack:
            apps = [await stack.enter_async_context(door.running()) for door in doors.values()]
            await stack.enter_async_context(grpc_served(tenants, address, access, nodes=config.store is not None))
            yield apps

    return running()


async def shared_store(address: str, node: str, part: str = "") -> Any:
    """The logs that servers keep for many machines, opened as this node; each part of a set-up has its own, as it has
    its own data folder. LoketError when they can't be used, or the extra is missing."""
    try:
        from loket.stores.jetstream import JetStore, Servers
    except ImportError as error:
        raise _without_nats() from error
    return await JetStore.open(Servers.of(address).of_part(part), node=node, shared=True)


async def store_alone(where: str, *, read_only: bool = False) -> Any:
    """A data folder, or the servers of an address, for this process alone. LoketError as above."""
    if "://" not in where:
        return await SqliteStore.open(Path(where), read_only=read_only)
    try:
        from loket.stores.jetstream import JetStore, Servers
    except ImportError as error:
        raise _without_nats() from error
    return await JetStore.open(Servers.of(where), read_only=read_only)


async def stores_of(address: str) -> list[str]:
    """The logs that servers keep at an address: its own and those of the parts of a set-up, as `store_alone` opens
    them. LoketError as above."""
    try:
        from loket.stores.jetstream import addresses
    except ImportError as error:
        raise _without_nats() from error
    return await addresses(address)


async def store_examined(address: str) -> list[tuple[Literal["ok", "note", "wrong"], str]]:
    """What there is to say of the servers that keep the logs, in lines."""
    try:
        from loket.stores.jetstream import Servers, examine

        return await examine(Servers.of(address))
    except ImportError:
        return [("wrong", _without_nats().text)]
    except ConfigError as error:
        return [("wrong", error.text)]


def _without_nats() -> ConfigError:
    return ConfigError("bad_config", "LOKET_STORE needs `pip install 'loket[nats]'`.")


def exposition(now: Measures, errors: int) -> tuple[bytes, str]:
    """Figures as Prometheus reads them; its library takes as long to read as half a server to start."""
    from loket.doors.exposition import exposition as written

    return written(now, errors)


def sdk_wire(name: str, table: McpServer, values: Mapping[str, str]) -> ToolWire:
    """How a configured tool server is reached. `values` are those of its environment or its headers."""
    from loket.tools.mcp_sdk import configured

    return configured(name, table, values)


def official_tools(
    catalog: Offered, config: Config, claims: Claims | None = None
) -> AbstractAsyncContextManager[ASGIApp]:
    """The official MCP wires; their library takes half a second to read."""
    from loket.doors.mcp import McpDoor, McpSettings

    usual = McpSettings()
    hosts = [name for host in config.hosts for name in (host, f"{host}:*")]
    origins = [f"{scheme}://{host}" for host in hosts for scheme in ("http", "https")]
    settings = McpSettings(
        hosts=(*usual.hosts, *hosts),
        origins=(*usual.origins, *origins, *config.origins),
        key=server_key(config),
        claims=claims,
    )
    door = McpDoor(catalog, settings)

    @asynccontextmanager
    async def running() -> AsyncGenerator[ASGIApp]:
        async with door.running():
            yield Router(door.routes)

    return running()
