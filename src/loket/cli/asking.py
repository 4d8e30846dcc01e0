"""Asking from the command line: through the server that runs on this data folder, else with an engine of our own."""

import asyncio
import json
import os
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Protocol
from urllib.parse import urlsplit

import click

from loket.app import opened
from loket.cli import server_log
from loket.cli.advice import log_command, server_command
from loket.cli.lines import json_line, step_of
from loket.config import Config
from loket.core.data import JsonObject
from loket.core.errors import LoketError, Unavailable
from loket.core.events import UserSaid
from loket.core.record import Record, decode
from loket.core.steps import RANK
from loket.doors.auth import LOCAL
from loket.engine.answering import limited
from loket.net.client import CallFailed, Client, shared_client
from loket.stores.lock import holder
from loket.tools.event_stream import sent_events
from loket.views.due import owing, settled
from loket.views.steps import Steps
from loket.views.turn import Turn

CODES = {"ok": 0, "needs_user_choice": 2, "needs_clarification": 3, "error": 4}
TOKEN = "LOKET_TOKEN"  # noqa: S105 - the name of a variable
WAIT_SECONDS = 120.0
CHANNEL = "command line"


class Answered(Protocol):
    """The little of an HTTP answer that is read here."""

    @property
    def is_error(self) -> bool: ...

    def json(self) -> JsonObject: ...


@dataclass
class Asked:
    """What was asked: the conversation and the message's seq, once they are known, and the log so far."""

    conversation: str = ""
    seq: int = 0
    turn: Turn = field(default_factory=Turn)
    steps: Steps = field(default_factory=Steps)

    def over(self, record: Record) -> bool:
        """Takes a record in; whether all that comes of the message is at rest now."""
        self.turn.apply(record)
        self.steps.apply(record)
        reached = 0 < self.seq <= self.turn.seq
        return reached and not owing(self.turn) and settled(self.turn, self.seq)


async def ask(config: Config, assistant: str, text: str, as_json: bool) -> int:
    """Prints the steps as they come and answers the exit code of their overall status."""
    said, asked = UserSaid(text=text, channel=CHANNEL), Asked()
    limited(said)
    address = _server(config, assistant)
    told = (
        _in_process(config, assistant, said, asked) if address is None else _over_http(address, assistant, said, asked)
    )
    try:
        async with asyncio.timeout(WAIT_SECONDS), aclosing(told) as bodies:
            async for body in bodies:
                record = decode(body)
                over = asked.over(record)
                if as_json:
                    click.echo(json_line(body.decode()))
                elif (line := step_of(record)) is not None:
                    click.echo(line)
                if over:
                    break
    except TimeoutError as error:
        text = f"Not ready within {WAIT_SECONDS:g} seconds; see `loket log show {asked.conversation}`."
        raise Unavailable("timeout", text) from error
    status = str(asked.steps.state()["status"])
    if as_json:
        click.echo(json.dumps({"conversation": asked.conversation, "status": status}))
    elif status != "ok" and (line := _goes_on(config, address, asked)) is not None:
        click.echo(line)
    return CODES.get(status, CODES[RANK[-1]])


def _server(config: Config, assistant: str) -> str | None:
    """The address of the server that runs on this folder, or on the part of it that `loket up` gives the assistant."""
    found = (holder(folder) for folder in (config.data, config.data / assistant))
    return next((running.address for running in found if running is not None and running.address), None)


def _goes_on(config: Config, address: str | None, asked: Asked) -> str | None:
    """Where a person goes on with what did not simply end well; None when it is enough to ask in other words."""
    questions = asked.turn.questions.values()
    if not questions:
        return f"What happened: {log_command(config, asked.conversation)}"
    if not any(question.ask is None or question.ask.lasts for question in questions):
        return None
    page = f"{address or config.address}/#/c/{asked.conversation}"
    return f"To answer, open {page}" if address else f"To answer, run {server_command(config)} and open {page}"


async def _in_process(config: Config, assistant: str, said: UserSaid, asked: Asked) -> AsyncGenerator[bytes]:
    server_log.begin(config)
    async with opened(config) as served:
        host = served.host
        if host is None:
            raise Unavailable("no_engine", "This part keeps no conversations.")
        asked.conversation = await host.start(LOCAL, assistant)
        asked.seq = await host.tell(asked.conversation, said, owner=LOCAL)
        async with aclosing(host.follow(asked.conversation, 0, LOCAL)) as batches:
            async for frames in batches:
                for frame in frames:
                    if frame.startswith(b"id: "):
                        yield frame[frame.index(b"data: ") + 6 : -2]


async def _over_http(address: str, assistant: str, said: UserSaid, asked: Asked) -> AsyncGenerator[bytes]:
    try:
        async with shared_client([urlsplit(address).hostname or ""]) as http:
            if os.environ.get(TOKEN):
                http.headers["Authorization"] = f"Bearer {os.environ[TOKEN]}"
            async with aclosing(_from_server(http, address, (assistant, said), asked)) as lines:
                async for line in lines:
                    yield line
    except CallFailed as error:
        raise Unavailable("no_server", f"The server at {address} does not answer: {error}.") from error


async def _from_server(http: Client, address: str, told: tuple[str, UserSaid], asked: Asked) -> AsyncGenerator[bytes]:
    assistant, said = told
    url = f"{address}/api/conversations"
    asked.conversation = str(_checked(await http.post(url, json={"assistant": assistant}))["id"])
    url = f"{url}/{asked.conversation}/events"
    event = said.model_dump(mode="json", exclude_defaults=True) | {"kind": said.kind}
    asked.seq = int(_checked(await http.post(url, json=event))["seq"])
    async with http.stream("GET", url, headers={"Accept": "text/event-stream"}) as stream:
        if stream.is_error:
            await stream.aread()
            _checked(stream)
        async with aclosing(sent_events(stream.aiter_bytes())) as frames:
            seen = ""
            async for frame in frames:
                if frame.id != seen:  # words in the making have no id of their own
                    seen = frame.id
                    yield frame.data.encode()


def _checked(answer: Answered) -> JsonObject:
    try:
        body = answer.json()
    except ValueError:
        body = {}
    if answer.is_error:
        error = body.get("error", {})
        raise LoketError(str(error.get("code", "http_error")), str(error.get("text", "The server refused this.")))
    return body
