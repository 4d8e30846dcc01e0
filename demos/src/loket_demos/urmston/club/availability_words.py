"""What the club says about places, in plain English. Words only; what is true was found out elsewhere."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from loket.core.data import JsonObject
from loket.core.shapes import text_at
from loket_demos.urmston.club.children import BOTH
from loket_demos.urmston.club.season import OLDEST, OPEN_AGE, YOUNGEST, Season, born_between, group_in_year
from loket_demos.urmston.club.shapes import Team


class Aged(Protocol):
    """What was told about a child's age."""

    @property
    def age(self) -> int | None: ...

    @property
    def date_of_birth(self) -> date | None: ...

    @property
    def born(self) -> tuple[date, date] | None: ...

    @property
    def school_year(self) -> int | None: ...

    @property
    def age_group(self) -> str | None: ...


@dataclass(frozen=True, slots=True)
class AvailabilityQuestion:
    """Whom it is about, the age groups, and what else was asked."""

    who: str
    groups: tuple[int, ...]
    season: Season
    gendered: bool
    position: str | None
    secretary: str


def who(child: Aged, season: Season) -> str:
    """The child in words: never a name, and not the birthday either."""
    if child.date_of_birth is not None or (child.born is not None and child.born[0] == child.born[1]):
        return "a child born on that day"
    if child.born is not None:
        return f"a child born {_between(*child.born)}"
    if child.school_year is not None:
        return f"a child in school year {child.school_year}"
    if child.age_group is not None:
        return f"an under {child.age_group.strip().lstrip('Uu')} player"
    article = "an" if child.age in (8, 11, 18) else "a"
    return f"{article} {child.age}-year-old"


def age_label(evidence: JsonObject) -> str:
    """What is told of a child's age, before the answer for it."""
    match evidence:
        case {"school_year": int(year)}:
            return f"School year {year}"
        case {"age": int(age)}:
            return f"Age {age}"
        case {"age_group": str(group)}:
            return group
        case {"date_of_birth": str(born)}:
            return f"Born on {day(date.fromisoformat(born))}"
        case _:
            days = (date.fromisoformat(str(evidence[name])) for name in ("born_from", "born_to"))
            return f"Born {_between(*days)}"


def child_label(told: JsonObject) -> str:
    """What is told of a child, before the answer for it."""
    sex = text_at(told, "gender").replace(BOTH, "a boy and a girl together")
    return f"{age_label(told)}, {sex}" if sex else age_label(told)


def _between(first: date, last: date) -> str:
    return f"on {day(first)}" if first == last else f"from {day(first)} to {day(last)}"


def room(told: AvailabilityQuestion, free: Sequence[Team], taken: Sequence[Team]) -> str:
    """There is a place; what else fits and is full is said, too."""
    first, others = free[0], free[1:]
    looks = f" They are looking for a {told.position}." if told.position and told.position in first.positions else ""
    text = (
        f"Good news: the {first.name} ({kind(first)}) have {places(first.spaces)} for {told.who}.{looks} "
        f"They train on {first.training_day} at {first.training_time}, {first.venue}. "
        f"Contact: {first.contact}."
    )
    if others:
        listed = joined([f"the {team.name} ({kind(team)}, {places(team.spaces)}, {team.contact})" for team in others])
        text += f" There is also room in {listed}."
    if taken:
        listed = joined([_waiting(team) for team in taken])
        text += f" Full at the moment: {listed}."
    return _with_doubt(text, told)


def full(told: AvailabilityQuestion, fitting: Sequence[Team], neighbours: Sequence[Team]) -> str:
    """There are teams, and none has a place."""
    listed = joined([_waiting(team) for team in fitting])
    text = f"I'm sorry, there is no place for {told.who} at the moment: {listed} "
    text += "is full." if len(fitting) == 1 else "are full."
    text += " You can ask to be put on the waiting list at the same address."
    if neighbours:
        above = joined([f"the {team.name} ({places(team.spaces)}, {team.contact})" for team in neighbours])
        text += f" One age group up there is room in {above}; playing up one year is possible when the coach agrees."
    return _with_doubt(text, told)


def _waiting(team: Team) -> str:
    """A full team, with how many wait and whom to ask."""
    return f"the {team.name} ({team.waiting_list} waiting, {team.contact})"


def no_team(told: AvailabilityQuestion, above: Sequence[Team]) -> str:
    """There is no team for this child."""
    youngest, oldest = min(told.groups), max(told.groups)
    if oldest < YOUNGEST:
        text = f"Our youngest teams are U{YOUNGEST}, which is school year {YOUNGEST - group_in_year(0)}, "
        text += f"so it is a little early for {told.who}."
    elif youngest > OLDEST:
        text = f"Our oldest teams are U{OLDEST}, so we have no junior team for {told.who}. "
        text += f"From {OPEN_AGE} players may join an adult team."
    else:
        groups = " or ".join(f"U{group}" for group in told.groups)
        asked = " that fits what you asked" if told.gendered else ""
        text = f"We have no {groups} team{asked} in season {told.season.label}."
        if above:
            listed = joined([f"the {team.name} ({places(team.spaces)}, {team.contact})" for team in above])
            text += f" One age group up there is room in {listed}; playing up is possible when the coach agrees."
    return f"{text} Our secretary is glad to help: {told.secretary}."


def kind(team: Team) -> str:
    """Who plays in a team."""
    return {"boys": "a boys' team", "girls": "a girls' team", "mixed": "a mixed team"}[team.gender]


def places(count: int) -> str:
    return "1 place" if count == 1 else f"{count} places"


def joined(names: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def day(moment: date) -> str:
    """As people write it: 1 September 2016."""
    return f"{moment.day} {moment:%B %Y}"


def _with_doubt(text: str, told: AvailabilityQuestion) -> str:
    """Says why there are two age groups, when there are, and what settles it."""
    if len(told.groups) < 2:
        return text
    listed = joined([_born(group, told.season) for group in told.groups if YOUNGEST <= group <= OLDEST])
    if min(told.groups) < YOUNGEST:
        return f"{text} This holds for a child that is {listed}; one born later is still too young for a team."
    if max(told.groups) > OLDEST:
        return f"{text} This holds for a player who is {listed}; one born earlier is too old for a junior team."
    return f"{text} At this age a child is {listed}; the date of birth or the school year settles it."


def _born(group: int, season: Season) -> str:
    first, last = born_between(group, season)
    return f"U{group} when born from {day(first)} to {day(last)}"
