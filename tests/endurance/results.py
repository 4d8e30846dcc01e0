"""What a run of the long lane found: lines with a target or without, as a table for people and as JSON for the page."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass

MARK = "endurance: "
"""Begins the last line that a run prints, which `python -m tests.endurance` reads."""


@dataclass(frozen=True)
class Line:
    """One figure; without a target it is there to be known."""

    what: str
    measured: float
    unit: str = ""
    target: str = ""
    met: bool | None = None


def exact(what: str, measured: float, wanted: float = 0) -> Line:
    """A figure that has to be this one."""
    return Line(what, measured, "", f"{wanted:g}", measured == wanted)


def under(what: str, measured: float, most: float, unit: str = "") -> Line:
    """A figure that may be so much at most."""
    return Line(what, measured, unit, f"at most {most:g}{f' {unit}' if unit else ''}", measured <= most)


def table(lines: Sequence[Line]) -> str:
    """The lines in Markdown."""
    rows = ["| | measured | target | met |", "|---|--:|---|---|"]
    for line in lines:
        met = "" if line.met is None else ("yes" if line.met else "**no**")
        value = f"{line.measured:,.0f}" if float(line.measured).is_integer() else f"{line.measured:.4g}"
        rows.append(f"| {line.what} | {value}{f' {line.unit}' if line.unit else ''} | {line.target} | {met} |")
    return "\n".join(rows)


def finished(title: str, lines: Sequence[Line]) -> int:
    """Prints the table and the last line; the exit code, 1 when a target was missed."""
    print(f"## {title}\n\n{table(lines)}\n")
    print(MARK + json.dumps({"title": title, "lines": [asdict(line) for line in lines]}), flush=True)
    return int(any(line.met is False for line in lines))
