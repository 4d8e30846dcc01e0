"""How a run is started, changed and ended: plain functions over the house, each of which writes records and no more."""

import json

from pydantic import ConfigDict, Field

from loket.core.consent import APPROVALS, OFF
from loket.core.data import FileRef, JsonObject
from loket.core.errors import Invalid
from loket.core.events import Changed, FileAdded, Stopped, ToolsFound
from loket.core.tool_spec import ToolSpec
from loket.house.checking import compiled
from loket.house.house import House
from loket_demos.scenario.acts import Act, Begun, event_of
from loket_demos.scenario.run import (
    ASSISTANT,
    INSTRUCTIONS,
    SCENARIO_FILE,
    SETTING,
    SOURCE,
    AskedLimits,
    Mode,
    Player,
    RunLimits,
    ScenarioRun,
    run_for,
    run_of,
    settings_for,
)
from loket_demos.scenario.shapes import Scenario, ScenarioAgent, ScenarioShape, ScenarioTool

MOST = 40_000
"""Bytes of what the planner knows of a scenario."""
OTHER = {
    "nl": "De andere kant",
    "de": "Die Gegenseite",
    "pt": "O outro lado",
    "pt-BR": "O outro lado",
    "en": "The other side",
}


class RunChoice(ScenarioShape):
    """What somebody chose to be played. Without an `agent` it is the first; `toolsOff` are its tools that are ticked
    off, so that all are on unless somebody says otherwise. `attachModel` plays the tools, where it is not the usual
    model. `variant` is the course of events where no model plays."""

    scenario: Scenario
    agent: str = ""
    counterpart: str = ""
    endpoint: str = ""
    instructions: str = ""
    mode: Mode = "auto"
    tools_off: tuple[str, ...] = ()
    alone: bool = False
    starts: bool = False
    player: Player = "auto"
    model: str = ""
    attach_model: str = ""
    variant: str = ""
    limits: AskedLimits = RunLimits()
    unlisted: bool = False


class RunChange(ScenarioShape):
    """What somebody changes while a run goes on, from its next step; None leaves it as it is."""

    model_config = ConfigDict(extra="forbid")

    mode: Mode | None = None
    instructions: str | None = Field(default=None, max_length=INSTRUCTIONS)
    limits: AskedLimits | None = None
    endpoint: str | None = None
    tools_off: tuple[str, ...] | None = None


async def open_run(house: House, owner: str, choice: RunChoice, conversation: str | None = None) -> str:
    """A conversation in which this is played, once it is begun; its id. The name of one that is there may be given:
    what was chosen in it before is no longer."""
    if len(choice.instructions) > INSTRUCTIONS:
        raise Invalid("too_large", f"Instructions have at most {INSTRUCTIONS} characters.")
    played = choice.scenario.in_variant(choice.variant)
    me = _agent(played, choice.agent)
    run = run_for(played, me, choice.counterpart)
    raw = played.model_dump_json(by_alias=True, exclude_defaults=True).encode()
    conversation = await house.ensure(owner, ASSISTANT, conversation, {})
    blob = await house.files.put(conversation, raw, "application/json")
    chosen = {
        "digest": blob.sha256,
        "size": blob.size,
        "endpoint": choice.endpoint,
        "instructions": choice.instructions,
        "mode": choice.mode,
        "alone": choice.alone,
        "starts": choice.starts,
        "player": choice.player,
        "limits": choice.limits,
    }
    settings = settings_for(run.model_copy(update=chosen), choice.tools_off)
    if (size := len(json.dumps(settings, ensure_ascii=False).encode())) > MOST:
        raise Invalid("too_large", f"What {me.agent_id} is told of this scenario is {size} bytes, at most are {MOST}.")
    file = FileAdded(ref=FileRef(name=SCENARIO_FILE, media="application/json", blob=blob), source=SOURCE, private=True)
    await house.tell(conversation, file, owner=owner)
    await house.tell(conversation, ToolsFound(source=SOURCE, specs=specs_of(me, blob.sha256)), owner=owner, by="tool")
    named: JsonObject = {"title": _title(run.model_copy(update=chosen))}
    await house.tell(conversation, Changed(settings=settings | _model(choice) | named), owner=owner)
    return conversation


async def begin(house: House, owner: str, conversation: str) -> int:
    """The planner takes its first step, and one for each trigger from then on. The seq of the record."""
    await _change(house, owner, conversation, begun=True)
    return await house.tell(conversation, event_of(Begun()), owner=owner)


async def halt(house: House, owner: str, conversation: str) -> int:
    """Nothing is thought or sent any more until it is begun again; what is under way is called off."""
    await _change(house, owner, conversation, begun=False)
    return await house.tell(conversation, Stopped(), owner=owner)


async def act(house: House, owner: str, conversation: str, done: Act, key: str = "") -> int:
    """Writes what a person did on the workbench; under one key once."""
    return await house.tell(conversation, event_of(done), owner=owner, key=key or None)


async def change(house: House, owner: str, conversation: str, wanted: RunChange) -> int:
    """Plays on as it is wanted now. The seq of the record."""
    fields = {name: value for name in wanted.model_fields_set if (value := getattr(wanted, name)) is not None}
    return await _change(house, owner, conversation, **fields)


async def _change(house: House, owner: str, conversation: str, **fields: object) -> int:
    settings = await house.settings(conversation, owner)
    run = run_of(settings)
    if run is None:
        raise Invalid("no_scenario", "Choose a scenario first.")
    changed = ScenarioRun.model_validate({**run.model_dump(by_alias=True), **fields})
    off = fields.get(OFF)
    whole = settings_for(changed, off if isinstance(off, tuple) else ())
    written = {SETTING: True, APPROVALS: "mode" in fields, OFF: OFF in fields}
    kept = {name: whole[name] for name, wanted in written.items() if wanted}
    return await house.tell(conversation, Changed(settings=kept), owner=owner)


def specs_of(agent: ScenarioAgent, digest: str) -> tuple[ToolSpec, ...]:
    """The agent's tools as those of a source; `card` is the digest of the scenario that they are of, `place` the agent
    whose they are."""
    return tuple(
        ToolSpec(
            name=f"{SOURCE}.{tool.tool_name}",
            title=tool.tool_name,
            description=tool.description,
            input=_input(agent, tool),
            read_only=True,
            ends=tool.ends_conversation,
            kind="imagined",
            source=SOURCE,
            place=agent.agent_id,
            card=digest,
            deadline=120.0,
        )
        for tool in agent.tools
    )


def _input(agent: ScenarioAgent, tool: ScenarioTool) -> JsonObject:
    """The schema of a tool's arguments. Invalid `bad_scenario` for what is none: no call could be held against it."""
    schema = tool.input_schema if tool.input_schema.get("type") == "object" else {"type": "object"}
    try:
        compiled(schema)
    except Invalid as error:
        raise Invalid("bad_scenario", f"The tool {tool.tool_name} of {agent.agent_id}: {error.text}") from error
    return schema


def _agent(scenario: Scenario, named: str) -> ScenarioAgent:
    agent = scenario.agent(named) if named else scenario.agents[0]
    if agent is None:
        there = ", ".join(one.agent_id for one in scenario.agents)
        raise Invalid("no_agent", f"There is no agent {named[:80]} in this scenario; there are {there}.")
    return agent


def _title(run: ScenarioRun) -> str:
    """What the run is called among the conversations of its owner."""
    scenario, ours = run.metadata.title or run.metadata.id, run.me.principal.name or run.me.agent_id
    asked_here = run.alone and not run.endpoint
    return (
        f"{OTHER.get(run.metadata.language, OTHER['en'])}: {ours}, {scenario}" if asked_here else f"{scenario} ({ours})"
    )


def _model(choice: RunChoice) -> JsonObject:
    models = {"model": choice.model, "model.oracle": choice.attach_model}
    return {name: model for name, model in models.items() if model}
