"""Reading logs from the store; a running server is not disturbed."""

import asyncio
import json
import os
from itertools import chain

import click
import yaml

from loket.cli.evals.rated import rated_cases
from loket.cli.folders import holding, places, reading
from loket.cli.lines import costs_of, flat, json_line, line_of
from loket.config import Config
from loket.core.data import JsonObject
from loket.core.record import decode, lifted
from loket.engine.archive import declared
from loket.engine.pages import rows
from loket.house.bundle import Services
from loket.views.costs import Costs
from loket.views.scrubbed import Scrub
from loket.wiring.packages import installed

PAGE = 500
TAIL = 20
LOOK_SECONDS = 0.3


async def list_conversations(config: Config, limit: int, as_json: bool) -> None:
    """One line a conversation, folder by folder."""
    for place in await places(config):
        async with reading(config, place) as store:
            for entry in await store.entries(limit=limit):
                line = {
                    "id": entry.conversation,
                    "assistant": entry.assistant,
                    "state": entry.state,
                    "outcome": entry.outcome,
                    "updated": entry.updated.isoformat(timespec="seconds"),
                    "title": entry.title,
                }
                words = "  ".join(flat(word) for word in line.values() if word is not None)
                click.echo(json_line(json.dumps(line, ensure_ascii=False)) if as_json else words)


async def show(config: Config, conversation: str, as_json: bool, follow: bool) -> None:
    """All records, or the last ones and whatever comes."""
    async with holding(config, conversation) as (store, head):
        seen, costs = max(0, head - TAIL) if follow else 0, Costs()
        while True:
            async for row in rows(store, conversation, seen):
                record = decode(row.body)
                costs.apply(record)
                click.echo(json_line(row.body.decode()) if as_json else line_of(record))
                seen = row.seq
            if not follow:
                if not as_json:
                    click.echo("".join(f"{line}\n" for line in costs_of(costs)), nl=False)
                return
            await asyncio.sleep(LOOK_SECONDS)


async def export(config: Config, conversation: str, scrub: bool) -> None:
    """JSON lines on standard output."""
    scrubbing = Scrub(_declared(config)) if scrub else None
    async with holding(config, conversation) as (store, _):
        async for row in rows(store, conversation):
            body = lifted(row.body) if scrubbing is None else scrubbing.line(row.body)
            click.echo(json_line(body.decode()))


async def cases(config: Config, limit: int) -> None:
    """A file of cases on standard output, of the answers that people rated in the newest conversations."""
    found: list[JsonObject] = []
    for place in await places(config):
        async with reading(config, place) as store:
            for entry in await store.entries(limit=limit):
                records = [decode(row.body) async for row in rows(store, entry.conversation)]
                found += rated_cases(entry.conversation, records)
    click.echo(yaml.safe_dump({"cases": found}, allow_unicode=True, sort_keys=False, width=110), nl=False)


def _declared(config: Config) -> frozenset[str]:
    """The names that the installed assistants declare; none when one of them can't be loaded."""
    try:
        packages = installed(config, Services(env=os.environ, data=config.data))
    except Exception:  # noqa: BLE001  a package that is broken is what this export may be about
        return frozenset()
    assistants = [one for package in packages for one in package.assistants]
    return declared(assistants, chain.from_iterable(chain(*(package.screens.values() for package in packages))))
