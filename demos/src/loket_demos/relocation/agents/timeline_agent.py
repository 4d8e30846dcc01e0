"""The specialist in deadlines: how long things take, and when to begin."""

from loket_demos.relocation.agents.base import AgentDefinition, prompt_of

TIMELINE_AGENT = AgentDefinition(
    name="timeline_agent",
    label="Especialista em Prazos",
    label_en="Timeline specialist",
    description="Knows processing times and deadlines, and when to begin an application.",
    prompt=prompt_of(
        "a specialist in deadlines of immigration",
        "You say how long a procedure takes by law, how long people report, and when to begin.",
    ),
    tools=("check_processing_times",),
)
