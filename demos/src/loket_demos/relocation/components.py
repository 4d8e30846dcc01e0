"""Puts the package together for whoever serves it: the orchestrator, its specialists and what thinks for them."""

from dataclasses import replace

from loket.core.planner import Planner
from loket.house.bundle import Bundle, Services
from loket.planners.chat.auto import AutoPlanner
from loket.planners.chat.planner import ChatPlanner
from loket_demos.relocation.agents.base import AgentDefinition
from loket_demos.relocation.agents.orchestrator import system_prompt_for, tools
from loket_demos.relocation.agents.registry import AGENTS
from loket_demos.relocation.declaration import relocation
from loket_demos.relocation.delegating import DelegatingPlanner
from loket_demos.relocation.doors.chat import RelocationWire
from loket_demos.relocation.doors.countries import CountriesWire
from loket_demos.relocation.legislation.crawl import crawl_of
from loket_demos.relocation.legislation.crawler import crawler
from loket_demos.relocation.rules.orchestrator import OrchestratorRules
from loket_demos.relocation.rules.specialist import SpecialistRules
from loket_demos.relocation.system_vars import SystemVars


def bundle(services: Services) -> Bundle:
    """Everything this package brings."""
    crawl = crawl_of(services)
    made = relocation(crawl.store).bundle(services)
    minds: dict[str, Planner] = {agent.name: _specialist(agent, services) for agent in AGENTS.values()}
    reads = crawler(crawl)
    return replace(
        made,
        assistants=(*made.assistants, reads.spec(hidden=True)),
        planners={**minds, made.name: _orchestrator(services), reads.name: reads.mind()},
        inner=(*made.inner, *reads.tools),
        doors=(*made.doors, RelocationWire(made.name), CountriesWire(crawl.store)),
    )


def _orchestrator(services: Services) -> Planner:
    words = AutoPlanner(ChatPlanner(services.models, asks=False), OrchestratorRules())
    return DelegatingPlanner(words, system_prompt_for, {spec.name: spec for spec in tools()})


def _specialist(agent: AgentDefinition, services: Services) -> Planner:
    def prompt(system_vars: SystemVars) -> str:
        return f"{agent.prompt}\n\n{system_vars.quoted()}"

    return DelegatingPlanner(AutoPlanner(ChatPlanner(services.models), SpecialistRules(agent.name)), prompt)
