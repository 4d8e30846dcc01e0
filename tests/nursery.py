"""A program that has everything imported forks a process for each `python -m MODULE` that a test starts: it has its own
memory, folder, environment and end as any child has, but costs a hundredth of a second instead of one."""

import asyncio
import atexit
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import IO

ROOT = Path(__file__).parents[1]
KILLED = -signal.SIGKILL


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
        command = [sys.executable, "-X", "utf8", "-m", "tests.nursery_program", str(theirs.fileno())]
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
