"""The declaration of the assistant: what it may call, how it is woken, and where its runaway guard stands."""

from loket.core.assistant import AssistantSpec, Budget, InLanguage
from loket_demos.scenario.run import ASK, ASSISTANT, SEND, SOURCE
from loket_demos.scenario.vault.read import READ

STEPS, RECORDS = 20, 4000
"""Decisions for one trigger from outside; and records of a talk without a word of a person, in which two agents
go round in circles. What a planner makes by itself is counted in events, in `planner/runaway.py`."""


def scenario() -> AssistantSpec:
    """The planner of the workbench. It is woken by each news of the other agent, and its tools are those of the
    scenario that a conversation plays."""
    return AssistantSpec(
        name=ASSISTANT,
        title="Scenarios",
        summary="Tries agents against each other: pick a scenario and whom it is played against, and watch each step.",
        planner="scenario",
        tools=(SEND, READ, f"{SOURCE}.*", ASK),
        approval="never",
        follow="news",
        files=True,
        beside="module",
        languages={
            "nl": InLanguage(
                title="Scenario's",
                summary="Probeert agenten tegen elkaar uit: kies een scenario en een tegenpartij, en volg elke stap.",
            ),
            "de": InLanguage(
                title="Szenarien",
                summary="Lässt Agenten gegeneinander antreten: Szenario und Gegenseite wählen, jeden Schritt sehen.",
            ),
            "pt-BR": InLanguage(
                title="Cenários",
                summary="Põe agentes à prova entre si: escolha um cenário e com quem, e acompanhe cada passo.",
            ),
        },
        budget=Budget(decisions=STEPS, records=RECORDS),
    )
