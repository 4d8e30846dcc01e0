"""Who is asking, and from which page: checks host, origin and token of every request before any door sees it."""

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from loket.core.errors import ConfigError

LOCAL = "local"
"""The owner of everything on a loopback server without tokens."""
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
COOKIE = "loket_token"
OPEN = ("/healthz", "/health", "/assets/", "/config.json", "/api/login", "/.well-known/")
"""Paths that tell nothing about anybody and need no token."""
PAGES = frozenset({"/", "/index.html", "/favicon.svg"})
METHODS = "GET, POST, DELETE, OPTIONS"
ASKED = "Content-Type, Authorization, Idempotency-Key, Last-Event-ID, Accept, X-SSE-ID"


@dataclass(frozen=True)
class Access:
    """What the configuration says: names this server is reached by besides loopback, tokens by owner, and origins
    whose pages may use it."""

    hosts: frozenset[str] = frozenset()
    tokens: Mapping[str, str] = field(default_factory=dict[str, str])
    origins: frozenset[str] = frozenset()

    def check_bind(self, host: str) -> None:
        """Refuses to serve strangers: ConfigError for a public address without tokens."""
        if host not in LOOPBACK and not self.tokens:
            raise ConfigError(
                "public_without_tokens",
                f"{host} can be reached from other machines. Configure tokens first, or use --host 127.0.0.1.",
            )

    def owner(self, token: str) -> str | None:
        """Whose token this is. Takes the same time for every wrong one."""
        digest = hashlib.sha256(token.encode()).digest()
        found = None
        for known, owner in self.tokens.items():
            if hmac.compare_digest(hashlib.sha256(known.encode()).digest(), digest):
                found = owner
        return found


def owner_of(request: HTTPConnection) -> str:
    """The owner the guard found for this request."""
    return str(request.scope["loket.owner"])


class Guard:
    """ASGI middleware around all doors. Answers 421 for a foreign host, 403 for a foreign page, 401 without a token."""

    def __init__(self, app: ASGIApp, access: Access) -> None:
        self.app, self.access = app, access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        origin = headers.get("origin")
        refusal = self._refusal(scope, headers, origin)
        if refusal is None:
            shared = origin if origin in self.access.origins else None
            if scope["method"] == "OPTIONS" and "access-control-request-method" in headers:
                refusal = Response(status_code=204)
            await (refusal or self.app)(scope, receive, _sharing(send, shared) if shared else send)
            return
        await refusal(scope, receive, send)

    def _refusal(self, scope: Scope, headers: Headers, origin: str | None) -> Response | None:
        host = headers.get("host", "")
        if _name(host) not in LOOPBACK and _name(host) not in self.access.hosts:
            return _refused(421, "wrong_host", "This server does not answer to that name.")
        if origin is not None and origin not in self.access.origins and not _same(scope, origin, host):
            return _refused(403, "wrong_origin", "Another site's page may not use this server.")
        site, mode = headers.get("sec-fetch-site", "none"), headers.get("sec-fetch-mode", "navigate")
        if origin is None and site == "cross-site" and mode != "navigate":
            return _refused(403, "wrong_origin", "Another site's page may not use this server.")
        scope["loket.owner"] = LOCAL
        if not self.access.tokens or scope["path"].startswith(OPEN) or scope["path"] in PAGES:
            return None
        if scope["method"] == "OPTIONS" and "access-control-request-method" in headers:
            return None
        owner = self.access.owner(_token(headers))
        if owner is None:
            return _refused(401, "no_token", "Send your token as `Authorization: Bearer …`, or sign in on the page.")
        scope["loket.owner"] = owner
        return None


def _refused(status: int, code: str, text: str) -> Response:
    headers = {"WWW-Authenticate": "Bearer"} if status == 401 else None
    return JSONResponse({"error": {"code": code, "text": text}}, status_code=status, headers=headers)


def _name(host: str) -> str:
    try:
        return (urlsplit(f"//{host}").hostname or "").lower()
    except ValueError:
        return ""


def _same(scope: Scope, origin: str, host: str) -> bool:
    """Whether the page came from this server: same host and port, http or https."""
    try:
        page = urlsplit(origin)
    except ValueError:
        return False
    return page.scheme in ("http", "https") and page.netloc.lower() == host.lower()


def _token(headers: Headers) -> str:
    scheme, _, token = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return token.strip()
    try:
        cookie = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return ""
    return cookie.value if cookie is not None else ""


def _sharing(send: Send, origin: str) -> Send:
    """Lets a page of an allowed origin read the answer."""

    async def sharing(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers["Access-Control-Allow-Origin"] = origin
            headers["Access-Control-Allow-Methods"] = METHODS
            headers["Access-Control-Allow-Headers"] = ASKED
            headers.add_vary_header("Origin")
        await send(message)

    return sharing
