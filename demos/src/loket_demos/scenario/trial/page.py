"""A report as one page for people: it works offline, without a script, in light and in dark."""

import json
from collections.abc import Sequence
from html import escape

from loket.core.data import Json
from loket.house.paper import paper
from loket_demos.scenario.trial.comparing import RunComparison
from loket_demos.scenario.trial.results import MARKS, TrialReport, TrialResult, by_fault

STANDS = {"held": "✓ held", "gave way": "✗ gave way", "unknown": "? unknown"}


def report_page(report: TrialReport, comparison: RunComparison | None = None) -> str:
    """The page."""
    counts = report.counted()
    words = ", ".join(f"{counts[verdict]} {verdict}" for verdict in MARKS if counts[verdict])
    against = f" against {', '.join(map(escape, report.against))}" if report.against else ""
    cut = " It was cancelled before all of it was run." if report.cancelled else ""
    when = f"Begun {escape(report.began)}, {report.seconds:.1f} s."
    intro = f"<p>{report.size}{against}: {words or 'none'}. {when}{cut}</p>"
    parts = [intro, _changes(comparison), _overview(report.results), _faults(report.results)]
    parts += ["<h2>Every trial</h2>", *(_trial(one) for one in report.results)]
    return paper("Bench of agents", "".join(parts))


def _table(caption: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Cells are HTML; the first of each row is its heading."""
    head = "".join(f"<th scope=col>{escape(text)}</th>" for text in heads)
    body = "".join(
        f"<tr><th scope=row>{first}</th>{''.join(f'<td>{cell}</td>' for cell in rest)}</tr>" for first, *rest in rows
    )
    return f"<table><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _changes(comparison: RunComparison | None) -> str:
    if comparison is None:
        return ""
    return f"<h2>What changed</h2><ul>{''.join(f'<li>{escape(line)}</li>' for line in comparison.lines())}</ul>"


def _overview(results: Sequence[TrialResult]) -> str:
    rows: list[list[str]] = []
    for scenario in dict.fromkeys(one.trial.scenario for one in results):
        of = [one for one in results if one.trial.scenario == scenario]
        passed = sum(one.verdict == "passed" for one in of)
        ends = ", ".join(sorted({one.end or "no end" for one in of}))
        seconds = sorted(one.figures.seconds for one in of)[len(of) // 2]
        bad = " class=bad" if passed < len(of) else ""
        turns = "–".join(str(turns) for turns in sorted({f(one.figures.turns for one in of) for f in (min, max)}))
        rows.append(
            [escape(scenario), f"<span{bad}>{passed} of {len(of)}</span>", escape(ends), turns, f"{seconds:.1f} s"]
        )
    heads = ("Scenario", "Passed", "How it ended", "Turns", "Median time")
    return _table("Scenarios", heads, rows) if rows else ""


def _faults(results: Sequence[TrialResult]) -> str:
    rows = [
        [escape(f"{name}: {one['title']}"), STANDS[one["stand"]], escape(str(one["sentence"])), str(one["times"])]
        for name, told in by_fault(results).items()
        for one in told
    ]
    heads = ("Fault", "The agent", "What it did", "Times")
    return f"<h2>Faults on purpose</h2>{_table('What the agent made of each fault', heads, rows)}" if rows else ""


def _trial(result: TrialResult) -> str:
    figures = result.figures
    title = f"{MARKS[result.verdict]} {result.verdict}: {escape(result.trial.key)}"
    checks = "".join(
        f"<li{'' if check.ok else ' class=bad'}>{'✓' if check.ok else '✗'} {escape(check.name)}"
        f"{f': {escape(check.sentence)}' if check.sentence else ''}</li>"
        for check in result.checks
    )
    told = [f"End: {result.end or 'none'}", f"{figures.turns} turns", f"{figures.calls} calls of tools"]
    told += [f"{figures.seconds:.1f} s"] + ([f"{figures.crashes} crashes"] if figures.crashes else [])
    told += [f"${figures.cost:.4f}"] if figures.cost is not None else []
    parts = [f"<p>{escape(', '.join(told))}.{f' {escape(result.why)}' if result.why else ''}</p><ul>{checks}</ul>"]
    if result.judge is not None:
        parts.append(f"<h3>Judge</h3><pre>{_json(result.judge)}</pre>")
    if result.said:
        parts.append(f"<h3>What was said</h3><pre>{escape(chr(10).join(result.said))}</pre>")
    for name, lines in (("Log", result.log), ("Wire", result.wire)):
        if lines:
            inner = "\n".join(_json(line) for line in lines)
            parts.append(f"<details><summary>{name}: {len(lines)}</summary><pre>{inner}</pre></details>")
    open_now = "" if result.verdict == "passed" else " open"
    return f"<details{open_now}><summary>{title}</summary>{''.join(parts)}</details>"


def _json(value: Json) -> str:
    return escape(json.dumps(value, ensure_ascii=False))
