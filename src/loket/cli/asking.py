"""Asking one thing from the command line, to the end of what comes of it."""

import asyncio
import json
from contextlib import aclosing

import click

from loket.cli.advice import log_command, server_command
from loket.cli.answers import CHANNEL
from loket.cli.channel import chosen_assistant, reached
from loket.cli.lines import json_line, step_of
from loket.cli.reading import ConversationReading
from loket.config import Config
from loket.core.errors import Unavailable
from loket.core.events import UserSaid
from loket.core.steps import RANK
from loket.engine.answering import limited
from loket.views.steps import Steps

CODES = {"ok": 0, "needs_user_choice": 2, "needs_clarification": 3, "error": 4}
WAIT_SECONDS = 120.0


async def ask(config: Config, assistant: str | None, text: str, as_json: bool) -> int:
    """Prints the steps as they come and answers the exit code of their overall status."""
    message, steps = UserSaid(text=text, channel=CHANNEL), Steps()
    limited(message)
    async with reached(config, assistant or "") as channel:
        reading = ConversationReading(channel)
        try:
            async with asyncio.timeout(WAIT_SECONDS):
                reading.conversation = await channel.start(assistant or (await chosen_assistant(channel, None))[0])
                async with aclosing(reading.until(await reading.tell(message))) as records:
                    async for record, body in records:
                        steps.apply(record)
                        if as_json:
                            click.echo(json_line(body.decode()))
                        elif (line := step_of(record)) is not None:
                            click.echo(line)
        except TimeoutError as error:
            text = f"Not ready within {WAIT_SECONDS:g} seconds; see `{log_command(config, reading.conversation)}`."
            raise Unavailable("timeout", text) from error
    status = str(steps.state()["status"])
    if as_json:
        click.echo(json.dumps({"conversation": reading.conversation, "status": status}))
    elif status != "ok" and (line := _goes_on(config, channel.address, reading)) is not None:
        click.echo(line)
    return CODES.get(status, CODES[RANK[-1]])


def _goes_on(config: Config, address: str | None, reading: ConversationReading) -> str | None:
    """Where a person goes on with what did not simply end well; None when it is enough to ask in other words."""
    questions = reading.outcomes.turn.questions.values()
    if not questions:
        return f"What happened: {log_command(config, reading.conversation)}"
    if not any(question.ask is None or question.ask.lasts for question in questions):
        return None
    page = f"{address or config.address}/#/c/{reading.conversation}"
    return f"To answer, open {page}" if address else f"To answer, run {server_command(config)} and open {page}"
