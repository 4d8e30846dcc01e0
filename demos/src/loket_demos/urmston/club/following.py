"""What a short message goes on with after an answer: the same for another age or group, or another code."""

import re
from datetime import date

from loket.core.data import JsonObject
from loket.core.shapes import text_at
from loket.language.births import in_month
from loket.language.message import Message
from loket_demos.urmston.club.children import bare_ages
from loket_demos.urmston.club.season import group_born, group_in_year, season_of
from loket_demos.urmston.club.skills import AVAILABILITY, CODE, SPACES

_STEP = re.compile(r"\b(?:year|group|age|one|team)s? +(?:(above|up|older)|(below|down|younger))\b", re.IGNORECASE)
_GROUP = re.compile(r"\b[Uu](\d{1,2})\b")
_CODE = re.compile(r"(?=[\w/-]*\d)(?=[\w/-]*[A-Za-z])\b\w{1,40}(?:[-/]\w{1,40}){2,5}\b")
"""What is meant as a code, however it is put together."""


def followed(message: Message, skill: str, earlier: JsonObject) -> tuple[str, JsonObject] | None:
    """The skill and what it is asked with, when a message only goes on from what was asked before; None when not."""
    if skill == CODE:
        code = _CODE.search(message.text)
        return (CODE, {"code": code[0]}) if code else None
    if skill not in (AVAILABILITY, SPACES):
        return None
    sex: JsonObject = {"gender": earlier["gender"]} if earlier.get("gender") else {}
    if step := _STEP.search(message.text):
        group = _group(earlier, message.today)
        return (AVAILABILITY, {"age_group": f"U{group + (1 if step[1] else -1)}", **sex}) if group else None
    if earlier.get("born_from") and (narrow := _in_month(message, earlier)) is not None:
        return AVAILABILITY, {**narrow, **sex}
    if numbers := bare_ages(message):
        return AVAILABILITY, {"age": numbers[0], **sex}
    return None


def _group(earlier: JsonObject, today: date) -> int:
    """The age group that was asked for before; of two the older, nothing when none was."""
    named = _GROUP.search(text_at(earlier, "age_group") or text_at(earlier, "team_name"))
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


def _in_month(message: Message, earlier: JsonObject) -> JsonObject | None:
    days = in_month(message, *(date.fromisoformat(text_at(earlier, name)) for name in ("born_from", "born_to")))
    return None if days is None else {"born_from": days[0].isoformat(), "born_to": days[1].isoformat()}
