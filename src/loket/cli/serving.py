"""Serving one process until it is told to stop."""

import asyncio
import os
import signal
import socket
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import replace
from importlib.util import find_spec
from types import FrameType

import click
import uvicorn

from loket.app import Served, data_of, opened
from loket.cli import server_log
from loket.cli.connections import Watch, keep_unsent_in_sight
from loket.config import Config
from loket.core.errors import LoketError, Unavailable
from loket.doors.access_log import AccessLog
from loket.engine.steady import steady
from loket.wiring.packages import placed

GRACE_SECONDS = 1.0
"""For calls under way when a person stops the server; whoever else does (SIGTERM) has said how long they may take."""
LEAVE_SECONDS = 1
"""For answers that are being written then."""
TICK_SECONDS = 0.1
"""Between two looks at what signals have said."""
SWEEP_TICKS = 10
"""Of a tenth of a second, between two looks at all connections."""


class Server(uvicorn.Server):
    """Lets live streams go before it waits for its connections to end. A signal it was stopped by ends there: an
    orderly stop is no error."""

    served: Served
    watch: Watch
    signals: tuple[signal.Signals, ...] = ()
    drain = GRACE_SECONDS

    def __init__(self, served: Served, watch: Watch | None = None) -> None:
        super().__init__(
            uvicorn.Config(
                served.app,
                http="loket.cli.heads:BoundedHead" if find_spec("httptools") is not None else "h11",
                log_config=None,
                access_log=False,
                lifespan="off",
                ws="none",
                server_header=False,
                timeout_graceful_shutdown=LEAVE_SECONDS,
            )
        )
        self.served, self.watch, self._grace = served, watch or Watch(), GRACE_SECONDS

    async def on_tick(self, counter: int) -> bool:
        if counter % SWEEP_TICKS == 0:
            self.watch.sweep(self.server_state.connections, asyncio.get_running_loop().time())
        return await super().on_tick(counter)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._grace = self.drain if sig == signal.SIGTERM else GRACE_SECONDS
        super().handle_exit(sig, frame)

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        before = {sign: signal.signal(sign, self.handle_exit) for sign in self.signals}
        try:
            yield
        finally:
            for sign, usual in before.items():
                signal.signal(sign, usual)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        stopping = asyncio.create_task(self.served.stop(self._grace))
        while not stopping.done() and not self.force_exit:
            await asyncio.wait([stopping], timeout=TICK_SECONDS)
        if not stopping.done():
            await self.served.stop(min(self._grace, GRACE_SECONDS))  # a person does not wait for the rest of the drain
        await stopping
        await super().shutdown(sockets)


async def serve(config: Config, listening: socket.socket | None = None) -> None:
    """Binds first, so that a taken port is a clear refusal, unless it is given a bound socket; prints the address when
    it answers."""
    config = placed(config.model_copy(update={"data": data_of(config)}))
    listening = listening or bound(config)
    try:
        port = listening.getsockname()[1]
        config = config.model_copy(update={"port": port})
        server_log.begin(config)
        async with opened(config) as served:
            server = Server(replace(served, app=AccessLog(served.app)) if config.verbose else served)
            server.drain = config.drain
            server.signals = (signal.SIGINT, signal.SIGTERM, *hang_up())
            if served.store is not None:
                served.store.tell_address(config.model_copy(update={"hosts": ()}).local)
            steady()
            public = f"for others {config.public_url}; " if config.public_url else ""
            click.echo(f"Loket{_part(config)} is on {config.local}  ({public}stop with Ctrl-C)")
            for line in served.offers:
                click.echo(line)
            await server.serve(sockets=[listening])
    finally:
        listening.close()


def hang_up() -> tuple[signal.Signals, ...]:
    """A terminal that closes stops the server in good order, too, unless it was started to go on (nohup)."""
    if os.name != "posix" or signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        return ()
    return (signal.SIGHUP,)


def fast_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The maker of the fastest event loop that is installed; None for the usual one."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


def bound(config: Config) -> socket.socket:
    """The socket this server listens on. Unavailable `port_taken`, or `bad_address`."""
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    # Said to be TCP, or asyncio leaves Nagle's algorithm on and each answer waits 40 ms for its second packet.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        keep_unsent_in_sight(listening)
        listening.bind((config.host, config.port))
        listening.listen(2048)
    except OSError as error:
        listening.close()
        raise _refusal(config, error) from error
    listening.setblocking(False)
    return listening


def _refusal(config: Config, error: OSError) -> LoketError:
    if isinstance(error, PermissionError):
        return Unavailable("port_refused", f"Port {config.port} may not be used by you; choose one above 1023.")
    if isinstance(error, socket.gaierror) or error.errno in (99, 49, 10049):
        return Unavailable("bad_address", f"This machine has no address {config.host}.")
    return Unavailable(
        "port_taken", f"Port {config.port} is taken by another program. Stop that one, or choose another with --port."
    )


def _part(config: Config) -> str:
    return f" ({config.only})" if config.only else ""
