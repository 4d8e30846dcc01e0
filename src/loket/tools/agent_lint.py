"""What is odd about a card, in sentences for people: nothing here keeps an agent from being called."""

from collections.abc import Iterator

from rapidfuzz.fuzz import token_set_ratio

from loket.core.errors import Invalid
from loket.schemas import compiled
from loket.tools.agent_card import AgentCard, Skill

ALIKE = 95
MOST = 20


def lint(card: AgentCard) -> list[str]:
    """At most twenty warnings; empty for a card that is in good order."""
    found = [*_of_card(card), *(warning for skill in card.skills for warning in _of_skill(skill)), *_of_pairs(card)]
    return found[:MOST]


def _of_card(card: AgentCard) -> Iterator[str]:
    if not card.description:
        yield "The card has no description."
    if not card.version:
        yield "The card has no version."
    if not card.skills:
        yield "The card names what the agent can do and describes none of it."
    if not card.interfaces:
        yield f"None of the ways to call it is known here: {', '.join(card.unknown_ways) or 'none is told'}."


def _of_skill(skill: Skill) -> Iterator[str]:
    if not skill.description:
        yield f"{skill.id} has no description."
    if not skill.examples:
        yield f"{skill.id} has no examples."
    if not skill.parameters:
        yield f"{skill.id} does not tell which parameters it takes."
        return
    try:
        compiled(skill.parameters)
    except Invalid:
        yield f"{skill.id} has a schema that can't be used."


def _of_pairs(card: AgentCard) -> Iterator[str]:
    """Skills that nobody could tell apart. Only the first fifty are compared: the number of pairs grows fast."""
    skills = card.skills[:50]
    for n, one in enumerate(skills):
        for other in skills[:n]:
            if one.id == other.id:
                yield f"Two skills have the id {one.id}; only the first can be called."
            elif one.description and token_set_ratio(_said(one), _said(other)) >= ALIKE:
                yield f"{other.id} and {one.id} are described alike."


def _said(skill: Skill) -> str:
    return f"{skill.name} {skill.description}".lower()
