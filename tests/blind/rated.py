"""How the cases of a blind set went, and what harm that is: a wrong act costs five times what asking back costs."""

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

SETS = Path(__file__).parent / "sets"
HARM = {"right": 0, "asked": 1, "refused": 1, "wrong": 5}


@dataclass(frozen=True)
class Rated:
    """One case: its verdict (a key of `HARM`), the group it is counted in, and what was answered. `acted`: something
    was done or stated, neither asked nor refused; `seen` is what a reader's judgement is of."""

    id: str
    verdict: str
    group: str = ""
    words: str = ""
    acted: bool = True
    seen: str = ""


def rows(name: str) -> list[dict[str, Any]]:
    """The lines of a set."""
    return [json.loads(line) for line in (SETS / name).read_text("utf-8").splitlines() if line.strip()]


def judged(name: str, id: str, words: str) -> Mapping[str, Any]:
    """What a reader found in an answer of a set; nothing when the answer is another than those that were read."""
    return next((line for line in _read(name).get(id, ()) if line["of"] == mark(words)), {})


def mark(words: str) -> str:
    """What an answer is known by, without keeping it."""
    return sha256(re.sub(r"127\.0\.0\.1:\d+", "", words).encode()).hexdigest()[:12]


@cache
def _read(name: str) -> Mapping[str, Sequence[Mapping[str, Any]]]:
    path = SETS.parent / f"{name}-judged.json"
    return json.loads(path.read_text("utf-8")) if path.exists() else {}


def lines(name: str, rated: Sequence[Rated], *, grouped: bool = True) -> list[str]:
    """Rows of a table in Markdown: the whole set, and each of its groups."""
    groups = sorted({one.group for one in rated if one.group}) if grouped else []
    return [_line(name, rated)] + [
        _line(f"· {group}", [one for one in rated if one.group == group]) for group in groups
    ]


def _line(name: str, rated: Sequence[Rated]) -> str:
    count = Counter(one.verdict for one in rated)
    harm = sum(HARM[one.verdict] for one in rated)
    shown = " | ".join(str(count[verdict]) for verdict in HARM)
    acts = sum(one.acted or one.verdict == "wrong" for one in rated)
    of_acts = f"{100 * count['wrong'] / max(1, acts):.0f}"
    return f"| {name} | {len(rated)} | {shown} | {harm / max(1, len(rated)):.2f} | {acts} | {of_acts} |"
