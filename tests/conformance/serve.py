"""Serves what the public conformance suites ask for: `python -m tests.conformance.serve PROFILE --port N`.

The tools and agents are fixtures, or an agent of the demos as if it were the first of its server; the doors, the guard
before them and the server are those that everybody uses."""

import asyncio
import signal
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from socket import socket
from tempfile import TemporaryDirectory

import click
from starlette.types import ASGIApp, Receive, Scope, Send

from loket.app import Served, access_of, opened
from loket.cli.serving import Server, bound, fast_loop
from loket.config import Config
from loket.doors.auth import Guard
from loket.doors.bounds import FILE_BYTES, Bounds
from loket.doors.quotas import Quotas
from loket.wiring.a2a import AGENTS
from tests.conformance.a2a_agents import kit_app
from tests.conformance.mcp_fixtures import fixtures_app

MCP = "mcp-fixtures"
AGENTS_OF_DEMOS = ("overheid", "relocation", "sogis", "urmston", "bezwaar", "toeslagen", "club")
PROFILES = (MCP, "tck-full", "tck-off", "tck-v03", *AGENTS_OF_DEMOS)
CARD = "/.well-known/agent-card.json"


@asynccontextmanager
async def profile(name: str, config: Config) -> AsyncGenerator[Served]:
    """What one profile serves on the port of a configuration, behind what stands before every application."""
    if name in AGENTS_OF_DEMOS:
        with TemporaryDirectory() as data:
            async with opened(config.model_copy(update={"data": Path(data)})) as served:
                yield replace(served, app=FirstAgent(served.app, name))
        return
    app = fixtures_app(config.port) if name == MCP else kit_app(name, config.port)
    bounds = Bounds(app, doors={AGENTS: FILE_BYTES})
    async with app.router.lifespan_context(app):
        yield Served(Guard(Quotas(bounds, config.limits_of_owners, None), access_of(config)), bounds)


class FirstAgent:
    """A server whose card is that of this agent: one kit looks nowhere else."""

    def __init__(self, app: ASGIApp, name: str) -> None:
        self._app, self._card = app, f"{AGENTS}/{name}{CARD}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Everything but the card is what it was."""
        moved = {"path": self._card, "raw_path": self._card.encode()} if scope.get("path") == CARD else {}
        await self._app({**scope, **moved}, receive, send)


async def serve(name: str, config: Config, listening: socket) -> None:
    """Until it is told to stop; prints the address when it answers."""
    async with profile(name, config) as served:
        server = Server(served)
        server.signals = (signal.SIGINT, signal.SIGTERM)
        click.echo(f"{name} is on {config.local}")
        await server.serve(sockets=[listening])


@click.command()
@click.argument("name", metavar="PROFILE", type=click.Choice(PROFILES))
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Port (default 0, which takes a free one).")
def main(name: str, port: int) -> None:
    """Serve the fixtures of one profile for a conformance suite."""
    with bound(Config(port=port)) as listening, asyncio.Runner(loop_factory=fast_loop()) as runner:
        runner.run(serve(name, Config(port=listening.getsockname()[1]), listening))


if __name__ == "__main__":
    main()
