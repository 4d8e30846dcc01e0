"""The real application on a free port: in this process, or as `python -m loket serve` in a child that may be killed."""

import asyncio
import os
import resource
import signal
import socket
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from loket.app import opened
from loket.cli.serving import Server, bound
from loket.config import Config
from loket.core.errors import Unavailable
from loket.core.record import decode
from loket.engine.host import Host
from loket.stores.sqlite import SqliteStore
from tests.nursery import Forked, forked
from tests.servers import Prompt

START_SECONDS = 30.0
NO_ENV: Mapping[str, str] = {}


class PromptServer(Server, Prompt):
    """The one that people start, but that nothing is waited for when it stops."""


@dataclass(frozen=True)
class Here:
    """A server in this loop. `http` is a client with its address as base; `host` and `store` when it keeps logs."""

    url: str
    http: httpx.AsyncClient
    host: Host | None
    store: SqliteStore | None
    server: Server

    @property
    def engine(self) -> Host:
        """The host of a server that keeps logs."""
        assert self.host is not None
        return self.host

    async def settled(self, conversation: str) -> None:
        """Returns when nothing is under way that a person began here: a page shows some of it before."""
        for row in await self.engine.store.read(conversation, limit=10_000):
            record = decode(row.body)
            if record.by == "person":
                await self.engine.settled(conversation, record.seq)


@dataclass
class Ports:
    """Those of servers of earlier tests, for those of later ones while a browser looks: what it loaded from an address
    it has kept, compiled. `left` are those of the test that runs, whose pages may still ask there."""

    browsed: bool = False
    free: list[int] = field(default_factory=list[int])
    left: list[int] = field(default_factory=list[int])

    def next_test(self, browsed: bool) -> None:
        """Another test begins, which opens pages or does not."""
        self.browsed = browsed
        self.free += self.left
        self.left.clear()

    def bound(self, config: Config) -> socket.socket:
        """The socket that a server listens on: at its own port, at one that is kept, or at a new one."""
        while self.browsed and config.port == 0 and self.free:
            try:
                return bound(config.model_copy(update={"port": self.free.pop()}))
            except Unavailable:
                continue  # another program's by now
        return bound(config)


PORTS = Ports()


@asynccontextmanager
async def serving_here(
    data: Path, env: Mapping[str, str] = NO_ENV, headers: Mapping[str, str] = NO_ENV, **settings: Any
) -> AsyncGenerator[Here]:
    """Serves `Config(data=…, **settings)` on a free port of 127.0.0.1, or on `port`; gone at the end, data kept."""
    config = Config.model_validate({"port": 0, **settings, "data": data})
    listening = PORTS.bound(config)
    port = listening.getsockname()[1]
    try:
        async with opened(config.model_copy(update={"port": port}), env) as served:
            server = PromptServer(served)
            running = asyncio.create_task(server.serve([listening]))
            url = f"http://127.0.0.1:{port}"
            try:
                async with httpx.AsyncClient(base_url=url, headers=headers, timeout=20) as http:
                    yield Here(url, http, served.host, served.store, server)
            finally:
                server.leave()
                await running
    finally:
        listening.close()
        if PORTS.browsed and config.port == 0:
            PORTS.left.append(port)


@dataclass
class Loket:
    """A started `loket` command. `said` and `complained` are what it printed so far, line by line."""

    process: Forked
    said: list[str] = field(default_factory=list[str])
    complained: list[str] = field(default_factory=list[str])
    url: str = ""
    _readers: tuple[asyncio.Task[None], ...] = ()

    async def serving(self) -> "Loket":
        """Returns when the address was printed. AssertionError when it ended before that."""
        async with asyncio.timeout(START_SECONDS):
            async for raw in self.process.stdout:
                line = raw.decode().rstrip()
                self.said.append(line)
                if " is on http://" in line:
                    self.url = line.partition(" is on ")[2].split()[0]
                    break
        if not self.url:
            raise AssertionError(f"it did not serve: {(await self.process.stderr.read()).decode()}")
        self._readers = (
            asyncio.create_task(_read(self.process.stdout, self.said)),
            asyncio.create_task(_read(self.process.stderr, self.complained)),
        )
        return self

    def send(self, sign: signal.Signals) -> None:
        """Sends a signal, for instance SIGINT for Ctrl-C."""
        self.process.send_signal(sign)

    async def ended(self, seconds: float = START_SECONDS) -> int:
        """Its exit code; TimeoutError when it takes longer."""
        async with asyncio.timeout(seconds):
            code = await self.process.wait()
            await asyncio.gather(*self._readers)
        return code

    async def kill(self) -> None:
        """Ends it at once, as kill -9 does."""
        if self.process.returncode is None:
            self.process.kill()
        await self.ended()


@asynccontextmanager
async def serving_child(
    data: Path, *flags: str, env: Mapping[str, str] = NO_ENV, files: int | None = None
) -> AsyncGenerator[Loket]:
    """`python -m loket serve` on a free port (or with `--port N` among the flags), which may open so many `files`;
    killed at the end if need be."""
    port = () if "--port" in flags else ("--port", "0")
    started = await loket("serve", "--data", str(data), *port, *flags, env=env)
    if files is not None:
        resource.prlimit(started.process.pid, resource.RLIMIT_NOFILE, (files, files))
    try:
        yield await started.serving()
    finally:
        await started.kill()


async def loket(*arguments: str, env: Mapping[str, str] = NO_ENV, folder: Path | None = None) -> Loket:
    """Starts a command of the command line; only what tests need of the environment is passed on."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "SYSTEMROOT", "TMPDIR", "LANG") if name in os.environ}
    return Loket(await forked("loket", *arguments, env={**kept, "PYTHONUTF8": "1", **env}, folder=folder))


async def ran(*arguments: str, env: Mapping[str, str] = NO_ENV, folder: Path | None = None) -> tuple[int, str, str]:
    """Runs a command to its end; its exit code, what it said and what it complained about."""
    started = await loket(*arguments, env=env, folder=folder)
    try:
        async with asyncio.timeout(START_SECONDS):
            said, complained = await started.process.communicate()
    finally:
        if started.process.returncode is None:
            started.process.kill()
            await started.process.wait()
    return started.process.returncode or 0, said.decode(), complained.decode()


async def _read(stream: asyncio.StreamReader, lines: list[str]) -> None:
    while True:
        try:
            raw = await stream.readline()
        except ValueError:
            continue  # longer than anybody reads
        if not raw:
            return
        lines.append(raw.decode(errors="replace").rstrip())
