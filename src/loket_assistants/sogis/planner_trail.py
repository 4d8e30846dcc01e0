"""What the log of the root tells: the steps that were planned, what came of them, and where the person is now."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from loket.core.actions import Plan, Task
from loket.core.data import JsonObject
from loket.core.events import Decided, Returned, UserSaid
from loket.core.record import Record
from loket.core.shapes import is_object, list_at, object_at
from loket_assistants.sogis.planner_reading import Request

REQUEST, SELECTION, THEN, SKIPPED = "request", "selection", "then", "skipped"
"""The names in the arguments of a task."""


@dataclass(frozen=True)
class Step:
    """A step that was planned, with what came of it so far. `id` is that of its call."""

    id: str
    task: Task
    returned: Returned | None

    @property
    def request(self) -> Request:
        """What it is for."""
        return request_of(self.task.args)

    @property
    def selection(self) -> JsonObject | None:
        """What it was given, or what it found when it went well."""
        found = self.returned.value if self.returned is not None and self.returned.ok else self.task.args
        return object_at(found, SELECTION) or None

    @property
    def quiet(self) -> bool:
        """Whether it ended because the person went on."""
        return self.returned is not None and self.returned.code in ("superseded", "cancelled", "user")


def request_of(args: JsonObject) -> Request:
    """The request that a task carries."""
    return Request.model_validate(args.get(REQUEST))


def steps_left(task: Task) -> list[Request]:
    """The steps that wait for this one, in order."""
    return [Request.model_validate(one) for one in list_at(task.args, THEN) if is_object(one)]


def steps(history: Sequence[Record]) -> list[Step]:
    """Every planned step that is still known, in order."""
    back = {one.event.call: one.event for one in history if isinstance(one.event, Returned)}
    return [Step(id, task, back.get(id)) for id, task in _tasks(history)]


def since(history: Sequence[Record]) -> Sequence[Record]:
    """The records from the person's last message on."""
    at = max((at for at, one in enumerate(history) if isinstance(one.event, UserSaid)), default=0)
    return history[at:]


def selected(history: Sequence[Record]) -> JsonObject | None:
    """Where the person is: what the last step found that looked for a place; nothing when it found none."""
    for step in reversed(steps(history)):
        if REQUEST in step.task.args and step.request.places and (step.request.about or step.selection):
            return step.selection if step.returned is not None and step.returned.ok else None
    return None


def _tasks(history: Sequence[Record]) -> Iterator[tuple[str, Task]]:
    for record in history:
        if isinstance(record.event, Decided) and isinstance(record.event.action, Plan):
            for task in record.event.action.tasks:
                yield f"{record.seq}.{task.id}", task
