"""The five processes of the mission, each with its own data folder, their logs side by side."""

import asyncio
import os
import signal
import sys
from dataclasses import dataclass

import click

from loket.config import ORCHESTRATOR_PORT, SHELL_PORT, Config

STOP_SECONDS = 5
TOOLS_PORT, TOESLAGEN_PORT, BEZWAAR_PORT = 8000, 8010, 8020


@dataclass(frozen=True)
class Part:
    """One process: what it serves, where, and what it is told by the environment."""

    only: str
    port: int
    env: dict[str, str]
    flags: tuple[str, ...] = ()


PARTS = (
    Part("overheid.tools", TOOLS_PORT, {}),
    Part("overheid.toeslagen", TOESLAGEN_PORT, {}),
    Part("overheid.bezwaar", BEZWAAR_PORT, {}),
    Part(
        "overheid",
        ORCHESTRATOR_PORT,
        {
            "MCP_SSE_URL": f"http://127.0.0.1:{TOOLS_PORT}/sse",
            "A2A_TOESLAGEN_URL": f"http://localhost:{TOESLAGEN_PORT}/",
            "A2A_BEZWAAR_URL": f"http://localhost:{BEZWAAR_PORT}/",
        },
    ),
    Part("shell", SHELL_PORT, {}, ("--api", f"http://localhost:{ORCHESTRATOR_PORT}")),
)


async def up(config: Config) -> None:
    """Runs all parts until Ctrl-C, or until one of them ends by itself: then the others are stopped too."""
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    for sign in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(sign, stopping.set)
    processes = [(part, await _start(part, config)) for part in PARTS]
    width = max(len(part.only) for part in PARTS)
    readers = [asyncio.create_task(_echo(part.only.ljust(width), process)) for part, process in processes]
    ends = [asyncio.create_task(process.wait()) for _, process in processes]
    told = asyncio.create_task(stopping.wait())
    click.echo(f"Open http://127.0.0.1:{SHELL_PORT}  (stop with Ctrl-C)")
    await asyncio.wait([told, *ends], return_when=asyncio.FIRST_COMPLETED)
    ended = [part.only for part, process in processes if process.returncode is not None]
    await _stop([process for _, process in processes])
    await asyncio.gather(*readers, *ends)
    told.cancel()
    if ended and not stopping.is_set():
        click.echo(f"loket: {', '.join(ended)} ended by itself, so the others were stopped.", err=True)
        raise SystemExit(1)


async def _start(part: Part, config: Config) -> asyncio.subprocess.Process:
    command = ["-m", "loket", "serve", "--only", part.only, "--port", str(part.port), "--pace", config.pace]
    return await asyncio.create_subprocess_exec(
        sys.executable,
        *command,
        *("--data", str(config.data)),
        *part.flags,
        env={**os.environ, **part.env, "PYTHONUNBUFFERED": "1"},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        start_new_session=True,
    )


async def _echo(name: str, process: asyncio.subprocess.Process) -> None:
    assert process.stdout is not None
    async for line in process.stdout:
        click.echo(f"{name} | {line.decode(errors='replace').rstrip()}")


async def _stop(processes: list[asyncio.subprocess.Process]) -> None:
    for process in processes:
        if process.returncode is None:
            process.terminate()
    waits = [asyncio.create_task(process.wait()) for process in processes]
    _, late = await asyncio.wait(waits, timeout=STOP_SECONDS)
    for process in processes if late else ():
        if process.returncode is None:
            process.kill()
