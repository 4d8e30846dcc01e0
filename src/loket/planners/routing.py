"""Puts ways of thinking together: words are read by one planner, and some of what it calls is work for an assistant.

A route is shown to the planner of words as if it were a tool; what it decides to call by that name becomes a task."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from loket.core.actions import Action, Call, Decision, Plan, Task
from loket.core.planner import Draft, Planner, Situation
from loket.core.tool import ToolSpec
from loket.planners.skills.trail import last_words, said_now


@dataclass(frozen=True)
class TaskRoute:
    """Work that words may ask for: what it is called and takes (`spec`), and which assistant does it; "" is the
    assistant itself, in a scope of its own."""

    spec: ToolSpec
    to: str = ""


@dataclass(frozen=True)
class RoutingPlanner:
    """Thinks as `words` does, with `routes` beside the tools."""

    words: Planner
    routes: tuple[TaskRoute, ...] = ()

    async def decide(self, situation: Situation, draft: Draft) -> Decision:
        """One decision of the planner of words, its calls of routes made into tasks."""
        tools: Mapping[str, ToolSpec] = {**situation.tools, **{route.spec.name: route.spec for route in self.routes}}
        decision = await self.words.decide(replace(situation, tools=tools), draft)
        return decision.model_copy(update={"action": self._routed(decision.action, situation)})

    def _routed(self, action: Action, situation: Situation) -> Action:
        routes = {route.spec.name: route for route in self.routes}
        if not isinstance(action, Call) or not any(call.tool in routes for call in action.calls):
            return action
        text, own = _words(situation), situation.assistant.name
        return Plan(
            tasks=tuple(
                Task(id=call.id, intent=call.tool, to=routes[call.tool].to or own, task=text, args=call.args)
                for call in action.calls
            )
        )


def _words(situation: Situation) -> str:
    """What the person said that the work is about."""
    now = said_now(situation)
    if now is not None and now.text:
        return now.text
    if situation.task is not None and situation.task.task:
        return situation.task.task
    return last_words(situation.history)
