"""Commands that installed packages bring to the command line: entry points of the group `loket.commands`."""

import sys
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import NoReturn

import click

GROUP = "loket.commands"


class PackagedCommands(click.Group):
    """The commands of the platform, and then those of packages. One of a package is imported when it is named or when
    all are listed; a name of the platform is the platform's."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted({*super().list_commands(ctx), *_entries(tuple(sys.path))})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        own = super().get_command(ctx, cmd_name)
        entry = _entries(tuple(sys.path)).get(cmd_name)
        return own if own is not None or entry is None else _loaded(entry)


@cache
def _entries(path: tuple[str, ...]) -> dict[str, EntryPoint]:
    """Those that packages on this path bring, looked up once."""
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def _loaded(entry: EntryPoint) -> click.Command:
    """The command; one that is none is shown all the same, and says what is wrong with it when it is called."""
    try:
        command = entry.load()
    except (ImportError, AttributeError) as error:
        return _broken(entry, str(error))
    return command if isinstance(command, click.Command) else _broken(entry, f"{entry.value} is no click command")


def _broken(entry: EntryPoint, why: str) -> click.Command:
    def fails() -> NoReturn:
        raise click.ClickException(f"The command {entry.name} of a package can't be loaded: {why}.")

    return click.Command(entry.name, callback=fails, short_help="Can't be loaded.")
