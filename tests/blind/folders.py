"""The folders of the blind sets: each says in its `set.toml` of which kinds it has cases, which of those it is the how
manieth of, the day its questions are asked on, and the form its right answers are written in."""

import asyncio
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from pathlib import Path
from typing import Any

from tests.blind import finding, forms, letters, situations, skills, talks
from tests.blind.rated import SETS, Rated

NAMES = (
    *("", "more", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"),
    *("eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth"),
    *("sixteenth", "seventeenth", "eighteenth", "nineteenth", "twentieth"),
)
"""What sets are called by their number, before their kind; the first is called by its kind alone."""
NOON = time(11, tzinfo=UTC)
Measure = Callable[[], list[Rated]]


@dataclass(frozen=True)
class SetFolder:
    """A folder of sets. `forms` is a function of `forms.py`; the skills are asked on the day that stands in each case,
    and the map on any day."""

    folder: str
    number: int
    kinds: Sequence[str]
    day: date | None = None
    forms: str = "as_written"

    @classmethod
    def at(cls, path: Path) -> "SetFolder":
        """As the file says."""
        told: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
        return cls(path.parent.name, **told)

    def measures(self) -> Iterator[tuple[str, Measure]]:
        """Its sets by their names. Letters are two: one pastes them on the page, or in a talk."""
        for kind in self.kinds:
            ways = {"page": " on the page", "talk": " in a talk"} if kind == "letters" else {"": ""}
            for way, words in ways.items():
                yield self._called(f"{kind}{words}", " "), lambda kind=kind, way=way: self._measured(kind, way)

    def _called(self, kind: str, between: str) -> str:
        return between.join(filter(None, (NAMES[self.number - 1], kind)))

    def _measured(self, kind: str, way: str) -> list[Rated]:
        of_case = getattr(forms, self.forms)
        match kind:
            case "letters":
                read_by = self._called("letters", "-")
                return asyncio.run(letters.measured(way, self.folder, read_by, self._now(), of_case))
            case "situations":
                return asyncio.run(situations.measured(self.folder, self._now(), of_case))
            case "finding":
                return asyncio.run(finding.measured(self.folder, self._now(), of_case))
            case "skills":
                return skills.measured(self.folder, of_case)
            case "urmston":
                return asyncio.run(talks.of_urmston(self.folder, self._now()))
            case _:
                return asyncio.run(talks.of_sogis(kind.replace(" ", "_"), self.folder))

    def _now(self) -> datetime:
        assert self.day is not None, f"{self.folder}/set.toml names no day"
        return datetime.combine(self.day, NOON)


def every_set() -> dict[str, Measure]:
    """Every set by its name, in the order of their numbers."""
    folders = sorted((SetFolder.at(path) for path in SETS.glob("*/set.toml")), key=lambda one: (one.number, one.folder))
    return dict(each for one in folders for each in one.measures())
