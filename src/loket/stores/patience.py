"""How long who waits for a store is kept waiting: work that is under way for long, somebody who asks a few seconds."""

import asyncio
from collections.abc import Awaitable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

from loket.core.errors import NoQuorum

ASKING_SECONDS = 4.0
"""Of somebody who asks and can ask again. Who goes on with work waits as long as the store itself does: what came back
from a tool would be lost."""

_ASKING: ContextVar[float | None] = ContextVar("loket.asking", default=None)

T = TypeVar("T")


@contextmanager
def asking() -> Generator[None]:
    """What is waited for in here is for somebody who asks."""
    before = _ASKING.set(ASKING_SECONDS)
    try:
        yield
    finally:
        _ASKING.reset(before)


def asks() -> None:
    """From now on what this task waits for is for somebody who asks."""
    _ASKING.set(ASKING_SECONDS)


def works() -> None:
    """From now on this task is at work, whoever asked for it."""
    _ASKING.set(None)


def patience() -> float | None:
    """How many seconds this task may wait; None when it is at work."""
    return _ASKING.get()


async def soon(waiting: Awaitable[T]) -> T:
    """What comes of it, or NoQuorum when somebody asks and has waited for so long: it is cancelled then."""
    seconds = patience()
    if seconds is None:
        return await waiting
    limit = asyncio.timeout(seconds)
    try:
        async with limit:
            return await waiting
    except TimeoutError as error:
        if limit.expired():
            raise NoQuorum from error
        raise
