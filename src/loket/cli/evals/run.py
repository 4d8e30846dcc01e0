"""`loket eval`: every case with every assistant that is to be measured, each in a data folder that is thrown away."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from loket.cli.channel import chosen_assistant, reached
from loket.cli.evals.cases import read_cases
from loket.cli.evals.report import Result, as_json, page, scores, table
from loket.cli.evals.talks import talked
from loket.cli.evals.verdicts import judged
from loket.config import Config

WRONG = 4
"""The exit code when too little was right."""


async def evaluate(
    config: Config, file: Path, assistants: tuple[str, ...], share: float, out: tuple[bool, Path | None]
) -> int:
    """Has the talks and prints how they went, as JSON when `out` says so, with a page at its path. The tools are the
    real ones. 0 when at least `share` of the cases are right for every assistant and nothing was done that nobody
    expected."""
    cases, results = read_cases(file), list[Result]()
    with TemporaryDirectory(prefix="loket-eval-") as folder:
        async with reached(config.model_copy(update={"data": Path(folder)})) as channel:
            for case in cases:
                for name in assistants or (case.assistant,):
                    name, _ = await chosen_assistant(channel, name or None)
                    seen = await talked(channel, case, name)
                    results.append(Result(case, name, seen, judged(case, seen)))
    machine, at = out
    if at is not None:
        at.write_text(page(results), "utf-8")
    click.echo(json.dumps(as_json(results), ensure_ascii=False, indent=1) if machine else "\n".join(table(results)))
    good = all(score["share"] >= share and not score["harm"] for score in scores(results).values())
    return 0 if good else WRONG
