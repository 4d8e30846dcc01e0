"""What the log of the root tells: the steps that were planned, what came of them, and where the person is now."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from loket.core.actions import Task
from loket.core.data import JsonObject
from loket.core.events import Returned
from loket.core.record import Record
from loket.core.shapes import object_at, text_at
from loket.planners.dialogue.trail import taken
from loket_demos.sogis.planner_request import Request

REQUEST, SELECTION, LANGUAGE, VERDICT, VIEW, UNDONE = "request", "selection", "language", "verdict", "view", "undone"
"""The names in the arguments of a task, and in the value of one that went well."""
GONE_ON = ("superseded", "cancelled", "user")
"""Codes of steps that ended because the person went on."""


@dataclass(frozen=True)
class PlannedStep:
    """A step that was planned, with what came of it so far. `id` is that of its call; `gone`: it ended, or what it
    needs, because the person went on."""

    id: str
    task: Task
    returned: Returned | None
    gone: bool = False

    @property
    def plan(self) -> str:
        """The decision it was planned in."""
        return self.id.partition(".")[0]

    @property
    def request(self) -> Request:
        """What it is for."""
        return request_of(self.task.args)

    @property
    def selection(self) -> JsonObject | None:
        """What it was given, or what it found when it went well."""
        found = self.returned.value if self.returned is not None and self.returned.ok else self.task.args
        return object_at(found, SELECTION) or None


def request_of(args: JsonObject) -> Request:
    """The request that a task carries."""
    return Request.model_validate(args.get(REQUEST))


def steps(history: Sequence[Record]) -> list[PlannedStep]:
    """Every planned step that counts, in order: none that was undone, and none that undid it."""
    every = planned(history)
    back = [(one.plan, text_at(one.returned.value, UNDONE)) for one in every if one.returned and one.returned.ok]
    gone = {plan for _, plan in back if plan}
    return [one for one in every if one.plan not in gone and one.request.intent != "undo"]


def planned(history: Sequence[Record]) -> list[PlannedStep]:
    """Every planned step that is still known, in order."""
    gone = dict[str, bool]()
    found: list[PlannedStep] = []
    for one in taken(history):
        for task in one.calls:
            if isinstance(task, Task):
                id, returned = f"{one.seq}.{task.id}", one.returns.get(task.id)
                gone[id] = _gone(f"{one.seq}", task, returned, gone)
                found.append(PlannedStep(id, task, returned, gone[id]))
    return found


def _gone(plan: str, task: Task, returned: Returned | None, gone: Mapping[str, bool]) -> bool:
    if returned is None or returned.code != "needs_failed":
        return returned is not None and returned.code in GONE_ON
    return any(gone.get(f"{plan}.{need}", False) for need in task.needs)


def selected(history: Sequence[Record]) -> JsonObject | None:
    """Where the person is: what the last step found that looked for a place, nothing when it found none. A step that
    leaned on a place and failed has lost none. Nobody is anywhere on a map that was cleared."""
    for step in reversed(steps(history)):
        good = step.returned is not None and step.returned.ok
        if good and step.request.intent == "clear_map":
            return None
        if step.request.places and (step.request.about or step.request.elsewhere or (good and step.selection)):
            return step.selection if good else None
    return None


def checked(history: Sequence[Record]) -> str:
    """What was found when it was last asked whether somebody may drill; empty when that is nothing."""
    for step in reversed(steps(history)):
        if step.request.intent == "geothermal_probe_assessment":
            return text_at(step.returned.value, VERDICT) if step.returned is not None and step.returned.ok else ""
    return ""
