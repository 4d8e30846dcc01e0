"""A program that has everything imported and forks a process for each `python -m MODULE` that a test starts: it has its
own memory, folder, environment and end as any child has, but costs a hundredth of a second instead of one."""

import asyncio
import atexit
import gc
import importlib
import json
import os
import pkgutil
import runpy
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import IO, NoReturn

from loket.app import opened
from loket.config import Config

ROOT = Path(__file__).parents[1]
KILLED = -signal.SIGKILL
ROOMS = ("loket", "loket_demos")
UNREAD = tuple(f"loket.models.{name}" for name in ("adapter", "failures", "incoming", "outgoing"))
"""Seconds of imports that nearly no child needs."""
BITE = 1 << 16


@dataclass(frozen=True)
class Born:
    """A started process: its id, our ends of its pipes, and the pipe that gives its exit code when it has ended."""

    pid: int
    out: IO[bytes]
    err: IO[bytes]
    end: IO[bytes]

    def kill(self) -> None:
        """Ends it at once, if it has not ended."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)

    def wait(self) -> int:
        """Its exit code, or minus the signal that ended it."""
        with self.end:
            return int(self.end.read())


@dataclass(frozen=True)
class Nursery:
    """The running program, and the line to it."""

    process: subprocess.Popen[bytes]
    line: socket.socket

    def start(self, *arguments: str, env: Mapping[str, str] | None = None, folder: Path | None = None) -> Born:
        """Begins `python -m` with these arguments; environment and folder are ours when none are given."""
        order = (arguments, dict(os.environ if env is None else env), str(folder or Path.cwd()))
        pipes = [os.pipe() for _ in range(3)]
        body = json.dumps(order).encode() + b"\n"
        with Path(os.devnull).open("rb") as nothing:
            sent = socket.send_fds(self.line, [body], [nothing.fileno(), *(write for _, write in pipes)])
            self.line.sendall(body[sent:])
        for _, write in pipes:
            os.close(write)
        out, err, end = (os.fdopen(read, "rb", buffering=0) for read, _ in pipes)
        return Born(int(self.line.recv(64)), out, err, end)

    def close(self) -> None:
        """Ends the program, and with it whatever it has still running."""
        self.line.close()
        self.process.wait()


@cache
def nursery() -> Nursery:
    """The one of this process, started when it is first needed."""
    ours, theirs = socket.socketpair()
    with theirs:
        command = [sys.executable, "-X", "utf8", "-m", "tests.nursery", str(theirs.fileno())]
        started = Nursery(subprocess.Popen(command, cwd=ROOT, pass_fds=[theirs.fileno()]), ours)
    atexit.register(started.close)
    return started


@dataclass
class Forked:
    """A started process as asyncio has them."""

    pid: int
    stdout: asyncio.StreamReader
    stderr: asyncio.StreamReader
    _end: asyncio.Task[int]

    @property
    def returncode(self) -> int | None:
        """Its exit code, or minus the signal that ended it; None while it runs."""
        return self._end.result() if self._end.done() else None

    async def wait(self) -> int:
        """Returns when it has ended."""
        return await asyncio.shield(self._end)

    async def communicate(self) -> tuple[bytes, bytes]:
        """All that it prints and complains until it ends."""
        printed, complained, _ = await asyncio.gather(self.stdout.read(), self.stderr.read(), self.wait())
        return printed, complained

    def send_signal(self, sign: signal.Signals) -> None:
        """Nothing happens when it has ended."""
        if self.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, sign)

    def kill(self) -> None:
        """Ends it at once."""
        self.send_signal(signal.SIGKILL)


async def forked(*arguments: str, env: Mapping[str, str] | None = None, folder: Path | None = None) -> Forked:
    """`python -m` with these arguments, in a process of its own."""
    born = nursery().start(*arguments, env=env, folder=folder)
    out, err, end = [await _reader(pipe) for pipe in (born.out, born.err, born.end)]

    async def ended() -> int:
        return int(await end.read())

    return Forked(born.pid, out, err, asyncio.create_task(ended()))


async def _reader(pipe: IO[bytes]) -> asyncio.StreamReader:
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), pipe)
    return reader


def lived(*arguments: str) -> int:
    """Runs `python -m` with these arguments to its end, in the root of the repository; gives how it ended."""
    born = nursery().start(*arguments, folder=ROOT)
    with born.out, born.err:
        sys.stderr.write(born.err.read().decode())
    return born.wait()


# --- the program ----------------------------------------------------------------------------------------------------


def main(line: socket.socket) -> str:
    """Forks until the line ends; returns in the children only, with the module each is to run."""
    for room in ROOMS:
        for module in pkgutil.walk_packages(importlib.import_module(room).__path__, f"{room}."):
            if module.name not in UNREAD and not module.name.endswith("__main__"):
                importlib.import_module(module.name)
    asyncio.run(opened_once())
    gc.collect()
    gc.freeze()
    alive: dict[int, int] = {}
    ended, ending = socket.socketpair()
    ending.setblocking(False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C in a terminal is for the tests, which end us
    signal.set_wakeup_fd(ending.fileno())
    while True:
        ready, _, _ = select.select([line, ended], [], [])
        if ended in ready:
            ended.recv(BITE)
            bury(alive)
        if line in ready and (module := fork(line, alive)) is not None:
            return module


async def opened_once() -> None:
    """What a server works out when it starts first is there for all children."""
    with tempfile.TemporaryDirectory() as folder:
        async with opened(Config(data=Path(folder)), {}):
            pass


def bury(alive: dict[int, int]) -> None:
    """Says of each child that has ended how it did."""
    for pid, end in list(alive.items()):
        gone, status = os.waitpid(pid, os.WNOHANG)
        if gone:
            os.write(end, str(os.waitstatus_to_exitcode(status)).encode())
            os.close(alive.pop(pid))


def fork(line: socket.socket, alive: dict[int, int]) -> str | None:
    """Begins the child that the line asks for; in it, the module it is to run."""
    body, ends, _, _ = socket.recv_fds(line, BITE, 4)
    while body and not body.endswith(b"\n"):
        body += line.recv(BITE)
    if not body:
        leave(alive)
    pid = os.fork()
    if pid == 0:
        return grow(ends, *json.loads(body))
    alive[pid] = ends.pop()
    for end in ends:
        os.close(end)
    line.send(str(pid).encode())
    return None


def leave(alive: dict[int, int]) -> NoReturn:
    for pid in alive:
        os.kill(pid, signal.SIGKILL)
    os._exit(0)


def grow(ends: list[int], arguments: list[str], env: dict[str, str], folder: str) -> str:
    """Makes this process what `python -m` would be: nothing is left of ours but what is imported."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number, end in enumerate(ends[:3]):
        os.dup2(end, number)
    os.closerange(3, max(ends) + 64)
    os.environ.clear()
    os.environ.update(env)
    os.chdir(folder)
    sys.path[:0] = [folder, *filter(None, env.get("PYTHONPATH", "").split(os.pathsep))]
    sys.stdin, sys.stdout, sys.stderr = (
        os.fdopen(number, mode, buffering=1, encoding="utf-8", errors=errors, closefd=False)
        for number, (mode, errors) in enumerate((("r", "strict"), ("w", "strict"), ("w", "backslashreplace")))
    )
    sys.argv = arguments
    return arguments[0]


def run(module: str) -> NoReturn:
    """As `python -m` does, but that nothing is tidied up which the end of the process tidies anyway."""
    code: object = None
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    except SystemExit as ended:
        code = ended.code
    if not isinstance(code, int | None):
        print(code, file=sys.stderr)
    threading._shutdown()
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code if isinstance(code, int) else int(code is not None))


if __name__ == "__main__":
    run(main(socket.socket(fileno=int(sys.argv[1]))))
