"""`loket mcp`: an assistant's tools for a program that starts this one and talks MCP over its input and output."""

import asyncio
from collections.abc import Mapping

from loket.app import data_of, opened
from loket.cli import server_log
from loket.cli.serving import Server, bound
from loket.config import Config
from loket.core.errors import Invalid
from loket.doors.published import Published
from loket.engine.steady import steady


async def serve_stdio(config: Config, name: str | None) -> None:
    """Serves the published tools of `name`, or of the one assistant that publishes any, until the input ends; and for
    as long, on a free port of this machine, the pages on which a person approves what waits. What goes wrong is told on
    standard error: the output belongs to the protocol.

    Invalid when there are none, or of several and none is named."""
    config = config.model_copy(update={"only": f"{name}.tools" if name else None, "port": 0})
    config = config.model_copy(update={"data": data_of(config)})
    listening = bound(config)
    try:
        config = config.model_copy(update={"port": listening.getsockname()[1]})
        server_log.begin(config)
        async with opened(config) as served:
            tools = _meant(served.published, name)
            steady()
            from loket.doors.mcp import over_stdio

            server = Server(served)
            pages = asyncio.create_task(server.serve(sockets=[listening]))
            await over_stdio(tools)
            server.should_exit = True
            await pages
    finally:
        listening.close()


def _meant(published: Mapping[str, Published], name: str | None) -> Published:
    if name is not None and name in published:
        return published[name]
    if not published:
        raise Invalid("nothing_published", "There are no tools to offer: name them in `publish` of the assistant.")
    if len(published) > 1:
        raise Invalid("several", f"Name the assistant whose tools are meant: {', '.join(published)}.")
    return next(iter(published.values()))
