"""Our own simulated side of a scenario, as an agent with an address of its own."""

from loket_demos.scenario.bridge import config64
from loket_demos.scenario.trial.plan import PlannedScenario
from loket_demos.scenario.trial.results import Trial
from loket_demos.scenario.trial.server import OwnServer


async def made_known(server: OwnServer, planned: PlannedScenario) -> None:
    """Gives the server of the other side this scenario, in this course."""
    config = {**planned.raw, "metadata": {**planned.raw["metadata"], "id": _id_there(planned)}}
    await server.asked("POST", "/api/scenarios", {"config": config})


def simulated_at(server: OwnServer, planned: PlannedScenario, trial: Trial) -> str:
    """Where the other side of a trial is asked: a bridge, whose address says what is played there."""
    others = [one.agent_id for one in planned.scenario.agents if one.agent_id != trial.agent]
    agents = [{"id": id} for id in (trial.agent, *others)]
    config = {"agents": agents, "startingAgentId": trial.agent, "scenarioId": _id_there(planned)}
    return f"{server.url}/api/bridge/{config64(config)}/a2a"


def _id_there(planned: PlannedScenario) -> str:
    """The id that the scenario has on that server."""
    return f"bench.{planned.id.replace(':', '.')[:90]}"
