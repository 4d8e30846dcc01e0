"""The program of the nursery: imports what its children need, and forks them."""

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
import sys
import tempfile
import threading
from pathlib import Path
from typing import NoReturn

from loket.app import opened
from loket.config import Config

ROOMS = ("loket", "loket_demos")
UNREAD = tuple(f"loket.models.{name}" for name in ("adapter", "failures", "incoming", "outgoing"))
"""Seconds of imports that nearly no child needs."""
BITE = 1 << 16


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
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # whoever runs the tests may have had it ignored, as nohup does
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
