"""The command `loket bench`: its options. What it runs is imported when it runs, so that `loket --help` stays quick."""

import asyncio
from pathlib import Path
from typing import Any

import click

from loket.house.amounts import AmountInRange

SECONDS = AmountInRange(0, 86_400, min_open=True)
FILE = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.argument("scenarios", nargs=-1, metavar="[SCENARIO]...")
@click.option("--against", multiple=True, metavar="URL", help="An agent to try; without any, our own simulated side.")
@click.option("--and", "between", metavar="URL", help="An agent to play our side against it, with us between the two.")
@click.option("--simulated", is_flag=True, help="Our own simulated side as well as the agents that are named.")
@click.option("--as", "agent", metavar="AGENT", help="Whom we play (default: whoever has the first word).")
@click.option("--times", default=1, show_default=True, type=click.IntRange(1, 10_000), help="Repetitions of each.")
@click.option("--parallel", default=4, show_default=True, type=click.IntRange(1, 200), help="Trials at the same time.")
@click.option("--faults", multiple=True, metavar="NAME", help="What goes wrong on purpose: all, or names by comma.")
@click.option("--crash", is_flag=True, help="Kill our own side between two records, and start it again.")
@click.option("--seed", default=1, show_default=True, help="Decides where a crash falls.")
@click.option("--seconds", default=120.0, show_default=True, type=SECONDS, help="What one trial may take.")
@click.option(
    "--patience", default=2.0, show_default=True, type=SECONDS, help="How late what is late comes, in seconds."
)
@click.option("--judge", metavar="MODEL", help="Have a configured model judge each talk, too; - is the usual one.")
@click.option("--authorization", metavar="VARIABLE", help="The variable that holds the agent's Authorization header.")
@click.option(
    "--and-authorization", "between_authorization", metavar="VARIABLE", help="The same of the agent of --and."
)
@click.option("--at-least", default=1.0, show_default=True, type=AmountInRange(0, 1), help="Share that must pass.")
@click.option("--json", "json_at", type=FILE, help="Write the whole report as JSON.")
@click.option("--junit", "junit_at", type=FILE, help="Write the report as JUnit XML.")
@click.option("--page", "page_at", type=FILE, help="Write the report as one page that works offline.")
@click.option("--compare", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="An earlier --json.")
@click.option("--data", type=click.Path(file_okay=False, path_type=Path), help="Keep our own logs in this folder.")
def bench(**wanted: Any) -> None:
    """Try agents with scenarios: N scenarios, M times, against each of them, and judge what came of it.

    SCENARIO is the name of one that is shipped, a file, a folder, or an address; without any, all that are shipped.

    Exit code: 0 enough passed, 4 too little passed, 130 cancelled."""
    from loket_demos.scenario.trial.options import BenchOptions
    from loket_demos.scenario.trial.run import run_bench

    given = {name: value for name, value in wanted.items() if value is not None}
    raise SystemExit(asyncio.run(run_bench(BenchOptions(**given))))
