"""A package as processes of its own, its front, tools, agents and the shell, their logs side by side."""

import asyncio
import os
import signal
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from urllib.parse import urlsplit

import click

from loket.cli.part import Part, process_of
from loket.cli.serving import bound, hang_up
from loket.config import TOOLS_OF, Config
from loket.core.errors import ConfigError, LoketError, Unavailable
from loket.house.bundle import Services
from loket.tools.agents.text import visible
from loket.wiring.packages import TOOLS, installed, with_ports

LOCAL = ("localhost", "127.0.0.1", "::1")


def parts(config: Config) -> list[Part]:
    """The parts that run on this machine: all but those the configuration says are elsewhere. ConfigError when no
    package says at which ports its parts are."""
    packages = installed(config, Services(env=os.environ, data=config.data))
    front = next((package for package in packages if package.ports), None)
    if front is None:
        raise ConfigError("no_parts", "No installed package has parts with ports of their own; use `loket serve`.")
    name, config = front.name, with_ports(config, front)
    tools = str(config.tools_url)
    agents = {part: url for part, url in config.parts.items() if not part.endswith(TOOLS_OF)}
    living = {f"{name}.{agent}": agents[agent] for agent in front.ports if agent != TOOLS}
    inner = {f"{name}.{TOOLS}": tools, **living}
    told = {"MCP_SSE_URL": tools, **{f"A2A_{agent.upper()}_URL": url for agent, url in agents.items()}}
    shared = {"WEB_PORT": str(config.web_port), "ORCH_PORT": str(config.port)}
    found = [Part(only, _port(url), dict(shared)) for only, url in inner.items() if urlsplit(url).hostname in LOCAL]
    found.append(Part(name, config.port, shared | told))
    api = config.api or f"http://localhost:{config.port}"
    found.append(Part("shell", config.web_port, shared, ("--api", api)))
    return [replace(part, env=part.env | _inside(config, part.port)) for part in found]


def _inside(config: Config, port: int) -> dict[str, str]:
    """Where other nodes of a part reach this one: the host that the configuration says, at the part's own port."""
    if config.inside is None:
        return {}
    there = urlsplit(config.inside)
    host = there.netloc.removesuffix(f":{there.port}")
    return {"LOKET_INSIDE": there._replace(netloc=f"{host}:{port}").geturl()}


async def up(config: Config) -> None:
    """Runs all parts until Ctrl-C; one that ends by itself is started again. When one is given up, all are stopped."""
    wanted = parts(config)
    _check_ports(config, wanted)
    stopping = asyncio.Event()
    for sign in (signal.SIGINT, signal.SIGTERM, *hang_up()):
        asyncio.get_running_loop().add_signal_handler(sign, stopping.set)
    width = max(len(part.only) for part in wanted)
    kept = {
        asyncio.create_task(process_of(part, config, partial(_say, part.only.ljust(width))).keep()): part.only
        for part in wanted
    }
    told = asyncio.create_task(stopping.wait())
    click.echo(f"Open http://127.0.0.1:{config.web_port}  (stop with Ctrl-C)")
    done, _ = await asyncio.wait([told, *kept], return_when=asyncio.FIRST_COMPLETED)
    for task in (told, *kept):
        task.cancel()
    await asyncio.gather(told, *kept, return_exceptions=True)
    if told not in done:
        why = ", ".join(f"{kept[task]} {task.result()}" for task in kept if task in done)
        raise Unavailable("part_ended", f"{why}, so the others were stopped.")


def _say(name: str, line: str) -> None:
    one = visible(line).rstrip().replace("\n", " ")
    click.echo(f"{name} | {one}")


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
