"""One suite for every source of the club's data: SQLite from the shipped tables, Airtable over its wire."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

import anyio
import pytest

from loket.core.errors import ConfigError
from loket.house.bundle import Services
from loket_demos.urmston.club.airtable import AirtableClub, AirtableSettings
from loket_demos.urmston.club.port import ClubData, DataUnavailable
from loket_demos.urmston.club.rows import shipped
from loket_demos.urmston.club.season import season_of
from loket_demos.urmston.club.source import AIRTABLE, DATABASE, club_data
from loket_demos.urmston.club.sqlite import SqliteClub
from tests.loopback import answering
from tests.urmston.airtable import BASE, KEY, Base
from tests.urmston.rooms import TODAY

SEASON = season_of(TODAY)


@dataclass
class Source:
    """A source of data, and what it keeps as reports."""

    data: ClubData
    path: Path | None = None
    base: Base = field(default_factory=Base)

    def reports(self) -> list[tuple[str, str]]:
        if self.path is None:
            return [(row["ticket"], row["text"]) for row in self.base.tables["Reports"]]
        with closing(sqlite3.connect(self.path)) as line:
            return line.execute("SELECT ticket, text FROM reports").fetchall()


@asynccontextmanager
async def at_airtable() -> AsyncIterator[Source]:
    base = Base()
    async with answering(base.answer) as there:
        yield Source(AirtableClub(AirtableSettings(KEY, BASE, there.url)), base=base)


@pytest.fixture(params=["sqlite", "airtable"])
async def source(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Source]:
    if request.param == "sqlite":
        path = tmp_path / "made" / "club.sqlite"
        yield Source(SqliteClub(path), path)
        return
    async with at_airtable() as there:
        yield there


async def test_all_teams_come_by_age_group_and_name(source: Source) -> None:
    teams = await source.data.teams()
    assert len(teams) == len(shipped("teams"))
    assert [(team.group, team.name) for team in teams] == sorted((team.group, team.name) for team in teams)
    assert {team.age_group for team in teams} == {f"U{n}" for n in range(6, 19)}
    lions = next(team for team in teams if team.name == "U10 Lions")
    assert (lions.gender, lions.spaces, lions.contact) == ("mixed", 2, "coach@example.com")
    assert lions.positions == ("goalkeeper", "defender")
    assert all(team.contact.endswith("@example.com") for team in teams)


async def test_all_matches_of_a_season_come_by_day(source: Source) -> None:
    found = await source.data.fixtures(SEASON, TODAY)
    assert len(found) == len(shipped("fixtures"))
    assert [one.fixture_date for one in found] == sorted(one.fixture_date for one in found)
    assert {one.status for one in found} == {"upcoming", "completed", "postponed", "cancelled"}
    for one in found:
        if one.status == "upcoming":
            assert one.fixture_date >= TODAY
        published = one.home_score is not None
        assert published == (one.status == "completed" and int(one.age_group[1:]) >= 12)


async def test_the_same_plan_serves_another_season(source: Source) -> None:
    later = season_of(date(2031, 3, 1))
    found = await source.data.fixtures(later, date(2031, 3, 1))
    assert all(season_of(one.fixture_date) == later for one in found)


async def test_a_registration_is_known_whatever_the_letters(source: Source) -> None:
    row = next(row for row in shipped("registrations") if row["short_team_name"] == "lions")
    first, last = row["first_name"], row["last_name"]
    assert await source.data.registered("LIONS", "u10", first.upper(), last.lower())
    assert not await source.data.registered("lions", "U11", first, last)
    assert not await source.data.registered("lions", "U10", first, "Nobody")
    assert not await source.data.registered("lions", "U10", "' OR 1=1 --", "') OR ('")


async def test_a_report_is_kept_once(source: Source) -> None:
    await source.data.report("UT-1", "The gate is stuck.", TODAY)
    await source.data.report("UT-1", "The gate is stuck.", TODAY)
    await source.data.report("UT-2", "It's raining in.", TODAY)
    assert source.reports() == [("UT-1", "The gate is stuck."), ("UT-2", "It's raining in.")]


async def test_a_table_that_was_just_read_is_used_again(tmp_path: Path) -> None:
    async with at_airtable() as there:
        for _ in range(3):
            await there.data.teams()
        assert there.base.asked == ["Teams"]


@pytest.mark.parametrize("status", [401, 404, 422, 429, 500])
async def test_what_the_service_refuses_is_data_that_cannot_be_had(status: int) -> None:
    async with at_airtable() as there:
        there.base.status = status
        with pytest.raises(DataUnavailable):
            await there.data.teams()


async def test_a_service_that_is_gone_is_data_that_cannot_be_had() -> None:
    async with answering(lambda asked: None) as there:
        data = AirtableClub(AirtableSettings(KEY, BASE, there.url))
        with pytest.raises(DataUnavailable):
            await data.teams()


async def test_a_file_that_is_no_database_is_data_that_cannot_be_had(tmp_path: Path) -> None:
    path = tmp_path / "club.sqlite"
    path.write_bytes(b"no database" * 100)
    with pytest.raises(DataUnavailable):
        await SqliteClub(path).teams()


async def test_a_row_that_makes_no_sense_is_named_with_its_columns(tmp_path: Path) -> None:
    path = tmp_path / "club.sqlite"
    club = SqliteClub(path)
    await club.teams()
    with closing(sqlite3.connect(path)) as line, line:
        line.execute("UPDATE teams SET age_group = 'Under 10' WHERE name = 'U10 Lions'")
    with pytest.raises(DataUnavailable, match=r"U10 Lions \(age_group\)"):
        await club.teams()
    async with at_airtable() as there:
        [lions] = [row for row in there.base.tables["Teams"] if row["name"] == "U10 Lions"]
        del lions["waiting_list"]  # as an empty cell comes
        assert {team.name: team.waiting_list for team in await there.data.teams()}["U10 Lions"] == 0
    async with at_airtable() as there:
        [lions] = [row for row in there.base.tables["Teams"] if row["name"] == "U10 Lions"]
        del lions["capacity"], lions["venue"]
        with pytest.raises(DataUnavailable, match=r"U10 Lions \(capacity, venue\)"):
            await there.data.teams()


async def test_many_that_come_at_once_find_one_database(tmp_path: Path) -> None:
    path = tmp_path / "club.sqlite"
    counts: list[int] = []

    async def read() -> None:
        counts.append(len(await SqliteClub(path).teams()))

    async with anyio.create_task_group() as group:
        for _ in range(8):
            group.start_soon(read)
    assert counts == [len(shipped("teams"))] * 8


async def test_what_the_club_changes_in_its_books_is_answered(tmp_path: Path) -> None:
    path = tmp_path / "club.sqlite"
    data = SqliteClub(path)
    await data.teams()
    with closing(sqlite3.connect(path)) as line:
        line.execute("UPDATE teams SET registered = capacity WHERE name = 'U10 Lions'")
        line.commit()
    assert next(team for team in await data.teams() if team.name == "U10 Lions").spaces == 0


def test_the_configuration_says_where_the_data_is(tmp_path: Path) -> None:
    own = club_data(Services(env={DATABASE: str(tmp_path / "own.sqlite")}, data=tmp_path))
    assert isinstance(own, SqliteClub)
    assert isinstance(club_data(Services(env={AIRTABLE[0]: KEY, AIRTABLE[1]: BASE})), AirtableClub)
    with pytest.raises(ConfigError):
        club_data(Services(env={AIRTABLE[0]: KEY}))
