"""Who takes part: the entrants of bench/entrants.toml."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

LOKET = "loket"
FLOOR = "floor"


@dataclass(frozen=True)
class Entrant:
    """One row of the table; the fields are explained where they are filled in."""

    name: str
    start: tuple[str, ...]
    by_steps: bool
    what: str
    kept: str
    environment: str = ""


def entrants() -> tuple[Entrant, ...]:
    """All, in the order of a round."""
    rows: list[dict[str, Any]] = declared()["entrant"]
    return tuple(Entrant(start=tuple(row.pop("start")), **row) for row in rows)


def left_out() -> dict[str, str]:
    """Peers considered and not measured, with the reason."""
    return dict(declared()["left_out"])


def declared() -> dict[str, Any]:
    """The file as it is."""
    return tomllib.loads((Path(__file__).parent / "entrants.toml").read_text("utf-8"))
