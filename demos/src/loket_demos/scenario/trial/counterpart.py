"""Our own simulated side of a scenario, as an agent with an address of its own."""

from loket_demos.scenario.bridge import config64
from loket_demos.scenario.library import shipped
from loket_demos.scenario.trial.plan import PlannedScenario
from loket_demos.scenario.trial.results import Trial
from loket_demos.scenario.trial.server import OwnServer


async def made_known(server: OwnServer, planned: PlannedScenario) -> None:
    """Gives the server of the other side a scenario that does not come with it."""
    if shipped().get(planned.id) != planned.raw:
        config = planned.scenario.model_dump(mode="json", by_alias=True, exclude_defaults=True)
        config["metadata"] = {**config["metadata"], "id": _id_there(planned)}
        await server.asked("POST", "/api/scenarios", {"config": config})


def simulated_at(server: OwnServer, planned: PlannedScenario, trial: Trial) -> str:
    """Where the other side of a trial is asked: a bridge, whose address says what is played there."""
    others = [one.agent_id for one in planned.scenario.agents if one.agent_id != trial.agent]
    agents = [{"id": id} for id in (trial.agent, *others)]
    config = {"agents": agents, "startingAgentId": trial.agent, "scenarioId": _id_there(planned)}
    return f"{server.url}/api/bridge/{config64(config)}/a2a"


def _id_there(planned: PlannedScenario) -> str:
    """The id that the scenario has on the server: another one where what is shipped has the same."""
    return planned.id if shipped().get(planned.id) == planned.raw else f"bench.{planned.id[:90]}"
