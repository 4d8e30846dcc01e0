"""A request that met a conversation of another node is passed on there, and its answer comes back the same way."""

import asyncio
import base64
import hashlib
import hmac
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial

import anyio
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from loket.doors.bounds import PASSED, UPLOAD_BYTES
from loket.engine.claims import ELSEWHERE, Peer
from loket.house.refusal import refused
from loket.house.requests import OWNER, again, left
from loket.logs import logger
from loket.net.client import CallFailed, Client, NotReached
from loket.stores.patience import ASKING_SECONDS, asking

SIGNED = "x-loket-signed"
"""The header of a request that a node passes on: until when it is good, whose it is, and the signature of both, of what
is asked and of its body."""
GOOD_SECONDS = 60
"""So long what was signed is good, and a clock may be so far ahead; one may be twice that behind."""
LEFT_BEHIND = {
    b"connection",
    b"keep-alive",
    b"transfer-encoding",
    b"upgrade",
    b"te",
    b"trailer",
    b"date",
    b"server",
} | {b"authorization", b"cookie", b"content-length", SIGNED.encode()}
"""Headers of one line, and those that say who asks: that is signed. By which name we were asked stays, since the guard
let it in here."""
RETRY = {"Retry-After": "1"}
NOT_THERE = "The server that goes on with this does not answer. Try again in a moment."

log = logger("loket.doors")


def signed(key: bytes, owner: str, until: int, asked: str, body: bytes) -> str:
    """What the header says."""
    who = base64.urlsafe_b64encode(owner.encode()).decode()
    return f"{until} {who} {_signature(key, who, until, asked, body)}"


def _signature(key: bytes, who: str, until: int, asked: str, body: bytes) -> str:
    text = "\n".join((str(until), who, asked, hashlib.sha256(body).hexdigest()))
    return hmac.new(key, text.encode(), hashlib.sha256).hexdigest()


def _asked(scope: Scope) -> str:
    return f"{scope['method']} {scope.get('raw_path', b'').decode()}?{scope.get('query_string', b'').decode()}"


class Inbound:
    """ASGI middleware around the guard: what another node signed is whose it says, and goes straight to `inside`."""

    def __init__(self, app: ASGIApp, inside: ASGIApp, key: bytes) -> None:
        self._app, self._inside, self._key = app, inside, key

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        header = Headers(scope=scope).get(SIGNED) if scope["type"] == "http" else None
        if header is None:
            await self._app(scope, receive, send)
            return
        body = await _whole(receive, [])
        owner = self._owner(header, scope, body)
        if owner is None:
            await refused(403, "not_signed", "This was not signed by a node of this server.")(scope, receive, send)
            return
        apart = int(header.partition(" ")[0]) - GOOD_SECONDS - time.time()
        if not -GOOD_SECONDS * 3 < apart < GOOD_SECONDS:
            log.warning("the clock of another node is %+.0f seconds from the one here: set both, as NTP does", apart)
            text = "The clocks of this server's machines are too far apart: its operator must set them. Try again."
            await refused(503, "clock_skew", text, RETRY)(scope, receive, send)
            return
        scope[OWNER], scope[PASSED] = owner, True
        await self._inside(scope, again(body, receive), send)

    def _owner(self, header: str, scope: Scope, body: bytes) -> str | None:
        until, _, rest = header.partition(" ")
        who, _, signature = rest.partition(" ")
        if not until.isdecimal() or len(until) > 12:
            return None
        if not hmac.compare_digest(_signature(self._key, who, int(until), _asked(scope), body), signature):
            return None
        return base64.urlsafe_b64decode(who).decode()


class Outbound:
    """ASGI middleware around the doors, within the bounds: an answer to what belongs elsewhere is not sent but had from
    there. What was passed on once is not passed on again: who asked tries once more in a moment."""

    def __init__(self, app: ASGIApp, client: Client, key: bytes) -> None:
        self._app, self._client, self._key = app, client, key

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        with asking():
            await self._answer(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        if Headers(scope=scope).get(SIGNED) is not None:
            await self._app(scope, receive, send)
            return
        bodies: list[Message] = []

        async def heard() -> Message:
            message = await receive()
            if message["type"] == "http.request":
                bodies.append(message)
            return message

        places = await self._here(scope, heard, send)
        if not places:
            return
        body = await _whole(receive, bodies)
        if await self._pass_on(places[-1], scope, body, (receive, send)):
            return
        # It has ended, and nothing was done there: whoever goes on with what it had soon can.
        with suppress(TimeoutError):
            async with asyncio.timeout(ASKING_SECONDS):
                await places[-1].gone.wait()
            places = await self._here(scope, again(body, receive), send)
        if places:
            await refused(503, "moved", NOT_THERE, RETRY)(scope, receive, send)

    async def _here(self, scope: Scope, receive: Receive, send: Send) -> list[Peer]:
        """Answers, unless it belongs elsewhere: where then, in the order in which it was noted."""
        places: list[Peer] = []
        heads: list[Message] = []
        begun = False

        async def answered(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                heads.append(message)  # only what follows it tells whether this is an answer
            elif begun or not places:
                begun = True
                while heads:
                    await send(heads.pop())
                await send(message)

        note = ELSEWHERE.set(places)
        try:
            await self._app({**scope}, receive, answered)  # what routes note in it is of this try alone
        finally:
            ELSEWHERE.reset(note)
        return [] if begun else places

    async def _pass_on(self, peer: Peer, scope: Scope, body: bytes, line: tuple[Receive, Send]) -> bool:
        """Waits as long as that node lives and somebody wants the answer: what is begun there may take its time.
        False when nobody is there any more."""
        receive, send = line
        query = scope.get("query_string", b"")
        url = f"{peer.address}{scope.get('raw_path', b'').decode()}{'?' if query else ''}{query.decode()}"
        headers = [(name, value) for name, value in scope["headers"] if name.lower() not in LEFT_BEHIND]
        until = int(time.time()) + GOOD_SECONDS
        mark = signed(self._key, scope.get(OWNER, ""), until, _asked(scope), body)
        request = self._client.build_request(
            scope["method"], url, headers=[*headers, (SIGNED.encode(), mark.encode())], content=body
        )
        request.extensions = {"timeout": {"connect": 2, "read": None, "write": 30, "pool": 5}}
        begun = whole = ended = False
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_until, peer.gone.wait, tasks.cancel_scope)
            tasks.start_soon(_until, partial(left, receive), tasks.cancel_scope)
            with suppress(CallFailed):
                try:
                    answer = await self._client.send(request, stream=True)
                except NotReached:
                    ended = True
                    raise
                try:
                    headers = [(name, value) for name, value in answer.headers.raw if name.lower() not in LEFT_BEHIND]
                    begun = True
                    await send({"type": "http.response.start", "status": answer.status_code, "headers": headers})
                    async for part in answer.aiter_raw():
                        await send({"type": "http.response.body", "body": part, "more_body": True})
                    whole = True
                finally:
                    with anyio.CancelScope(shield=True):
                        await answer.aclose()
            tasks.cancel_scope.cancel()
        if whole:  # a stream that is not is ended by the bounds; of any other answer the line breaks
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        elif not begun and not ended:
            # Nobody knows whether it was done there: its idempotency key tells, when it is sent again.
            await refused(503, "moved", NOT_THERE, RETRY)(scope, receive, send)
        return not ended


async def _until(ends: Callable[[], Awaitable[object]], scope: anyio.CancelScope) -> None:
    await ends()
    scope.cancel()


async def _whole(receive: Receive, read: list[Message]) -> bytes:
    """The whole body, of which some was read already. What is longer than anything that is passed on is cut: nobody
    has signed it."""
    body = bytearray(b"".join(message.get("body", b"") for message in read))
    while (not read or read[-1].get("more_body", False)) and len(body) <= UPLOAD_BYTES:
        message = await receive()
        if message["type"] != "http.request":
            break
        read.append(message)
        body += message.get("body", b"")
    return bytes(body)
