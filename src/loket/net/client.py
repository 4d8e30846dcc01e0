"""The one HTTP client a process shares, and the one way to fetch something whole: with a deadline and a size limit."""

import socket
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from http.cookiejar import CookieJar, DefaultCookiePolicy
from ssl import SSLContext

import anyio
import httpx
from starlette.types import ASGIApp

from loket.net.guard import AddressGuard
from loket.net.transport import GuardedTransport

Client = httpx.AsyncClient
CallFailed = httpx.HTTPError
"""Whatever keeps a call from being answered: no connection, no answer in time, an answer that is none."""
NotReached = httpx.ConnectError
"""Nobody was there to answer: nothing was done."""

REPLY_BYTES = 1_000_000
"""No reply is read further than this many bytes unless the caller says so."""

REPLY_LEVELS = 128
"""JSON that is nested deeper than this is not taken: no record could hold it."""

_ATTENTIVE = [
    (socket.IPPROTO_TCP, getattr(socket, option), value)
    for option, value in (("TCP_KEEPIDLE", 3), ("TCP_KEEPINTVL", 1), ("TCP_KEEPCNT", 3), ("TCP_USER_TIMEOUT", 6000))
    if hasattr(socket, option)
] + [(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)]
"""Socket options by which the kernel finds out that nobody acknowledges: else it takes hours, or waits for ever."""

Sites = Mapping[str, httpx.AsyncBaseTransport]
"""What answers for an origin instead of the network."""


def shared_client(
    allow: Iterable[str] = (),
    guard: AddressGuard | None = None,
    sites: Sites | None = None,
    contexts: Mapping[str, SSLContext] | None = None,
) -> Client:
    """A client for everything this process calls; the caller closes it. `sites` are reached without the network;
    `contexts` say how lines to some origins are opened.

    It follows no redirect unless asked to, knows no proxy of the environment, keeps no cookies (its callers serve
    different people) and asks for bytes as they are (nothing to unpack, nothing that swells)."""
    limits = httpx.Limits(max_connections=100, max_keepalive_connections=20, keepalive_expiry=15)
    guard = guard or AddressGuard(allow)
    known = {of: GuardedTransport(guard, limits, context) for of, context in (contexts or {}).items()}
    return httpx.AsyncClient(
        transport=GuardedTransport(guard, limits),
        mounts={**known, **(sites or {})},
        timeout=httpx.Timeout(10, read=30),
        headers={"user-agent": "loket", "accept-encoding": "identity"},
        cookies=CookieJar(policy=DefaultCookiePolicy(allowed_domains=[])),
        max_redirects=5,
        trust_env=False,
    )


def client_of_nodes() -> Client:
    """A client for the other nodes of this server, wherever the store says they are; the caller closes it. Streams of
    as many watchers as there are pass through it. A line that is cut ends after about six seconds."""
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=50, keepalive_expiry=15)
    transport = httpx.AsyncHTTPTransport(limits=limits, trust_env=False, socket_options=_ATTENTIVE)
    return Client(transport=transport, headers={"accept-encoding": "identity"}, trust_env=False)


def inner_client(app: ASGIApp) -> Client:
    """A client that calls an application of this process and nothing else; the caller closes it."""
    return Client(transport=httpx.ASGITransport(app=app), trust_env=False)


def site_of(app: ASGIApp) -> httpx.AsyncBaseTransport:
    """An application of this process as a site."""
    return httpx.ASGITransport(app=app)


@dataclass(frozen=True, slots=True)
class RelocatedSite(httpx.AsyncBaseTransport):
    """A site that is reached at another address than its public one, such as a process on this machine."""

    there: httpx.URL
    transport: httpx.AsyncBaseTransport

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        url = request.url.copy_with(scheme=self.there.scheme, host=self.there.host, port=self.there.port)
        headers = [pair for pair in request.headers.raw if pair[0].lower() != b"host"]
        headers.insert(0, (b"Host", url.netloc))
        asked = httpx.Request(
            request.method, url, headers=headers, stream=request.stream, extensions=request.extensions
        )
        return await self.transport.handle_async_request(asked)

    async def aclose(self) -> None:
        await self.transport.aclose()


def moved(url: str, allow: Iterable[str]) -> httpx.AsyncBaseTransport:
    """The site as it is reached at `url`, through the guard."""
    return RelocatedSite(httpx.URL(url), GuardedTransport(AddressGuard(allow), httpx.Limits(max_connections=20)))


@dataclass(frozen=True, slots=True)
class HttpAnswer:
    """A whole answer."""

    status: int
    headers: httpx.Headers
    body: bytes


class ReplyTooLarge(httpx.TransportError):
    """The answer has more bytes than we read; how many it has is unknown."""


class ReplyTooLate(httpx.TimeoutException):
    """The whole answer was not there when the deadline came; it may have been on its way."""


async def fetched(
    client: httpx.AsyncClient, request: httpx.Request, deadline: float, most: int = REPLY_BYTES
) -> HttpAnswer:
    """The whole answer to a request within `deadline` seconds and `most` bytes; raises an httpx.TransportError. Once
    the line is open there is no other deadline: who takes long to begin may take as long as who takes long to end."""
    patience = {"connect": 10, "read": None, "write": None, "pool": 10}
    request.extensions = {**request.extensions, "timeout": patience}
    try:
        with anyio.fail_after(deadline):
            answer = await client.send(request, stream=True)
            try:
                return await whole(answer, most)
            finally:
                await answer.aclose()
    except TimeoutError as error:
        raise ReplyTooLate(f"no whole answer within {deadline:g} s", request=request) from error


async def whole(answer: httpx.Response, most: int = REPLY_BYTES) -> HttpAnswer:
    """All of an answer whose head has come, at most so many bytes; the caller closes it."""
    return HttpAnswer(answer.status_code, answer.headers, await _read(answer, most))


async def _read(answer: httpx.Response, most: int) -> bytes:
    if answer.headers.get("content-encoding", "identity") != "identity":
        raise httpx.DecodingError("the answer is packed although we asked for plain bytes")
    announced = answer.headers.get("content-length", "")
    if announced.isdecimal() and int(announced[:20]) > most:
        raise ReplyTooLarge(f"the answer announces {announced[:20]} bytes, more than {most}")
    parts: list[bytes] = []
    size = 0
    async for part in answer.aiter_raw():
        size += len(part)
        if size > most:
            raise ReplyTooLarge(f"the answer has more than {most} bytes")
        parts.append(part)
    return b"".join(parts)


def origin(url: httpx.URL | str) -> str:
    """Where an address leads, fit for a log: no user, no path, no query."""
    parsed = httpx.URL(url)
    port = f":{parsed.port}" if parsed.port else ""
    host = f"[{parsed.host}]" if ":" in parsed.host else parsed.host
    return f"{parsed.scheme}://{host}{port}"
