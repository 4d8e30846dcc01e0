"""`loket store copy`: all of one store into another one, while the first is served."""

import asyncio
import time

import click

from loket.cli.lines import flat
from loket.engine.copying import Copied, Copying
from loket.wiring.late import store_alone

TELL_SECONDS = 1.0
SAME, OTHER = 0, 4


async def copy(source: str, target: str, everything: bool) -> int:
    """Copies until both are the same; 0 when they are, 4 when something is damaged or still moves."""
    progress = _Progress()
    try:
        async with await store_alone(source, read_only=True) as here, await store_alone(target) as there:
            done = await Copying(here, there, progress.tell).run(everything)
    except asyncio.CancelledError:
        click.echo("Stopped; the same command goes on from here.", err=True)
        raise
    for name, why in done.damaged.items():
        click.echo(f"left out  {flat(name)}: {flat(why)}", err=True)
    if done.again:
        click.echo(f"{len(done.again)} conversations changed while they were copied, and were copied again.")
    what = f"{done.conversations} conversations ({done.erased} of them erased) with {done.records} records"
    what = f"{what} and {done.files} files, and {done.notes} notes"
    if done.moving:
        click.echo(f"Not whole: it is written on faster than it can be copied ({done.moving} changes were behind).")
        click.echo("Stop whoever writes there, and run the same command with --changes.")
    elif done.damaged:
        click.echo(f"Copied: {what}. What is damaged was left out.")
    else:
        click.echo(f"The same: {what}. What is written there from now on is not in the copy.")
    return OTHER if done.moving or done.damaged else SAME


class _Progress:
    """A line a second."""

    def __init__(self) -> None:
        self._next = time.monotonic() + TELL_SECONDS

    def tell(self, done: Copied) -> None:
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + TELL_SECONDS
            line = f"{done.seen} of {done.conversations} conversations, {done.bytes / 1e6:.1f} MB written"
            click.echo(line, err=True)
