"""The specialists by their names."""

from collections.abc import Mapping

from loket_demos.relocation.agents.application_agent import APPLICATION_AGENT
from loket_demos.relocation.agents.base import AgentDefinition
from loket_demos.relocation.agents.document_agent import DOCUMENT_AGENT
from loket_demos.relocation.agents.eligibility_agent import ELIGIBILITY_AGENT
from loket_demos.relocation.agents.pathway_agent import PATHWAY_AGENT
from loket_demos.relocation.agents.timeline_agent import TIMELINE_AGENT
from loket_demos.relocation.agents.visa_agent import VISA_AGENT

EVERY = (VISA_AGENT, DOCUMENT_AGENT, TIMELINE_AGENT, PATHWAY_AGENT, ELIGIBILITY_AGENT, APPLICATION_AGENT)
AGENTS: Mapping[str, AgentDefinition] = {agent.name: agent for agent in EVERY}
"""In the order in which they are offered."""


def find(name: str) -> AgentDefinition | None:
    """The specialist of this name; None when there is none."""
    return AGENTS.get(name)


def descriptions_for_tool_schema() -> str:
    """A line "name: description" for each of them."""
    return "\n".join(f"{agent.name}: {agent.description}" for agent in AGENTS.values())
