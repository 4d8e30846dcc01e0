"""Our own simulated side of a scenario, as an agent with an address."""

import base64
import json

from loket_demos.scenario.trial.plan import PlannedScenario
from loket_demos.scenario.trial.results import Trial


def simulated_at(server: str, planned: PlannedScenario, trial: Trial) -> str:
    """Where the other side of a trial is asked: a bridge, whose address says what is played there."""
    others = [one.agent_id for one in planned.scenario.agents if one.agent_id != trial.agent]
    agents = [{"id": trial.agent}, *({"id": other} for other in others)]
    config = {"scenarioId": planned.id, "agents": agents, "startingAgentId": trial.agent}
    packed = base64.urlsafe_b64encode(json.dumps(config).encode()).decode().rstrip("=")
    return f"{server}/api/bridge/{packed}/a2a"
