"""What a flow that is written as a generator may yield: calls side by side, or a question; and what comes back."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Literal

from loket.core.actions import Action, Ask, Call, Choice, Task, ToolCall, Wants
from loket.core.data import Json, JsonObject
from loket.core.events import Answered, Returned
from loket.language import is_yes
from loket.planners.dialogue.choosing import chosen


class Unclear(Enum):
    """What an answer may be instead of one: it must be asked again, or the person wants no more of it."""

    AGAIN = 1
    STOP = 2


@dataclass(frozen=True)
class FlowCall:
    """One call. `to` is the assistant that does it, None for a tool and "" for the assistant itself."""

    tool: str
    args: JsonObject
    value: Callable[[Returned], Any]
    to: str | None = None
    task: str = ""

    def call(self, id: str, own: str) -> ToolCall | Task:
        """The call of it in a decision of the assistant `own`."""
        if self.to is None:
            return ToolCall(id=id, tool=self.tool, args=self.args)
        return Task(id=id, intent=self.tool, to=self.to or own, task=self.task, args=self.args)


@dataclass(frozen=True)
class Calls:
    """Calls side by side; `alone`: the generator is sent one value and no list."""

    name: str
    reason: str
    works: tuple[FlowCall, ...]
    alone: bool = True

    def action(self, own: str) -> Action:
        """The verb of it."""
        ids = ["a"] if self.alone else [f"a{at}" for at in range(1, len(self.works) + 1)]
        return Call(calls=tuple(work.call(id, own) for id, work in zip(ids, self.works, strict=True)))

    def values(self, returns: Sequence[Returned]) -> Any:
        """What the generator is sent."""
        values = [work.value(returned) for work, returned in zip(self.works, returns, strict=True)]
        return values[0] if self.alone else values


@dataclass(frozen=True)
class FlowQuestion:
    """A question; `options` are the choices with what each stands for, `form` a schema and `filled` what makes a value
    of what was filled in (ValueError when it does not fit)."""

    name: str
    reason: str
    text: str
    options: tuple[tuple[Choice, Any], ...] = ()
    form: JsonObject | None = None
    filled: Callable[[Json], Any] = lambda value: value

    def action(self, flow: str, again: str) -> Action:
        """The verb of it; `again` is an answer that was none. Words may answer in place of a choice."""
        choices = tuple(choice for choice, _ in self.options)
        wants = Wants(skill=flow) if choices else None
        text = f"{self.text} ({again[:80]}?)" if again else self.text
        return Ask(text=text, choices=choices, form=self.form, wants=wants)

    def value(self, answer: Answered, locale: str) -> Any:
        """What the generator is sent, or why it can't be sent yet."""
        if answer.form is not None:
            try:
                return self.filled(answer.form)
            except ValueError:
                return Unclear.AGAIN
        if not self.options:
            return answer.text or ""
        by_id = {choice.id: value for choice, value in self.options}
        if answer.choice is not None:
            return by_id.get(answer.choice, Unclear.AGAIN)
        id = chosen(answer.text or "", [choice for choice, _ in self.options], locale)
        if id is None:
            return Unclear.STOP if is_yes(answer.text or "") is False else Unclear.AGAIN
        return by_id[id]


@dataclass(frozen=True)
class FlowEnd:
    """How a flow ends: the words a person reads, and the value that programs are given."""

    text: str = ""
    value: Json = None
    outcome: Literal["success", "neutral", "failure"] = "success"


Step = Calls | FlowQuestion
