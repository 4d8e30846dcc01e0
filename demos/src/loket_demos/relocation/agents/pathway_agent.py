"""The specialist in pathways: which ways in there are for an objective."""

from loket_demos.relocation.agents.base import AgentDefinition, prompt_of

PATHWAY_AGENT = AgentDefinition(
    name="pathway_agent",
    label="Especialista em Caminhos",
    label_en="Pathway specialist",
    description="Compares the ways to move for an objective: requirements, duration, law.",
    prompt=prompt_of(
        "a specialist in ways to move abroad",
        "You set the pathways for an objective side by side and recommend none.",
    ),
    tools=("analyze_pathways", "get_legislation"),
)
