"""The command line: serve, ask, read logs, look after the house. Imports late, so that --help answers at once."""

import sys

from loket.cli.commands import root
from loket.core.errors import LoketError

INTERRUPTED = 130


def main() -> None:
    """Runs a command; what was refused is one clear line on standard error, never a traceback."""
    import click

    try:
        root(standalone_mode=False)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        sys.exit(INTERRUPTED)
    except LoketError as error:
        from loket.cli.lines import flat

        click.echo(f"loket: {flat(error.text)} [{flat(error.code)}]", err=True)
        sys.exit(1)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
