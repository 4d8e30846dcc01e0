"""Reading the club's rows, from whichever source: text in, nouns out; a row that makes no sense is refused."""

import csv
from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from importlib.resources import files

from pydantic import ValidationError

from loket.core.data import Json
from loket_demos.urmston.club.port import DataUnavailable
from loket_demos.urmston.club.season import Season
from loket_demos.urmston.club.shapes import Fixture, FixtureStatus, Team

TABLES = ("teams", "fixtures", "registrations")
FIRST_WITH_RESULTS = 12
"""The youngest age group whose results are published."""
HOME_GROUND = {True: "Millbrook Fields", False: "Station Road Ground"}
"""Where the groups below U12 play at home, and where the others do."""

Row = Mapping[str, Json]


def shipped(table: str) -> list[dict[str, str]]:
    """The rows of a table as they come with this package."""
    text = (files("loket_demos.urmston") / "data" / f"{table}.csv").read_text("utf-8")
    return list(csv.DictReader(text.splitlines()))


def team_of(row: Row) -> Team:
    """A team. DataUnavailable when the row is none."""
    positions = str(row.get("positions") or "")
    listed = tuple(one.strip() for one in positions.split(";") if one.strip())
    try:
        return Team.model_validate({**row, "positions": listed})
    except ValidationError as error:
        columns = ", ".join(dict.fromkeys(str(wrong["loc"][0]) for wrong in error.errors(include_input=False)))
        raise DataUnavailable(f"A team in the club's books can't be read: {row.get('name')} ({columns}).") from error


def in_order(teams: Iterable[Team]) -> list[Team]:
    """The younger first, then by name."""
    return sorted(teams, key=lambda team: (team.group, team.name))


def fixture_of(row: Row, team: Team, season: Season, today: date) -> Fixture:
    """A match of this season. A row tells the week of the season it is played in, so that the same plan serves every
    year. DataUnavailable when the row is none."""
    try:
        day = played_on(int(row["week"]), str(row["day"]), season)
        home = str(row["home"]) == "yes"
        opponent, name = str(row["opponent"]), team.name
        status = _status(str(row.get("status") or ""), day, today)
        scores = (row.get("home_score"), row.get("away_score"))
        told = status == "completed" and team.group >= FIRST_WITH_RESULTS and None not in scores and "" not in scores
        return Fixture(
            id=str(row["id"]),
            fixture_date=day,
            kick_off=str(row["kick_off"]),
            home_team=name if home else opponent,
            away_team=opponent if home else name,
            venue=HOME_GROUND[team.group < FIRST_WITH_RESULTS] if home else f"{opponent.rsplit(' ', 1)[0]}, away",
            competition=str(row["competition"]),
            home_score=int(str(scores[0])) if told else None,
            away_score=int(str(scores[1])) if told else None,
            status=status,
            age_group=team.age_group,
            pitch=str(row.get("pitch") or ""),
        )
    except (KeyError, ValueError) as error:
        raise DataUnavailable(f"A match in the club's books can't be read: {row.get('id')}.") from error


def played_on(week: int, day: str, season: Season) -> date:
    """The Saturday or Sunday of a week of the season; week 1 has the first Saturday of September."""
    first = season.first_day
    saturday = first + timedelta(days=(5 - first.weekday()) % 7, weeks=week - 1)
    return saturday + timedelta(days=1) if day == "Sunday" else saturday


def _status(told: str, day: date, today: date) -> FixtureStatus:
    match told:
        case "postponed" | "cancelled":
            return told
        case _:
            return "completed" if day < today else "upcoming"
