"""The declaration: the orchestrator people meet, and a specialist for each definition of the registry."""

from loket import Assistant
from loket.core.assistant import Budget, InLanguage
from loket_demos.relocation.agents.base import AgentDefinition
from loket_demos.relocation.agents.orchestrator import PROMPT
from loket_demos.relocation.agents.registry import AGENTS
from loket_demos.relocation.tools.definitions import tools_of

TURNS, SUB_TURNS = 10, 5
"""How many decisions the orchestrator makes for a message, and a specialist for a task."""


def specialist(agent: AgentDefinition) -> Assistant:
    """The assistant that a definition declares."""
    return Assistant(
        agent.name,
        title=agent.label,
        summary=agent.description,
        instructions=agent.prompt,
        locale="pt-BR",
        tools=tools_of(agent.tools),
        languages={"en": InLanguage(title=agent.label_en)},
        budget=Budget(decisions=SUB_TURNS),
        hidden=True,
    )


RELOCATION = Assistant(
    "relocation",
    title="Mudança de país",
    summary="Especialistas respondem sobre vistos, documentos e prazos para mudar do Brasil para Portugal, com fonte e "
    "data. Informação, não aconselhamento.",
    instructions=PROMPT,
    locale="pt-BR",
    specialists=[specialist(agent) for agent in AGENTS.values()],
    starters=(
        "Quais documentos preciso para visto de trabalho em Portugal?",
        "Quanto tempo demora o visto de estudo?",
        "Que documentos preciso apostilar para o D7, e com que antecedência peço o visto?",
    ),
    languages={
        "en": InLanguage(
            title="Moving abroad",
            summary="Specialists answer about visas, documents and deadlines of a move from Brazil to Portugal, with "
            "source and date. Information, no advice.",
            starters=(
                "Which documents do I need for a work visa in Portugal?",
                "How long does the study visa take?",
                "What has to be apostilled for the D7, and when should I apply?",
            ),
        )
    },
    settings={"system_vars": {}},
    budget=Budget(decisions=TURNS),
)
