"""The club's data in SQLite: a file that is made from the shipped tables when it does not exist yet."""

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import TypeVar

import anyio.to_thread

from loket_demos.urmston.club.port import DataUnavailable
from loket_demos.urmston.club.rows import TABLES, fixture_of, in_order, shipped, team_of
from loket_demos.urmston.club.season import Season
from loket_demos.urmston.club.shapes import Fixture, Team

SECONDS = 5.0
"""How long a statement waits for another process that writes."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS teams (
  short_name TEXT NOT NULL, name TEXT PRIMARY KEY, age_group TEXT NOT NULL,
  gender TEXT NOT NULL CHECK (gender IN ('boys', 'girls', 'mixed')),
  capacity INTEGER NOT NULL, registered INTEGER NOT NULL, waiting_list INTEGER NOT NULL,
  training_day TEXT NOT NULL, training_time TEXT NOT NULL, venue TEXT NOT NULL, positions TEXT NOT NULL,
  contact TEXT NOT NULL, UNIQUE (short_name, age_group)) STRICT;
CREATE TABLE IF NOT EXISTS fixtures (
  id TEXT PRIMARY KEY, team TEXT NOT NULL REFERENCES teams (name), week INTEGER NOT NULL, day TEXT NOT NULL,
  kick_off TEXT NOT NULL, home TEXT NOT NULL, opponent TEXT NOT NULL, competition TEXT NOT NULL,
  home_score TEXT, away_score TEXT, status TEXT NOT NULL, pitch TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS registrations (
  short_team_name TEXT NOT NULL, age_group TEXT NOT NULL, first_name TEXT NOT NULL, last_name TEXT NOT NULL,
  PRIMARY KEY (short_team_name, age_group, first_name, last_name),
  FOREIGN KEY (short_team_name, age_group) REFERENCES teams (short_name, age_group)) STRICT;
CREATE TABLE IF NOT EXISTS reports (ticket TEXT PRIMARY KEY, reported TEXT NOT NULL, text TEXT NOT NULL) STRICT;
"""

Made = TypeVar("Made")


class SqliteClub:
    """Answers from one file. Every question opens it anew, in a worker thread: they are few, and a book that is
    edited meanwhile is read as it is then."""

    def __init__(self, path: Path) -> None:
        self._path = path

    async def teams(self) -> Sequence[Team]:
        return await self._run(lambda line: in_order(team_of(dict(row)) for row in line.execute(_TEAMS)))

    async def fixtures(self, season: Season, today: date) -> Sequence[Fixture]:
        def read(line: sqlite3.Connection) -> list[Fixture]:
            teams = {team.name: team for team in (team_of(dict(row)) for row in line.execute(_TEAMS))}
            rows = [dict(row) for row in line.execute("SELECT * FROM fixtures")]
            made = [fixture_of(row, teams[row["team"]], season, today) for row in rows]
            return sorted(made, key=lambda one: (one.fixture_date, one.kick_off, one.id))

        return await self._run(read)

    async def registered(self, team: str, group: str, first: str, last: str) -> bool:
        asked = (team.lower(), group.upper(), first, last)
        found = await self._run(lambda line: line.execute(_REGISTERED, asked).fetchone())
        return found is not None

    async def report(self, ticket: str, text: str, today: date) -> None:
        row = (ticket, today.isoformat(), text)
        await self._run(lambda line: line.execute("INSERT OR IGNORE INTO reports VALUES (?, ?, ?)", row))

    async def _run(self, work: Callable[[sqlite3.Connection], Made]) -> Made:
        return await anyio.to_thread.run_sync(self._worked, work)

    def _worked(self, work: Callable[[sqlite3.Connection], Made]) -> Made:
        try:
            with closing(self._opened()) as line, line:
                return work(line)
        except (sqlite3.Error, OSError) as error:
            raise DataUnavailable from error

    def _opened(self) -> sqlite3.Connection:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        line = sqlite3.connect(self._path, timeout=SECONDS)
        line.row_factory = sqlite3.Row
        line.execute("PRAGMA foreign_keys = ON")
        if line.execute("PRAGMA user_version").fetchone()[0] == 0:
            _make(line)
        return line


def _make(line: sqlite3.Connection) -> None:
    """The tables with what is shipped; of two processes that come at once, one makes them."""
    line.executescript(f"BEGIN IMMEDIATE; {_SCHEMA}")
    if line.execute("PRAGMA user_version").fetchone()[0] == 0:
        for table in TABLES:
            rows = shipped(table)
            names = ", ".join(f":{name}" for name in rows[0])
            line.executemany(f"INSERT INTO {table} ({', '.join(rows[0])}) VALUES ({names})", rows)  # noqa: S608 - ours
        line.execute("PRAGMA user_version = 1")
    line.commit()


_TEAMS = "SELECT * FROM teams"
_REGISTERED = """SELECT 1 FROM registrations WHERE short_team_name = ? AND age_group = ?
  AND first_name = ? COLLATE NOCASE AND last_name = ? COLLATE NOCASE"""
