"""The specialist in applications: fees and figures."""

from loket_demos.relocation.agents.base import AgentDefinition, prompt_of

APPLICATION_AGENT = AgentDefinition(
    name="application_agent",
    label="Especialista em Processos",
    label_en="Application specialist",
    description="Knows the fees of an application, its statistics and what delays it.",
    prompt=prompt_of(
        "a specialist in applications",
        "You say what an application costs, what is reported of it, and what is not known.",
    ),
    tools=("get_processing_statistics",),
)
