"""Which conversations this node may open when others share its store: the port that the engine asks."""

import asyncio
from collections.abc import Iterable
from contextvars import ContextVar
from typing import NamedTuple, Protocol


class Peer(NamedTuple):
    """Another node: its address, its host and port for gRPC if it has one, and what is set once it is known to live no
    more."""

    address: str
    grpc: str
    gone: asyncio.Event


ELSEWHERE: ContextVar[list[Peer] | None] = ContextVar("loket.elsewhere", default=None)
"""Where a request is noted to belong that met a conversation of another node: whose it was, in their order."""


class Claims(Protocol):
    """`take` is awaited before a conversation is opened from the store, and nowhere else: True when another node had it
    before and is gone; Moved when a living node has it. From then on no other node's append is taken.

    `lease` is a number to be kept before a call is recorded as started, and `holds` says directly before its effect
    leaves whether this node has been known to live ever since: when it has not, another one may have taken over.
    `lost` are those of many that another node wrote last: what is open of them here hears no more of what comes.
    `mine` spreads what a dead node left over those that live; `first` is True at one of them.
    `id` is the name of this node in this life; `pass_to` raises Moved when another node of that name lives, for a
    request about what only that one has: a stream that is open there."""

    id: str

    @property
    def lease(self) -> int: ...

    @property
    def first(self) -> bool: ...

    def holds(self, lease: int) -> bool: ...

    def mine(self, conversation: str) -> bool: ...

    async def take(self, conversation: str) -> bool: ...

    async def pass_to(self, node: str) -> None: ...

    async def lost(self, conversations: Iterable[str]) -> set[str]: ...
