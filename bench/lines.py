"""The lines a part of the bench prints: what was measured, in which unit, and the target it is held against."""

import json
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Line:
    """One number. Without a target it is there to be known; with one it is met or not."""

    value: float
    unit: str
    target: str = ""
    met: bool | None = None


def under(value: float, unit: str, most: float) -> Line:
    """A number that has to stay below a limit."""
    return Line(value, unit, f"under {most:g} {unit}", value < most)


def printed(lines: dict[str, Line], note: str) -> None:
    """The last thing a part does: one JSON object on one line."""
    print(json.dumps({"lines": {name: asdict(line) for name, line in lines.items()}, "note": note}))


def percentile(sorted_numbers: list[float], share: float) -> float:
    """The number below which that share of them lies."""
    return sorted_numbers[min(len(sorted_numbers) - 1, int(share * len(sorted_numbers)))]
