"""Asking from the command line: through the server that runs on this data folder, else with an engine of our own."""

import json
import os
from collections.abc import AsyncIterator

import click
import httpx

from loket.app import opened
from loket.cli.logs import line_of
from loket.config import Config
from loket.core.errors import LoketError, Unavailable
from loket.core.events import Decided, Returned, UserSaid
from loket.core.record import Record, decode
from loket.core.steps import RANK
from loket.doors.auth import LOCAL
from loket.engine.host import Host
from loket.stores.lock import holder
from loket.views.steps import Steps

CODES = {"ok": 0, "needs_user_choice": 2, "needs_clarification": 3, "error": 4}
TOKEN = "LOKET_TOKEN"  # noqa: S105 - the name of a variable
WAIT_SECONDS = 120.0


async def ask(config: Config, assistant: str, text: str, as_json: bool) -> int:
    """Prints the steps and answers the exit code of their overall status."""
    running = holder(config.data)
    told = _over_http(running.address, assistant, text) if running and running.address else None
    records = told or _in_process(config, assistant, text)
    steps = Steps()
    async for record in records:
        steps.apply(record)
        if as_json:
            click.echo(record.model_dump_json())
        elif (line := _told(record)) is not None:
            click.echo(line)
    status = str(steps.state()["status"])
    if as_json:
        click.echo(json.dumps({"status": status}))
    return CODES.get(status, CODES[RANK[-1]])


async def _in_process(config: Config, assistant: str, text: str) -> AsyncIterator[Record]:
    async with opened(config) as served:
        host = served.host
        if host is None:
            raise Unavailable("no_engine", "This part keeps no conversations.")
        conversation = await host.start(LOCAL, assistant)
        seq = await host.tell(conversation, UserSaid(text=text, channel="command line"), owner=LOCAL)
        async for record in _until_rest(host, conversation, seq):
            yield record


async def _until_rest(host: Host, conversation: str, seq: int) -> AsyncIterator[Record]:
    """Records as they are committed, until what was asked is at rest."""
    import asyncio

    rest = asyncio.create_task(host.settled(conversation, seq, WAIT_SECONDS))
    seen = 0
    try:
        while True:
            over = rest.done()
            for row in await host.store.read(conversation, after=seen):
                seen = row.seq
                yield decode(row.body)
            if over:
                return
            await asyncio.wait([rest], timeout=0.05)
    finally:
        rest.cancel()


async def _over_http(address: str, assistant: str, text: str) -> AsyncIterator[Record]:
    headers = {"Authorization": f"Bearer {os.environ[TOKEN]}"} if os.environ.get(TOKEN) else {}
    async with httpx.AsyncClient(base_url=address, headers=headers, timeout=WAIT_SECONDS) as http:
        made = await http.post("/api/conversations", json={"assistant": assistant})
        url = f"/api/conversations/{_checked(made)['id']}"
        said = {"kind": "user_said", "text": text, "channel": "command line"}
        _checked(await http.post(f"{url}/events", json=said))
        async with http.stream("GET", f"{url}/events", headers={"Accept": "text/event-stream"}) as stream:
            async for line in stream.aiter_lines():
                if not line.startswith('data: {"v":'):
                    continue
                yield decode(line.removeprefix("data: ").encode())
                if _checked(await http.get(url))["state"] not in ("working",):
                    break
        head = _checked(await http.get(f"{url}/events"))
        for item in head["items"]:
            yield Record.model_validate(item)


def _checked(answer: httpx.Response) -> dict[str, object]:
    body: dict[str, object] = answer.json()
    if answer.is_error:
        error = body.get("error")
        code, text = (error.get("code"), error.get("text")) if isinstance(error, dict) else ("http", answer.text)
        raise LoketError(str(code), str(text))
    return body


def _told(record: Record) -> str | None:
    """The line for a person: decisions with their reason, returns with their time."""
    match record.event:
        case Decided(action=action) if action.kind in ("say", "ask"):
            return str(getattr(action, "text", ""))
        case Decided() | Returned():
            return line_of(record)
        case _:
            return None
