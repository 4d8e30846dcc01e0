"""How a model is asked for the orchestrator and its specialists: with the person's data, and one tool to delegate."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from loket.core.actions import Action, Call, Decision, Task, ToolCall
from loket.core.errors import Invalid
from loket.core.model import ModelRequest
from loket.core.planner import Draft, Planner, Prompting, Situation
from loket.core.shapes import text_at
from loket.core.tool import ToolSpec
from loket.planners.dialogue.trail import last_words
from loket_demos.relocation.agents.orchestrator import DELEGATE
from loket_demos.relocation.earlier import quoted
from loket_demos.relocation.system_vars import SystemVars, system_vars_of


@dataclass(frozen=True)
class DelegatingPlanner:
    """Has `words` think with the instructions that `prompt` makes of the person's data. With `tools` those are all the
    tools that are offered, and a call of `delegate_to_agent` becomes a task of the specialist that it names: who has
    none of them does not delegate."""

    words: Planner
    prompt: Callable[[SystemVars], str]
    tools: Mapping[str, ToolSpec] = field(default_factory=dict[str, ToolSpec])

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        """One decision, whoever makes it."""
        decision = await self.words.decide(self._prompted(situation), draft)
        return (
            decision.model_copy(update={"action": _delegated(decision.action, situation)}) if self.tools else decision
        )

    def request(self, situation: Situation) -> ModelRequest:
        """What a model is asked; Invalid `no_prompt` when none is."""
        if not isinstance(self.words, Prompting):
            raise Invalid("no_prompt", "This was decided without a model.")
        return self.words.request(self._prompted(situation))

    def _prompted(self, situation: Situation) -> Situation:
        before = quoted(situation.settings) if self.tools else ""
        instructions = "\n\n".join(filter(None, (self.prompt(system_vars_of(situation.settings)), before)))
        assistant = situation.assistant.model_copy(update={"instructions": instructions})
        return replace(situation, assistant=assistant, tools=self.tools or situation.tools)


def _delegated(action: Action, situation: Situation) -> Action:
    if not isinstance(action, Call):
        return action
    return action.model_copy(update={"calls": tuple(_task(call, situation) for call in action.calls)})


def _task(call: ToolCall | Task, situation: Situation) -> ToolCall | Task:
    if isinstance(call, Task) or call.tool != DELEGATE:
        return call
    name, task = text_at(call.args, "agent_name"), text_at(call.args, "task")
    if name == situation.assistant.name:
        return call  # it would delegate to itself for ever
    return delegation(call.id, name, task or last_words(situation.history))


def delegation(id: str, agent_name: str, task: str, **wanted: object) -> Task:
    """A task as both the model and the rules delegate it."""
    return Task(id=id, intent=DELEGATE, to=agent_name, task=task, args={"agent_name": agent_name, **wanted})
