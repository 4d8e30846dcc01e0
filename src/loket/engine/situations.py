"""What a planner is given: the situation of a scope, with long results put back."""

from dataclasses import replace

from loket.core.actions import Task
from loket.core.planner import LiveTask, OpenQuestion, Situation
from loket.core.record import Record
from loket.engine.kit import Kit
from loket.engine.recall import Recall
from loket.views.budgets import models_over
from loket.views.due import needed
from loket.views.turn import Turn
from loket.views.turn_state import Scope


def situation_of(kit: Kit, turn: Turn, scope: Scope, woke: tuple[Record, ...], whose: tuple[str, str]) -> Situation:
    """What the planner of this scope may look at, as the log has it. `whose`: the conversation and its owner."""
    conversation, owner = whose
    assistant = kit.assistants[scope.assistant]
    asked = [q for q in turn.questions.values() if q.scope.startswith(scope.path)] if turn.questions else ()
    questions = tuple([OpenQuestion(q.id, q.scope, q.ask, q.held) for q in asked]) if asked else ()
    tasks = _tasks(turn, scope) if turn.calls else ()
    return Situation(
        conversation=conversation,
        owner=owner,
        scope=scope.path,
        assistant=assistant,
        task=scope.task,
        now=woke[-1].at,
        woke=woke,
        history=tuple(scope.history),
        questions=questions,
        tasks=tasks,
        settings={**assistant.settings, **turn.settings},
        tools=kit.specs(assistant, turn),
        needed=needed(turn, scope) if scope.needs else (),
        spent=models_over(turn, kit, scope.path),
    )


def _tasks(turn: Turn, scope: Scope) -> tuple[LiveTask, ...]:
    return tuple(
        LiveTask(call.id, call.below if call.state == "opened" else None, call.work)
        for call in turn.below(scope.path)
        if isinstance(call.work, Task) and call.doom is None
    )


async def whole(recall: Recall, scope: Scope, situation: Situation) -> Situation:
    """The situation with what the log has as references, as far as there is room."""
    wholes = await recall.wholes(scope, situation.woke)
    if not wholes:
        return situation
    put = {name: tuple([wholes.get(r.seq, r) for r in getattr(situation, name)]) for name in ("woke", "history")}
    return replace(situation, **put)
