"""Where the club's data lives: the port behind which SQLite and Airtable answer alike."""

from collections.abc import Sequence
from datetime import date
from typing import Protocol

from loket.core.errors import LoketError
from loket_demos.urmston.club.season import Season
from loket_demos.urmston.club.shapes import Fixture, Team


class DataUnavailable(LoketError):
    """The club's data can't be read or written now; trying again later may help."""

    status = 503

    def __init__(self, text: str = "The club's data can't be reached right now. Please try again later.") -> None:
        super().__init__("data_source_unavailable", text)


class ClubData(Protocol):
    """Called by the skills, any number of times side by side. Raises DataUnavailable and nothing else.

    `teams` come by age group and name, `fixtures` by date. `today` decides which season's data is meant and which
    matches have been played. `registered` says only whether such a registration exists. `report` keeps a report once:
    the same ticket again changes nothing."""

    async def teams(self) -> Sequence[Team]: ...

    async def fixtures(self, season: Season, today: date) -> Sequence[Fixture]: ...

    async def registered(self, team: str, group: str, first: str, last: str) -> bool: ...

    async def report(self, ticket: str, text: str, today: date) -> None: ...
