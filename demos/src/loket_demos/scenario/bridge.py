"""What stands in the address of a bridge: a configuration as base64url JSON, which says who is played there."""

import asyncio
import base64
import binascii
import json
from dataclasses import dataclass, field

import msgspec
from pydantic import Field, ValidationError

from loket.core.data import FileRef, Json, JsonObject
from loket.core.errors import Invalid, LoketError, NotFound, TooLarge
from loket.core.events import AgentSaid
from loket.core.shapes import deeper_than, is_object, list_at, text_at
from loket.core.tool import CallContext, Repeatable, ToolFailed
from loket.core.tool_spec import ToolSpec
from loket.house.bulk import check_bulk
from loket_demos.scenario.answering import answering
from loket_demos.scenario.counterpart import Counterparts, NoCounterpart, SentFile
from loket_demos.scenario.shapes import DEEPEST, Scenario, ScenarioShape, scenario_of
from loket_demos.scenario.starting import RunChoice
from loket_demos.scenario.validation import validated

ASSISTANT, TOOL, SETTING = "scenario.bridge", "answer_as_counterpart", "bridge"
BRIDGE = answering(ASSISTANT, "Bridges of the workbench", TOOL)
CHARACTERS = 60_000
OURS = ("", "scenario", "scenario-driven", "ScenarioDrivenAgent", "simulated")
"""Classes of agents that are played here."""


class BridgeAgent(ScenarioShape):
    """One of those who take part, and who plays it."""

    id: str = ""
    agent_class: str = ""
    config: JsonObject = {}


class BridgeConfig(ScenarioShape):
    """A talk that somebody outside has with a side that is played here. `scenario` is a whole scenario in place of the
    id of one, `variant` its course of events. The caller plays `startingAgentId`, by default the first agent. What is
    `unlisted` is not among the conversations of its owner: the page of the caller's run leads to it."""

    title: str = ""
    description: str = ""
    scenario_id: str = ""
    scenario: JsonObject | None = None
    agents: tuple[BridgeAgent, ...] = Field(default=(), max_length=20)
    starting_agent_id: str = ""
    variant: str = ""
    unlisted: bool = False


def config_of(config64: str) -> BridgeConfig:
    """The configuration of an address. NotFound when it holds none that can be read, TooLarge when it is too long."""
    if len(config64) > CHARACTERS:
        text = f"This address has {len(config64):,} characters of configuration; at most {CHARACTERS:,} are read."
        raise TooLarge("too_long", f"{text} Put the scenario into the library and name its scenarioId here.")
    try:
        raw = base64.urlsafe_b64decode(config64 + "=" * (-len(config64) % 4))
        check_bulk(raw)
        config: Json = msgspec.json.decode(raw)
        if not is_object(config):
            raise ValueError("no object")
        if deeper_than(config, DEEPEST + 1):
            raise TooLarge("too_deep", "It is nested too deep.")
        return BridgeConfig.model_validate(config)
    except (binascii.Error, ValueError, RecursionError, LoketError) as error:
        raise NotFound("no_config", f"This address holds no configuration: {_why(error)}.") from error


def config64(config: JsonObject) -> str:
    """The same the other way round, for an address."""
    return base64.urlsafe_b64encode(json.dumps(config, separators=(",", ":")).encode()).decode().rstrip("=")


def choice_of(config: BridgeConfig, scenario: Scenario) -> RunChoice:
    """What is played here for a caller. NoCounterpart when nobody is."""
    there = [agent.agent_id for agent in scenario.agents]
    listed = [agent.id for agent in config.agents] or there
    caller = config.starting_agent_id or listed[0]
    played = next((id for id in listed if id != caller), None)
    if played is None:
        raise NoCounterpart(f"{scenario.metadata.title} has nobody beside {caller[:80]}, so nobody answers here.")
    if played not in there:
        known = ", ".join(there)
        raise NoCounterpart(f"There is no agent {played[:80]} in {scenario.metadata.title}; there are {known}.")
    agent = next((agent for agent in config.agents if agent.id == played), BridgeAgent(id=played))
    if agent.agent_class not in OURS:
        text = f"{played} is of the class {agent.agent_class[:80]}, which nobody plays here; scenario-driven is."
        raise NoCounterpart(text)
    return RunChoice(
        scenario=scenario,
        agent=played,
        counterpart=caller if caller in there else "",
        instructions=text_at(agent.config, "instructions"),
        model=text_at(agent.config, "model"),
        alone=True,
        variant=config.variant,
        unlisted=config.unlisted,
    )


async def scenario_in(config: BridgeConfig, counterparts: Counterparts, owner: str) -> Scenario:
    """The scenario that stands in the address, or is named there. Invalid `bad_scenario` for one that the library would
    not take either; NoCounterpart when there is none of that name."""
    if config.scenario is None:
        return await counterparts.scenario(owner, config.scenario_id)
    checked = validated(config.scenario)
    if checked.errors:
        wrong = "; ".join(str(finding) for finding in checked.errors[:3])
        raise Invalid("bad_scenario", f"The scenario in this address can't be played: {wrong}")
    return scenario_of(config.scenario)


@dataclass(frozen=True)
class CounterpartTool(Repeatable):
    """Brings the answer of the side that is played here."""

    counterparts: Counterparts
    spec: ToolSpec = field(
        default=ToolSpec(
            name=TOOL,
            title="Answer for the other side",
            description="What the simulated side of the scenario answers to a message.",
            idempotent=True,
            deadline=270.0,
        )
    )

    async def call(self, args: JsonObject, context: CallContext) -> Json:
        try:
            return await self._answer(args, context)
        except NoCounterpart as error:
            raise ToolFailed("no_counterpart", error.text) from error
        except TimeoutError as error:
            raise ToolFailed("timeout", "The other side did not answer in time.") from error
        except LoketError as error:
            if error.code == "closing":  # this call ends with the server, and is made again after the next start
                await asyncio.get_running_loop().create_future()
            raise ToolFailed("no_counterpart", error.text) from error

    async def _answer(self, args: JsonObject, context: CallContext) -> Json:
        sides, house = self.counterparts, self.counterparts.opened.house
        config = BridgeConfig.model_validate((await house.settings(context.conversation, context.owner))[SETTING])
        thread = f"{context.conversation}-{args['task']}"
        run = await sides.begun(context.owner, thread)
        if run is None:
            scenario = await scenario_in(config, sides, context.owner)
            run = await sides.run(context.owner, thread, choice_of(config, scenario))
        said = AgentSaid(
            agent="caller",
            message_id=f"{context.conversation}-{args['message']}",
            text=args["text"],
            data=args.get("data"),
        )
        files, linked = [], []
        for raw in list_at(args, "files"):
            ref = FileRef.model_validate(raw)
            if ref.blob is None:
                linked.append(ref)
            else:
                files.append(SentFile(ref.name, ref.media, await context.file(ref)))
        reply = await sides.hear(context.owner, run, said.model_copy(update={"files": tuple(linked)}), files)
        for file in reply.files:
            await context.keep(await sides.data(run, file), file.name, file.media)
        return {"text": reply.text, "finality": reply.finality, "run": run, "seq": reply.seq}


def _why(error: Exception) -> str:
    if isinstance(error, ValidationError):
        first = error.errors(include_input=False, include_url=False)[0]
        return f"{'.'.join(map(str, first['loc'])) or 'it'}: {first['msg'].lower()}"[:200]
    return "it is no JSON object in base64url"
