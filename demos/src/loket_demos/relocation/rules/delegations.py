"""Which specialist looks up what, for a wish: each at most once, in the order of what was asked."""

from collections.abc import Sequence

from loket.core.data import Frozen, JsonObject
from loket_demos.relocation.countries import country_of
from loket_demos.relocation.rules.wish import MoveWish

AGENT_OF = {
    "need": "visa_agent",
    "papers": "visa_agent",
    "apostille": "document_agent",
    "time": "timeline_agent",
    "options": "pathway_agent",
    "eligible": "eligibility_agent",
    "cost": "application_agent",
    "figures": "application_agent",
}
"""The list of papers is among what a visa requires; what is done with them is the other specialist's."""
TOOL_OF = {
    "visa_agent": "search_visa_requirements",
    "document_agent": "list_required_documents",
    "timeline_agent": "check_processing_times",
    "pathway_agent": "analyze_pathways",
    "eligibility_agent": "check_eligibility",
    "application_agent": "get_processing_statistics",
}
NEEDS_PURPOSE = frozenset(["visa_agent", "eligibility_agent"])
HOME, DESTINATION = "Brasil", "Portugal"
"""What is meant where nobody said otherwise: visas of no other pair are known here."""


class Delegation(Frozen):
    """A specialist and the call it makes."""

    agent: str
    tool: str
    args: JsonObject


def delegations(wish: MoveWish, language: str, locale: str) -> Sequence[Delegation]:
    """Who is asked. Nobody twice."""
    agents = dict.fromkeys(AGENT_OF[topic] for topic in wish.topics if topic in AGENT_OF)
    return [delegation(agent, wish, language, locale) for agent in agents]


def delegation(agent: str, wish: MoveWish, language: str, locale: str) -> Delegation:
    """What a specialist looks up; the language is named where it is not that of the conversation."""
    to, since = _name(wish.destination or DESTINATION, language), _name(wish.origin or HOME, language)
    args: JsonObject
    match agent:
        case "visa_agent":
            args = {"origin": since, "destination": to, "visa_type": wish.purpose}
        case "timeline_agent":
            args = {"destination": to, "visa_type": wish.purpose}
        case "document_agent":
            args = {"destination_country": to, "pathway": wish.purpose, "origin_country": since}
        case "pathway_agent":
            args = {"destination_country": to, "objective": wish.purpose}
        case "eligibility_agent":
            args = {"destination_country": to, "program": wish.purpose}
        case _:
            args = {"destination_country": to, "pathway": wish.purpose}
    return Delegation(
        agent=agent, tool=TOOL_OF[agent], args=args | ({} if language == locale else {"language": language})
    )


def _name(named: str, language: str) -> str:
    """A country as it is called in the language; what nobody knows as it was written."""
    country = country_of(named)
    return country.name.within(language) if country else named
