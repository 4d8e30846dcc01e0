"""Every assistant and specialist of this process as an A2A agent; each door is made when somebody first comes to it."""

import asyncio
import secrets
from collections.abc import Iterable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from urllib.parse import urlsplit

from starlette.routing import BaseRoute, Mount, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from loket import __version__
from loket.config import Config
from loket.core.bundle import AgentPart, Bundle
from loket.doors.a2a.face import A2ASettings, AgentFace, face_of, face_of_part, webhooks_wait
from loket.doors.later import Later
from loket.engine.host import Host
from loket.wiring.late import agent_door, agent_over_grpc
from loket.wiring.parts import Parts

CARDS = ("/.well-known/agent-card.json", "/.well-known/agent.json")
KEY_FILE = "webhooks.key"
KEY_BYTES = 32


async def front_agents(parts: Parts, packages: Iterable[Bundle], host: Host) -> list[BaseRoute]:
    """Each front assistant and each specialist under `/a2a/NAME`. The card of the first is the server's card."""
    faces: dict[str, AgentFace] = {}
    for package in packages:
        front = next(one for one in package.assistants if one.name == package.name)
        faces[package.name] = face_of(front, host.kit.specs(front))
        faces |= {part.name: face_of_part(part, __version__) for part in package.agents}
    routes: list[BaseRoute] = []
    for name, face in faces.items():
        below = Below(f"/a2a/{name}", await _door(parts, host, face, f"/a2a/{name}", first=not routes))
        if not routes:
            routes += [Route(path, below) for path in CARDS]
        routes += below.routes()
    return routes


async def agent_below(parts: Parts, part: AgentPart, host: Host) -> list[BaseRoute]:
    """A specialist that is served alone, under `/a2a`: the root speaks the wire of its mission."""
    return Below("/a2a", await _door(parts, host, face_of_part(part, __version__), "/a2a", first=True)).routes()


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


async def _door(parts: Parts, host: Host, face: AgentFace, path: str, first: bool) -> ASGIApp:
    """The door of one agent. The first one of a process is asked over gRPC, too, when a port is configured: that is
    opened at once, so that a port that can't be had keeps the process from starting."""
    config = parts.config
    settings = A2ASettings(
        url=f"{config.address}{path}",
        secured=bool(config.tokens),
        key=_key(config.data / KEY_FILE),
        grpc=_called(config) if first and config.grpc_port else None,
    )
    if settings.grpc is not None:
        opening = await asyncio.to_thread(agent_over_grpc, (host, face, settings), parts.hooks, config)
        return await parts.stack.enter_async_context(opening)

    async def made() -> AbstractAsyncContextManager[ASGIApp]:
        return await asyncio.to_thread(agent_door, host, face, settings, parts.hooks)

    door = Later(made)
    await parts.stack.enter_async_context(door.running())
    if await webhooks_wait(host.store):
        door.wake()
    return door


def _called(config: Config) -> str:
    """Where others call it over gRPC: the host of its address, and the port."""
    host = urlsplit(config.address).hostname or config.host
    return f"{f'[{host}]' if ':' in host else host}:{config.grpc_port}"


def _key(path: Path) -> bytes:
    """The key with which this server seals what webhooks need; made once, readable by its owner only."""
    if path.is_file() and len(kept := path.read_bytes()) == KEY_BYTES:
        return kept
    key = secrets.token_bytes(KEY_BYTES)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode=0o600)
    path.write_bytes(key)
    return key
