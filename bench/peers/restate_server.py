"""The scripted turn as a Restate workflow on a server of its own, durable as it comes; the specialist is a service.

Restate knows no agents: planner steps and tools are plain durable steps (`ctx.run`). The server keeps the journal and
calls the worker, over HTTP/2 on loopback; the worker is also the client that asks for the turns, over a socket file.
"""

import asyncio
import json
import logging
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import httpx
import restate
from hypercorn.asyncio import serve
from hypercorn.config import Config
from restate.client import Client

from bench.measure import Turn
from bench.peers.worker import KILLED, run
from bench.script import (
    QUESTION,
    RESULT,
    ROOT_PLAN,
    SPECIALIST_PLAN,
    SPECIALIST_SAYS,
    WORDS,
    Called,
    Watcher,
    decided,
    text_of,
)

Decision = dict[str, Any]
Watchers = dict[str, Watcher]
NODE = "bench"
"""It keeps all it has in a folder of this name."""
START_SECONDS = 60
POLL_SECONDS = 0.1
QUIET = {"RESTATE_DISABLE_TELEMETRY": "true", "DO_NOT_TRACK": "1", "RESTATE_LOG_FILTER": "error"}


def program() -> Path:
    """The server, which the environment has from npm as one package a platform."""
    (found,) = Path(sys.prefix).glob("node_modules/@restatedev/restate-server-*/bin/restate-server")
    return found


@contextmanager
def server() -> Generator[str]:
    """A new one: the folder of its files and sockets, and the port at which it will look for its worker."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    folder = Path(tempfile.mkdtemp(prefix="bench-restate-"))
    command = [program(), "--base-dir", folder, "--node-name", NODE, "--listen-mode", "unix", "--no-logo"]
    try:
        with subprocess.Popen(command, env={**os.environ, **QUIET}, stdout=sys.stderr) as process:
            try:
                started(folder / NODE, process)
                yield f"{folder / NODE}:{port}"
            finally:
                process.terminate()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def started(folder: Path, process: "subprocess.Popen[bytes]") -> None:
    """Returns when it answers at both of its sockets."""
    until = time.monotonic() + START_SECONDS
    for name, path in (("admin", "/health"), ("ingress", "/restate/health")):
        while True:
            try:
                with httpx.Client(transport=httpx.HTTPTransport(uds=str(folder / f"{name}.sock"))) as client:
                    if client.get(f"http://localhost{path}").is_success:
                        break
            except httpx.TransportError:
                pass
            if process.poll() is not None or time.monotonic() > until:
                raise RuntimeError("restate-server did not start")
            time.sleep(POLL_SECONDS)


def services(watchers: Watchers, called: Called) -> tuple[Any, Any, Any]:
    """The workflow of the whole turn, its handler, and the specialist."""
    turn, specialist = restate.Workflow("turn"), restate.Service("specialist")

    async def act(tool: str, arguments: str) -> dict[str, Any]:
        json.loads(arguments)
        called(tool)
        return dict(RESULT)

    async def think(plan: tuple[str, ...], done: int, words: list[str], name: str) -> Decision:
        decision = decided(plan, done)
        if decision is not None:
            return decision
        if name in watchers:
            for word in words:
                watchers[name].delta(word)
        return {"reasoning": "done", "say": text_of(words)}

    async def thought(ctx: Any, plan: tuple[str, ...], done: int, words: list[str], name: str) -> Decision:
        return await ctx.run_typed("think", think, plan=plan, done=done, words=words, name=name)

    async def acted(ctx: Any, decision: Decision) -> dict[str, Any]:
        return await ctx.run_typed("act", act, tool=decision["call"], arguments=decision["args"])

    @specialist.handler()
    async def answer(ctx: restate.Context, question: str) -> str:
        done = 0
        while "call" in (decision := await thought(ctx, SPECIALIST_PLAN, done, [SPECIALIST_SAYS], "")):
            await acted(ctx, decision)
            done += 1
        return str(decision["say"])

    @turn.main()
    async def whole(ctx: restate.WorkflowContext, question: str) -> str:
        done, watcher = 0, watchers.setdefault(ctx.key(), Watcher())  # one that is gone on with has none
        while "call" in (decision := await thought(ctx, ROOT_PLAN, done, WORDS, ctx.key())):
            watcher.event("call", decision)
            if decision["call"] == "agent_c":
                value: Any = await ctx.service_call(answer, json.loads(decision["args"])["q"])
            else:
                value = await acted(ctx, decision)
            watcher.event("result", value)
            done += 1
        return str(decision["say"])

    return turn, whole, specialist


@asynccontextmanager
async def at(folder: str, name: str) -> AsyncGenerator[httpx.AsyncClient]:
    """A client of one of the server's sockets."""
    transport = httpx.AsyncHTTPTransport(uds=f"{folder}/{name}.sock", http1=False, http2=True)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost", timeout=None) as client:
        yield client


@asynccontextmanager
async def worker(port: int, *served: Any) -> AsyncGenerator[None]:
    """Serves at this port."""
    config, end = Config(), asyncio.Event()
    config.bind, config.loglevel, config.h2_max_concurrent_streams = [f"127.0.0.1:{port}"], "ERROR", 2**31 - 1
    logging.getLogger("restate").setLevel(logging.ERROR)
    serving = asyncio.create_task(serve(restate.app(services=served), config, shutdown_trigger=end.wait))
    yield
    end.set()
    await serving


@asynccontextmanager
async def opened(address: str, called: Called) -> AsyncGenerator[Turn]:
    """A workflow a turn, asked for and done by this process."""
    folder, _, port = address.rpartition(":")
    watchers: Watchers = {}
    workflow, whole, specialist = services(watchers, called)
    async with worker(int(port), workflow, specialist), at(folder, "ingress") as ingress:
        async with at(folder, "admin") as admin:
            deployment = {"uri": f"http://127.0.0.1:{port}"}
            (await admin.post("/deployments", json=deployment)).raise_for_status()

        client = Client(ingress)

        async def turn(name: str) -> None:
            watcher = watchers[name] = Watcher()
            answer = await client.workflow_call(whole, name, QUESTION)
            del watchers[name]
            watcher.verify(answer)

        yield turn


async def resumed(address: str, called: Called) -> None:
    """The server asks again, by itself, as soon as a worker listens where the first one did."""
    folder, _, port = address.rpartition(":")
    workflow, _, specialist = services({}, called)
    async with worker(int(port), workflow, specialist), at(folder, "ingress") as ingress:
        (await ingress.get(f"/restate/workflow/turn/{KILLED}/attach")).raise_for_status()


if __name__ == "__main__":
    run("restate", ("restate-sdk", "hypercorn", "httpx"), server, opened, resumed)
