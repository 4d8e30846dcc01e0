"""What a message to the club asks for: its structured part first, else its words. Knows football, and only English."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache

from loket.core.data import Json, JsonObject
from loket.core.shapes import is_object
from loket.language import Skill, SkillIndex
from loket.language import read as read_message
from loket.language.anew import asks_anew, orders
from loket.language.message import Message
from loket.language.parting import parting
from loket.planners.finding.dropping import drops
from loket.planners.finding.priced import askable
from loket.planners.finding.slots import filled, without_words_of
from loket.planners.finding.words import finding_words
from loket_demos.urmston.club.addressee import is_own, names_in, with_own_as_club
from loket_demos.urmston.club.beside import RefusedPart, asks_another, asks_contact, refused, without
from loket_demos.urmston.club.card import NAME
from loket_demos.urmston.club.children import EVIDENCE, bare_ages, births_at, born_on, children, gender, in_group
from loket_demos.urmston.club.meant import asks_groups, meant_instead, only_tells, tells_what
from loket_demos.urmston.club.numbers import whole_numbers
from loket_demos.urmston.club.places import GROUP, TEAM, WRITTEN_CODE, team_told
from loket_demos.urmston.club.skills import (
    AVAILABILITY,
    CODE,
    REPORT,
    SCHEDULE,
    SKILLS,
    SPACES,
    TRAINING,
    ClubSkill,
    skill_named,
)

KNOWN = {s.id: Skill(s.id, s.name, s.description, s.tags, s.examples, s.parameters, s.writes, "en") for s in SKILLS}
_AVAILABILITY = next(skill for skill in SKILLS if skill.id == AVAILABILITY)
ORGANISATIONS = "organisations"
"""The extra argument of every skill: names in the message of which the club's books say whether they are its own."""
DAY = "day"
"""The extra argument of the skill for training: the day of the week, where no team is told."""
TEAMS = ("team", "team_name")
"""Parameters that name a team; where only its group was told, the words may know more."""
LEAST_WORDS = 6
"""A report in fewer words than these only says that there is one."""
_A_TEAM = re.compile(r"\b(?:team|squad|side)s?\b", re.IGNORECASE)


@cache
def _index() -> SkillIndex:
    """Made when the club is first asked: it takes longer than all else that a server does when it starts."""
    return SkillIndex(list(KNOWN.values()), "en")


@dataclass(frozen=True)
class Asked:
    """What a message asks: a skill (None: it is not clear which) and what it gives for it. `unknown` is the name of a
    skill that there is not, `other` another organisation. `unserved`: no skill does what is wanted, `refused` are the
    parts of the message of which that is so; `parting`: it only thanks or takes leave; `contact`: it asks whom to write
    to, `groups` for which ages there are teams, `meant`: it goes on from the last answer with words that this can't
    take, `stands`: it tells of a report that was made, `dropped`: to leave it, `harmed`: of a child's harm. `code` is
    its language, `part` are its words, where they are one wish of several."""

    skill: ClubSkill | None
    parameters: JsonObject
    unknown: str = ""
    other: str = ""
    unserved: bool = False
    refused: tuple[RefusedPart, ...] = ()
    parting: str = ""
    contact: bool = False
    groups: bool = False
    meant: bool = False
    stands: bool = False
    dropped: bool = False
    harmed: bool = False
    code: str = "en"
    part: str = ""


def read(data: Json, text: str, now: datetime, pending: tuple[str, JsonObject] | None = None) -> Asked:
    """What is asked by a message; `pending` is the skill that waits for an answer, with what it knows. Who calls a
    skill by its name means this club, whatever organisation the words name."""
    message = read_message(text, now, "en")
    structured = is_object(data) and bool(data.get("skill_id"))
    if not structured and (nothing := aside(message, strictly=pending is not None)) is not None:
        return nothing
    if not structured and drops(text):
        return Asked(None, {}, dropped=True, code=message.tongue.code)
    parts = refused(message, KNOWN)
    asked = replace(_with_matter(_beside(data, message, parts, now, pending), now), code=message.tongue.code)
    if asked.skill is None or asked.skill.id not in (CODE, REPORT):
        asked = replace(asked, refused=tuple(parts))
    return asked if structured else with_names(asked, text)


def aside(message: Message, strictly: bool = False) -> Asked | None:
    """What is met without any skill: thanks, a goodbye, the question whom to write to or which ages there are teams
    for."""
    code = message.tongue.code
    if name := parting(message, strictly=strictly):
        return Asked(None, {}, parting=name, code=code)
    if asks_contact(message):
        return Asked(None, {}, contact=True, code=code)
    return Asked(None, {}, groups=True, code=code) if asks_groups(message) else None


def _with_matter(asked: Asked, now: datetime) -> Asked:
    """Without the words of a report that only say that there is one: what is wrong is asked for."""
    told = asked.parameters.get("text")
    reports = asked.skill is not None and asked.skill.id == REPORT and isinstance(told, str)
    if not reports or tells_what(read_message(with_own_as_club(str(told)), now, "en")):
        return asked
    return replace(asked, parameters={name: value for name, value in asked.parameters.items() if name != "text"})


def with_names(asked: Asked, text: str) -> Asked:
    """With the names of other organisations in its words, and those of which the club's books say whose they are."""
    if asked.skill is None:
        return asked
    names = names_in(text, asked.skill.id)
    if names.others:
        return replace(asked, other=names.others[0])
    # `Put Ben on the list`: whom something is to be done for is no club.
    done = [one.part for one in asked.refused if one.deed]
    perhaps = [name for name in names.perhaps if not any(name in " ".join(one.split()[:2]) for one in done)]
    if not perhaps:
        return asked
    named: JsonObject = {ORGANISATIONS: list(perhaps)}
    lacking = {name: perhaps[0] for name in missing(asked) if name in TEAMS}
    return replace(asked, parameters={**asked.parameters, **lacking, **named})


def _beside(
    data: Json, message: Message, parts: Sequence[RefusedPart], now: datetime, pending: tuple[str, JsonObject] | None
) -> Asked:
    """What is asked beside what is refused; nothing, when it is all that is asked."""
    rest = without(message, parts)
    left = read_message(rest, now, "en")
    asked = _read(data, rest, now, pending)
    if rest != message.text and (not _intent(rest, now) or missing(asked)):
        return Asked(None, {}, unserved=True)
    news = asked.skill is not None and pending is not None and asked.parameters == pending[1]
    if asked.skill is None or (news and "?" in rest and _intent(rest, now) is None):
        return replace(asked, skill=None, unserved=asked.unserved or bool(parts) or asks_another(left, KNOWN))
    return asked


def _read(data: Json, text: str, now: datetime, pending: tuple[str, JsonObject] | None) -> Asked:
    told: Mapping[str, Json] = data if is_object(data) else {}
    named, given = told.get("skill_id"), told.get("parameters")
    parameters = whole_numbers(given if is_object(given) else {})
    if isinstance(named, str) and named:
        skill = skill_named(named)
        if skill is None:
            return Asked(None, {}, named[:80])
        known = dict(pending[1]) if pending is not None and pending[0] == skill.id else {}
        return Asked(skill, _joined(skill, text, now, {**known, **parameters}))
    if not askable(KNOWN, text, finding_words("en")):
        return Asked(None, {}, unserved=True)
    told_only = pending is not None and pending[0] == REPORT and only_tells(read_message(text, now, "en"))
    of_team = pending is not None and pending[0] in (SCHEDULE, TRAINING)  # a team alone is the one that is asked for
    meant = None if told_only else outright(text, now) if of_team else _intent(text, now)
    waits = skill_named(pending[0]) if pending is not None else None
    if pending is not None and (skill := waits) is not None and (meant is None or meant.id == skill.id):
        if skill.id == SPACES and (age := _bare(_AVAILABILITY, text, now, {})):
            return Asked(_AVAILABILITY, age)  # a number is an age, and no name of a team
        answer = slots_of(skill, text, now, pending[1])
        if meant is None and not answer and _asks_instead(skill, read_message(text, now, "en")):
            return Asked(None, parameters, unserved=True)
        answer |= _bare(skill, text, now, pending[1])
        return Asked(skill, {**pending[1], **answer, **parameters})
    skill = meant or (skill_named(AVAILABILITY) if any(name in parameters for name in EVIDENCE) else None)
    if skill is None:
        return Asked(None, parameters)
    return Asked(skill, _joined(skill, text, now, parameters))


def _asks_instead(skill: ClubSkill, message: Message) -> bool:
    """Whether a message is a question or a wish of its own, and no words for what the skill still needs; what is wrong
    may be told as a wish."""
    return asks_anew(message) or (skill.id != REPORT and orders(message))


def _joined(skill: ClubSkill, text: str, now: datetime, parameters: JsonObject) -> JsonObject:
    """What was told in a structured way, and from the words what that leaves open."""
    found = slots_of(skill, text, now, parameters)
    if any(name in parameters for name in EVIDENCE):
        left = {name: value for name, value in found.items() if name not in (*EVIDENCE, "born_to")}
        found = {**left, **_born_at(parameters, read_message(text, now, "en"))}
    team = TEAM.search(text)
    whole = f"U{team[1]} {team[2]}" if team is not None else ""
    longer = {name: whole for name, value in parameters.items() if name in TEAMS and whole.startswith(f"{value} ")}
    return {**found, **parameters, **longer}


def _born_at(parameters: JsonObject, message: Message) -> JsonObject:
    """The days between which somebody of the age that is given was born, where the words tell it and nothing that was
    given is more exact (`she's 8 in February`)."""
    age = parameters.get("age")
    if type(age) is not int or any(name in parameters for name in EVIDENCE if name != "age"):
        return {}
    told = births_at(message, age)
    return {"born_from": told[0].first.isoformat(), "born_to": told[0].last.isoformat()} if len(told) == 1 else {}


def missing(asked: Asked) -> tuple[str, ...]:
    """What the skill still needs."""
    if asked.skill is None:
        return ()
    if asked.skill.id == AVAILABILITY and any(asked.parameters.get(name) is not None for name in EVIDENCE):
        return ()
    alone = asked.skill.id == TRAINING and not asked.parameters.get(DAY)
    needed = ("team",) if alone else asked.skill.required
    return tuple(name for name in needed if asked.parameters.get(name) in (None, ""))


def outright(text: str, now: datetime) -> ClubSkill | None:
    """The skill that the words of a text ask for, whatever age or team is told in it."""
    if WRITTEN_CODE.search(text):
        return skill_named(CODE)
    near = _near(text, now)
    message = read_message(text, now, "en")
    found = skill_named(meant_instead(message, near, KNOWN)) if near else None
    if found is None or found.id not in (AVAILABILITY, SPACES):
        return found
    if TEAM.search(text):
        aged = any(one.kind == "age" for one in message.ages)
        return found if aged else skill_named(SPACES)
    nobody = not _A_TEAM.search(text) and "team_name" not in slots_of(found, text, now, {})
    return _AVAILABILITY if nobody or GROUP.search(text) or children(message) else found


def _near(text: str, now: datetime) -> str:
    """The skill that the words are near to."""
    message = read_message(text, now, "en")
    meant = message.heavy or message.figures  # `put him on it` asks for no skill
    every = (_index().understand(one, now) for one in dict.fromkeys((text, with_own_as_club(text))) if meant)
    return next((one.skills[0] for one in every if one.decision in ("run", "clarify")), "")


def _intent(text: str, now: datetime) -> ClubSkill | None:
    if (found := outright(text, now)) is not None or _near(text, now):
        return found
    message = read_message(text, now, "en")
    group = TEAM.search(text) or GROUP.search(text)
    if (
        group
        and not in_group(message, group.start())
        and asks_another(read_message(text.replace(group[0], " "), now, "en"), KNOWN)
    ):
        return None  # it asks for something that nobody gives of this team
    if TEAM.search(text):
        return skill_named(SPACES)
    return skill_named(AVAILABILITY) if group or children(message) or born_on(message) else None


def slots_of(skill: ClubSkill, text: str, now: datetime, known: JsonObject) -> JsonObject:
    """What the words give for a skill: our own patterns where football has its own words, else the schema's."""
    found = without_words_of(skill.parameters, filled(KNOWN[skill.id], text, now), NAME)
    team = TEAM.search(text)
    match skill.id:
        case x if x == AVAILABILITY:
            message = read_message(text, now, "en")
            every = children(message)
            born = any("born_from" in one for one in every)
            kept = ("gender", "position") if born else ("date_of_birth", "gender", "position")
            found = {**gender(message), **{name: found[name] for name in kept if name in found}}
            if group := GROUP.search(text):
                found["age_group"] = f"U{int(group[1])}"
            elif every:
                found |= {name: value for name, value in every[0].items() if name != "gender"}
        case x if x == SPACES and team is not None:
            found["team_name"] = f"U{team[1]} {team[2]}"
        case x if x in (SCHEDULE, TRAINING) and (told := team_told(text)):
            found["team"] = told
        case x if x == TRAINING and (days := [one for one in read_message(text, now, "en").dates if not one.whole]):
            found[DAY] = f"{days[0].ahead:%A}"
        case x if x == CODE and (code := WRITTEN_CODE.search(text)):
            found["code"] = code[0]
        case x if x == REPORT and len(text.split()) >= LEAST_WORDS:
            found["text"] = (text.partition(":")[2].strip() or text)[:2000]
        case _:
            pass
    own = {name for name in TEAMS if name in found and with_own_as_club(told := str(found[name])) != told}
    own |= {name for name in TEAMS if name in found and is_own(str(found[name]))}
    return {name: value for name, value in found.items() if name not in known and name not in own}


def _bare(skill: ClubSkill, text: str, now: datetime, known: JsonObject) -> JsonObject:
    """An answer of a word or a number to the question we asked."""
    if skill.id == AVAILABILITY:
        told = bare_ages(read_message(text, now, "en"))
        return {"age": told[0]} if told else {}
    words = text.strip().strip(".!")
    lacking = [name for name in missing(Asked(skill, known)) if name not in known]
    return {lacking[0]: words} if len(lacking) == 1 and words and len(words) <= 2000 else {}
