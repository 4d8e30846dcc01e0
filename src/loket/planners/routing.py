"""Puts ways of thinking together: buttons and forms go to flows, words to another planner, which may call on both.

A flow or a specialist is shown to the planner of words as if it were a tool; what it decides to call by that name
becomes a task."""

from dataclasses import dataclass, replace

from loket.core.actions import Action, Call, Cancel, Decision, Task, ToolCall
from loket.core.data import JsonObject
from loket.core.errors import Invalid
from loket.core.events import AgentSaid, Decided, Event, SurfaceActed
from loket.core.model import ModelRequest
from loket.core.planner import ClientAware, Draft, Planner, Prompting, Situation, Thrifty
from loket.core.shapes import text_at
from loket.core.tool import ToolSpec
from loket.planners.dialogue.trail import last_words, said_now
from loket.planners.flow import FlowPlanner

PAGES = ("nav/open", "flow/stop")
"""Client events of every page."""

TASK = "task"
"""The argument in which a model tells a specialist what to do; without it the person's own words are the task."""


@dataclass(frozen=True)
class TaskRoute:
    """Work that words may ask for: what it is called and takes (`spec`), and which assistant does it; "" is the
    assistant itself, in a scope of its own."""

    spec: ToolSpec
    to: str = ""


@dataclass(frozen=True)
class RoutingPlanner:
    """Flows first: their tasks, and what was pressed. All else is thought by `words`, with `routes` beside the tools;
    the tools named in `inner` are those of flows, and words do not call them by themselves."""

    words: Planner
    routes: tuple[TaskRoute, ...] = ()
    inner: frozenset[str] = frozenset()
    flows: FlowPlanner = FlowPlanner(())  # noqa: RUF009 - nothing in it can be changed

    @property
    def thrifty(self) -> bool:
        """Flows ask no model."""
        return not isinstance(self.words, Thrifty) or self.words.thrifty

    def uses_client(self, settings: JsonObject) -> bool:
        """See ClientAware."""
        return isinstance(self.words, ClientAware) and self.words.uses_client(settings)

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        """One decision, of whoever it is for."""
        if self._flows_decide(situation):
            return await self.flows.decide(situation, draft)
        decision = await self.words.decide(self._spoken(situation), draft)
        return decision.model_copy(
            update={"action": self._routed(decision.action, situation, decision.usage is not None)}
        )

    def request(self, situation: Situation) -> ModelRequest:
        """What the planner of words asks a model; Invalid `no_prompt` when it asks none."""
        if self._flows_decide(situation) or not isinstance(self.words, Prompting):
            raise Invalid("no_prompt", "This was decided without a model.")
        return self.words.request(self._spoken(situation))

    def _flows_decide(self, situation: Situation) -> bool:
        task = situation.task
        if task is None:
            return any(self._pressed(record.event) for record in situation.woke)
        return self.flows.flow(task.intent) is not None and "skill" not in task.args

    def _spoken(self, situation: Situation) -> Situation:
        """What the planner of words is given: flows and specialists are tools, and those of flows are left out."""
        tools = {name: spec for name, spec in situation.tools.items() if name not in self.inner}
        return replace(situation, tools=tools | {route.spec.name: route.spec for route in self.routes})

    def _pressed(self, event: Event) -> bool:
        """Whether it is about a page and its flows, and no words."""
        match event:
            case SurfaceActed(name=name):
                return name in (*PAGES, *self.flows.resets) or self.flows.flow(name) is not None
            case AgentSaid(data={"capability": str(name)}):
                return self.flows.flow(name) is not None
            case Decided(action=Cancel()):
                return True
            case _:
                return False

    def _routed(self, action: Action, situation: Situation, by_model: bool) -> Action:
        routes = {route.spec.name: route for route in self.routes}
        if not isinstance(action, Call) or not any(call.tool in routes for call in action.tools):
            return action
        text, own = _words(situation), situation.assistant.name

        def routed(call: ToolCall | Task) -> ToolCall | Task:
            if isinstance(call, Task) or (route := routes.get(call.tool)) is None:
                return call
            args = {name: value for name, value in call.args.items() if name != TASK or not route.to}
            task = text_at(call.args, TASK) if route.to and by_model else ""
            return Task(id=call.id, intent=call.tool, to=route.to or own, task=task or text, args=args)

        return action.model_copy(update={"calls": tuple(routed(call) for call in action.calls)})


def _words(situation: Situation) -> str:
    """What the person said that the work is about."""
    now = said_now(situation)
    if now is not None and now.text:
        return now.text
    if situation.task is not None and situation.task.task:
        return situation.task.task
    return last_words(situation.history)
