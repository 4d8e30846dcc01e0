"""Puts the package together for whoever serves it."""

from pathlib import Path

from loket.house.bundle import Bundle, Services
from loket_demos.scenario.declaration import scenario
from loket_demos.scenario.doors.runs import RunsWire
from loket_demos.scenario.gates import gates
from loket_demos.scenario.oracle.source import PlayedTools
from loket_demos.scenario.paced_model import ModelAllowance
from loket_demos.scenario.planner.planner import ScenarioPlanner
from loket_demos.scenario.planner.send import SendTool
from loket_demos.scenario.vault.read import ReadTool


def bundle(services: Services, allowance: ModelAllowance | None = None) -> Bundle:
    """Everything this package brings. `allowance`: how often each owner may have a language model asked."""
    front, outside = scenario(), gates(services, allowance=allowance)
    return Bundle(
        name=front.name,
        assistants=(front, *outside.assistants),
        planners={front.name: ScenarioPlanner(services.models, outside.runs, outside.allowance), **outside.planners},
        tools=outside.tools,
        publish=tuple(tool.spec.name for tool in outside.tools),
        inner=(SendTool(outside.runs, outside.exchanges.noted), ReadTool(outside.runs), *outside.inner),
        doors=(RunsWire(services.models), *outside.doors),
        filing=("/api/bridge", "/api/rooms"),
        sources=(PlayedTools(outside.allowance),),
        finds_agents=True,
        web=Path(__file__).parent.parent / "static",
    )
