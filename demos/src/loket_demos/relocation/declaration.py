"""The declaration: the orchestrator people meet, and a specialist for each definition of the registry."""

from collections.abc import Mapping

from loket import Assistant
from loket.core.assistant import Budget, InLanguage, SetUp
from loket.core.tool import Tool
from loket_demos.relocation.agents.base import AgentDefinition
from loket_demos.relocation.agents.orchestrator import PROMPT
from loket_demos.relocation.agents.registry import AGENTS
from loket_demos.relocation.legislation.store import LegislationStore
from loket_demos.relocation.set_up import steps
from loket_demos.relocation.system_vars import SETTING
from loket_demos.relocation.tools.definitions import functions

TURNS, SUB_TURNS = 10, 5
"""How many decisions the orchestrator makes for a message, and a specialist for a task."""


def specialist(agent: AgentDefinition, tools: Mapping[str, Tool]) -> Assistant:
    """The assistant that a definition declares."""
    return Assistant(
        agent.name,
        title=agent.label,
        summary=agent.description,
        instructions=agent.prompt,
        locale="pt-BR",
        tools=[tools[name] for name in agent.tools],
        languages={"en": InLanguage(title=agent.label_en)},
        budget=Budget(decisions=SUB_TURNS),
        hidden=True,
    )


def relocation(store: LegislationStore) -> Assistant:
    """The assistant, with the place where the laws lie."""
    tools = functions(store)
    return Assistant(
        "relocation",
        title="Mudança de país",
        summary="Especialistas respondem sobre vistos, documentos e prazos para mudar do Brasil para Portugal, com "
        "fonte e data. Informação, não aconselhamento.",
        instructions=PROMPT,
        locale="pt-BR",
        tools=[tools["get_legislation"]],
        specialists=[specialist(agent, tools) for agent in AGENTS.values()],
        starters=(
            "Quais documentos preciso para visto de trabalho em Portugal?",
            "Quanto tempo demora o visto de estudo?",
            "Que documentos preciso apostilar para o D7, e com que antecedência peço o visto?",
        ),
        languages={
            "en": InLanguage(
                title="Moving abroad",
                summary="Specialists answer about visas, documents and deadlines of a move from Brazil to Portugal, "
                "with source and date. Information, no advice.",
                starters=(
                    "Which documents do I need for a work visa in Portugal?",
                    "How long does the study visa take?",
                    "What has to be apostilled for the D7, and when should I apply?",
                ),
            )
        },
        settings={SETTING: {}},
        setup=SetUp(setting=SETTING, steps={"pt-BR": steps("pt-BR"), "en": steps("en")}),
        budget=Budget(decisions=TURNS),
    )
