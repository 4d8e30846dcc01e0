"""A message that lacks what the last answer was about means that: the child, the teams or the match."""

import re
from collections.abc import Sequence
from datetime import date, datetime, timedelta

from loket.core.data import JsonObject
from loket.core.shapes import text_at
from loket.language.message import Message
from loket.language.persons import of_another
from loket.planners.finding.wholly import skill_roots
from loket.planners.finding.words import finding_words
from loket_demos.urmston.club.answered import LastAnswer, team_before
from loket_demos.urmston.club.beside import LIST, unspoken
from loket_demos.urmston.club.children import BOTH, EVIDENCE, OF_ONE, children, sex_of_all
from loket_demos.urmston.club.places import GROUP, TEAM
from loket_demos.urmston.club.reading import DAY, KNOWN, TEAMS, slots_of
from loket_demos.urmston.club.skills import AVAILABILITY, SCHEDULE, SPACES, TRAINING, ClubSkill, skill_named
from loket_demos.urmston.club.tools import AS_TOLD, EXTRA

ROOM, WHERE = "availability", "where"
"""Concepts of asking for a place, and of asking where something is."""
_TOGETHER = re.compile(r"\b(?:same|one) (?:team|side|squad|group)\b|\btogether\b", re.I)
_BEHIND = re.compile(r"\b(?:after(?:wards| that| this)|(?:next|following) one|one after|daarna|danach|depois)\b", re.I)
"""What is said of the match behind the last one."""

Wish = tuple[str, JsonObject]
"""A skill, and what it is asked with."""


def pointed(message: Message, now: datetime, last: LastAnswer, wanted: ClubSkill | None) -> Sequence[Wish]:
    """What such a message asks for, of each child or team; nothing where it brings its own, or does not point."""
    strange = wanted is None and _of_things(message)  # what is asked for surely is told without what is strange
    if TEAM.search(message.text) or GROUP.search(message.text) or children(message) or strange:
        return ()
    if last.skill == SCHEDULE and last.days and _behind(message):
        kept = {name: value for name, value in last.parameters.items() if name not in ("to", *EXTRA)}
        first = date.fromisoformat(last.days[0]) + timedelta(days=1)
        return [(SCHEDULE, {**kept, "from": first.isoformat()})]
    if last.skill == AVAILABILITY and (both := _together(message, last)):
        return both
    skill = _skill(message, last, wanted)
    if skill == AVAILABILITY:
        return _places(message, now, last)
    if (known := skill_named(skill)) is None or skill not in (SCHEDULE, TRAINING):
        return ()
    given = {name: value for name, value in slots_of(known, message.text, now, {}).items() if name not in TEAMS}
    if DAY in given and finding_words(message.tongue.code).they.isdisjoint(message.folds):
        return ()
    return [(skill, {**given, "team": team}) for team in _teams(last, now)]


def _skill(message: Message, last: LastAnswer, wanted: ClubSkill | None) -> str:
    """The skill that is asked for: a place to play, where or when that is."""
    meant = {one.concept for one in message.meanings}
    if wanted is not None and wanted.id in (SCHEDULE, TRAINING):
        return wanted.id
    if not meant.isdisjoint({ROOM, LIST}):
        return AVAILABILITY
    if WHERE in meant:
        played = last.skill == SCHEDULE or _worded(message, SCHEDULE) > _worded(message, TRAINING)
        return SCHEDULE if played else TRAINING
    return ""


def _worded(message: Message, skill: str) -> int:
    """How many words of a message that carry a meaning the card has for a skill."""
    roots = skill_roots(KNOWN[skill], message.tongue.code)
    return sum(message.stems[at] in roots for at in message.heavy)


def _of_things(message: Message) -> bool:
    """Whether something is spoken of that no skill tells of (`is there a place in the car park`)."""
    strange = unspoken(message, KNOWN)
    return any(at in strange for one in message.meanings for at in range(one.start, one.end) if one.concept != WHERE)


def _behind(message: Message) -> bool:
    """Whether it asks for the match behind the last one (`and the one after that?`)."""
    return _BEHIND.search(message.text) is not None


def _together(message: Message, last: LastAnswer) -> Sequence[Wish]:
    """One team for several children of one age: a boy and a girl play in a mixed one."""
    told = [{name: value for name, value in one.items() if name not in (*EXTRA, *OF_ONE)} for one in last.asked]
    sexes = {text_at(one, "gender") for one in last.asked}
    if len(told) < 2 or any(one != told[0] for one in told) or _TOGETHER.search(message.text) is None:
        return ()
    return [(AVAILABILITY, {**told[0], "gender": BOTH if len(sexes) > 1 else sexes.pop(), AS_TOLD: True})]


def _places(message: Message, now: datetime, last: LastAnswer) -> Sequence[Wish]:
    """Places for the children of the last answer, or in its teams."""
    if last.skill != AVAILABILITY:
        return [(SPACES, {"team_name": team}) for team in _teams(last, now)]
    skill = skill_named(AVAILABILITY)
    assert skill is not None
    given = {**slots_of(skill, message.text, now, {}), **sex_of_all(message)}
    of_all = sex_of_all(message)
    if any(name in given for name in EVIDENCE) or (not of_all and of_another(message, [last.said])):
        return ()
    every = list(last.asked)
    if (sex := given.get("gender")) and not of_all:
        every = [one for one in every if one.get("gender") in (None, sex)]
    known = [{name: value for name, value in one.items() if name not in EXTRA} for one in every]
    return [(AVAILABILITY, {**one, **given, AS_TOLD: True}) for one in known]


def _teams(last: LastAnswer, now: datetime) -> Sequence[str]:
    """The teams of the last answer, else the team or the age group that was asked for."""
    named = [team for one in last.asked if (team := next((text_at(one, name) for name in TEAMS if one.get(name)), ""))]
    return last.teams or named or list(filter(None, [team_before(last.parameters, now.date())]))
