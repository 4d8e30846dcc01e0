"""Asking one thing from the command line, to the end of what comes of it."""

import asyncio
import json
from contextlib import aclosing
from dataclasses import dataclass, field

import click

from loket.cli.advice import log_command, server_command
from loket.cli.channel import reached
from loket.cli.lines import json_line, step_of
from loket.config import Config
from loket.core.errors import Unavailable
from loket.core.events import UserSaid
from loket.core.record import Record, decode
from loket.core.steps import RANK
from loket.engine.answering import limited
from loket.views.due import owing, settled
from loket.views.steps import Steps
from loket.views.turn import Turn

CODES = {"ok": 0, "needs_user_choice": 2, "needs_clarification": 3, "error": 4}
WAIT_SECONDS = 120.0
CHANNEL = "command line"


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
    message, asked = UserSaid(text=text, channel=CHANNEL), Asked()
    limited(message)
    async with reached(config, assistant) as channel:
        try:
            async with asyncio.timeout(WAIT_SECONDS):
                asked.conversation = await channel.start(assistant)
                asked.seq = await channel.tell(asked.conversation, message)
                async with aclosing(channel.bodies(asked.conversation)) as bodies:
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
            text = f"Not ready within {WAIT_SECONDS:g} seconds; see `{log_command(config, asked.conversation)}`."
            raise Unavailable("timeout", text) from error
    status = str(asked.steps.state()["status"])
    if as_json:
        click.echo(json.dumps({"conversation": asked.conversation, "status": status}))
    elif status != "ok" and (line := _goes_on(config, channel.address, asked)) is not None:
        click.echo(line)
    return CODES.get(status, CODES[RANK[-1]])


def _goes_on(config: Config, address: str | None, asked: Asked) -> str | None:
    """Where a person goes on with what did not simply end well; None when it is enough to ask in other words."""
    questions = asked.turn.questions.values()
    if not questions:
        return f"What happened: {log_command(config, asked.conversation)}"
    if not any(question.ask is None or question.ask.lasts for question in questions):
        return None
    page = f"{address or config.address}/#/c/{asked.conversation}"
    return f"To answer, open {page}" if address else f"To answer, run {server_command(config)} and open {page}"
