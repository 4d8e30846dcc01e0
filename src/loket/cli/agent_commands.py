"""The commands about the programs of others: find their agents, ask and check them, offer them tools."""

import asyncio
from pathlib import Path
from typing import Any

import click

from loket.cli.options import DATA, JSON, meant


@click.command()
@click.argument("url")
@DATA
@JSON
def discover(url: str, data: Path | None, as_json: bool) -> None:
    """Look whether a website has an agent, and what it can do.

    Exit code: 0 there is one, 4 there is none or nobody knows."""
    from loket.cli.agents import discover as run
    from loket.config import load

    raise SystemExit(asyncio.run(run(load({"data": data}), url, as_json)))


@click.command()
@click.argument("url")
@click.argument("parameters", nargs=-1, metavar="[SKILL] [KEY=VALUE]...")
@click.option("--text", help="The request in words (default: the skill and its parameters).")
@click.option("--task", help="The task that asked for more; without words, only look how far it is.")
@click.option("--save", type=click.Path(file_okay=False, path_type=Path), help="Write the files of the answer here.")
@click.option("--yes", "sure", is_flag=True, help="Also when its card changed or it lives elsewhere.")
@DATA
@JSON
def invoke(data: Path | None, save: Path | None, as_json: bool, sure: bool, **asked: Any) -> None:
    """Ask the agent of a website: one SKILL with its parameters, the only one it has, or in words alone.

    The command is your word: a skill that changes something is asked at once, too.

    Exit code: 0 done, 3 the agent asks for more, 4 it went wrong."""
    from loket.cli.agents import invoke as run
    from loket.config import load

    raise SystemExit(asyncio.run(run(load({"data": data}), asked, as_json, sure, save)))


@click.command()
@click.argument("url")
@click.option("--send", "text", metavar="TEXT", default="", help="Also send it this, once whole and once as a stream.")
@click.option("--page", type=click.Path(dir_okay=False, path_type=Path), help="Write the result as a web page, too.")
@DATA
@JSON
def check(url: str, text: str, page: Path | None, data: Path | None, as_json: bool) -> None:
    """Look whether an agent keeps what its card and the protocol promise.

    Without --send no message leaves, and the agent does nothing; with it, it may.

    Exit code: 0 nothing is broken, 4 something is, or there is no agent."""
    from loket.cli.check import check as run
    from loket.config import load

    raise SystemExit(asyncio.run(run(load({"data": data}), url, text, as_json, page)))


@click.command()
@click.argument("assistant", required=False)
@DATA
def mcp(assistant: str | None, data: Path | None) -> None:
    """Offer the tools of an assistant to a program that starts this command (MCP over stdio).

    ASSISTANT is a name, or a file such as shop.py; its tools are those it publishes."""
    from loket.cli.mcp_stdio import serve_stdio
    from loket.config import load

    files, name = meant(assistant)
    asyncio.run(serve_stdio(load({"data": data, "assistants": files}), name))
