"""The specialist in eligibility: what somebody said of themselves against what a programme requires."""

from loket_demos.relocation.agents.base import AgentDefinition, prompt_of

ELIGIBILITY_AGENT = AgentDefinition(
    name="eligibility_agent",
    label="Especialista em Elegibilidade",
    label_en="Eligibility specialist",
    description="Holds what a person said of themselves against the criteria of a visa; decides nothing.",
    prompt=prompt_of(
        "a specialist in criteria of visas",
        "You hold what the person said against the known criteria, and say that only the consulate decides.",
    ),
    tools=("check_eligibility",),
)
