"""Choosing: which skill of which agent fits a request. Knows no field, only cards and schemas."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Literal

from loket.core.actions import Candidate, Choice
from loket.core.data import JsonObject
from loket.core.shapes import object_at
from loket.language import SkillIndex, read
from loket.language.persons import of_another
from loket.language.skill import PendingRequest, Understanding
from loket.planners.finding.agents import Agent
from loket.planners.finding.birthdays import unread_birthday, with_birth
from loket.planners.finding.following import as_before, followed, repeats
from loket.planners.finding.leaving import may_name, without_unasked
from loket.planners.finding.limits import beyond
from loket.planners.finding.names import words_of
from loket.planners.finding.offers import Offer, offers_of
from loket.planners.finding.pointing import as_asked, group_of, group_told, points, speaks_of
from loket.planners.finding.priced import askable
from loket.planners.finding.reckoning import HOW_MANY, WHEN
from loket.planners.finding.slots import (
    aged,
    at_school,
    bare_answer,
    completed,
    filled,
    index_of,
    lacking,
    only_numbers,
    without_false_birth,
    without_words_of,
)
from loket.planners.finding.trail import Trail
from loket.planners.finding.words import FindingWords

QUERY = "contextual_query_text"
"""The argument of an invocation with the words that go out."""
FRAGMENT = 8
"""A message of so few words may go on from what was asked before."""
EARLIER = 12
"""So many earlier messages are looked through for a parameter that is missing."""


@dataclass(frozen=True)
class Errand:
    """A skill that is to be invoked, with what is known for it and what is missing. `sources` are the earlier words
    that a parameter comes from; `kept` are parameters that stay here, since they may name a person; `doubtful` are
    those that may name one and are needed all the same. `beyond` are numbers that were told and that the skill does
    not take. `words` went out with it before, and do so again."""

    offer: Offer
    parameters: JsonObject
    missing: tuple[str, ...] = ()
    sources: JsonObject = field(default_factory=dict)
    kept: tuple[str, ...] = ()
    doubtful: tuple[str, ...] = ()
    beyond: JsonObject = field(default_factory=dict)
    words: str = ""


@dataclass(frozen=True)
class Pick:
    """What came of choosing. `run`: all errands are complete; `clarify`: the first that is not lacks something.
    `again`: the question has to be asked once more, because the message did not answer it. `follows`: it goes on from
    what was asked before, and surely so when it `means` that: by its words, or by its values alone. `strange`: the
    organisation that the message names and none of these agents is; the choice then has a `question` of its own."""

    verdict: Literal["run", "clarify", "choice", "none"]
    errands: tuple[Errand, ...] = ()
    choices: tuple[Choice, ...] = ()
    considered: tuple[Candidate, ...] = ()
    reasoning: str = ""
    again: bool = False
    follows: bool = False
    means: Literal["", "words", "values"] = ""
    strange: str = ""
    question: str = ""


NONE = Pick("none")


def pick(trail: Trail, agents: Sequence[Agent], now: datetime, locale: str, said: FindingWords) -> Pick:
    """The skill, or the skills, for the last message. The same trail and agents give the same pick."""
    message = trail.message
    offers = offers_of(agents, said)
    if not offers:
        return NONE
    index = index_of([one.skill for one in offers.values()], locale)
    wanted = message.wants.skill if message.wants is not None else ""
    if message.choice in offers:
        slots = filled(offers[message.choice].skill, message.text, now)
        understood = Understanding("run", (message.choice,), (slots,), reasoning="You chose it.")
        return _made(understood, offers, trail, now, said)
    if message.wants is not None and wanted in offers:
        return _answer(trail, index, offers, now, said)
    if message.wants is None and (meant := _means(trail, offers, now, locale, said)) is not None:
        return meant
    if message.wants is None and (same := _pointed(trail, offers, now, said)) is not None:
        return same
    skills = askable({key: one.skill for key, one in offers.items()}, message.text, said)
    told = said.read(message.text)
    means = {one.concept for one in told.meanings} - HOW_MANY - {WHEN}
    if not skills or not (told.heavy or told.figures or means):  # `ok which days` asks for no skill
        return NONE
    understood = index_of(list(skills.values()), locale).understand(said.dated(message.text), now)
    return _made(_same_elsewhere(understood, offers, trail, now), offers, trail, now, said)


def _same_elsewhere(understood: Understanding, offers: dict[str, Offer], trail: Trail, now: datetime) -> Understanding:
    """Of one skill that several agents offer, that of the agent that was found first: the others are for when it
    fails. A choice of one is no question."""
    alike = [offers[choice.id] for choice in understood.choices[:2] if choice.id in offers]
    if not alike or alike[0].id != alike[-1].id:
        return understood
    first = next(offer for offer in offers.values() if offer.id == alike[0].id)
    reason = f"{understood.reasoning} {first.agent.name} was found first."
    slots = filled(first.skill, trail.message.text, now)
    return Understanding("run", (first.key,), (slots,), reasoning=reason, considered=understood.considered)


def _answer(trail: Trail, index: SkillIndex, offers: dict[str, Offer], now: datetime, said: FindingWords) -> Pick:
    """The message as the answer to what was missing; else as a request of its own; else the question once more."""
    message = trail.message
    wants = message.wants
    assert wants is not None
    offer = offers[wants.skill]
    if wants.missing and not message.form and repeats(trail):
        once_more = Understanding("run", (offer.key,), (wants.slots,), reasoning="It is the same question once more.")
        return replace(_made(once_more, offers, trail, now, said), again=True)
    wanted = wants.missing or tuple(object_at(offer.parameters, "properties"))  # a yes may bring other values instead
    understood = index.understand(message.last, now, PendingRequest(offer.key, wants.slots, wanted))
    slots = message.form or only_numbers(offer.parameters, wants.missing, said.read(message.last))
    if not slots and understood.decision in ("run", "clarify") and understood.skills == (offer.key,):
        slots = understood.slots[0]
    slots = slots or bare_answer(offer.parameters, wants.missing, said.read(message.last))
    known = aged(offer.parameters, slots, now, said)  # a day of birth tells the age that was asked for
    told = any(known.get(name) not in (None, "", wants.slots.get(name)) for name in wanted)
    if not told and understood.decision != "none" and understood.skills != (offer.key,):
        alone = replace(trail, message=replace(message, text=message.last, wants=None))
        return _made(understood, offers, alone, now, said)
    reason = "That does not tell what is missing." if wants.missing else "It goes on from what was asked."
    reason = understood.reasoning if told else reason
    both = {**wants.slots, **slots} if told else {**slots, **wants.slots}  # what tells nothing asked changes nothing
    answer = Understanding("run", (offer.key,), (both,), reasoning=reason)
    return replace(_made(answer, offers, trail, now, said), again=not told and bool(wants.missing))


def _means(trail: Trail, offers: dict[str, Offer], now: datetime, locale: str, said: FindingWords) -> Pick | None:
    """A message that corrects the last request, or brings nothing but other values for it."""
    offer = next((one for one in offers.values() if one.is_of(trail.latest)), None)
    if offer is None or not trail.message.last.strip():
        return None
    code = trail.spoken(locale)
    message = read(said.dated(trail.message.last), now, code, code)
    follow = followed(offer.skill, object_at(trail.latest, "parameters"), message, said)
    if not follow.parameters:
        return None
    slots = aged(offer.parameters, follow.parameters, now, said)
    understood = Understanding("run", (offer.key,), (slots,), reasoning=f"It means what {offer.label} was asked last.")
    made = _made(understood, offers, trail, now, said)
    return replace(made, follows=True, means="words" if follow.says else "values")


def _pointed(trail: Trail, offers: dict[str, Offer], now: datetime, said: FindingWords) -> Pick | None:
    """The last skill once more, or one of the same agent that is told all it needs by what came before, for a message
    that only asks for what that skill is about (`any room?`)."""
    message = said.read(trail.message.last)
    if not trail.latest or len(message.words) > FRAGMENT or not points(message, trail.before):
        return None
    there = [one for one in offers.values() if one.agent.base == trail.latest.get("task_base_url")]
    many = not said.they.isdisjoint(message.folds)  # they are a group, and nobody's child
    fitting = [one for one in there if speaks_of(one.skill, message) and (group_of(one.skill) or not many)]
    for one in sorted(fitting, key=lambda one: not one.is_of(trail.latest)):
        slots = object_at(trail.latest, "parameters") if one.is_of(trail.latest) else {}
        reason = f"It goes on from what {one.label} was asked last."
        made = _made(Understanding("run", (one.key,), (slots,), reasoning=reason), offers, trail, now, said)
        if made.verdict == "run" and (slots or group_of(one.skill)):
            return replace(made, follows=True, means="words")
    return None


def _made(understood: Understanding, offers: dict[str, Offer], trail: Trail, now: datetime, said: FindingWords) -> Pick:
    considered = tuple(
        Candidate(name=_label(one.name, offers), score=one.score, why=one.why)
        for one in understood.considered
        if one.name not in understood.skills
    )
    if understood.decision == "none":
        return Pick("none", considered=considered, reasoning=understood.reasoning)
    if understood.decision == "choice":
        choices = tuple(
            Choice(id=c.id, label=_label(c.id, offers), detail=offers[c.id].skill.description[:200])
            for c in understood.choices
            if c.id in offers
        )
        return Pick("choice", choices=choices, considered=considered, reasoning=understood.reasoning)
    errands = tuple(
        _errand(offers[key], slots, trail, now, said)
        for key, slots in zip(understood.skills, understood.slots, strict=False)
        if key in offers
    )
    if not errands:
        return NONE
    verdict = "clarify" if any(errand.missing for errand in errands) else "run"
    return Pick(verdict, errands, considered=considered, reasoning=understood.reasoning)


def _errand(offer: Offer, slots: JsonObject, trail: Trail, now: datetime, said: FindingWords) -> Errand:
    agent = offer.agent
    nameless = without_unasked(offer.parameters, slots, trail.message.text, agent, said)
    given = without_words_of(offer.parameters, nameless, f"{agent.name} {agent.description} {agent.site}")
    given = without_false_birth(offer.parameters, given, now, said)
    given = with_birth(offer.skill, given, trail.message.text, now)
    over = _beyond(offer, given, trail, now)
    told = said.read(trail.message.last)
    other = trail.message.wants is None and bool(trail.asked) and of_another(told, trail.before)
    short = trail.message.wants is None and len(words_of(trail.message.last)) <= FRAGMENT and not other
    before = object_at(trail.asked[-1], "parameters") if short and trail.asked and offer.is_of(trail.asked[-1]) else {}
    given, again = as_before(offer.parameters, given, before)
    if again:
        given = {**as_asked(offer.parameters, given, before), **given}
    same = _same_group(offer, given, trail, said) if short else {}
    given, again = {**given, **same}, {**again, **dict.fromkeys(same, "what was asked before")}
    earlier = (*trail.facts[::-1], *(() if other else trail.before[:EARLIER]))
    known, sources = completed(offer.skill, given, earlier, now, said)
    known, school = at_school(offer.parameters, known, trail.message.text, now)
    kept = tuple(name for name in slots if name not in nameless)
    answered = trail.message.wants.missing if trail.message.wants is not None else ()
    unasked = {name: value for name, value in known.items() if name not in answered}
    doubtful = may_name(offer.parameters, unasked, trail.message.text, said, agent)
    known = {name: value for name, value in known.items() if name not in over}
    unread = unread_birthday(offer.skill, known, trail.message.last, now)
    missing = tuple(dict.fromkeys((*over, *lacking(offer.parameters, known), *unread)))
    return Errand(offer, known, missing, {**again, **sources, **school}, kept, doubtful, over)


def _same_group(offer: Offer, given: JsonObject, trail: Trail, said: FindingWords) -> JsonObject:
    """The group that the last answer was about, when a message goes on with that agent and tells none."""
    if trail.latest.get("task_base_url") != offer.agent.base:
        return {}
    asked = object_at(trail.latest, "parameters")
    told = [one.told for one in trail.heard[-1:] if one.args == trail.latest]
    return group_told(offer.skill, given, (asked, *told), said.read(trail.message.last))


def _beyond(offer: Offer, given: JsonObject, trail: Trail, now: datetime) -> JsonObject:
    """What this message tells beyond the limits of the skill, else what the request that it answers told."""
    message = trail.message
    asked = message.wants.missing if message.wants is not None else ()
    return beyond(offer.skill, message.last, now, given, asked) or beyond(offer.skill, message.text, now, given)


def _label(key: str, offers: dict[str, Offer]) -> str:
    offer = offers.get(key)
    return key if offer is None else f"{offer.label} ({offer.agent.name})"
