"""How long what our assistants did as agents is kept: a day for repeats, or less when its asker is erased."""

import asyncio
import hashlib
import json
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime, timedelta

from loket.core.actions import Call
from loket.core.errors import LoketError, StoreError
from loket.core.events import Decided
from loket.core.ports import State, Store
from loket.engine.kit import Kit, key_of
from loket.engine.names import base62
from loket.engine.pages import records

KEPT = timedelta(hours=24)
"""A repeated message id gives the same work within this time."""
PAGE = 100
TOGETHER = 10
"""So many conversations are forgotten at a time."""
PAUSES = 3
"""So many times as long as that took, nothing is forgotten."""

log = logging.getLogger("loket.engine")


def asked_by(assistant: str) -> str:
    """The owner of what this process itself asked one of its assistants as an agent; what others ask is theirs."""
    return f"agents:{assistant}"


def asked_name(assistant: str, message_id: str, owner: str = "") -> str:
    """The conversation of one message of this owner (by default of this process itself) to an agent: the same message
    is the same conversation."""
    digest = hashlib.sha256(json.dumps([owner or asked_by(assistant), assistant, message_id]).encode()).digest()
    return base62(int.from_bytes(digest[:16], "big"))


async def outlived(store: Store, kit: Kit, now: datetime) -> list[str]:
    """The conversations of agents that rest, or wait for a caller, and are kept no longer, whoever asked; a page of
    them at a time."""
    resting: tuple[State, ...] = ("idle", "asking")
    entries = [
        await store.entries(state=state, before=now - KEPT, limit=PAGE, assistant=one.name)
        for one in kit.assistants.values()
        for state in resting
        if one.hidden
    ]
    return [entry.conversation for found in entries for entry in found]


async def forget(
    store: Store, kit: Kit, clock: Callable[[], datetime], erase: Callable[[str], Awaitable[None]]
) -> None:
    """Erases what is kept no longer, page after page until nothing is left: some at a time, so that they share a
    commit, and with pauses, so that others have most of the writer. One that can't be erased stops no other."""
    spared: set[str] = set()
    try:
        while old := [name for name in await outlived(store, kit, clock()) if name not in spared]:
            for first in range(0, len(old), TOGETHER):
                some, begun = old[first : first + TOGETHER], time.monotonic()
                ends = await asyncio.gather(*map(erase, some), return_exceptions=True)
                spared.update(name for name, end in zip(some, ends, strict=True) if _failed(name, end))
                await asyncio.sleep((time.monotonic() - begun) * PAUSES)
    except LoketError as error:
        log.error("what agents were asked could not be erased: %s", error)


def _failed(conversation: str, end: BaseException | None) -> bool:
    """Whether erasing it was refused, which the log is told; any other error is raised."""
    if isinstance(end, LoketError):
        log.error("what agents were asked in %s could not be erased: %s", conversation, end)
        return True
    if end is not None:
        raise end
    return False


async def asked_in(store: Store, kit: Kit, conversation: str) -> list[str]:
    """The conversations of our own agents that this one asked for, found by the keys its calls went out with."""
    hidden = [one.name for one in kit.assistants.values() if one.hidden]
    asker = await store.entry(conversation)
    owners = ("",) if asker is None else ("", asker.owner)  # in process, or at an address that is our own
    found: list[str] = []
    with suppress(StoreError):  # up to the first record that is damaged: what it asked for later goes in its time
        async for record in records(store, conversation):
            event = record.event
            calls = event.action.tools if isinstance(event, Decided) and isinstance(event.action, Call) else ()
            keys = [key_of(conversation, f"{record.seq}.{call.id}") for call in calls]
            names = [asked_name(one, key, owner) for key in keys for one in hidden for owner in owners]
            found += [name for name in names if await store.entry(name) is not None]
    return found
