"""When do they play? Matches of a team, an age group or the whole club between two days."""

from collections.abc import Sequence
from datetime import date, timedelta

from loket.core.data import JsonObject
from loket.core.tool import ToolFailed
from loket_demos.urmston.club.availability_words import day
from loket_demos.urmston.club.port import ClubData
from loket_demos.urmston.club.season import season_of
from loket_demos.urmston.club.shapes import Fixture
from loket_demos.urmston.club.spaces import no_such_team, teams_meant

AHEAD = timedelta(days=42)
"""How far we look when nobody says until when."""
MOST, TOLD = 40, 3


async def get_match_schedule(
    data: ClubData, team: str | None, between: tuple[date | None, date | None], today: date
) -> JsonObject:
    """`fixtures` in order of their day, with an explanation. ToolFailed `invalid_parameters` when the days are the
    wrong way round."""
    first = between[0] or today
    last = between[1] or first + AHEAD
    if first > last:
        raise ToolFailed("invalid_parameters", "The first day is after the last one.")
    teams = await data.teams()
    wanted = teams_meant(teams, team) if team is not None and team.strip() else teams
    if not wanted:
        return {"fixtures": [], "explanation": no_such_team(teams, str(team))}
    names = {one.name for one in wanted}
    seasons = {season_of(first), season_of(last)}
    found: list[Fixture] = []
    for season in sorted(seasons, key=lambda one: one.start):
        found += await data.fixtures(season, today)
    kept = [
        one for one in found if first <= one.fixture_date <= last and (one.home_team in names or one.away_team in names)
    ][:MOST]
    about = wanted[0].name if len(wanted) == 1 else (team or "the club")
    text = _schedule_text(kept, about, (first, last))
    return {"fixtures": [one.model_dump(mode="json") for one in kept], "explanation": text}


def _schedule_text(found: Sequence[Fixture], about: str, between: tuple[date, date]) -> str:
    span = f"between {day(between[0])} and {day(between[1])}"
    if not found:
        return f"There is no match for {about} {span}."
    lines = [
        f"{one.home_team} v {one.away_team} on {one.fixture_date:%A} {day(one.fixture_date)} at {one.kick_off}, "
        f"{one.venue}{_how(one)}"
        for one in found[:TOLD]
    ]
    count = "1 match" if len(found) == 1 else f"{len(found)} matches"
    more = f"; and {len(found) - TOLD} more" if len(found) > TOLD else ""
    return f"{count} for {about} {span}: {'; '.join(lines)}{more}."


def _how(one: Fixture) -> str:
    match one.status:
        case "completed" if one.home_score is not None:
            return f" ({one.home_score}-{one.away_score})"
        case "upcoming":
            return ""
        case status:
            return f" ({'played' if status == 'completed' else status})"
