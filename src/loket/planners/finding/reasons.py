"""Why something is asked: who wonders at a question of ours is told, and it stays open."""

from loket.core.actions import Ask, Decision
from loket.language.clauses import clauses
from loket.language.message import Message
from loket.planners.finding.asking import needs
from loket.planners.finding.offers import Offer, offers_of
from loket.planners.finding.pick import NONE, Errand
from loket.planners.finding.slots import profile_of
from loket.planners.finding.trail import Trail
from loket.planners.finding.words import FindingWords

REASON = "reason"
"""The concept of a word that asks why."""


def asked_why(trail: Trail, said: FindingWords) -> Decision | None:
    """What is told of a `why?` behind a question for what a skill needs; None where it wonders at something else."""
    wants = trail.message.wants
    if wants is None or not wants.missing or trail.last is not None or trail.message.choice:
        return None
    offer = offers_of(trail.agents, said).get(wants.skill)
    message = said.read(trail.message.last)
    if offer is None or not _wonders_why(message, offer, said):
        return None
    asked = needs(Errand(offer, wants.slots, wants.missing), wants.missing, NONE, said)
    assert isinstance(asked.action, Ask)
    text = f"{said.needs_why.format(agent=offer.agent.name, skill=offer.label)} {asked.action.text}"
    return asked.model_copy(update={"action": asked.action.model_copy(update={"text": text})})


def _wonders_why(message: Message, offer: Offer, said: FindingWords) -> bool:
    """Whether a message asks why, of nothing but what the skill takes and the asking itself."""
    why = [one for one in message.meanings if one.concept == REASON]
    if not why or not any(one.mood == "wonders" for one in clauses(message)):
        return False
    named = {concept for field in profile_of(offer.skill, said.code).fields for concept in field.named_concepts}
    spoken = {at for one in message.meanings if one.concept in named | {REASON} for at in range(one.start, one.end)}
    small = said.does | said.age | said.birth | said.kin
    return all(at in spoken or message.words[at].text.lower() in small for at in message.heavy)
