"""What the club keeps, and the shapes of its answers. No answer has a place for anything about a person."""

from datetime import date
from typing import Literal

from pydantic import Field

from loket.core.data import Frozen

Gender = Literal["boys", "girls", "mixed"]
FixtureStatus = Literal["upcoming", "completed", "postponed", "cancelled"]


class Team(Frozen):
    """A team as the club's books have it. `contact` is the address of a role, never of a person."""

    short_name: str
    name: str
    age_group: str = Field(pattern=r"^[Uu]\d{1,2}$")
    gender: Gender
    capacity: int
    registered: int
    waiting_list: int = 0
    training_day: str
    training_time: str
    venue: str
    positions: tuple[str, ...]
    contact: str

    @property
    def group(self) -> int:
        """The n of under n."""
        return int(self.age_group[1:])

    @property
    def spaces(self) -> int:
        return max(0, self.capacity - self.registered)


class Fixture(Frozen):
    """A match. Scores are None until it is played, and always below U12, where results are not published."""

    id: str
    fixture_date: date
    kick_off: str
    home_team: str
    away_team: str
    venue: str
    competition: str
    home_score: int | None
    away_score: int | None
    status: FixtureStatus
    age_group: str
    pitch: str


class Training(Frozen):
    """When and where a team trains."""

    day: str
    time: str
    venue: str


def training_of(team: Team) -> Training:
    """A team's training as answers show it."""
    return Training(day=team.training_day, time=team.training_time, venue=team.venue)


class TeamSpaces(Frozen):
    """One team in an answer."""

    team_name: str
    age_group: str
    gender: Gender
    format: str
    capacity: int
    registered: int
    spaces_available: bool
    spaces_left: int
    waiting_list: int
    training: Training
    contact: str


class GroupCandidate(Frozen):
    """An age group a child may be in, and who is in it."""

    age_group: str
    born_from: date
    born_to: date
    school_year: int


class Availability(Frozen):
    """Whether there is a place. The single values are those of the team to turn to first; `teams` holds all that
    fit, `neighbours` those one year up that have room when these are full."""

    has_vacancy: bool
    team_name: str | None
    contact: str
    age_group: str | None
    age_group_candidates: tuple[GroupCandidate, ...]
    gender: Gender | None
    season: str
    capacity: int
    registered: int
    spaces_left: int
    spaces_available: bool
    waiting_list: int
    teams: tuple[TeamSpaces, ...]
    neighbours: tuple[TeamSpaces, ...]
    explanation: str
