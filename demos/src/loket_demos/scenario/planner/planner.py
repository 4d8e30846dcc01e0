"""The planner of the workbench: one step for each trigger, one action a step, each with its reason."""

from dataclasses import dataclass, field, replace
from typing import ClassVar

from loket.core.actions import Cancel, Decision, Done, Say
from loket.core.errors import Invalid
from loket.core.events import AgentSaid, Answered, Changed, FileKept, Returned, SurfaceActed, UserSaid
from loket.core.model import ModelRequest, Models
from loket.core.planner import Draft, Situation
from loket_demos.scenario.acts import GuidanceNoted, act_of
from loket_demos.scenario.events import ERROR
from loket_demos.scenario.paced_model import ModelAllowance
from loket_demos.scenario.planner.goals import GoalsPlayer
from loket_demos.scenario.planner.limits import held_to
from loket_demos.scenario.planner.own_words import own_words
from loket_demos.scenario.planner.reasoning import ModelPlayer
from loket_demos.scenario.planner.relay import relayed
from loket_demos.scenario.planner.runaway import EVENTS, EVENTS_SPENT, long_alone
from loket_demos.scenario.planner.script import play
from loket_demos.scenario.planner.sections import standing_sections
from loket_demos.scenario.planner.sentences import sentence
from loket_demos.scenario.planner.standing import Standing, ending, idle, looks, open_question, sleep, standing
from loket_demos.scenario.run import RunLimits, ScenarioRun, run_of
from loket_demos.scenario.vault.listing import available_files
from loket_demos.scenario.whole import WholeRuns

NO_LIMITS = RunLimits()
QUIET = (Changed, FileKept)
"""Records that are no trigger by themselves."""


@dataclass(frozen=True)
class ScenarioPlanner:
    """Plays the side that the settings of its conversation name, once it is begun: with a model where there is one,
    else by the scenario's own script, or its goals."""

    models: Models | None
    runs: WholeRuns
    allowance: ModelAllowance
    goals: GoalsPlayer = field(default_factory=GoalsPlayer)
    thrifty: ClassVar[bool] = True

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        """The next step, or sleep."""
        run = run_of(situation.settings)
        if run is None:
            return _nothing_to_play(situation)
        if not run.begun:
            return idle(own_words("idle.begin"))
        if all(isinstance(record.event, QUIET) for record in situation.woke):
            return idle(own_words("idle.nothing"))
        stands = await self.runs.standing(run, situation)
        if long_alone(situation.history) and (await self.runs.of(situation.conversation)).own >= EVENTS:
            return sleep(EVENTS_SPENT, step=f"{ERROR}RUNAWAY")
        return _parked(situation, stands) or looks(stands) or await self._limited(situation, stands)

    def request(self, situation: Situation) -> ModelRequest:
        """What a model is asked in this situation. Invalid `no_prompt` where none plays."""
        run, player = run_of(situation.settings), ModelPlayer(self.models, self.allowance)
        if run is None or not plays_by_model(run) or player.model(situation) is None:
            raise Invalid("no_prompt", "This was decided without a model.")
        return player.request(situation, standing(run, situation.history))

    async def _limited(self, situation: Situation, stands: Standing) -> Decision:
        """No model is asked when nothing may come of it."""
        if stands.run.limits == NO_LIMITS:
            return await self._step(situation, stands)
        whole, now = await self.runs.of(situation.conversation), situation.now
        if (ended := held_to(whole, now, stands, None)) is not None:
            return ended
        step = await self._step(situation, stands)
        ended = held_to(whole, now, stands, step)
        return step if ended is None else ended.model_copy(update={"usage": step.usage})

    async def _step(self, situation: Situation, stands: Standing) -> Decision:
        if stands.run.player == "relay":
            return relayed(situation, stands)
        player = ModelPlayer(self.models, self.allowance)
        if not plays_by_model(stands.run) or player.model(situation) is None:
            return play(situation, stands, self.goals)
        if stands.over and (stands.asked_at_end or stands.wrapped_up):
            summary = stands.said[:500]
            return Decision(reasoning=own_words("over.both"), action=Done(outcome=ending(stands), summary=summary))
        if situation.history[0].seq > 1:  # files may have come before what is looked back at, and so may our last word
            listed = available_files((await self.runs.of(situation.conversation)).vault)
            situation = replace(situation, summary=standing_sections(listed, stands))
        return (await player.step(situation, stands)).model_copy(update={"summary": situation.summary})


def _nothing_to_play(situation: Situation) -> Decision:
    """Words are answered, or another agent waits for ever; everything else is no trigger."""
    why = own_words("idle.scenario")
    if not any(isinstance(record.event, UserSaid | AgentSaid) for record in situation.woke):
        return idle(why)
    return Decision(reasoning=why, action=Say(text=sentence("none", situation.assistant.locale)))


def plays_by_model(run: ScenarioRun) -> bool:
    """Whether a model may play this side."""
    return run.player == "auto"


def _parked(situation: Situation, stands: Standing) -> Decision | None:
    """What is done without thinking: a draft waits for a person, and so does a question; a note sends a draft back."""
    events = [record.event for record in situation.woke]
    held = [question.held for question in situation.questions if question.held is not None]
    if held:
        if any(isinstance(act_of(event), GuidanceNoted) or isinstance(event, UserSaid) for event in events):
            return Decision(reasoning=own_words("draft.another"), action=Cancel(calls=tuple(held)))
        return sleep(own_words("waits.draft"))
    if all(isinstance(event, Returned) and event.code == "refused" for event in events):
        return sleep(own_words("draft.refused"))
    spoken = any(isinstance(event, UserSaid | Answered | SurfaceActed) for event in events)
    if open_question(situation) and not spoken and not any(isinstance(event, AgentSaid) for event in events):
        return sleep(own_words("waits.question"))
    return None
