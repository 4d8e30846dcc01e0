"""The source `scenario`: makes the tools that a conversation was told of, and plays their calls.

Each call is played from the scenario as its conversation keeps it: by a language model where there is one, else from
what the scenario and its agent's own records say. Documents in what comes are kept as files of the conversation."""

import json
from collections.abc import Iterable
from dataclasses import dataclass

from loket.core.data import BlobRef, FileRef, Json, JsonObject
from loket.core.errors import ConfigError
from loket.core.model import Model, ModelFailed, model_name
from loket.core.record import Record
from loket.core.shapes import text_at
from loket.core.source import Listing, SourceState
from loket.core.tool import CallContext, Repeatable, Tool, ToolFailed
from loket.core.tool_spec import ToolSpec
from loket_demos.scenario.complete_request import LoggingMetadata
from loket_demos.scenario.events import UnifiedEvent, UnifiedLog
from loket_demos.scenario.oracle.composer import composed
from loket_demos.scenario.oracle.documents import gathered
from loket_demos.scenario.oracle.model_oracle import imagined
from loket_demos.scenario.oracle.prompt import ToolRun
from loket_demos.scenario.oracle.records import leaves
from loket_demos.scenario.paced_model import ModelAllowance
from loket_demos.scenario.run import SCENARIO_FILE, SOURCE, run_of
from loket_demos.scenario.shapes import Scenario, ScenarioAgent, ScenarioShape, ScenarioTool, scenario_of
from loket_demos.scenario.vault.fold import DOCUMENT

LOOKS_BACK = 400
ORACLE = "oracle"
"""In the progress of a call: who played it, and why so."""


@dataclass(frozen=True)
class PlayedTools:
    """Tells no tools of itself: those of a run are told when its scenario is chosen."""

    allowance: ModelAllowance
    name: str = SOURCE
    state: SourceState = "up"
    trouble: str = ""

    async def discover(self, owner: str) -> tuple[Listing, ...]:
        """See Source."""
        return ()

    def tool(self, spec: ToolSpec) -> Tool:
        """See Source."""
        return PlayedTool(spec, self.allowance)


@dataclass(frozen=True)
class PlayedTool(Repeatable):
    """One of them. It changes nothing in the world, so that a call may be made again after a crash."""

    spec: ToolSpec
    allowance: ModelAllowance

    async def call(self, args: JsonObject, context: CallContext) -> Json:
        scenario = await scenario_at(self.spec.card, context)
        output = await self._output(scenario, self._played(scenario), args, context)
        found = gathered(output)
        if found.problems:
            raise ToolFailed("bad_output", " ".join(found.problems))
        for document in found.documents:
            about = {"docId": document.doc_id, "name": document.name, "summary": document.summary}
            context.progress(document.name, {DOCUMENT: {**about, "keywords": list(document.keywords)}})
            await context.keep(document.text.encode(), document.name, document.media)
        return found.output

    def _played(self, scenario: Scenario) -> tuple[ScenarioAgent, ScenarioTool]:
        agent = scenario.agent(self.spec.place)
        tool = agent.tool(self.spec.name.removeprefix(f"{SOURCE}.")) if agent is not None else None
        if agent is None or tool is None:
            raise ToolFailed("unknown_tool", f"The scenario has no tool {self.spec.title} any more.")
        return agent, tool

    async def _output(
        self, scenario: Scenario, whose: tuple[ScenarioAgent, ScenarioTool], args: JsonObject, context: CallContext
    ) -> Json:
        """What the tool gives. A model that can't be reached is done without, which the log says."""
        agent, tool = whose
        trouble = ""
        if (asked := _model(context)) is not None:
            model = self.allowance.of(asked, context.owner)
            run = tool_run(scenario, agent, tool, args, context.records(LOOKS_BACK))
            schema = tool.output_schema or (tool.input_schema if tool.validate_output else None)
            try:
                came = await imagined(model, run, schema, _about(scenario, whose, context))
            except ModelFailed as failed:
                trouble = f"No language model: {failed.text} "
            else:
                context.progress(came.reasoning, {ORACLE: {"by": "model"}})
                return came.output
        made = composed(tool, agent, args)
        context.progress(f"{trouble}{made.reasoning}", {ORACLE: {"by": "scenario"}})
        return made.output


async def scenario_at(digest: str, context: CallContext) -> Scenario:
    """The whole scenario of a run, from the file that its conversation keeps."""
    ref = FileRef(name=SCENARIO_FILE, media="application/json", blob=BlobRef(sha256=digest, size=0))
    return scenario_of(json.loads(await context.file(ref)))


def _about(scenario: Scenario, whose: tuple[ScenarioAgent, ScenarioTool], context: CallContext) -> LoggingMetadata:
    agent, tool = whose
    return LoggingMetadata(
        conversation_id=context.conversation,
        agent_name=agent.agent_id[:200],
        scenario_id=scenario.metadata.id[:200],
        step_descriptor=f"oracle {tool.tool_name}"[:200],
        request_id=f"{context.conversation}.{context.call}",
    )


def _model(context: CallContext) -> Model | None:
    """The model that plays, of the role `oracle` where the settings name one; none where a script plays the run."""
    run = run_of(context.settings)
    if run is not None and run.player == "script":
        return None
    try:
        return context.model(model_name(context.settings, "oracle") or None)
    except ConfigError as unknown:
        raise ToolFailed(unknown.code, unknown.text) from unknown


def tool_run(
    scenario: Scenario, agent: ScenarioAgent, tool: ScenarioTool, args: JsonObject, records: Iterable[Record]
) -> ToolRun:
    """What the oracle may look at for a call."""
    who = _dumped(agent, {"tools", "knowledge_base", "script", "answers"})
    about = _dumped(tool, {"fixtures"})
    parties = [{"agentId": one.agent_id, "principal": _dumped(one.principal)} for one in scenario.agents]
    shared = {**_dumped(scenario.metadata), "knowledge": _dumped(scenario.knowledge), "parties": parties}
    history = _history(records)
    own = agent.knowledge_base
    return ToolRun(
        tool=about,
        args=args,
        agent=who,
        scenario=shared,
        history=history,
        knowledge=own,
        others={one.agent_id: one.knowledge_base for one in scenario.others(agent.agent_id)},
        public=(*["\n".join(str(leaf) for _, leaf in leaves(one)) for one in (about, args, who, shared, own)], history),
        ends=tool.conversation_end_status if tool.ends_conversation else "",
    )


def _dumped(shape: ScenarioShape, without: set[str] | None = None) -> JsonObject:
    return shape.model_dump(mode="json", by_alias=True, exclude_defaults=True, exclude=without)


def _history(records: Iterable[Record]) -> str:
    """What of the conversation a tool may know, line by line."""
    log = UnifiedLog()
    for record in records:
        log.apply(record)
    return "\n".join(filter(None, map(_line, log.events)))


def _line(event: UnifiedEvent) -> str:
    match event.type:
        case "agent_message" | "user_reply" | "planner_ask_user":
            return f"{event.agent_id}: {text_at(event.payload, 'text')}"
        case "tool_result" if "result" in event.payload:
            gave = json.dumps(event.payload["result"], ensure_ascii=False, default=str)
            return f"a tool gave: {gave}".replace("\\n", "\n")
        case _:
            return ""
