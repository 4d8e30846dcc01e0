"""One node of several that share a store: it joins them, and passes on what belongs to another one."""

import asyncio
import hashlib
import secrets
import time
from contextlib import AsyncExitStack, nullcontext, suppress
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from pydantic import SecretStr
from starlette.types import ASGIApp

from loket.config import Config
from loket.core.errors import ConfigError, Conflict, Unavailable
from loket.core.ports import Book, Store
from loket.core.upcast import VERSION
from loket.doors.auth import LOOPBACK
from loket.doors.forwarding import Inbound, Outbound
from loket.engine.copying import ready_to_serve
from loket.engine.host import Host
from loket.engine.names import new_name
from loket.engine.nodes import NOTHING, Nodes, SharedStore
from loket.logs import logger
from loket.net.client import Client, client_of_nodes
from loket.wiring.a2a import grpc_address
from loket.wiring.late import shared_store

ELECTION_SECONDS = 30.0
"""So long a node that starts asks again servers that answer and have no leader."""
SILENT_SECONDS = 2.0
"""After so long it says that it waits."""
KNOWN = "nodes.known"
"""Where in the book it stands what the nodes know."""

log = logger("loket.wiring")


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


async def joined(config: Config, stack: AsyncExitStack, guest: bool = False) -> Node | None:
    """Joins the nodes of a configured store, as a `guest` that nobody reaches and that goes on with nothing of others;
    None for a process that has its store to itself. StoreError or ConfigError when it can't."""
    if config.store is None:
        return None
    if config.inside is None and config.host not in LOOPBACK and not guest:
        text = f"Other nodes can't reach {config.host}: say where they do (LOKET_INSIDE), as in http://10.0.0.7:10002."
        raise ConfigError("bad_config", text)
    begun = time.monotonic()
    say = partial(log.warning, "waiting for the servers of LOKET_STORE")
    waiting = asyncio.get_running_loop().call_later(SILENT_SECONDS, say)
    try:
        while True:  # the servers may have been started with us, or just have lost a leader
            async with AsyncExitStack() as opened:
                with suppress(Unavailable) if time.monotonic() - begun < ELECTION_SECONDS else nullcontext():
                    node = await _joined(config, opened, guest)
                    await stack.enter_async_context(opened.pop_all())
                    return node
            await asyncio.sleep(1)
    finally:
        waiting.cancel()


async def _joined(config: Config, stack: AsyncExitStack, guest: bool) -> Node:
    """Unavailable where the servers do not agree on who leads: a server that is left alone answers for a while yet, so
    that any step may be the first to hear it."""
    assert config.store is not None
    address = "" if guest else (config.inside or f"http://{config.host}:{config.port}").rstrip("/")
    opened = await shared_store(config.store.get_secret_value(), new_name(), config.only or "")
    store: SharedBy = await stack.enter_async_context(opened)
    await ready_to_serve(store)
    secret = config.node_key.get_secret_value() if config.node_key is not None else await _secret(store)
    grpc = grpc_address(config, address) if config.grpc_port and not guest else ""
    knows = NOTHING if guest else VERSION
    nodes = await stack.enter_async_context(Nodes(store, address, grpc=grpc, knows=knows))
    client = await stack.enter_async_context(client_of_nodes())
    return Node(store, nodes, client, secret)


async def _secret(book: Book) -> str:
    """What the nodes of a store know, made by the first of them: whoever reads the store reads all there is anyway."""
    with suppress(Conflict):  # another one was first
        await book.note("", KNOWN, secrets.token_hex(32), expect=0)
    noted = await book.look("", KNOWN)
    assert noted is not None
    return str(noted.value)
