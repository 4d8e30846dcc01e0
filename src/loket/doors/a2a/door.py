"""The A2A door: one assistant as an agent, for callers of 1.0, 0.3 and 0.1, over JSON-RPC and plain HTTP.

Its library takes a while to read: whoever wires it imports this file late. See face.py for what it is made from."""

from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from starlette.middleware import Middleware
from starlette.routing import BaseRoute, Mount, Route, Router
from starlette.types import ASGIApp, Receive, Scope, Send

from loket.doors.a2a.bare_v01 import Bare01
from loket.doors.a2a.cards import card_of, page_01, page_of
from loket.doors.a2a.face import A2ASettings, AgentFace
from loket.doors.a2a.push import Hooks
from loket.doors.a2a.requests import Cards, Requests
from loket.doors.a2a.rest import RestBodies, rest_routes
from loket.doors.a2a.rpc import Rpc
from loket.doors.a2a.rpc_v01 import Rpc01
from loket.doors.a2a.v03 import Rpc03
from loket.engine.host import Host
from loket.net.client import Client
from loket.net.guard import AddressGuard


@dataclass(frozen=True)
class Outside:
    """How webhooks are called: by this client, whose guard must be this one."""

    http: Client
    guard: AddressGuard


@dataclass(frozen=True)
class A2ADoor:
    """One agent, ready to be served: its routes, its requests for other bindings, and its webhooks. `path` is where
    it lives, of its address; `rpc` answers what is posted there."""

    path: str
    routes: list[BaseRoute]
    requests: Requests
    hooks: Hooks | None
    rpc: Rpc

    @property
    def app(self) -> ASGIApp:
        """The routes as an application, to be mounted at `path` and routed to from there without a slash as well."""
        return _Here(Router(self.routes, redirect_slashes=False), self.rpc, self.path)

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[ASGIApp]:
        """The time in which webhooks are called; gives the application."""
        async with AsyncExitStack() as stack:
            if self.hooks is not None:
                await stack.enter_async_context(self.hooks.running())
            yield self.app


def a2a_door(host: Host, face: AgentFace, settings: A2ASettings, outside: Outside | None = None) -> A2ADoor:
    """The door of one agent, relative to where it lives: JSON-RPC at `/`, plain HTTP under `/rest`, the form of
    the mission under `/tasks`, cards under `/.well-known`. With nothing outside no webhooks are called, and the card
    says so."""
    settings = settings if outside is not None else replace(settings, push=False)
    hooks = Hooks(host, face, settings, outside.http, outside.guard) if outside is not None and settings.push else None
    public = card_of(face, settings)
    extended = None if settings.extended is None else card_of(face, settings, settings.extended)
    requests = Requests(host, face, settings, Cards(public, extended), hooks)
    oldest = Rpc01(requests, host, face)
    rpc = Rpc(requests, settings, [oldest.answer, Rpc03(requests, settings).answer])
    rest = rest_routes(requests, settings.strict)
    routes: list[BaseRoute] = [
        Route("/.well-known/agent-card.json", page_of(face, settings).answer),
        Route("/.well-known/agent.json", page_01(face, settings).answer),
        Route("/", rpc, methods=["POST"]),
        *Bare01(requests, rpc, oldest).routes(),
        Mount("/rest", routes=rest, middleware=[Middleware(RestBodies)]),
    ]
    return A2ADoor(urlsplit(settings.url).path, routes, requests, hooks, rpc)


class _Here:
    """An application that takes the place it is mounted at, without a slash, for its root: clients post to both. What
    they post needs no way found; the rest does."""

    def __init__(self, app: ASGIApp, root: ASGIApp, path: str) -> None:
        self._app, self._root, self._path = app, root, path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            here = self._path != "" and scope["path"] == self._path
            if scope["method"] == "POST" and (here or scope["path"] == f"{scope.get('root_path', '')}/"):
                await self._root(scope, receive, send)
                return
            if here:
                root = scope.get("root_path", "").removesuffix(self._path)
                scope = {**scope, "path": f"{self._path}/", "root_path": f"{root}{self._path}"}
        await self._app(scope, receive, send)


def mounted(path: str, door: ASGIApp) -> list[BaseRoute]:
    """The routes to a door that lives at a path (``: at the root)."""
    return [*([Route(path, door)] if path else []), Mount(path, door)]
