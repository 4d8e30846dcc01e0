"""Our own simulated side of a scenario, as an agent with an address of its own for each trial."""

from loket.core.data import JsonObject
from loket_demos.scenario.bridge import config64
from loket_demos.scenario.library import shipped
from loket_demos.scenario.trial.plan import PlannedScenario
from loket_demos.scenario.trial.results import Trial


def simulated_at(server: str, planned: PlannedScenario, trial: Trial) -> str:
    """Where the other side of a trial is asked: a bridge, whose address says what is played there. A scenario that the
    server does not have goes along."""
    others = [one.agent_id for one in planned.scenario.agents if one.agent_id != trial.agent]
    config: JsonObject = {"agents": [{"id": id} for id in (trial.agent, *others)], "startingAgentId": trial.agent}
    there = shipped().get(planned.id) == planned.raw
    config |= {"scenarioId": planned.id} if there else {"scenario": planned.raw}
    return f"{server}/api/bridge/{config64(config)}/a2a"
