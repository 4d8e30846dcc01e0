"""Is this registration code good? First its form, then what the club's books say; the reasons name nobody."""

import re
from datetime import date

from loket.core.data import JsonObject
from loket_demos.urmston.club.port import ClubData
from loket_demos.urmston.club.season import season_of

_NEW = re.compile(r"200-(?P<team>[a-z0-9]{2,20})-u(?P<group>\d{1,2})-(?P<season>\d{4})", re.IGNORECASE)
_NAME = r"[^\W\d_][^\W\d_'’ ]{0,39}(?:['’ ][^\W\d_]{1,40})*"
_RETURNING = re.compile(
    rf"100-(?P<team>[a-z0-9]{{2,20}})-u(?P<group>\d{{1,2}})-(?P<season>\d{{4}})-(?P<first>{_NAME})-(?P<last>{_NAME})",
    re.IGNORECASE,
)


async def validate_registration_code(data: ClubData, code: str, today: date) -> JsonObject:
    """`{"status": "valid"}`, or invalid with a reason."""
    told = code.strip()
    found = _NEW.fullmatch(told) or _RETURNING.fullmatch(told)
    if found is None:
        return _invalid(
            "A code looks like 200-TEAM-U10-2526 for a new player, or 100-TEAM-U10-2526-FIRST-LAST for a returning one."
        )
    season = season_of(today)
    if found["season"] != season.code:
        return _invalid(f"This code is not for the season we register for, which is {season.label} ({season.code}).")
    short, group = found["team"].lower(), f"U{int(found['group'])}"
    if not any(team.short_name == short and team.age_group == group for team in await data.teams()):
        return _invalid("There is no such team in that age group.")
    names = found.groupdict()
    if "first" in names and not await data.registered(short, group, names["first"], names["last"]):
        return _invalid("We have no registration that goes with this code.")
    return {"status": "valid"}


def _invalid(reason: str) -> JsonObject:
    return {"status": "invalid", "reason": reason}
