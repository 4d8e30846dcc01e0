"""The wishes of one message to the club in order: each is read by itself, for each child and team, none is dropped."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from loket.core.data import Json, JsonObject
from loket.core.shapes import is_object
from loket.language import read as read_message
from loket.language.clauses import Clause, clauses, opens, questioned
from loket.language.counting import unread_ages
from loket.language.message import Message
from loket.language.tokens import fold
from loket.planners.finding.dropping import drops
from loket_demos.urmston.club.answered import LastAnswer
from loket_demos.urmston.club.beside import RefusedPart, asks_another, refused, unspoken, written
from loket_demos.urmston.club.children import EVIDENCE, OF_ONE, SEXES, children, of_both
from loket_demos.urmston.club.following import followed
from loket_demos.urmston.club.meant import REPORTING, WRONG, reports
from loket_demos.urmston.club.places import GROUP, TEAM, WRITTEN_CODE
from loket_demos.urmston.club.reading import KNOWN, TEAMS, Asked, aside, missing, outright, read
from loket_demos.urmston.club.reports import MOST_CHARACTERS
from loket_demos.urmston.club.safety import SAFETY, reports_harm, tells_of_harm
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

MOST = 8
"""So many wishes of one message are answered."""
WHOLE = (AVAILABILITY, REPORT)
"""Skills that are asked once, whatever stands between what is told for them."""


@dataclass(slots=True)
class _Part:
    """What a message tells for one wish."""

    skill: str
    clauses: list[Clause]


def wishes(
    data: Json,
    text: str,
    now: datetime,
    pending: tuple[str, JsonObject] | None = None,
    answered: LastAnswer | None = None,
) -> Sequence[Asked]:
    """What is asked by a message, one for each wish, each child and each team of it; with the arguments of `read`."""
    message = read_message(text, now, "en")
    if is_object(data) and data.get("skill_id"):
        told = data.get("parameters")
        given = is_object(told) and any(name in told for name in EVIDENCE)
        whole = read(data, text, now, pending)
        return [whole] if given else list(_each(whole, text, now))
    if not data and (harmed := _of_harm(message, now, pending)) is not None:
        return [harmed]
    if answered is not None and not data and not WRITTEN_CODE.search(text) and aside(message) is None:
        more = followed(message, now, answered)
        if more:
            return more[:MOST]
    whole, parts = read(data, text, now, pending), _parts(message, now)
    if whole.skill is None or len(parts) < 2:
        return list(_each(whole, text, now))[:MOST]
    every: list[Asked] = []
    for one in parts:
        said = _written(message, one.clauses)
        asked = read({}, said, now, pending if not every else None)
        every += [replace(each, part=each.part or said) for each in _each(asked, said, now) if each not in every]
    return every[:MOST]


def _of_harm(message: Message, now: datetime, pending: tuple[str, JsonObject] | None) -> Asked | None:
    """What is met first, where a message tells of harm or goes on about it (`can you tell the manager`); None where it
    asks for a skill, or is the report that was asked for."""
    code, text = message.tongue.code, message.text
    if reports_harm(message):
        return Asked(skill_named(REPORT), {"text": text[:MOST_CHARACTERS]}, code=code)
    waits = pending[0] if pending is not None else ""
    about = waits == SAFETY and not (children(message) or message.dates or TEAM.search(text))
    if waits == REPORT or not (tells_of_harm(message) or about):
        return None
    asking = [one for one in clauses(message) if one.mood in ("asks", "wonders")]
    asks = {skill.id for one in asking if (skill := _asked_in(message, one, now)) is not None}
    wished = any(reports(read_message(_written(message, [one]), now, "en"), REPORTING) for one in asking)
    if (asks and not about) or wished or aside(message, strictly=True) is not None or drops(text):
        return None
    return Asked(None, {}, harmed=True, code=code)


def _parts(message: Message, now: datetime) -> Sequence[_Part]:
    """The wishes of a message. What is only told belongs to the wish before it, or to the place for a child."""
    found: list[_Part] = []
    told: list[Clause] = []
    no = [one.part for one in refused(message, KNOWN)]
    for clause in clauses(message):
        said = _written(message, [clause])
        turned = next((one for one in no if one in said), "")
        skill = None if turned else _asked_in(message, clause, now)
        if skill is None:
            told.append(clause)
        elif (part := next((one for one in found if skill.id in WHOLE and one.skill == skill.id), None)) is not None:
            part.clauses.append(clause)
        else:
            found.append(_Part(skill.id, [clause]))
    for clause in told:
        part = next((one for one in found if one.skill == AVAILABILITY), None) or _before(found, clause)
        if part is not None:
            part.clauses = sorted([*part.clauses, clause], key=lambda one: one.words.start)
    return found


def _asked_in(message: Message, clause: Clause, now: datetime) -> ClubSkill | None:
    """The skill that a clause asks for by itself, as one asks for what it gives."""
    said = _written(message, [clause])
    skill = outright(said, now)
    match skill.id if skill is not None else "":
        case x if x == CODE:
            return skill if WRITTEN_CODE.search(said) else None
        case x if x == REPORT:
            concepts = WRONG if clause.mood in ("plain", "past") else REPORTING if clause.mood == "asks" else ()
            return skill if reports(read_message(said, now, "en"), concepts) else None
        case x if x in (SCHEDULE, TRAINING):
            wonders = {fold(one) for one in message.tongue.data["clauses"]["wonders"]}
            return skill if not wonders.isdisjoint(message.folds[at] for at in clause.words) else None
        case _:
            return skill if clause.mood in ("asks", "wonders") else None


def unanswered(text: str, now: datetime) -> tuple[str, Sequence[RefusedPart]]:
    """The language of a message and the parts of it that no skill does, and those that ask for what none speaks of."""
    message = read_message(text, now, "en")
    parts = [*refused(message, KNOWN)]
    every = clauses(message)
    for clause in every if len(every) > 1 else ():
        said = _written(message, [clause])
        strange = opens(said, message.tongue.code) and outright(said, now) is None
        if strange and not any(one.part in said for one in parts) and asks_of_things(read_message(said, now, "en")):
            parts.append(RefusedPart(written(message, clause)))
    return message.tongue.code, parts


def asks_of_things(message: Message) -> bool:
    """Whether a question speaks of something that is known, and that none of the skills does."""
    meant = {at for one in message.meanings for at in range(one.start, one.end)}.intersection(message.heavy)
    return bool(meant & unspoken(message, KNOWN)) and asks_another(message, KNOWN)


def _before(found: Sequence[_Part], clause: Clause) -> _Part | None:
    """The wish that a clause follows, else the first."""
    before = [one for one in found if one.clauses[0].words.start < clause.words.start]
    return (before or [*found[:1], None])[-1 if before else 0]


def _written(message: Message, every: Sequence[Clause]) -> str:
    """Clauses as they are written, each with the mark at its end."""
    ends = {one.words.stop for one in clauses(message)}
    starts = {stop: message.words[stop].start for stop in ends if stop < len(message.words)}
    places = ((message.words[one.words.start].start, starts.get(one.words.stop)) for one in every)
    return " ".join(message.text[start:end].strip() for start, end in places)


def _each(asked: Asked, text: str, now: datetime) -> Iterator[Asked]:
    """The wish for each child or each team that is told of."""
    if asked.skill is None:
        yield asked
    elif asked.skill.id == AVAILABILITY:
        yield from _of_children(asked, read_message(text, now, "en"))
    elif asked.skill.id in (SCHEDULE, SPACES, TRAINING) and len(teams := _teams(text, asked.skill.id)) > 1:
        name = next(one for one in TEAMS if one in asked.skill.parameters["properties"])
        yield from (replace(asked, parameters={**asked.parameters, name: team}) for team in teams)
    else:
        yield asked


def _of_children(asked: Asked, message: Message) -> Iterator[Asked]:
    told = {name for name in EVIDENCE if asked.parameters.get(name) is not None}
    age = asked.parameters.get("age")
    every = children(message, age if isinstance(age, int) else None)
    several = [one for at, one in enumerate(every) if one not in every[:at]]
    if of_both(message) and len(several) < 2 and (told or several):
        one = {**asked.parameters, **(several[0] if several else {})}
        yield from (replace(asked, parameters={**one, "gender": sex}) for sex in SEXES.values())
        return
    if "date_of_birth" in told or not several or (len(several) == 1 and "age_group" in told):
        yield asked
        return
    known = {name: value for name, value in asked.parameters.items() if name not in (*EVIDENCE, *OF_ONE)}
    if len(several) == 1:
        yield replace(asked, parameters={**asked.parameters, **several[0]})
    else:
        yield from (replace(asked, parameters={**known, **one}) for one in several)
    for clause in (*_ageless(message), *_unread(message, len(several))):
        yield replace(asked, parameters={}, part=written(message, clause))


def _ageless(message: Message) -> Iterator[Clause]:
    """The clauses that tell of a child that no other clause speaks of, and nothing of its age."""
    tongue, every = message.tongue, clauses(message)
    others = {word for name in tongue.data["other_one"] for word in fold(name).split()}
    persons = tongue.people | others
    aged = {message.at(one.start) for one in (*message.ages, *message.grades, *message.numbers, *message.dates)}
    for clause in every:
        spoken = {message.folds[at] for at in clause.words} & persons
        elsewhere = {message.folds[at] for one in every if one != clause for at in one.words} & persons
        another = spoken and elsewhere and spoken.isdisjoint(elsewhere)
        tells = clause.mood in ("plain", "asks") and not questioned(message, clause)
        if tells and another and aged.isdisjoint(clause.words):
            yield clause


def _unread(message: Message, known: int) -> Iterator[Clause]:
    """The clauses with a number that may be an age and was not read."""
    numbered = {message.at(one.start) for one in unread_ages(message, known)}
    yield from (clause for clause in clauses(message) if not numbered.isdisjoint(clause.words))


def _teams(text: str, skill: str) -> Sequence[str]:
    """The teams of a text, and its age groups of which no team is named; how full it is is told of a team alone."""
    named = [(one.start(), f"U{one[1]} {one[2]}") for one in TEAM.finditer(text)]
    groups = [(one.start(), f"U{one[1]}") for one in GROUP.finditer(text)] if skill != SPACES else []
    alone = [one for one in groups if not any(team.startswith(f"{one[1]} ") for _, team in named)]
    return list(dict.fromkeys(team for _, team in sorted([*named, *alone])))


def still_lacks(asked: Asked) -> str:
    """What is asked or said of a wish of several that can't be answered yet."""
    skill = asked.skill or skill_named(AVAILABILITY)
    assert skill is not None
    return f"“{asked.part}”: {skill.asks}" if missing(asked) else ""
