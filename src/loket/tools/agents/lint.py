"""What is odd about a card, in sentences for people: nothing here keeps an agent from being called."""

from collections.abc import Iterator, Sequence
from typing import Literal

from rapidfuzz.fuzz import token_set_ratio

from loket.core.data import Frozen, JsonObject
from loket.core.errors import Invalid
from loket.core.shapes import list_at
from loket.schemas import compiled
from loket.tools.agents.card import AgentCard, AgentSkill
from loket.tools.agents.text import line

ALIKE = 95
MOST, REASON = 20, 300
CHECKED, SCHEMAS, COMPARED = 50, 15, 300
"""Skills that are looked at, schemas that are tried, characters of a description that are compared: a card may be made
to cost time."""

Code = Literal[
    "not_there",
    "no_description",
    "no_version",
    "no_skills",
    "no_url",
    "no_way",
    "skill_no_description",
    "skill_no_examples",
    "skill_no_parameters",
    "skill_bad_schema",
    "skill_same_id",
    "skill_alike",
]


class Oddity(Frozen):
    """One odd thing: a code for those who say it in another language, what it is about, and the sentence."""

    code: Code
    text: str
    about: str = ""
    other: str = ""


def lint(card: AgentCard) -> list[Oddity]:
    """At most twenty; empty for a card that is in good order."""
    described = card.skills[:CHECKED] if list_at(card.raw, "skills") else ()
    found = [*_of_card(card), *_of_skills(described), *_of_pairs(described)]
    return found[:MOST]


def _of_card(card: AgentCard) -> Iterator[Oddity]:
    if not card.description:
        yield Oddity(code="no_description", text="The card has no description.")
    if not card.version:
        yield Oddity(code="no_version", text="The card has no version.")
    if not list_at(card.raw, "skills"):
        named = "The card names what the agent can do and describes none of it."
        text = named if card.capabilities and not card.skills else "The card describes no skill; it is asked in words."
        yield Oddity(code="no_skills", text=text)
    if card.placeless:
        yield Oddity(code="no_url", text="The card has no url; the agent is tried where the card is.")
    if not card.interfaces:
        ways = ", ".join(card.unknown_ways)
        text = f"None of the ways to call it is known here: {ways or 'none is told'}."
        yield Oddity(code="no_way", text=text, about=ways)


def _of_skills(skills: Sequence[AgentSkill]) -> Iterator[Oddity]:
    tells = any(skill.parameters for skill in skills)  # no version of the protocol asks for them
    for n, skill in enumerate(skills):
        id = skill.id
        if not skill.description:
            yield Oddity(code="skill_no_description", text=f"{id} has no description.", about=id)
        if not skill.examples:
            yield Oddity(code="skill_no_examples", text=f"{id} has no examples.", about=id)
        if tells and not skill.parameters:
            text = f"{id} does not tell which parameters it takes."
            yield Oddity(code="skill_no_parameters", text=text, about=id)
        elif skill.parameters and n < SCHEMAS and (why := _unusable(skill.parameters)):
            yield Oddity(code="skill_bad_schema", text=f"{id} has a schema that checks nothing. {why}", about=id)


def _unusable(schema: JsonObject) -> str:
    """Why nothing can be checked against a schema; empty when it can."""
    try:
        compiled(schema)
    except Invalid as error:
        return line(error.text, REASON)
    return ""


def _of_pairs(skills: Sequence[AgentSkill]) -> Iterator[Oddity]:
    """Skills that nobody could tell apart."""
    for n, one in enumerate(skills):
        for other in skills[:n]:
            if one.id == other.id:
                text = f"Two skills have the id {one.id}; only the first can be called."
                yield Oddity(code="skill_same_id", text=text, about=one.id)
            elif one.description and token_set_ratio(_compared_text(one), _compared_text(other)) >= ALIKE:
                text = f"{other.id} and {one.id} are described alike."
                yield Oddity(code="skill_alike", text=text, about=other.id, other=one.id)


def _compared_text(skill: AgentSkill) -> str:
    return f"{skill.name} {skill.description}"[:COMPARED].lower()
