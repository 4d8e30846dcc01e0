"""A request to the agent at an address: what names nobody's skill at first sight is read again without the address and
without what is about a person. Then the only skill there is asked, or a few are a choice."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from loket.core.actions import Ask, Choice, Decision, Say, Wants
from loket.planners.finding.agents import Agent
from loket.planners.finding.leaving import card_words, folds_of
from loket.planners.finding.names import words_of
from loket.planners.finding.offers import Offer, offers_of
from loket.planners.finding.page import found_there
from loket.planners.finding.pick import Errand, Pick, pick
from loket.planners.finding.private import homes
from loket.planners.finding.query import addresses, behind_address, without_addresses
from loket.planners.finding.readable import readable
from loket.planners.finding.slots import filled, lacking
from loket.planners.finding.trail import Trail
from loket.planners.finding.usual import all_words, contact_words
from loket.planners.finding.words import FindingWords

FEW = 6
"""So many skills are offered as a choice."""


def without_homes(trail: Trail, agents: Sequence[Agent], said: FindingWords) -> Trail:
    """The trail without the address of a home in its message, when no skill asks for one: the number of a house is no
    age and no amount."""
    message = trail.message
    named = folds_of(" ".join(card_words(agent) for agent in agents))
    if named & contact_words()["home"] or not any(homes(message.text, said)):
        return trail
    text, last = (_blanked(one, said) for one in (message.text, message.last))
    return replace(trail, message=replace(message, text=text, last=last))


def _blanked(text: str, said: FindingWords) -> str:
    for begin, end in homes(text, said):
        text = f"{text[:begin]}{' ' * (end - begin)}{text[end:]}"
    return text


def addressed(
    picked: Pick, trail: Trail, agents: Sequence[Agent], when: tuple[datetime, str], said: FindingWords
) -> Pick:
    """The pick, made again for the agent at the address that the message tells when it came to nothing. `when`: this
    moment and the locale."""
    sites = addresses(trail.message.last)
    there = [agent for agent in agents if agent.site in sites]
    if picked.verdict != "none" or not there or trail.message.wants is not None:
        return picked
    for text in _readings(trail.message.last, there[0], said):
        again = pick(_saying(trail, text), there, *when, said)
        if again.verdict != "none":
            return again
    every = list(offers_of(there, said).values())
    offers = every if len(every) == 1 else [offer for offer in every if not offer.skill.writes]
    return _outright(trail, offers, when[0], said) or picked


def _readings(text: str, agent: Agent, said: FindingWords) -> Iterator[str]:
    """What is asked without the address and the word for asking, then without what is about a person, too."""
    bare = _asked(without_addresses(text), said)
    yield bare
    yield readable(bare, agent, {}, said).text


def _asked(text: str, said: FindingWords) -> str:
    """The text behind the word for asking, when it begins with one; a kind word may stand before."""
    found = words_of(text)
    for word in found[:4]:
        if word.plain in all_words("asking"):
            return text[word.end :].strip(" ,:;.")
        if word.plain not in said.small:
            break
    return " ".join(text.split())


def _outright(trail: Trail, offers: Sequence[Offer], now: datetime, said: FindingWords) -> Pick | None:
    """The only skill there, or a choice among a few, when the message says that somebody is to be asked something."""
    text, told = without_addresses(trail.message.last), behind_address(trail.message.last)
    asked = told or _asked(text, said)
    says = bool(told) or (asked != " ".join(text.split()) and means_something(asked, said))
    if not says or not 0 < len(offers) <= FEW:
        return None
    if len(offers) > 1:
        return Pick("choice", choices=choices_of(offers), reasoning=said.because("which_skill"))
    return _only(offers[0], asked, now, said)


def offered_there(trail: Trail, said: FindingWords) -> Decision:
    """Who lives at the address that was told; its few skills as a choice for who wants something that fits none."""
    card = found_there(trail, said)
    agents = [agent for agent in trail.agents if agent.site == trail.probed[-1][0]]
    offers = list(offers_of(agents, said).values())
    wants = means_something(without_addresses(trail.message.last), said)
    if not (wants and isinstance(card.action, Say) and 0 < len(offers) <= FEW):
        return card
    ask = Ask(text=card.action.text, choices=choices_of(offers), wants=Wants(skill=""))
    return card.model_copy(update={"action": ask, "step": "ask"})


def means_something(text: str, said: FindingWords) -> bool:
    """Whether a text has a word that carries a meaning."""
    small = said.small
    return any(word.text[:1].isalnum() and word.plain not in small for word in words_of(text))


def choices_of(offers: Sequence[Offer]) -> tuple[Choice, ...]:
    """Skills as a person chooses among them."""
    return tuple(Choice(id=one.key, label=one.label, detail=one.skill.description[:200]) for one in offers)


def _only(offer: Offer, asked: str, now: datetime, said: FindingWords) -> Pick:
    slots = filled(offer.skill, asked, now)
    errand = Errand(offer, slots, lacking(offer.parameters, slots))
    reason = said.because("only_skill")
    return Pick("clarify" if errand.missing else "run", (errand,), reasoning=reason)


def _saying(trail: Trail, text: str) -> Trail:
    return replace(trail, message=replace(trail.message, text=text, last=text))
