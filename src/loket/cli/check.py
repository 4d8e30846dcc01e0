"""`loket check`: whether anybody's agent keeps what its card and the protocol promise; a page, and an exit code."""

import json
from collections.abc import Iterator
from html import escape
from pathlib import Path

import click

from loket.cli.agents import directory_of
from loket.cli.lines import json_line, one_line
from loket.config import Config
from loket.core.errors import Invalid
from loket.doors.auth import LOCAL
from loket.house.paper import paper
from loket.tools.agents.directory import KnownAgent
from loket.tools.checking.agent import checks_of
from loket.tools.checking.report import Check, CheckReport, Outcome

KEPT, BROKEN = 0, 4
MARKS: dict[Outcome, str] = {"passed": "ok", "warned": "note", "failed": "FAIL", "skipped": "-"}
WORDS: dict[Outcome, str] = {"passed": "kept", "warned": "to note", "failed": "broken", "skipped": "not tried"}


async def check(config: Config, url: str, text: str, as_json: bool, page: Path | None) -> int:
    """Prints each check as it is made; 0 when nothing is broken, else 4. With `text` a message is sent."""
    checks: list[Check] = []
    async with directory_of(config, url) as directory:
        found = await directory.find(url, LOCAL, fresh=True)
        async for made in checks_of(found, directory, text):
            if not as_json:
                _print(made, checks[-1].group if checks else "")
            checks.append(made)
    agent = found.card if isinstance(found, KnownAgent) else None
    named = {"agent": agent.name, "version": agent.version} if agent is not None else {}
    report = CheckReport(url=url, checks=tuple(checks), **named)
    if as_json:
        told = {**report.model_dump(), "kept": report.kept}
        click.echo(json_line(json.dumps(told, ensure_ascii=False)))
    else:
        click.echo(f"\n{_sum(report)}")
    if page is not None:
        _write(page, report)
    return KEPT if report.kept else BROKEN


def _print(made: Check, group: str) -> None:
    if made.group != group:
        click.echo(one_line(made.group))
    source = f"  ({made.source})" if made.source and made.outcome != "passed" else ""
    click.echo(one_line(f"  {MARKS[made.outcome]:<5} {made.text}{source}"))


def _sum(report: CheckReport) -> str:
    return ", ".join(f"{report.count(outcome)} {words}" for outcome, words in WORDS.items())


def _write(page: Path, report: CheckReport) -> None:
    title = f"{report.agent or report.url} {report.version}".rstrip()
    try:
        page.write_text(paper(title, f"<p>{escape(_sum(report))}</p>{''.join(_tables(report))}"), encoding="utf-8")
    except OSError as error:
        raise Invalid("not_written", f"The page can't be written: {error.strerror}.") from error


def _tables(report: CheckReport) -> Iterator[str]:
    for group in dict.fromkeys(made.group for made in report.checks):
        rows = "".join(_row(made) for made in report.checks if made.group == group)
        yield f"<table><caption>{escape(group)}</caption><tbody>{rows}</tbody></table>"


def _row(made: Check) -> str:
    bad = " class=bad" if made.outcome == "failed" else ""
    cells = f"<th scope=row{bad}>{WORDS[made.outcome]}</th><td>{escape(made.text)}</td><td>{escape(made.source)}</td>"
    return f"<tr>{cells}</tr>"
