"""The five processes of the mission, each with its own data folder, their logs side by side."""

import asyncio
import os
import signal
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

import click

from loket.cli.serving import bound
from loket.config import Config
from loket.core.errors import ConfigError, LoketError, Unavailable

STOP_SECONDS = 5
TOOLS_URL = "http://127.0.0.1:8000/sse"
AGENTS = {"toeslagen": "http://localhost:8010/", "bezwaar": "http://localhost:8020/"}
LOCAL = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True)
class Part:
    """One process: what it serves, on which port, what it is told by the environment, and other flags."""

    only: str
    port: int
    env: dict[str, str]
    flags: tuple[str, ...] = ()


@dataclass(frozen=True)
class Running:
    """A part and its process."""

    part: Part
    process: asyncio.subprocess.Process


def parts(config: Config) -> list[Part]:
    """The parts that run on this machine: all five, but for those the configuration says are elsewhere."""
    tools = config.tools_url or TOOLS_URL
    agents = AGENTS | config.agents
    inner = {"overheid.tools": tools, **{f"overheid.{name}": agents[name] for name in AGENTS}}
    told = {"MCP_SSE_URL": tools, **{f"A2A_{name.upper()}_URL": url for name, url in agents.items()}}
    shared = {"WEB_PORT": str(config.web_port), "ORCH_PORT": str(config.port)}
    found = [Part(only, _port(url), dict(shared)) for only, url in inner.items() if urlsplit(url).hostname in LOCAL]
    found.append(Part("overheid", config.port, shared | told))
    api = config.api or f"http://localhost:{config.port}"
    found.append(Part("shell", config.web_port, shared, ("--api", api)))
    return found


async def up(config: Config) -> None:
    """Runs all parts until Ctrl-C, or until one of them ends by itself: then the others are stopped too."""
    wanted = parts(config)
    _check_ports(config, wanted)
    stopping = asyncio.Event()
    for sign in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(sign, stopping.set)
    running = [Running(part, await _start(part, config)) for part in wanted]
    width = max(len(part.only) for part in wanted)
    readers = [asyncio.create_task(_echo(one.part.only.ljust(width), one.process)) for one in running]
    ends = [asyncio.create_task(one.process.wait()) for one in running]
    told = asyncio.create_task(stopping.wait())
    click.echo(f"Open http://127.0.0.1:{config.web_port}  (stop with Ctrl-C)")
    await asyncio.wait([told, *ends], return_when=asyncio.FIRST_COMPLETED)
    ended = [] if stopping.is_set() else [one for one in running if one.process.returncode is not None]
    await _stop(running)
    await asyncio.gather(*readers, *ends)
    told.cancel()
    if ended:
        who = ", ".join(f"{one.part.only} (exit code {one.process.returncode})" for one in ended)
        raise Unavailable("part_ended", f"{who} ended by itself, so the others were stopped.")


def _port(url: str) -> int:
    try:
        return urlsplit(url).port or 80
    except ValueError as error:
        raise ConfigError("bad_config", f"{url} has no usable port.") from error


def _check_ports(config: Config, wanted: list[Part]) -> None:
    """Refuses before anything is started, and names every part that can't have its port."""
    taken = list(_taken(config, wanted))
    if taken:
        raise Unavailable("port_taken", f"Taken by other programs: {', '.join(taken)}. Stop those first.")


def _taken(config: Config, wanted: list[Part]) -> Iterator[str]:
    for part in wanted:
        try:
            bound(config.model_copy(update={"port": part.port})).close()
        except LoketError:
            yield f"port {part.port} ({part.only})"


async def _start(part: Part, config: Config) -> asyncio.subprocess.Process:
    command = ["-m", "loket", "serve", "--only", part.only, "--port", str(part.port), "--pace", config.pace]
    return await asyncio.create_subprocess_exec(
        sys.executable,
        *command,
        *("--data", str(config.data)),
        *part.flags,
        env={**os.environ, **part.env, "PYTHONUNBUFFERED": "1"},
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        start_new_session=True,
    )


async def _echo(name: str, process: asyncio.subprocess.Process) -> None:
    assert process.stdout is not None
    async for line in process.stdout:
        click.echo(f"{name} | {line.decode(errors='replace').rstrip()}")


async def _stop(running: list[Running]) -> None:
    """Asks every process to end, and ends those that do not."""
    left = [one.process for one in running if one.process.returncode is None]
    for process in left:
        process.terminate()
    if left:
        _, late = await asyncio.wait([asyncio.create_task(one.wait()) for one in left], timeout=STOP_SECONDS)
        for process in left if late else ():
            if process.returncode is None:
                process.kill()
