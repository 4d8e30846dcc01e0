"""What came out of an evaluation: a table, JSON, or a page that stands on its own."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from loket.cli.evals.cases import Case
from loket.cli.evals.talks import Seen
from loket.cli.evals.verdicts import COST, Kind, Verdict
from loket.cli.lines import flat
from loket.core.data import Json, JsonObject
from loket.house.paper import paper

MARKS: Mapping[Kind, str] = {"right": "✓", "asked": "?", "wrong": "✗", "harm": "!"}


@dataclass(frozen=True)
class Result:
    """One case with one assistant."""

    case: Case
    assistant: str
    seen: Seen
    verdict: Verdict


def scores(results: Sequence[Result]) -> Mapping[str, JsonObject]:
    """For each assistant how many cases there are of each kind, the share that is right, and the cost a case: asking
    back 1, acting or answering wrongly 5."""
    table: dict[str, JsonObject] = {}
    for name in dict.fromkeys(result.assistant for result in results):
        kinds = Counter[Kind](result.verdict.kind for result in results if result.assistant == name)
        cases, cost = kinds.total(), sum(COST[kind] * count for kind, count in kinds.items())
        counts: dict[str, Json] = {kind: kinds[kind] for kind in COST}
        table[name] = {"cases": cases, **counts, "share": round(kinds["right"] / cases, 3), "cost": cost / cases}
    return table


def table(results: Sequence[Result]) -> list[str]:
    """Lines for a terminal: each case with each assistant, what was not right, and the scores."""
    lines: list[str] = []
    for result in results:
        verdict = result.verdict
        lines.append(f"{MARKS[verdict.kind]} {verdict.kind:<6} {flat(result.assistant)}: {flat(result.case.name)}")
        lines += [f"         {flat(why)}" for why in verdict.why]
    for name, score in scores(results).items():
        counts = ", ".join(f"{score[kind]} {kind}" for kind in COST if score[kind])
        lines.append(f"{flat(name)}: {counts} of {score['cases']}; cost {score['cost']:.2f} a case")
    return lines


def as_json(results: Sequence[Result]) -> JsonObject:
    """Scores and verdicts."""
    items: list[JsonObject] = [
        {
            "case": result.case.name,
            "assistant": result.assistant,
            "verdict": result.verdict.kind,
            "why": list(result.verdict.why),
            "words": list(result.seen.words),
        }
        for result in results
    ]
    return {"scores": dict(scores(results)), "results": items}


def page(results: Sequence[Result]) -> str:
    """A page for people: the assistants side by side, and every talk with its log."""
    names = list(dict.fromkeys(result.assistant for result in results))
    cells = {(result.case.name, result.assistant): result.verdict for result in results}
    rows = [
        f"<tr><th scope=row>{escape(case)}</th>"
        + "".join(_cell(cells[case, name]) if (case, name) in cells else "<td></td>" for name in names)
        for case in dict.fromkeys(result.case.name for result in results)
    ]
    head = "".join(f"<th scope=col>{escape(name)}</th>" for name in names)
    total = "".join(
        f"<td>{score['right']} of {score['cases']}, cost {score['cost']:.2f}</td>" for score in scores(results).values()
    )
    talks = [_talk(result) for result in results]
    return paper(
        "Evaluation",
        f"<table><thead><tr><th scope=col>Case</th>{head}</tr></thead><tbody>{''.join(rows)}</tbody>"
        f"<tfoot><tr><th scope=row>All</th>{total}</tr></tfoot></table>{''.join(talks)}",
    )


def _cell(verdict: Verdict) -> str:
    return f"<td{' class=bad' if verdict.kind in ('harm', 'wrong') else ''}>{MARKS[verdict.kind]} {verdict.kind}</td>"


def _talk(result: Result) -> str:
    why = "".join(f"<li>{escape(reason)}</li>" for reason in result.verdict.why)
    title = f"{MARKS[result.verdict.kind]} {escape(result.assistant)}: {escape(result.case.name)}"
    log = escape("\n".join(result.seen.lines))
    return f"<details><summary>{title}</summary><ul>{why}</ul><pre>{log}</pre></details>"
