"""Is there a place for this child? The club's main skill: age groups, the teams in them, and what to say about it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from loket.core.tool import ToolFailed
from loket_demos.urmston.club import availability_words as words
from loket_demos.urmston.club.children import BOTH
from loket_demos.urmston.club.port import ClubData
from loket_demos.urmston.club.season import (
    OLDEST,
    PLAYS_UP,
    YOUNGEST,
    Season,
    born_between,
    format_of,
    group_born,
    group_in_year,
    groups_aged,
    season_of,
    years,
)
from loket_demos.urmston.club.shapes import Availability, GroupCandidate, Team, TeamSpaces, training_of

SECRETARY = "secretary@example.com"
OLDEST_PERSON = 120
FITS = {"boy": ("boys", "mixed"), "girl": ("girls", "mixed"), BOTH: ("mixed",), None: ("boys", "girls", "mixed")}


@dataclass(frozen=True, slots=True)
class Child:
    """What is told about a child; nothing that names one. Of several things told, the first that settles the age group
    counts: date of birth, the days that it is between, school year, age group, age."""

    age: int | None = None
    date_of_birth: date | None = None
    born: tuple[date, date] | None = None
    school_year: int | None = None
    age_group: str | None = None
    gender: str | None = None
    position: str | None = None
    current_team: str | None = None


async def check_team_availability(data: ClubData, child: Child, today: date) -> Availability:
    """Both groups of an age that can mean two, at once; the explanation says what would settle it. ToolFailed
    `invalid_parameters` when nothing of this is an age."""
    season = season_of(today)
    groups = groups_of(child, today, season)
    teams = [team for team in await data.teams() if team.gender in FITS[child.gender]]
    teams = [team for team in teams if not _same(team.name, child.current_team)]
    fitting = sorted((team for team in teams if team.group in groups), key=lambda team: _fit(team, child))
    free = _wanted_first([team for team in fitting if team.spaces > 0], child)
    above = [team for team in teams if team.spaces > 0 and 0 < team.group - max(groups) <= PLAYS_UP]
    neighbours = [] if free else above
    told = words.AvailabilityQuestion(
        words.who(child, season), groups, season, bool(child.gender), child.position, SECRETARY
    )
    lead = free[0] if free else min(fitting, key=lambda team: team.waiting_list, default=None)
    if lead is None:
        text = words.no_team(told, above)
    elif free:
        text = words.room(told, free, [team for team in fitting if team not in free])
    else:
        text = words.full(told, fitting, neighbours)
    return _answer(lead, (fitting, neighbours), groups, season, text)


def groups_of(child: Child, today: date, season: Season) -> tuple[int, ...]:
    """The age groups this child may be in, the younger first."""
    if child.date_of_birth is not None:
        if not 0 <= years(child.date_of_birth, today) <= OLDEST_PERSON:
            raise ToolFailed("invalid_parameters", "That date of birth can't be right; please check it.")
        return (group_born(child.date_of_birth, season),)
    if child.born is not None:
        return tuple(sorted({group_born(day, season) for day in child.born}))
    if child.school_year is not None:
        return (group_in_year(child.school_year),)
    if child.age_group is not None:
        return (int(child.age_group.strip().lstrip("Uu")),)
    if child.age is None or not 0 <= child.age <= OLDEST_PERSON:
        raise ToolFailed("invalid_parameters", f"That age can't be right; tell it in years, from 0 to {OLDEST_PERSON}.")
    return groups_aged(child.age, today, season)


def spaces_of(team: Team, season: Season) -> TeamSpaces:
    """One team as answers show it."""
    return TeamSpaces(
        team_name=team.name,
        age_group=team.age_group,
        gender=team.gender,
        format=format_of(team.group, season),
        capacity=team.capacity,
        registered=team.registered,
        spaces_available=team.spaces > 0,
        spaces_left=team.spaces,
        waiting_list=team.waiting_list,
        training=training_of(team),
        contact=team.contact,
    )


def _answer(
    lead: Team | None,
    teams: tuple[Sequence[Team], Sequence[Team]],
    groups: tuple[int, ...],
    season: Season,
    text: str,
) -> Availability:
    fitting, neighbours = (tuple(spaces_of(team, season) for team in some) for some in teams)
    return Availability(
        has_vacancy=lead is not None and lead.spaces > 0,
        team_name=None if lead is None else lead.name,
        contact=SECRETARY if lead is None else lead.contact,
        age_group=None if lead is None else lead.age_group,
        age_group_candidates=tuple(_candidate(group, season) for group in groups if YOUNGEST <= group <= OLDEST),
        gender=None if lead is None else lead.gender,
        season=season.label,
        capacity=0 if lead is None else lead.capacity,
        registered=0 if lead is None else lead.registered,
        spaces_left=0 if lead is None else lead.spaces,
        spaces_available=lead is not None and lead.spaces > 0,
        waiting_list=0 if lead is None else lead.waiting_list,
        teams=fitting,
        neighbours=neighbours,
        explanation=text,
    )


def _candidate(group: int, season: Season) -> GroupCandidate:
    first, last = born_between(group, season)
    return GroupCandidate(age_group=f"U{group}", born_from=first, born_to=last, school_year=group - group_in_year(0))


def _fit(team: Team, child: Child) -> tuple[bool, int]:
    """A mixed team is for whoever it is, one for girls or boys only for who was told to be one."""
    return child.gender is None and team.gender != "mixed", team.group


def _wanted_first(teams: list[Team], child: Child) -> list[Team]:
    """Teams that look for this position come first among those that fit as well."""
    wanted = (child.position or "").strip().lower()
    return sorted(teams, key=lambda team: (*_fit(team, child), not wanted or wanted not in team.positions))


def _same(name: str, told: str | None) -> bool:
    return told is not None and told.strip().lower() in (name.lower(), name.partition(" ")[2].lower())
