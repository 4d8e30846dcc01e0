"""Real servers for tests: an ASGI app on a free port of 127.0.0.1, in this process or in a child that may be killed."""

import asyncio
import contextlib
import os
import signal
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import uvicorn

from tests.nursery import Forked, forked

TICK = 0.1
"""Seconds between what a server does now and then."""


class Prompt(uvicorn.Server):
    """Stops when it is told to. Uvicorn looks for that ten times a second, and then waits as long again for connections
    that have gone: of a test with a server in this process that was most."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._told = asyncio.Event()

    def leave(self) -> None:
        """Ends `serve`."""
        self.should_exit = True
        self._told.set()

    async def main_loop(self) -> None:
        ticks = 0
        while not await self.on_tick(ticks):
            ticks += 1
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(TICK):
                    await self._told.wait()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        state = self.server_state
        for server in self.servers:
            server.close()
        for connection in list(state.connections):
            connection.shutdown()
        ends = asyncio.get_running_loop().time() + (self.config.timeout_graceful_shutdown or TICK)
        await asyncio.sleep(0)  # what was idle goes
        while (state.connections or state.tasks) and asyncio.get_running_loop().time() < ends:  # noqa: ASYNC110
            await asyncio.sleep(TICK / 20)  # uvicorn keeps sets of them and tells nobody
        for task in state.tasks:
            task.cancel()
        await self.lifespan.shutdown()


class Announced(Prompt):
    """A server that says when it has started, and leaves the signals of the process alone."""

    def __init__(self, app: Any) -> None:
        super().__init__(uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=0, ws="none"))
        self.ready = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.ready.set()

    @contextlib.contextmanager
    def capture_signals(self) -> Any:
        yield


def free_port() -> int:
    """A port that nobody listens on right now."""
    with listening(0) as probe:
        return probe.getsockname()[1]


def listening(port: int) -> socket.socket:
    """A socket bound to a port of the loopback."""
    bound = socket.socket(proto=socket.IPPROTO_TCP)  # or asyncio leaves Nagle's algorithm on, which costs 40 ms
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    bound.bind(("127.0.0.1", port))
    return bound


@asynccontextmanager
async def serving(app: Any, port: int = 0) -> AsyncGenerator[str]:
    """Serves an app in this loop, its lifespan included; gives the base URL without a slash at the end."""
    with listening(port) as bound:
        server = Announced(app)
        task = asyncio.create_task(server.serve([bound]))
        started = asyncio.create_task(server.ready.wait())
        try:
            await asyncio.wait([task, started], return_when=asyncio.FIRST_COMPLETED)
            assert server.ready.is_set(), "the app did not start"
            yield f"http://127.0.0.1:{bound.getsockname()[1]}"
        finally:
            started.cancel()
            server.leave()
            await task


async def serve_for_ever(app: Any, port: int) -> None:
    """What the program of a child calls; it says so when the port answers."""
    with listening(port) as bound:
        server = Announced(app)
        task = asyncio.create_task(server.serve([bound]))
        await server.ready.wait()
        print("ready", flush=True)
        await task


class Child:
    """A module that serves, in a process of its own: it can be killed, frozen and started again on the same port."""

    def __init__(self, *command: str) -> None:
        self._command = command
        self._process: Forked | None = None
        self.port = 0

    async def start(self, port: int) -> None:
        """Starts it with the port as the last argument and waits until it says that it is ready."""
        self.port = port
        self._process = await forked(*self._command, str(port))
        if await self._process.stdout.readline() != b"ready\n":
            raise AssertionError(f"the child did not start: {(await self._process.stderr.read()).decode()}")

    @property
    def pid(self) -> int:
        """Of the process that runs now."""
        assert self._process is not None
        return self._process.pid

    def freeze(self) -> None:
        """It keeps its connections and answers nothing."""
        os.kill(self.pid, signal.SIGSTOP)

    async def kill(self) -> None:
        """Ends it at once, whatever it is doing."""
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            await self._process.communicate()


@asynccontextmanager
async def child(*command: str, port: int) -> AsyncGenerator[Child]:
    """A started child, gone at the end."""
    process = Child(*command)
    try:
        await process.start(port)
        yield process
    finally:
        await process.kill()
