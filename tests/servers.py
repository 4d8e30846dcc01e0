"""Real servers for tests: an ASGI app on a free port of 127.0.0.1, in this process or in a child that may be killed."""

import asyncio
import contextlib
import os
import signal
import socket
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import uvicorn


def free_port() -> int:
    """A port that nobody listens on right now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@asynccontextmanager
async def serving(app: Any, port: int = 0) -> AsyncGenerator[str]:
    """Serves an app in this loop, its lifespan included; gives the base URL without a slash at the end."""
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", port))
    config = uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=0, ws="none")
    server = uvicorn.Server(config)
    task = asyncio.create_task(server._serve([listener]))  # serve() would take the signals of the test run
    try:
        while not server.started:
            if task.done():
                task.result()
                raise RuntimeError("the server ended before it had started")
            await asyncio.sleep(0.005)
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        await task
        listener.close()


class Child:
    """A server in a process of its own: it can be killed, frozen and started again on the same port."""

    def __init__(self, *command: str) -> None:
        self._command = command
        self._process: asyncio.subprocess.Process | None = None

    async def start(self, port: int) -> None:
        """Starts it with the port as the last argument and waits until that port answers."""
        self._process = await asyncio.create_subprocess_exec(sys.executable, *self._command, str(port))
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                if self._process.returncode is not None:
                    raise RuntimeError("the child ended before it had started") from None
                await asyncio.sleep(0.02)
            else:
                writer.close()
                await writer.wait_closed()
                return

    @property
    def pid(self) -> int:
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
            await self._process.wait()


@asynccontextmanager
async def child(*command: str, port: int) -> AsyncGenerator[Child]:
    """A started child, gone at the end."""
    process = Child(*command)
    try:
        await process.start(port)
        yield process
    finally:
        await process.kill()
