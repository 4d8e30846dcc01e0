"""What the last answer of the club was about: the skill, what it was asked with, the teams and matches it told of."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from loket.core.actions import Call, ToolCall
from loket.core.data import Json, JsonObject
from loket.core.events import Decided, Returned
from loket.core.record import Record
from loket.core.shapes import is_object, list_at, text_at
from loket_demos.urmston.club.reading import TEAMS
from loket_demos.urmston.club.season import group_born, group_in_year, season_of
from loket_demos.urmston.club.skills import AVAILABILITY, SPACES, TRAINING

GROUP_CODE = re.compile(r"\b[Uu](\d{1,2})\b")


@dataclass(frozen=True)
class LastAnswer:
    """`asked` is what each call of it was asked with: several for several children or teams, in order. `teams` are
    those that it told of as what was asked for, the one to turn to first; `days` those of its matches, `said` the words
    that it answered."""

    skill: str
    asked: tuple[JsonObject, ...]
    teams: tuple[str, ...] = ()
    days: tuple[str, ...] = ()
    said: str = ""

    @property
    def parameters(self) -> JsonObject:
        """Those of the last child or team."""
        return self.asked[-1]


def last_answer(history: Sequence[Record], said: str = "") -> LastAnswer | None:
    """The last answer of a conversation, with the words that it answered; None before the first."""
    for record in reversed(history):
        if isinstance(record.event, Decided) and isinstance(record.event.action, Call):
            calls = [call for call in record.event.action.calls if isinstance(call, ToolCall)]
            return _of_calls(record.event.step, calls, _values(history, record.seq), said) if calls else None
    return None


def _values(history: Sequence[Record], seq: int) -> Mapping[str, Json]:
    """What came back for each call of a decision, by the id of the call."""
    returned = (one.event for one in history if isinstance(one.event, Returned))
    return {
        one.call.rpartition(".")[2]: one.value for one in returned if one.call.partition(".")[0] == str(seq) and one.ok
    }


def _of_calls(step: str, calls: Sequence[ToolCall], values: Mapping[str, Json], said: str) -> LastAnswer:
    asked = tuple(call.args for call in calls)
    told = [values.get(call.id) for call in calls]
    teams = dict.fromkeys(name for value in told for name in _teams(step, value))
    days = {day for value in told for day in _days(value)}
    return LastAnswer(step, asked, tuple(teams), tuple(sorted(days)), said)


def _teams(skill: str, value: Json) -> Sequence[str]:
    """The teams of an answer: for a child those with a place, else those that would fit."""
    every = [one for one in list_at(value, "teams") if is_object(one)]
    match skill:
        case x if x == AVAILABILITY:
            free = [one for one in every if one.get("spaces_available")]
            lead = text_at(value, "team_name")
            names = [text_at(one, "team_name") for one in free or every]
            return [lead, *(one for one in names if one != lead)] if lead else names
        case x if x in (SPACES, TRAINING):
            return [text_at(one, "team_name") for one in every] or list(filter(None, [text_at(value, "team_name")]))
        case _:
            return []


def _days(value: Json) -> Sequence[str]:
    return [text_at(one, "fixture_date") for one in list_at(value, "fixtures")]


def team_before(earlier: JsonObject, today: date) -> str:
    """The team, or else the age group, that was asked about."""
    named = next((text_at(earlier, name) for name in TEAMS if earlier.get(name)), "")
    group = group_before(earlier, today)
    return named or (f"U{group}" if group else "")


def group_before(earlier: JsonObject, today: date) -> int:
    """The age group that was asked for before; of two the older, nothing when none was."""
    told = (text_at(earlier, name) for name in ("age_group", *TEAMS))
    named = next((group for one in told if (group := GROUP_CODE.search(one))), None)
    born = text_at(earlier, "date_of_birth") or text_at(earlier, "born_from")
    match earlier:
        case _ if named:
            return int(named[1])
        case _ if born:
            return group_born(date.fromisoformat(born), season_of(today))
        case {"school_year": int(year)}:
            return group_in_year(year)
        case {"age": int(age)}:
            return age + 1
        case _:
            return 0
