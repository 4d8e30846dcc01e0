"""Every assistant and specialist of this process as an A2A agent; each door is made when somebody first comes to it."""

import asyncio
import json
from collections import OrderedDict
from collections.abc import AsyncGenerator, Iterable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import astuple, replace
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from loket import __version__
from loket.config import Config
from loket.doors.a2a.face import A2ASettings, AgentFace, face_of, face_of_part, face_of_served, webhooks_wait
from loket.doors.auth import LOOPBACK
from loket.doors.later import Later
from loket.engine.host import Host
from loket.house.bundle import AgentPart, Bundle
from loket.house.house import ServedAgent
from loket.house.refusal import refused
from loket.wiring.agents import served_alone
from loket.wiring.keys import server_key
from loket.wiring.late import agent_door, agent_without_hooks, agents_over_grpc, signing
from loket.wiring.parts import Parts

AGENTS = "/a2a"
"""Where agents live; their messages may bring files."""
KEYS = "/.well-known/jwks.json"
CARDS = ("/.well-known/agent-card.json", "/.well-known/agent.json")


async def front_agents(parts: Parts, packages: Iterable[Bundle], host: Host) -> list[BaseRoute]:
    """Each assistant that people can talk with, and each specialist that its package serves as an agent, under
    `/a2a/NAME`. The card of the first package's front assistant is the server's card."""
    faces: dict[str, AgentFace] = {}
    for package in packages:
        visible = [one for one in package.assistants if not one.hidden or one.name == package.name]
        for one in sorted(visible, key=lambda one: one.name != package.name):
            faces[one.name] = face_of(one, host.kit.specs(one))
        faces |= {part.name: face_of_part(part, __version__) for part in package.agents}
    common, routes = await _common(parts)
    first = next(iter(faces))
    agents = {name: (face, _settings(common, face, f"{AGENTS}/{name}")) for name, face in faces.items()}
    # The port of gRPC has no paths: whom a request is for, it says as its tenant.
    agents |= {n: (face, replace(told, tenant=n)) for n, (face, told) in agents.items() if n != first}
    doors = {name: Below(f"{AGENTS}/{name}", door) for name, door in (await _doors(parts, host, agents)).items()}
    routes += [Route(path, doors[first]) for path in CARDS]
    routes += [Route(f"{AGENTS}{path}", _no_name) for path in CARDS]
    for name in sorted(doors, key=len, reverse=True):  # a name may begin with another one and a slash
        routes += doors[name].routes()
    return routes


KEPT = 200
"""Doors at addresses of packages that stay open; beyond that those asked longest ago are made anew when asked again."""


class PackageAgents:
    """Agents at addresses of packages, each opened when somebody first comes to it. They call no webhooks."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._common: A2ASettings | None = None
        self._doors: OrderedDict[str, ASGIApp] = OrderedDict()

    async def __call__(self, agent: ServedAgent) -> ASGIApp:
        """See `House.agent`."""
        key = json.dumps(astuple(agent))
        if key not in self._doors:
            if self._common is None:
                self._common = replace((await _common(self._parts))[0], grpc=None, modes=False)
            settings = replace(self._common, url=f"{self._common.url}{agent.path}")
            host = await asyncio.shield(self._parts.host)
            face = face_of_served(agent, __version__)
            self._doors[key] = await asyncio.to_thread(agent_without_hooks, host, face, settings)
        self._doors.move_to_end(key)
        while len(self._doors) > KEPT:
            self._doors.popitem(last=False)
        return self._doors[key]


async def agent_below(parts: Parts, part: AgentPart, host: Host) -> list[BaseRoute]:
    """A specialist that is served alone, under `/a2a`: the root speaks the wire of its mission, but for the card of
    today's versions, which has the fields of the mission as well."""
    common, routes = await _common(parts)
    own = part.door.card if part.door is not None else {}
    face = replace(face_of_part(part, __version__), own={**own, "base_url": common.url} if own else {})
    doors = await _doors(parts, host, {part.name: (face, _settings(common, face, AGENTS))})
    below = Below(AGENTS, doors[part.name])
    return [*routes, *([Route(CARDS[0], below)] if own else []), *below.routes()]


async def _no_name(request: Request) -> Response:
    """For clients that take the last part of an address without a slash for a file, and look for the card beside it."""
    text = f"Which agent? Its address ends with a slash: {AGENTS}/NAME/"
    return refused(404, "not_found", text)


class Below:
    """An application as it is found under a prefix, with and without a slash at its end."""

    def __init__(self, prefix: str, app: ASGIApp) -> None:
        self._prefix, self._app = prefix, app

    def routes(self) -> list[BaseRoute]:
        """What a server needs to find it."""
        return [Route(self._prefix, self), Mount(self._prefix, app=self._app)]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """For a path that is not below the prefix, but means something there."""
        path = "/" if scope["path"] == self._prefix else scope["path"]
        inner = {**scope, "root_path": self._prefix, "path": self._prefix + path}
        await self._app(inner, receive, send)


async def _common(parts: Parts) -> tuple[A2ASettings, list[BaseRoute]]:
    """What all doors of this process share, and where the key is shown that their cards are signed with, if any is."""
    config = parts.config
    common = A2ASettings(
        url=config.address,
        secured=bool(config.tokens),
        insecure_webhooks=served_alone(config),
        key=server_key(config),
        grpc=grpc_address(config, config.address) if config.grpc_port else None,
        hosts=LOOPBACK.union(config.hosts) if config.public_url is None else frozenset(),
    )
    if config.card_key is None:
        return common, []
    sign, public = await asyncio.to_thread(signing, config.card_key, f"{config.address}{KEYS}")

    async def shown(request: Request) -> JSONResponse:
        return JSONResponse({"keys": [public]}, headers={"Cache-Control": "public, max-age=300"})

    return replace(common, sign=sign), [Route(KEYS, shown)]


def _settings(common: A2ASettings, face: AgentFace, path: str) -> A2ASettings:
    """Those of one agent. Where callers are known, they are told of its skills in full."""
    settings = replace(common, url=f"{common.url}{path}")
    return replace(settings, extended=face.details) if settings.secured and face.details else settings


async def _doors(parts: Parts, host: Host, agents: Mapping[str, tuple[AgentFace, A2ASettings]]) -> dict[str, ASGIApp]:
    """The doors of all agents. When they are asked over gRPC as well, all are opened at once, so that a port that
    can't be had keeps the process from starting."""
    if not parts.config.grpc_port:
        return {name: await _door(parts, host, *agent) for name, agent in agents.items()}
    opening = await asyncio.to_thread(agents_over_grpc, host, agents, parts.hooks, parts.config)
    doors = dict(zip(agents, await parts.stack.enter_async_context(opening), strict=True))
    for name, (_, settings) in agents.items():
        parts.stack.enter_context(parts.doors.open(_path(parts, settings), doors[name]))
    return doors


async def _door(parts: Parts, host: Host, face: AgentFace, settings: A2ASettings) -> ASGIApp:
    @asynccontextmanager
    async def opened() -> AsyncGenerator[ASGIApp]:
        opening = await asyncio.to_thread(agent_door, host, face, settings, parts.hooks)
        async with opening as door:
            with parts.doors.open(_path(parts, settings), door):
                yield door

    async def made() -> AbstractAsyncContextManager[ASGIApp]:
        return opened()

    door = Later(made)
    await parts.stack.enter_async_context(door.running())

    async def wanted() -> None:
        if await webhooks_wait(host.store):
            door.wake()

    await wanted()
    host.runs.heirs.append(wanted)
    return door


def _path(parts: Parts, settings: A2ASettings) -> str:
    """Where an agent lives in this process."""
    return settings.url.removeprefix(parts.config.address)


def grpc_address(config: Config, url: str) -> str:
    """Where who knows this server by `url` calls it over gRPC: the same host, and the port."""
    host = urlsplit(url).hostname or config.host
    return f"{f'[{host}]' if ':' in host else host}:{config.grpc_port}"
