"""The player with a model: one request a step, of the sections of the mission, and a reply that is one action."""

from collections.abc import Container, Sequence
from dataclasses import dataclass

from loket.core.actions import Decision
from loket.core.model import Model, ModelFailed, ModelMessage, ModelRequest, Models, words
from loket.core.planner import Situation
from loket.core.record import OUTSIDE, Record
from loket.planners.chat.planner import ChatPlanner
from loket_demos.scenario.complete_request import LoggingMetadata
from loket_demos.scenario.events import ERROR, UnifiedLog
from loket_demos.scenario.paced_model import ModelAllowance
from loket_demos.scenario.planner import sections
from loket_demos.scenario.planner.allowed import decision_of
from loket_demos.scenario.planner.own_words import own_words
from loket_demos.scenario.planner.reply import FORMAT, reply_of
from loket_demos.scenario.planner.standing import Standing, sleep
from loket_demos.scenario.run import SOURCE, tools_off
from loket_demos.scenario.vault.listing import available_files
from loket_demos.scenario.vault.read import READ

REMINDER = f"Your reply could not be read. {FORMAT}"


@dataclass(frozen=True)
class ModelPlayer:
    """Asks the model that the conversation names, or the usual one."""

    models: Models | None
    allowance: ModelAllowance

    def model(self, situation: Situation) -> Model | None:
        """The one that plays here; None where there is none."""
        try:
            return ChatPlanner(self.models).chosen(situation)
        except ModelFailed:
            return None

    async def step(self, situation: Situation, stands: Standing) -> Decision:
        """The next step; a reply that can't be read is asked for once more, and is then a planner error."""
        request = self.request(situation, stands)
        try:
            model = self.allowance.of(ChatPlanner(self.models).asked(situation), situation.owner)
            response = await model.complete(request)
            reply = reply_of(response.text)
            if reply is None:
                shown = words("assistant", response.text), words("user", REMINDER)
                again = await model.complete(request.model_copy(update={"messages": (*request.messages, *shown)}))
                response = again.model_copy(update={"usage": again.usage.after(response.usage)})
                reply = reply_of(response.text)
        except ModelFailed as failed:
            code = "LLM_EMPTY" if failed.code in ("empty", "refused") else "LLM_FAILED"
            return sleep(own_words("model.no_answer"), failed.text).model_copy(update={"step": f"{ERROR}{code}"})
        if reply is None:
            text = own_words("model.unread")
            unread = sleep(own_words("waits.trigger"), text)
            return unread.model_copy(update={"step": f"{ERROR}LLM_PARSE_FAILED", "usage": response.usage})
        return decision_of(reply, situation, stands).model_copy(update={"usage": response.usage})

    def request(self, situation: Situation, stands: Standing) -> ModelRequest:
        """What the model is asked. No limit is set to its words."""
        return ModelRequest(
            messages=asked(
                stands, situation.history, situation.tools, tools_off(situation.settings), situation.summary
            ),
            conversation=situation.conversation,
            about=_about(situation, stands).labels,
        )


def asked(
    stands: Standing, history: Sequence[Record], there: Container[str], off: Container[str] = (), stood: str = ""
) -> tuple[ModelMessage, ...]:
    """The prompt after these records, for the tools that are there but for those that are ticked off: what stays the
    same comes first. `stood`: the files and the state, where these records are not all."""
    run, log = stands.run, UnifiedLog(stands.run)
    for record in history:
        log.apply(record)
    tools = [t for t in run.me.tools if t.tool_name not in off and f"{SOURCE}.{t.tool_name}" in there]
    read = f'- {READ}: {{"name": string}}: what stands in a file; the name as in AVAILABLE_FILES.'
    system = sections.joined(
        (
            sections.RULES,
            sections.scenario_section(run),
            sections.instructions_section(run),
            sections.tools_section(tools, read if READ in there else ""),
            sections.response_section(),
        )
    )
    outside = [record.seq for record in history if record.by in OUTSIDE]
    user = sections.joined(
        (
            sections.history_sections(log.events, max(outside, default=0)),
            stood or sections.standing_sections(available_files(log.vault), stands),
        )
    )
    return words("system", system), words("user", user)


def _about(situation: Situation, stands: Standing) -> LoggingMetadata:
    run = stands.run
    return LoggingMetadata(
        conversation_id=situation.conversation,
        agent_name=run.me.agent_id[:200],
        turn_number=stands.sent + 1,
        scenario_id=run.metadata.id[:200],
        step_descriptor="planner",
        request_id=f"{situation.conversation}.{situation.woke[-1].seq}",
    )
