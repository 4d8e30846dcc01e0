"""The command line of each peer whose log is on a server of its own.

`SECONDS` measures the turn on a server of its own. `server` prints the address of one. `begin ADDRESS MARKS` starts a
turn and hangs in tool_b when that has done its work, to be killed; `go-on ADDRESS MARKS` is the process that comes
after it.
"""

import asyncio
import signal
import sys
import time
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import AbstractAsyncContextManager, AbstractContextManager, asynccontextmanager
from pathlib import Path

from bench.measure import Contender, Turn, main
from bench.script import Called

KILLED = "killed"
"""The name of the turn that is killed."""
UNDER_WAY = "under way"
Server = Callable[[], AbstractContextManager[str]]
"""A new server, by its address."""
Opened = Callable[[str, Called], AbstractAsyncContextManager[Turn]]
"""Gives the turn over the server at an address."""
Resumed = Callable[[str, Called], Coroutine[None, None, None]]
"""Brings the killed turn over the server at an address to its end."""


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


def run(contender: str, packages: tuple[str, ...], server: Server, opened: Opened, resumed: Resumed) -> None:
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
