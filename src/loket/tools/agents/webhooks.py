"""The webhooks that we give to agents of others, one for each task, by which they wake us when there is news of it.

No token is kept. An id and its token are made, with a key of the data folder, from what they are for: after a
restart they are the same, and an id that nobody gave out has a token that nobody knows. Who knows the token may wake
us and can do nothing else: what a notification says is not read, the task is asked for where it was sent to. Which
call an agent was given one for, the Book says."""

import asyncio
import base64
import hashlib
import hmac
import json
from collections.abc import Awaitable, Callable, Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass, field

import httpx

from loket.net.public import host_of
from loket.tools.agents.settings import this_machine

PATH = "/webhooks/a2a/"
ID_BYTES = 16
ID_CHARACTERS = 22


@dataclass(frozen=True, slots=True)
class Webhook:
    """An address of ours for one task of one agent. Its id, which the address ends with, is no secret; the token is."""

    id: str
    url: str
    token: str = field(repr=False)


class Webhooks:
    """Those of one server. `public` is where everybody reaches it, `local` where programs on this machine do; without a
    slash at the end. `unheard` is told the id of a notification with the right token that no call here waits for."""

    def __init__(self, key: bytes, public: str | None = None, local: str | None = None) -> None:
        self._key = hmac.digest(key, b"webhooks that we give to agents", hashlib.sha256)
        self._everywhere = public if public is not None and host_of(public) is not None else None
        self._here = public if self._everywhere is None and public is not None else local
        self._waiting: dict[str, set[asyncio.Event]] = {}
        self.unheard: Callable[[str], Awaitable[None]] = _let_be

    def of(self, agent: str, *about: str) -> Webhook | None:
        """The webhook for a task, always the same for the same one; None when the agent at this address can't call us.
        `about` says whose task it is, and which."""
        where = self._everywhere or (self._here if this_machine(httpx.URL(agent).host) else None)
        if where is None:
            return None
        id = _text(self._made("id", json.dumps([agent, *about]))[:ID_BYTES])
        return Webhook(id, f"{where}{PATH}{id}", self.token(id))

    @contextmanager
    def heard(self, webhook: Webhook) -> Generator[asyncio.Event]:
        """The time in which notifications set the event."""
        news, waiting = asyncio.Event(), self._waiting.setdefault(webhook.id, set())
        waiting.add(news)
        try:
            yield news
        finally:
            waiting.discard(news)
            if not waiting and self._waiting.get(webhook.id) is waiting:
                del self._waiting[webhook.id]

    async def notified(self, id: str, tokens: Iterable[str]) -> bool:
        """Whether a notification has the token of its webhook, in any of the places for one; then whoever waits for it
        is woken. It costs the same whether or not there is, or ever was, such a webhook."""
        right = self.token(id[:ID_CHARACTERS]).encode()
        known = [hmac.compare_digest(right, token.encode("latin-1", "replace")) for token in tokens]
        if not any(known) or len(id) != ID_CHARACTERS:
            return False
        waiting = self._waiting.get(id)
        if not waiting:
            await self.unheard(id)
        for news in waiting or ():
            news.set()
        return True

    def token(self, id: str) -> str:
        """What notifications of this webhook have to show."""
        return _text(self._made("token", id))

    def _made(self, what: str, of: str) -> bytes:
        return hmac.digest(self._key, f"{what} {of}".encode("utf-8", "replace"), hashlib.sha256)


async def _let_be(id: str) -> None:
    """Whoever asked after the task will ask again."""


def _text(of: bytes) -> str:
    return base64.urlsafe_b64encode(of).decode().rstrip("=")
