"""What a short message goes on with after an answer: what it leaves out is as it was asked before."""

import re
from collections.abc import Sequence
from datetime import date, datetime

from loket.core.data import JsonObject
from loket.core.shapes import text_at
from loket.language import read
from loket.language.births import births, in_month, on_birthday
from loket.language.clauses import opens
from loket.language.memory import turn_of
from loket.language.message import Message
from loket_demos.urmston.club.answered import GROUP_CODE, LastAnswer, group_before, team_before
from loket_demos.urmston.club.beside import refused
from loket_demos.urmston.club.children import EVIDENCE, bare_ages, children, sex_of_all
from loket_demos.urmston.club.meant import reports
from loket_demos.urmston.club.pointing import pointed
from loket_demos.urmston.club.reading import DAY, KNOWN, Asked, outright, slots_of, with_names
from loket_demos.urmston.club.season import years
from loket_demos.urmston.club.skills import (
    AVAILABILITY,
    CODE,
    REPORT,
    SCHEDULE,
    SPACES,
    TRAINING,
    ClubSkill,
    skill_named,
)
from loket_demos.urmston.club.tools import EXTRA

SHORT = 8
"""A message of more words asks for something by itself."""
OF_TEAMS = {SCHEDULE: "team", TRAINING: "team", SPACES: "team_name"}
"""The parameter of a skill that names the team."""

_STEP = re.compile(r"\b(?:year|group|age|one|team)s? +(?:(above|up|older)|(below|down|younger))\b", re.IGNORECASE)
_CODE = re.compile(r"(?=[\w/-]*\d)(?=[\w/-]*[A-Za-z])\b\w{1,40}(?:[-/]\w{1,40}){0,5}\b")
"""What is meant as a code, however it is put together."""


def followed(message: Message, now: datetime, answered: LastAnswer) -> Sequence[Asked]:
    """What is asked by words that only go on from what was answered, of each child or team; `meant` when that can't
    take them; nothing where they ask by themselves."""
    skill = answered.skill
    earlier = {name: value for name, value in answered.parameters.items() if name not in EXTRA}
    code, wanted = message.tongue.code, outright(message.text, now)
    no = refused(message, KNOWN)
    if skill == REPORT and (wanted is None or (wanted.id == REPORT and not reports(message))):
        aged = children(message) or any(not one.deed for one in no)
        return () if aged else (Asked(None, {}, stands=True, code=code),)
    stepped = _stepped(message, skill, earlier)
    more = [stepped] if stepped is not None else []
    if not more and not no and len(message.words) <= SHORT:
        more = pointed(message, now, answered, wanted)
        taken = None if more else _taken(message, now, (skill, earlier), wanted)
        more = more if taken is None else [taken]
    if more:
        return [with_names(Asked(skill_named(one[0]), one[1], code=code), message.text) for one in more]
    turn = turn_of(message)
    fragment = turn.follows and wanted is None and not no and not opens(turn.body, code)
    part = message.text.strip().rstrip("?!. ")
    return (Asked(None, {}, meant=True, code=code, part=part),) if fragment and not children(message) else ()


def _stepped(message: Message, skill: str, earlier: JsonObject) -> tuple[str, JsonObject] | None:
    """The skill and what it is asked with, for another code, the group above or below, a month or an age alone."""
    if skill == CODE:
        code = _CODE.search(message.text)
        return (CODE, {"code": code[0]}) if code else None
    if skill not in (AVAILABILITY, SPACES):
        return None
    sex: JsonObject = {"gender": earlier["gender"]} if earlier.get("gender") else {}
    if step := _STEP.search(message.text):
        group = group_before(earlier, message.today)
        return (AVAILABILITY, {"age_group": f"U{group + (1 if step[1] else -1)}", **sex}) if group else None
    if earlier.get("born_from") and (narrow := _in_month(message, earlier)) is not None:
        return AVAILABILITY, {**narrow, **sex}
    if birthday := _birthday(message, earlier):
        return AVAILABILITY, {**birthday, **sex}
    if numbers := bare_ages(message):
        return AVAILABILITY, {"age": numbers[0], **sex}
    return None


def _taken(
    message: Message, now: datetime, answered: tuple[str, JsonObject], wanted: ClubSkill | None
) -> tuple[str, JsonObject] | None:
    """The skill that is asked for, else the last, with what the message gives and what it leaves out as it was."""
    last, earlier = answered
    turn = turn_of(message)
    skill = wanted or skill_named(last)
    if skill is None or not (wanted or turn.follows or turn.corrects):
        return None
    given = slots_of(skill, message.text if wanted else turn.body, now, {})
    if skill.id == AVAILABILITY:
        return _of_the_same_child(message, given, answered)
    if (name := OF_TEAMS.get(skill.id)) is None or (DAY in given and wanted):
        return None
    before = team_before(earlier, message.today)
    if not wanted and not given.get(name) and (own := _own_name(turn.body, before, now)):
        given = {**given, name: own}
    if given.get(name) and wanted:
        return None
    if not given and not wanted:
        return None
    kept = earlier if skill.id == last else {}
    return (skill.id, {**kept, **({name: before} if before else {}), **given}) if before or given else None


def _of_the_same_child(
    message: Message, given: JsonObject, answered: tuple[str, JsonObject]
) -> tuple[str, JsonObject] | None:
    """The place for another age, or for boys or girls of the same."""
    last, earlier = answered
    if last != AVAILABILITY:
        return None
    if (born := text_at(given, "date_of_birth")) and not years(date.fromisoformat(born), message.today):
        return None  # a day of these weeks
    if not any(name in given for name in EVIDENCE):
        sex = sex_of_all(message)
        return (AVAILABILITY, {**earlier, **sex}) if sex else None
    kept = {name: value for name, value in earlier.items() if name == "gender"}
    return AVAILABILITY, {**kept, **given}


def _own_name(body: str, before: str, now: datetime) -> str:
    """The team of the same age group that a fragment calls by its name alone (`the Tigers`)."""
    message = read(body, now, "en")
    heavy = [message.words[at].text for at in message.heavy]
    group = GROUP_CODE.search(before)
    named = len(heavy) == 1 and heavy[0][:1].isupper() and not message.dates
    return f"U{group[1]} {heavy[0]}" if group is not None and named else ""


def _birthday(message: Message, earlier: JsonObject) -> JsonObject:
    """The days between which the child of the last request was born, where a message only tells its birthday."""
    age = earlier.get("age")
    told = births(message, age) if type(age) is int and not message.ages else ()
    taken = {at for one in told for at in message.over(one.start, one.end)}
    if len(told) != 1 or not taken.issuperset(message.heavy):
        return {}
    return {"age": age, "born_from": told[0].first.isoformat(), "born_to": told[0].last.isoformat()}


def _in_month(message: Message, earlier: JsonObject) -> JsonObject | None:
    first, last = (date.fromisoformat(text_at(earlier, name)) for name in ("born_from", "born_to"))
    days = in_month(message, first, last) or on_birthday(message, first, last)
    return None if days is None else {"born_from": days[0].isoformat(), "born_to": days[1].isoformat()}
