"""One node of several that share a store: it joins them, and passes on what belongs to another one."""

import hashlib
import secrets
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from typing import Protocol

from pydantic import SecretStr
from starlette.types import ASGIApp

from loket.config import Config
from loket.core.errors import ConfigError, Conflict
from loket.core.ports import Book, Store
from loket.doors.auth import LOOPBACK
from loket.doors.forwarding import Inbound, Outbound
from loket.engine.copying import ready_to_serve
from loket.engine.host import Host
from loket.engine.names import new_name
from loket.engine.nodes import Nodes, SharedStore
from loket.net.client import Client, client_of_nodes
from loket.wiring.a2a import grpc_address
from loket.wiring.late import shared_store

KNOWN = "nodes.known"
"""Where in the book it stands what the nodes know."""


class SharedBy(Store, SharedStore, Protocol):
    """A store that several nodes write to."""


@dataclass(frozen=True)
class Node:
    """This process as one of several. Each life has a name of its own: what an earlier one wrote, it must claim."""

    store: Store
    nodes: Nodes
    client: Client
    secret: str

    @property
    def key(self) -> bytes:
        """What they sign with."""
        return hashlib.sha256(f"nodes {self.secret}".encode()).digest()

    def keyed(self, config: Config) -> Config:
        """The same for what has a key of its own."""
        return config.model_copy(update={"node_key": SecretStr(self.secret)})

    def engaged(self, host: Host) -> Host:
        """A host that opens what no other node has, and goes on with what dead ones left."""
        host.runs.claims, self.nodes.adopt = self.nodes, host.runs.adopt
        return host

    def outbound(self, app: ASGIApp) -> ASGIApp:
        """Doors whose requests may be passed on."""
        return Outbound(app, self.client, self.key)

    def inbound(self, guard: ASGIApp, inside: ASGIApp) -> ASGIApp:
        """A guard that lets other nodes through to what is inside."""
        return Inbound(guard, inside, self.key)


async def joined(config: Config, stack: AsyncExitStack) -> Node | None:
    """Joins the nodes of a configured store; None for a process that has its store to itself. StoreError or ConfigError
    when it can't."""
    if config.store is None:
        return None
    if config.inside is None and config.host not in LOOPBACK:
        text = f"Other nodes can't reach {config.host}: say where they do (LOKET_INSIDE), as in http://10.0.0.7:10002."
        raise ConfigError("bad_config", text)
    address = (config.inside or f"http://{config.host}:{config.port}").rstrip("/")
    opening = await shared_store(config.store.get_secret_value(), new_name())
    store: SharedBy = await stack.enter_async_context(opening)
    await ready_to_serve(store)
    secret = config.node_key.get_secret_value() if config.node_key is not None else await _secret(store)
    grpc = grpc_address(config, address) if config.grpc_port else ""
    nodes = await stack.enter_async_context(Nodes(store, address, grpc=grpc))
    client = await stack.enter_async_context(client_of_nodes())
    return Node(store, nodes, client, secret)


async def _secret(book: Book) -> str:
    """What the nodes of a store know, made by the first of them: whoever reads the store reads all there is anyway."""
    with suppress(Conflict):  # another one was first
        await book.note("", KNOWN, secrets.token_hex(32), expect=0)
    noted = await book.look("", KNOWN)
    assert noted is not None
    return str(noted.value)
