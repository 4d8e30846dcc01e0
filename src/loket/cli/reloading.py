"""Serving while somebody writes the assistant: a process of its own, begun again when a file changed. What people are
asked there is still open then, and what was under way goes on: it is in the log."""

import asyncio
import os
import sys
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from socket import socket
from typing import Any

import click
import uvicorn
from uvicorn.supervisors.statreload import StatReload

from loket.cli.lines import flat
from loket.cli.serving import bound, fast_loop, serve
from loket.config import load
from loket.core.errors import LoketError

SOURCES = (".py", ".toml", ".json", ".yaml", ".yml", ".js")
LEFT_OUT = ("node_modules", "__pycache__", "build", "dist")
LOOKS = 0.4
"""Seconds between two looks at the files."""


class Sources(StatReload):
    """Looks at what an assistant is made of, and not into hidden folders and environments."""

    def iter_py_files(self) -> Iterator[Path]:
        """Every source file below the folders."""
        for top in self.config.reload_dirs:
            for folder, folders, files in os.walk(top):
                folders[:] = [name for name in folders if not name.startswith(".") and name not in LEFT_OUT]
                yield from (Path(folder, name) for name in files if name.endswith(SOURCES))

    def restart(self) -> None:
        """Ends the old process in good order, then begins a new one."""
        click.echo("A file changed: starting again.")
        super().restart()


def serve_reloading(flags: Mapping[str, Any], folder: Path) -> None:
    """Serves until it is told to stop, and again whenever something in `folder` changed. What can't be served is told,
    and the next change is waited for."""
    listening = bound(load(flags))
    watched = uvicorn.Config(
        "loket", reload=True, reload_dirs=[str(folder)], reload_delay=LOOKS, log_config=None, log_level="error"
    )
    Sources(watched, partial(_serve, dict(flags)), [listening]).run()


def _serve(flags: Mapping[str, Any], sockets: list[socket] | None = None) -> None:
    try:
        with asyncio.Runner(loop_factory=fast_loop()) as runner:
            runner.run(serve(load(flags), sockets[0] if sockets else None))
    except LoketError as error:
        click.echo(f"loket: {flat(error.text)} [{flat(error.code)}]", err=True)
        click.echo("Change it, and it is tried again; Ctrl-C ends this.", err=True)
        sys.exit(1)
