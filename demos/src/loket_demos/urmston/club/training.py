"""When and where do they train? The skill about one team or all of an age group."""

from collections.abc import Sequence

from loket.core.data import JsonObject
from loket_demos.urmston.club.port import ClubData
from loket_demos.urmston.club.shapes import Team, training_of
from loket_demos.urmston.club.spaces import no_such_team, teams_meant

SHOWN = ("age_group", "gender", "contact")


async def get_training_times(data: ClubData, team: str, day: str = "") -> JsonObject:
    """`teams`, each with its training, and an explanation; no team when none is called so. Where no team is told, those
    that train on a day of the week."""
    teams = await data.teams()
    if day and not team:
        return _on_day([one for one in teams if one.training_day == day], day)
    found = teams_meant(teams, team)
    if not found:
        return {"teams": [], "explanation": no_such_team(teams, team)}
    text = " ".join(
        f"The {one.name} train on {one.training_day} at {one.training_time}, {one.venue}. Contact: {one.contact}."
        for one in found
    )
    return {"teams": _shown(found), "explanation": text}


def _on_day(found: Sequence[Team], day: str) -> JsonObject:
    listed = "; ".join(f"the {one.name} at {one.training_time}, {one.venue}" for one in found)
    text = f"On {day} there is training for {listed}." if found else f"No team of ours trains on {day}."
    return {"teams": _shown(found), "explanation": text}


def _shown(teams: Sequence[Team]) -> list[JsonObject]:
    return [
        {"team_name": one.name}
        | {name: getattr(one, name) for name in SHOWN}
        | {"training": training_of(one).model_dump()}
        for one in teams
    ]
