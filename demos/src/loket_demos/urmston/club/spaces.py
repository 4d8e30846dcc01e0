"""Is this team full? The skill about one team by its name."""

from collections.abc import Sequence
from datetime import date

from rapidfuzz import fuzz, process

from loket.core.data import JsonObject
from loket_demos.urmston.club.availability import spaces_of
from loket_demos.urmston.club.availability_words import joined, kind, places
from loket_demos.urmston.club.port import ClubData
from loket_demos.urmston.club.season import season_of
from loket_demos.urmston.club.shapes import Team

ALIKE = 86
"""From this likeness (of 100) a name with a slip of the pen is taken for the team's."""
NEAR = 60
SHOWN = ("team_name", "age_group", "gender", "capacity", "registered", "spaces_available", "spaces_left")


async def check_team_spaces(data: ClubData, team_name: str, today: date) -> JsonObject:
    """The two shapes of the answer: `team_found` with the team's places, or not, with a message."""
    teams = await data.teams()
    found = find_teams(teams, team_name)
    of_group = of_age_group(teams, team_name)
    if len(of_group) > 1:
        return _of_several(of_group, today)
    if len(found := found or of_group) != 1:
        return {"team_found": False, "team_name": team_name.strip(), "message": _unknown(teams, team_name, found)}
    return {**_shape(found[0], today), "explanation": _spaces_text(found[0])}


def _of_several(teams: Sequence[Team], today: date) -> JsonObject:
    """The answer for an age group: the single values are those of the first team with a place, `teams` holds all."""
    lead = next((team for team in teams if team.spaces), teams[0])
    every = [lead, *(team for team in teams if team != lead)]
    shapes = [_shape(team, today) for team in every]
    return {**shapes[0], "teams": shapes, "explanation": " ".join(map(_spaces_text, every))}


def _shape(team: Team, today: date) -> JsonObject:
    told = spaces_of(team, season_of(today)).model_dump(mode="json")
    more = {name: told[name] for name in ("waiting_list", "contact", "training")}
    return {"team_found": True, **{name: told[name] for name in SHOWN}, **more}


def teams_meant(teams: Sequence[Team], name: str) -> list[Team]:
    """All teams of an age group (`U12`, `under 12s`, `12`), or those that a name can mean."""
    return of_age_group(teams, name) or find_teams(teams, name)


def of_age_group(teams: Sequence[Team], name: str) -> list[Team]:
    """All teams of an age group, where a name is no more than that."""
    group = "".join(name.lower().replace("under", "u").split()).replace("-", "").removesuffix("s").removeprefix("u")
    return [team for team in teams if team.age_group == f"U{group}"]


def no_such_team(teams: Sequence[Team], name: str) -> str:
    """That no team is called so, and which there are."""
    return f'We have no team called "{name[:80]}". Our teams are {joined([one.name for one in teams])}.'


def find_teams(teams: Sequence[Team], name: str) -> list[Team]:
    """The teams a name can mean: `U12 Panthers`, `panthers`, `under 12 panthers`, with slips of the pen."""
    asked = _plain(name)
    if not asked:
        return []
    for names in (lambda team: [_plain(team.name)], lambda team: [_plain(team.name).partition(" ")[2]]):
        exact = [team for team in teams if asked in names(team)]
        if exact:
            return exact
    inside = [team for team in teams if f" {_plain(team.name)} " in f" {asked} "]
    if inside:
        return inside
    groups = {word for word in asked.split() if word[:1] == "u" and word[1:].isdigit()}
    alike = [team for team in teams if not groups or team.age_group.lower() in groups]  # another group, another team
    matches = process.extract(asked, [_plain(team.name) for team in alike], scorer=fuzz.ratio, score_cutoff=ALIKE)
    return [alike[index] for _, _, index in matches[:1]]


def _plain(name: str) -> str:
    words = name.lower().replace("under-", "under ").replace("under ", "u").replace("the ", "").replace("'s", "")
    kept = [word for word in words.split() if word not in ("team", "squad", "urmston", "town", "juniors", "fc")]
    return " ".join(word.removesuffix("s") if word.startswith("u") and word[1:2].isdigit() else word for word in kept)


def _unknown(teams: Sequence[Team], name: str, found: Sequence[Team]) -> str:
    asked = " ".join(name.split())[:80]
    if found:
        return f"We have more than one team of that name: {joined([team.name for team in found])}. Which one?"
    near = process.extract(_plain(name), [_plain(t.name) for t in teams], scorer=fuzz.ratio, score_cutoff=NEAR, limit=3)
    of_group = [team.name for team in teams if team.age_group.lower() in _plain(name).split()]
    like = of_group or [teams[index].name for _, _, index in near]
    hint = f" Did you mean {' or '.join(like)}?" if like else " Ask for an age group to hear which teams there are."
    return f'We have no team called "{asked}".{hint}'


def _spaces_text(team: Team) -> str:
    if team.spaces:
        text = f"The {team.name} ({kind(team)}) have {places(team.spaces)}: {team.registered} of {team.capacity} taken."
        return f"{text} Contact: {team.contact}."
    waiting = f"{team.waiting_list} waiting" if team.waiting_list else "nobody waiting yet"
    return (
        f"The {team.name} ({kind(team)}) are full: {team.registered} of {team.capacity} places are taken, {waiting}. "
        f"To join the waiting list, write to {team.contact}."
    )
