"""`/api/bridge/CONFIG64/a2a`: the other side of a scenario as an A2A agent, at an address that says which.

Its card is below it, at `/.well-known/agent-card.json`. Where nobody plays it, a task fails and says why."""

from collections.abc import Sequence
from dataclasses import dataclass

from starlette.requests import Request
from starlette.routing import BaseRoute, Mount, Route
from starlette.types import Receive, Scope, Send

from loket.core.errors import LoketError
from loket.house.house import House, ServedAgent
from loket.house.refusal import refused
from loket.house.requests import owner_of
from loket_demos.scenario.bridge import ASSISTANT, SETTING, BridgeConfig, choice_of, config_of, scenario_in
from loket_demos.scenario.counterpart import Counterparts, NoCounterpart
from loket_demos.scenario.exchanges.inbound import Overheard
from loket_demos.scenario.exchanges.kept import ExchangeBook

PATH = "/api/bridge"


@dataclass(frozen=True)
class BridgeDoor:
    """An agent for each configuration."""

    counterparts: Counterparts
    exchanges: ExchangeBook

    def routes(self, house: House) -> Sequence[BaseRoute]:
        """With and without a slash at the end."""
        bridge = _Bridge(house, self.counterparts, self.exchanges)
        path = f"{PATH}/{{config}}/a2a"
        return [Route(path, bridge), Mount(path, bridge)]


@dataclass(frozen=True)
class _Bridge:
    house: House
    counterparts: Counterparts
    exchanges: ExchangeBook

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        config64 = str(scope["path_params"]["config"])
        try:
            config = config_of(config64)
            agent = await self._agent(config64, config, owner_of(Request(scope)))
            app = await self.house.agent(agent)
        except LoketError as error:
            await refused(error.status, error.code, error.text)(scope, receive, send)
            return
        await Overheard(app, self.exchanges, f"{self.house.address}{agent.path}")(scope, receive, send)

    async def _agent(self, config64: str, config: BridgeConfig, owner: str) -> ServedAgent:
        """The agent as its card shows it. One that nobody plays has a card, too, that says so."""
        name, about, examples = config.title or config.scenario_id or "A scenario", config.description, ()
        try:
            scenario = await scenario_in(config, self.counterparts, owner)
            choice = choice_of(config, scenario)
            side, caller = scenario.agent(choice.agent), scenario.agent(choice.counterpart)
            if side is not None:
                name = config.title or f"{side.principal.name or side.agent_id}: {scenario.metadata.title}"
                about = about or scenario.metadata.description
            first = caller.message_to_use_when_initiating_conversation if caller is not None else ""
            examples = (first,) if first else ()
        except NoCounterpart as error:
            about = error.text
        settings = {SETTING: config.model_dump(mode="json", by_alias=True, exclude_defaults=True)}
        return ServedAgent(ASSISTANT, f"{PATH}/{config64}/a2a", name, about, settings, examples)
