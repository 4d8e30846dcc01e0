"""What a conversation of the assistant has among its settings: which scenario is played, by whom, against whom and how.

The planner knows no more of a scenario than what stands here: of itself all but its knowledge base, of the others who
they represent. The whole scenario is a private file of the conversation, for the oracle."""

from math import isfinite
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, ValidationError
from pydantic_core import PydanticCustomError

from loket.core.consent import APPROVALS, OFF
from loket.core.data import Frozen, Json, JsonObject
from loket.core.shapes import is_list, is_object
from loket_demos.scenario.shapes import Principal, Scenario, ScenarioAgent, ScenarioMetadata, SharedKnowledge

ASSISTANT = "scenario"
SOURCE = "scenario"
"""Of the tools that are played, and of the file that holds the scenario."""
SCENARIO_FILE = "scenario.json"
SEND = "sendMessage"
ASK = "invoke_a2a_agent_skill"
"""The platform's tool for agents of others: messages are handed on to it, and it looks after a task."""
SETTING = "run"
INSTRUCTIONS = 20_000
"""Characters of what a person adds for the planner."""
Mode = Literal["auto", "approve"]
Player = Literal["auto", "script", "relay"]


class Counterpart(Frozen):
    """One of the others, as far as everybody knows them."""

    agent_id: str
    principal: Principal = Principal()


class RunLimits(Frozen):
    """How far a run may go, as far as somebody said: messages to the other agent, minutes since it was begun, and what
    models may cost in US dollars."""

    messages: int | None = Field(default=None, ge=1)
    minutes: float | None = Field(default=None, gt=0, allow_inf_nan=False)
    dollars: float | None = Field(default=None, gt=0, allow_inf_nan=False)


def _asked(limits: Json | RunLimits) -> Json | RunLimits:
    """Limits as somebody asks for them: a name that is none would be a run without the limit that was meant."""
    if isinstance(limits, RunLimits):
        return limits
    names = ", ".join(RunLimits.model_fields)
    if not is_object(limits):
        raise PydanticCustomError("limits", "must be an object with any of {names}", {"names": names})
    for name, most in limits.items():
        if name not in RunLimits.model_fields:
            raise PydanticCustomError(
                "limits", "there is none called {name}; there are {names}", {"name": name[:40], "names": names}
            )
        if most is not None and not is_amount(most, whole=name == "messages"):
            kind = "a whole number from 1 on" if name == "messages" else "a number above 0"
            raise PydanticCustomError("limits", "{name} must be {kind}", {"name": name, "kind": kind})
    return limits


def is_amount(value: Json, *, whole: bool = False, nothing: bool = False) -> bool:
    """Whether something may be a most: a number above zero, or zero where `nothing` may be used."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    if isinstance(value, float) and not (isfinite(value) and (value.is_integer() or not whole)):
        return False
    return value > 0 or (nothing and value == 0)


AskedLimits = Annotated[RunLimits, BeforeValidator(_asked)]


class ScenarioRun(Frozen):
    """What is played. `me` is without its knowledge base and without what only the oracle may know of its tools;
    `digest` is that of the file with the whole scenario. `endpoint` is where the other agent is asked; empty where
    somebody else asks us, as an agent; then `starts` says that we have the first word all the same. `alone`: nobody
    sits before this side, so that its principal's answers are those of the scenario. `player`: `auto` is a model where
    there is one, `script` never is, and `relay` only hands on what it is given."""

    metadata: ScenarioMetadata
    me: ScenarioAgent
    others: tuple[Counterpart, ...] = ()
    knowledge: SharedKnowledge = SharedKnowledge()
    counterpart: str = ""
    digest: str = ""
    size: int = 0
    endpoint: str = ""
    instructions: str = Field(default="", max_length=INSTRUCTIONS)
    mode: Mode = "auto"
    begun: bool = False
    alone: bool = False
    starts: bool = False
    player: Player = "auto"
    limits: RunLimits = RunLimits()

    @property
    def other(self) -> Counterpart | None:
        """The one that we talk with."""
        chosen = [one for one in self.others if one.agent_id == self.counterpart]
        return next(iter(chosen or self.others), None)


def run_for(scenario: Scenario, agent: ScenarioAgent, counterpart: str = "") -> ScenarioRun:
    """How this agent sees the scenario."""
    tools = tuple(tool.model_copy(update={"synthesis_guidance": "", "fixtures": ()}) for tool in agent.tools)
    others = scenario.others(agent.agent_id)
    return ScenarioRun(
        metadata=scenario.metadata,
        me=agent.model_copy(update={"knowledge_base": {}, "tools": tools}),
        others=tuple(Counterpart(agent_id=one.agent_id, principal=one.principal) for one in others),
        knowledge=scenario.knowledge,
        counterpart=counterpart or next((one.agent_id for one in others), ""),
    )


def settings_for(run: ScenarioRun, tools_off: tuple[str, ...] = ()) -> JsonObject:
    """The settings of a conversation in which this is played; `tools_off` are names as the scenario has them. In the
    mode `approve` each message to the other agent waits for a person."""
    return {
        SETTING: run.model_dump(mode="json", by_alias=True, exclude_defaults=True),
        OFF: [f"{SOURCE}.{name}" for name in tools_off],
        APPROVALS: {SEND: "always"} if run.mode == "approve" else {},
    }


def run_of(settings: JsonObject) -> ScenarioRun | None:
    """What is played, by the settings of a conversation; None before anything was chosen, and for what can't be played:
    settings are their owner's to write."""
    raw = settings.get(SETTING)
    try:
        return ScenarioRun.model_validate(raw) if is_object(raw) else None
    except ValidationError:
        return None


def tools_off(settings: JsonObject) -> tuple[str, ...]:
    """The tools that are ticked off, by the names that the scenario has for them."""
    off = settings.get(OFF)
    return tuple(str(one).removeprefix(f"{SOURCE}.") for one in off) if is_list(off) else ()
