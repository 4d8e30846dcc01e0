"""The club's data in Airtable, through its library, which is only read when it is configured.

The base has the tables Teams, Fixtures, Registrations and Reports with the columns of the shipped tables."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TypeVar

import anyio.to_thread
from pyairtable import Api
from pyairtable.formulas import AND, EQ, LOWER, Field
from requests.exceptions import RequestException

from loket.core.data import JsonObject
from loket_demos.urmston.club.port import DataUnavailable
from loket_demos.urmston.club.rows import fixture_of, in_order, team_of
from loket_demos.urmston.club.season import Season
from loket_demos.urmston.club.shapes import Fixture, Team

SECONDS = (5, 10)
"""To connect, and to read an answer."""
FRESH = 20.0
"""Seconds a table that was read is used again: the service takes few requests a second."""
CLOUD = "https://api.airtable.com"

Made = TypeVar("Made")


@dataclass(frozen=True)
class AirtableSettings:
    """Where the base is, and the key that may read it and write reports."""

    key: str
    base: str
    url: str = CLOUD


class AirtableClub:
    """Answers from one base. What the service refuses or does not answer in time is DataUnavailable."""

    def __init__(self, settings: AirtableSettings, clock: Callable[[], float] = time.monotonic) -> None:
        self._api = Api(settings.key, timeout=SECONDS, retry_strategy=None, endpoint_url=settings.url)
        self._base, self._clock = settings.base, clock
        self._read: dict[str, tuple[float, list[JsonObject]]] = {}

    async def teams(self) -> Sequence[Team]:
        return in_order(team_of(_listed(row)) for row in await self._rows("Teams"))

    async def fixtures(self, season: Season, today: date) -> Sequence[Fixture]:
        teams = {team.name: team for team in await self.teams()}
        rows = [row for row in await self._rows("Fixtures") if row.get("team") in teams]
        made = [fixture_of(row, teams[row["team"]], season, today) for row in rows]
        return sorted(made, key=lambda one: (one.fixture_date, one.kick_off, one.id))

    async def registered(self, team: str, group: str, first: str, last: str) -> bool:
        formula = AND(
            EQ(LOWER(Field("short_team_name")), team.lower()),
            EQ(Field("age_group"), group.upper()),
            EQ(LOWER(Field("first_name")), first.lower()),
            EQ(LOWER(Field("last_name")), last.lower()),
        )
        table = self._api.table(self._base, "Registrations")
        return bool(await _asked(lambda: table.all(formula=formula, fields=["age_group"], max_records=1)))

    async def report(self, ticket: str, text: str, today: date) -> None:
        row = {"fields": {"ticket": ticket, "reported": today.isoformat(), "text": text}}
        table = self._api.table(self._base, "Reports")
        await _asked(lambda: table.batch_upsert([row], key_fields=["ticket"]))

    async def _rows(self, name: str) -> list[JsonObject]:
        read, rows = self._read.get(name, (0.0, None))
        if rows is None or self._clock() - read > FRESH:
            table = self._api.table(self._base, name)
            rows = [dict(record["fields"]) for record in await _asked(table.all)]
            self._read[name] = (self._clock(), rows)
        return rows


async def _asked(ask: Callable[[], Made]) -> Made:
    try:
        return await anyio.to_thread.run_sync(ask)
    except (RequestException, KeyError, TypeError, ValueError) as error:
        raise DataUnavailable from error


def _listed(row: JsonObject) -> JsonObject:
    """Several choices come as a list."""
    positions = row.get("positions", "")
    return {**row, "positions": ";".join(positions) if isinstance(positions, list) else positions}
