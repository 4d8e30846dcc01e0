"""Options and arguments that several commands have."""

from pathlib import Path

import click

DATA = click.option("--data", type=click.Path(path_type=Path), help="Data folder (default .loket, or LOKET_DATA).")
FILES = click.argument("assistants", nargs=-1, metavar="[FILE]...", required=False)
JSON = click.option("--json", "as_json", is_flag=True, help="One JSON object a line, for machines.")


def meant(assistant: str | None) -> tuple[tuple[str, ...] | None, str | None]:
    """The files to serve and the name to ask for: a file is served, and its front assistant is asked."""
    if assistant is not None and ".py" in (Path(assistant).suffix, Path(assistant.rpartition(":")[0]).suffix):
        return (assistant,), None
    return None, assistant
