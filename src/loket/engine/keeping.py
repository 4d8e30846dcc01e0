"""How long what our assistants did as agents is kept: a day for repeats, or less when its asker is erased."""

import hashlib
import json
from datetime import datetime, timedelta

from loket.core.actions import Call
from loket.core.events import Decided
from loket.core.ports import State, Store
from loket.core.record import decode
from loket.engine.kit import Kit, key_of
from loket.engine.names import base62

KEPT = timedelta(hours=24)
"""A repeated message id gives the same work within this time."""
PAGE = 100


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


async def forget_leftovers(store: Store, kit: Kit) -> None:
    """Deletes what is kept for conversations that are not there any more."""
    for keeper in kit.keepers:
        for conversation in await keeper.kept():
            if await store.entry(conversation) is None:
                await keeper.forget(conversation)


async def asked_in(store: Store, kit: Kit, conversation: str) -> list[str]:
    """The conversations of our own agents that this one asked for, found by the keys its calls went out with."""
    hidden = [one.name for one in kit.assistants.values() if one.hidden]
    asker = await store.entry(conversation)
    owners = ("",) if asker is None else ("", asker.owner)  # in process, or at an address that is our own
    found: list[str] = []
    seen = 0
    while rows := await store.read(conversation, after=seen, limit=PAGE):
        for row in rows:
            event = decode(row.body).event
            calls = event.action.calls if isinstance(event, Decided) and isinstance(event.action, Call) else ()
            keys = [key_of(conversation, f"{row.seq}.{call.id}") for call in calls]
            names = [asked_name(one, key, owner) for key in keys for one in hidden for owner in owners]
            found += [name for name in names if await store.entry(name) is not None]
        seen = rows[-1].seq
    return found
