"""Who is asking, and from which page: checks host, origin and token of every request before any door sees it."""

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from loket.core.errors import ConfigError
from loket.doors import straight
from loket.doors.guessing import Guessing, address_of
from loket.doors.owners import Owners
from loket.doors.sign_ins import SignIns
from loket.house.refusal import refused
from loket.house.requests import OWNER

LOCAL = "local"
"""The owner of everything on a loopback server without tokens."""
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
COOKIE = "loket_token"
"""Named so when it held the token itself; the same name, so that signing in again takes such a cookie's place."""
LINKED = "/api/files/"
"""Where links to files lead, which say by their signature that they may be followed."""
OPEN = ("/assets/", "/.well-known/", LINKED)
CARDS, KEYS = ("/.well-known/agent-card.json", "/.well-known/agent.json"), "/.well-known/jwks.json"
LOGIN = "/api/login"
PAGES = frozenset({"/", "/index.html", "/favicon.svg", "/config.json", "/healthz", "/health", "/readyz", LOGIN})
"""Paths that tell nothing about anybody and need no token to be read."""
_COOKIE = "loket.cookie"
METHODS = "GET, POST, PUT, DELETE, OPTIONS"
ASKED = (
    "Content-Type, Authorization, Idempotency-Key, Last-Event-ID, Accept, X-SSE-ID, A2A-Version, A2A-Extensions, "
    "X-A2A-Extensions, MCP-Protocol-Version, Mcp-Session-Id, Mcp-Method, Mcp-Name"
)
SHOWN = (
    "Mcp-Session-Id, MCP-Protocol-Version, A2A-Version, A2A-Extensions, X-A2A-Extensions, WWW-Authenticate, Location"
)
"""Headers of an answer that a page of an allowed origin may read."""
ANYBODY = "*"


@dataclass(frozen=True)
class Access:
    """What the configuration says: names this server is reached by besides loopback, tokens by owner, and origins
    whose pages may use it. `public`: how the paths begin at which an agent answers everybody. `sign_ins`: who is signed
    in by a cookie, where somebody can be. `guessing` makes wrong tokens dear. `owners` says instead of tokens whose a
    request is, inside an application that knows its hosts itself."""

    hosts: frozenset[str] = frozenset()
    tokens: Mapping[str, str] = field(default_factory=dict)
    origins: frozenset[str] = frozenset()
    public: tuple[str, ...] = ()
    sign_ins: SignIns | None = None
    guessing: Guessing = field(default_factory=Guessing, compare=False)
    owners: Owners | None = None

    def check_bind(self, host: str) -> None:
        """Refuses to serve strangers: ConfigError for a public address without tokens."""
        if host not in LOOPBACK and not self.tokens:
            raise ConfigError(
                "public_without_tokens",
                f"{host} can be reached from other machines. Configure tokens first, or use --host 127.0.0.1.",
            )

    def owner(self, token: str) -> str | None:
        """Whose token this is. Takes the same time for every wrong one."""
        digest = hashlib.sha256(token.encode(errors="replace")).digest()
        found = None
        for known, owner in self.tokens.items():
            if hmac.compare_digest(hashlib.sha256(known.encode()).digest(), digest):
                found = owner
        return found


def cookie_of(headers: Headers) -> str:
    """What the cookie of a sign-in holds; empty when there is none."""
    try:
        cookie = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return ""
    return cookie.value if cookie is not None else ""


class Guard:
    """ASGI middleware around all doors. Answers 421 for a foreign host, 403 for a foreign page, 401 without a token."""

    def __init__(self, app: ASGIApp, access: Access) -> None:
        self.app, self.access = app, access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})  # nothing here speaks it, so nothing need check it
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        straight.noted(scope, send)
        if (
            "//.well-known/" in scope["path"]
        ):  # of clients that put an address and a path together with a slash too many
            scope = {**scope, "path": scope["path"].replace("//.well-known/", "/.well-known/")}
        headers = Headers(scope=scope)
        origin = headers.get("origin")
        refusal = await self._refusal(scope, headers, origin)
        if refusal is not None and refusal.status_code == 401 and (headers.get("authorization") or cookie_of(headers)):
            refusal = await self.access.guessing.pay(address_of(scope.get("client"))) or refusal
        shared = origin if origin in self.access.origins else ANYBODY if origin and _is_card(scope) else None
        if refusal is None:
            if scope["method"] == "OPTIONS" and "access-control-request-method" in headers:
                refusal = Response(status_code=204)
            await (refusal or self.app)(scope, receive, _dressed(send, scope["path"], shared, scope.pop(_COOKIE, "")))
            return
        if refusal.status_code not in (401, 429):
            shared = None  # a page that may use this server is told to sign in; any other learns nothing
        await refusal(scope, receive, _dressed(send, scope["path"], shared))

    async def _owner(self, headers: Headers) -> str | None:
        """Whose request it is: by `Authorization: Bearer …`, else by the cookie of a sign-in."""
        scheme, _, token = headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer":
            return self.access.owner(token.strip())
        cookie = cookie_of(headers)
        return await self.access.sign_ins.owner(cookie) if cookie and self.access.sign_ins is not None else None

    async def _refusal(self, scope: Scope, headers: Headers, origin: str | None) -> Response | None:
        host = headers.get("host", "")
        if self.access.owners is None and _name(host) not in LOOPBACK and _name(host) not in self.access.hosts:
            return refused(421, "wrong_host", "This server does not answer to that name.")
        foreign = origin is not None and origin not in self.access.origins and not _same(origin, host)
        if foreign and not _is_card(scope):
            return refused(403, "wrong_origin", "Another site's page may not use this server.")
        site, mode = headers.get("sec-fetch-site", "none"), headers.get("sec-fetch-mode", "navigate")
        if origin is None and site in ("cross-site", "same-site") and mode != "navigate" and not _is_card(scope):
            return refused(403, "wrong_origin", "Another site's page may not use this server.")
        if self.access.owners is not None and not scope["path"].startswith(LINKED):
            scope[OWNER], scope[_COOKIE] = await self.access.owners.owner(scope)
            return None if scope[OWNER] else refused(401, "no_owner", "Sign in first, or try again in a minute.")
        scope[OWNER] = LOCAL
        if not self.access.tokens:
            return None
        if self._open(scope["method"], scope["path"]):
            scope[OWNER] = await self._owner(headers) or LOCAL
            return None
        if scope["method"] == "OPTIONS" and "access-control-request-method" in headers:
            return None
        owner = await self._owner(headers)
        if owner is None:
            text = "Send your token as `Authorization: Bearer …`, or sign in on the page."
            return refused(401, "no_token", text, {"WWW-Authenticate": "Bearer"})
        scope[OWNER] = owner
        return None

    def _open(self, method: str, path: str) -> bool:
        """Whether this needs no token: public pages may be read, and an agent that answers everybody may be asked."""
        if path == LOGIN or path.startswith(self.access.public):
            return True
        return method in ("GET", "HEAD") and (path in PAGES or path.startswith(OPEN) or path.endswith(CARDS))


def _name(host: str) -> str:
    try:
        return (urlsplit(f"//{host}").hostname or "").lower()
    except ValueError:
        return ""


def _is_card(scope: Scope) -> bool:
    """Whether this reads what anybody may, from a page of any site: a card, or the key that cards are signed with."""
    return scope["method"] in ("GET", "HEAD", "OPTIONS") and scope["path"].endswith((*CARDS, KEYS))


def _same(origin: str, host: str) -> bool:
    """Whether the page came from this server: same host and port, http or https."""
    try:
        page = urlsplit(origin)
    except ValueError:
        return False
    return page.scheme in ("http", "https") and page.netloc.lower() == host.lower()


def _dressed(send: Send, path: str, origin: str | None, cookie: str = "") -> Send:
    """Adds what keeps an answer where it belongs; a page of an allowed origin may read it."""

    async def dressed(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers["X-Content-Type-Options"] = "nosniff"
            headers["Cross-Origin-Resource-Policy"] = "cross-origin" if origin == ANYBODY else "same-origin"
            if not path.startswith("/assets/"):
                headers.setdefault("Cache-Control", "no-store")
            if cookie:
                headers.append("Set-Cookie", cookie)
            if origin is not None:
                headers["Access-Control-Allow-Origin"] = origin
                headers["Access-Control-Allow-Methods"] = METHODS
                headers["Access-Control-Allow-Headers"] = ASKED
                headers["Access-Control-Expose-Headers"] = SHOWN
                headers.add_vary_header("Origin")
            if origin not in (None, ANYBODY):
                headers["Access-Control-Allow-Credentials"] = "true"
        await send(message)

    return dressed
