"""A scenario as its JSON says it, with the names of earlier versions: who takes part, and what each of them can do.

Reading is lenient, so that a file of others opens; `validation.py` says what is wrong with one, with paths."""

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from pydantic import AliasChoices, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel

from loket.core.data import Frozen, Json, JsonObject
from loket.core.errors import Invalid
from loket.core.shapes import deeper_than, is_list, is_object, object_at

DEEPEST = 64
"""Objects and lists inside each other in a scenario."""
EndStatus = Literal["success", "failure", "neutral"]


def _texts(value: Json) -> Json:
    """A list of texts; one text alone is a list of one."""
    return [value] if isinstance(value, str) and value else value or ()


Texts = Annotated[tuple[str, ...], BeforeValidator(_texts)]


class ScenarioShape(Frozen):
    """Names are written in camel case, and fields that are not known are left out."""

    model_config = ConfigDict(frozen=True, extra="ignore", alias_generator=to_camel, populate_by_name=True)


class ScenarioMetadata(ScenarioShape):
    """What it is about. A `published` one is locked, a `deleted` one hidden."""

    id: str
    title: str
    description: str = ""
    background: str = ""
    challenges: Texts = ()
    tags: Texts = ()
    language: str = "en"
    published: bool = False
    deleted: bool = False


class Principal(ScenarioShape):
    """Whom an agent represents."""

    type: Literal["individual", "organization"] = "organization"
    name: str = ""
    description: str = ""


class ToolFixture(ScenarioShape):
    """What a tool gives without a model: `output` when every word of `when` stands in the argument of its name; an
    empty `when` fits always. The first that fits counts. `{{args.NAME}}` and `{{knowledge.PATH}}` in it are filled in.
    `variant`: only in that course of events. Ours, not in files of others."""

    variant: str = ""
    when: dict[str, Json] = {}
    output: Json = None


class ScenarioTool(ScenarioShape):
    """A tool that is played. After one that `endsConversation` there is one more message. What it gives fits its
    `outputSchema`, or with `validateOutput` its `inputSchema` where it has no other."""

    tool_name: str = Field(validation_alias=AliasChoices("toolName", "name", "tool_name"))
    description: str = ""
    input_schema: JsonObject = {"type": "object", "properties": {}}
    synthesis_guidance: str = ""
    ends_conversation: bool = False
    conversation_end_status: EndStatus = "neutral"
    output_schema: JsonObject | None = None
    validate_output: bool = False
    fixtures: tuple[ToolFixture, ...] = ()


class ScriptStep(ScenarioShape):
    """One step of an agent that is played without a model, taken once, when it is the first that can be.

    Exactly one of `say` (to the other agent), `ask` (its own principal) and `tool`. `after`: words of which one must
    stand in what came last from outside; empty is always. `attach` are names or docIds of documents, `end` makes the
    message the last one. In texts and arguments `{{TOOL.path}}` is taken from the last result of a tool, `{{said}}`
    from what the other agent wrote last, `{{answer}}` from what the principal answered last. `variant`: only in that
    course of events."""

    variant: str = ""
    say: str = ""
    ask: str = ""
    tool: str = ""
    args: JsonObject = {}
    after: Texts = ()
    attach: Texts = ()
    end: bool = False
    why: str = ""


class ScenarioAgent(ScenarioShape):
    """One of those who take part. `knowledgeBase` is known to the oracle that plays its tools, and to nobody else.
    `script` says how it is played without a model; without one it is played by its goals and tools. `answers` are what
    its principal answers when nobody is there to be asked, by words of the question."""

    agent_id: str
    principal: Principal = Principal()
    situation: str = ""
    system_prompt: str = ""
    goals: Texts = ()
    tools: tuple[ScenarioTool, ...] = ()
    knowledge_base: JsonObject = {}
    message_to_use_when_initiating_conversation: str = Field(
        default="",
        validation_alias=AliasChoices(
            "messageToUseWhenInitiatingConversation",
            "message_to_use_when_initiating_conversation",
            "initialMessage",
        ),
    )
    script: tuple[ScriptStep, ...] = ()
    answers: dict[str, str] = {}

    def tool(self, name: str) -> ScenarioTool | None:
        """Its tool of this name."""
        return next((tool for tool in self.tools if tool.tool_name == name), None)


class KnownDocument(ScenarioShape):
    """A document that everybody may know of."""

    id: str = ""
    title: str = ""
    type: str = ""


class KnownReference(ScenarioShape):
    """Something to read elsewhere."""

    title: str = ""
    url: str = ""


class SharedKnowledge(ScenarioShape):
    """What everybody who takes part may know."""

    facts: Texts = ()
    documents: tuple[KnownDocument, ...] = ()
    references: tuple[KnownReference, ...] = ()


class ScenarioVariant(ScenarioShape):
    """A course that events may take where no model plays them, and how it ends."""

    id: str
    title: str = ""
    ends: EndStatus = "success"


class Scenario(ScenarioShape):
    """All of it."""

    metadata: ScenarioMetadata
    agents: tuple[ScenarioAgent, ...] = Field(min_length=1)
    knowledge: SharedKnowledge = SharedKnowledge()
    variants: tuple[ScenarioVariant, ...] = ()

    def agent(self, agent_id: str) -> ScenarioAgent | None:
        """The one of this id."""
        return next((agent for agent in self.agents if agent.agent_id == agent_id), None)

    def others(self, agent_id: str) -> tuple[ScenarioAgent, ...]:
        """All but the one of this id."""
        return tuple(agent for agent in self.agents if agent.agent_id != agent_id)

    def in_variant(self, variant: str = "") -> "Scenario":
        """The scenario in one course of events, the first unless another is named: the steps and fixtures of others are
        gone, its own fixtures come first. Invalid `no_variant` for one that it has not."""
        ids = [one.id for one in self.variants]
        if variant and variant not in ids:
            there = f"there are {', '.join(ids)}" if ids else "it has none"
            raise Invalid("no_variant", f"This scenario has no variant {variant[:80]}; {there}.")
        if not ids:
            return self
        chosen = ("", variant or ids[0])
        agents = [agent.model_copy(update=_in_variant(agent, chosen)) for agent in self.agents]
        return self.model_copy(update={"agents": tuple(agents), "variants": ()})


def _in_variant(agent: ScenarioAgent, chosen: tuple[str, str]) -> JsonObject:
    tools: list[ScenarioTool] = []
    for tool in agent.tools:
        fitting = [one.model_copy(update={"variant": ""}) for one in tool.fixtures if one.variant == chosen[1]]
        fitting += [one for one in tool.fixtures if not one.variant]
        tools.append(tool.model_copy(update={"fixtures": tuple(fitting)}))
    script = [step.model_copy(update={"variant": ""}) for step in agent.script if step.variant in chosen]
    return {"tools": tuple(tools), "script": tuple(script)}


def config_of(raw: Json) -> Json:
    """The scenario itself: what stands under `config` when it came in an envelope."""
    return raw["config"] if is_object(raw) and "config" in raw and "agents" not in raw else raw


def scenario_of(raw: Json) -> Scenario:
    """The scenario that a file holds, bare or in its envelope. Invalid `bad_scenario` names the first thing that makes
    it unreadable."""
    if deeper_than(raw, DEEPEST + 1):
        raise Invalid("bad_scenario", f"This is no scenario that can be read: it is nested more than {DEEPEST} levels.")
    try:
        return Scenario.model_validate(_in_todays_names(config_of(raw)))
    except ValidationError as error:
        wrong = error.errors(include_input=False, include_url=False)[0]
        where = _path(wrong["loc"])
        raise Invalid(
            "bad_scenario", f"This is no scenario that can be read: {where} {wrong['msg'].lower()}."
        ) from None


def _in_todays_names(raw: Json) -> Json:
    """Earlier files have the metadata at the top, and ids of agents as objects."""
    if not is_object(raw):
        return raw
    named = {
        name: raw[name] for name in ("id", "title", "description", "background", "challenges", "tags") if name in raw
    }
    agents = raw.get("agents")
    made: dict[str, Any] = {**raw, "metadata": raw.get("metadata") or named}
    if is_list(agents):
        made["agents"] = [_agent_in_todays_names(agent) for agent in agents]
    return made


def _agent_in_todays_names(agent: Json) -> Json:
    if not is_object(agent):
        return agent
    known = agent.get("agentId")
    id = object_at(agent, "agentId").get("id") if is_object(known) else known or agent.get("id")
    empty = [name for name, value in agent.items() if value is None]
    return {**{name: value for name, value in agent.items() if name not in empty}, "agentId": id}


def _path(parts: Iterable[int | str]) -> str:
    """Where in the JSON: `agents[0].tools[1].toolName`."""
    path = ""
    for part in parts:
        path += f"[{part}]" if isinstance(part, int) else f"{'.' * bool(path)}{part}"
    return path or "the whole"
