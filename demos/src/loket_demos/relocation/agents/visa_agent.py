"""The specialist in visas: types, requirements, eligibility and how to apply."""

from loket_demos.relocation.agents.base import AgentDefinition, prompt_of

VISA_AGENT = AgentDefinition(
    name="visa_agent",
    label="Especialista em Vistos",
    label_en="Visa specialist",
    description="Researches visa types, requirements, eligibility, and application procedures.",
    prompt=prompt_of(
        "a visa requirements specialist",
        "You find out which visa fits a purpose, what it requires, who is eligible and how it is applied for.",
    ),
    tools=("search_visa_requirements",),
)
