"""Which conversation is meant: the one of a name, or the one of a session that a client has named."""

import hashlib
import json
from collections.abc import Awaitable

from loket.core.data import JsonObject
from loket.core.errors import Conflict
from loket.engine.host import Host
from loket.engine.names import base62 as base62
from loket.engine.names import name_of as name_of
from loket.engine.names import uuid_of as uuid_of


async def ensure(starting: Awaitable[str], conversation: str) -> str:
    """The conversation of this name, which is being started unless it exists."""
    try:
        return await starting
    except Conflict as error:
        if error.code != "exists":
            raise
        return conversation


async def conversation_of(host: Host, owner: str, assistant: str, session: str) -> str | None:
    """The conversation that a client's session stands for; None while it has none."""
    return await host.store.alias(owner, _alias(assistant, session))


async def session(host: Host, owner: str, assistant: str, session: str, settings: JsonObject | None = None) -> str:
    """The same, started with these settings when there is none yet. After one that was erased the next begins."""
    if (conversation := await conversation_of(host, owner, assistant, session)) is not None:
        return conversation
    first = last = 0  # how many were erased is between these two, and found in a few steps however many it were
    while await host.store.erased(_name(owner, assistant, session, last)):
        first, last = last + 1, 2 * last + 1
    while first < last:
        middle = (first + last) // 2
        gone = await host.store.erased(_name(owner, assistant, session, middle))
        first, last = (middle + 1, last) if gone else (first, middle)
    name = _name(owner, assistant, session, first)
    return await ensure(host.start(owner, assistant, settings, name, (_alias(assistant, session),)), name)


def _alias(assistant: str, session: str) -> str:
    """A digest, because a session's id may be as long and as odd as its client likes."""
    return f"session:{assistant}:{hashlib.sha256(session.encode(errors='replace')).hexdigest()}"


def _name(owner: str, assistant: str, session: str, erased: int) -> str:
    """Two requests at once, or two servers of one folder, come to the same name."""
    named = [owner, assistant, session, *([erased] if erased else [])]
    return base62(int.from_bytes(hashlib.sha256(json.dumps(named).encode()).digest()[:16], "big"))
