"""The card of one delegation: what its agent says and calls, and how it ends."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from loket.core.actions import ToolCall
from loket.core.data import Json, JsonObject
from loket.core.shapes import is_object
from loket.house.house import OutcomeStep
from loket_demos.relocation.doors.lanes import Lanes
from loket_demos.relocation.doors.spending import Spending
from loket_demos.relocation.doors.texts import Texts

SUMMARY = 200
"""Characters of a summary."""
_SIGNS = re.compile(r"^\s*(?:#+|[-*]|\d+\.)\s+|\*\*|`", re.MULTILINE)


@dataclass
class Card:
    """`call` is the delegation it belongs to, `name` and `label` say who the agent is."""

    call: str
    name: str
    label: str
    spent: Spending
    aside: bool = False
    over: bool = False
    texts: Texts = field(init=False)

    def __post_init__(self) -> None:
        self._lanes = Lanes(self.aside)
        self.texts = Texts({"agent_name": self.name, "tool_call_id": self.call})

    @property
    def scope(self) -> str:
        """Where its agent works."""
        return f"/{self.call}/"

    def start(self, task: str) -> JsonObject:
        return self._frame("agent_start", agent_label=self.label, task=task)

    def step(self, step: OutcomeStep, block: str, words: str) -> Iterator[JsonObject]:
        """What its agent did next."""
        self.spent.take(step, self.call, self.name)
        if step.kind == "tool":
            if isinstance(step.work, ToolCall) and step.call not in self._lanes.open:
                yield from self._began(step.call, step.work)  # it waited for a person since an earlier reply
            result = self._tool("agent_tool_use_result", step.call, result=result_of(step))
            yield from self._lanes.put(step.call, [result], last=True)
            return
        yield from self.texts.whole(block, words)
        for call in step.works:
            if isinstance(call, ToolCall):
                yield from self._began(f"{step.seq}.{call.id}", call)

    def _began(self, id: str, call: ToolCall) -> Iterator[JsonObject]:
        start = self._tool("agent_tool_use_start", id, tool_name=call.tool, tool_input=call.args)
        yield from self._lanes.put(id, [start])

    def end(self, step: OutcomeStep, failed: str) -> Iterator[JsonObject]:
        """It came back, well or not, `failed` when it does not say why; a call of its that did not is over with it."""
        text = step.text or ("" if step.ok else failed)
        yield from self._left("cancelled", text)
        code: JsonObject = {} if step.ok else {"code": step.code}
        yield self._end(short(text), "done" if step.ok else "error", step.took_ms or 0) | code

    def waits(self, text: str) -> Iterator[JsonObject]:
        """The reply ends before it does: it waits for somebody."""
        yield from self._left("waiting", text)
        yield self._end(short(text), "waiting", 0)

    def _left(self, code: str, text: str) -> Iterator[JsonObject]:
        self.over = True
        for id in self._lanes.open:
            result = self._tool("agent_tool_use_result", id, result={"error": text or code, "code": code})
            yield from self._lanes.put(id, [result], last=True)

    def _end(self, summary: str, status: str, took_ms: int) -> JsonObject:
        usage = self.spent.of(self.call)
        return self._frame("agent_end", result_summary=summary, usage=usage, duration_ms=took_ms, status=status)

    def _frame(self, kind: str, **more: Json) -> JsonObject:
        return {"type": kind, "agent_name": self.name, "tool_call_id": self.call, **more}

    def _tool(self, kind: str, id: str, **more: Json) -> JsonObject:
        return {"type": kind, "agent_name": self.name, "tool_call_id": id, **more, "agent_call_id": self.call}


def result_of(step: OutcomeStep) -> JsonObject:
    """What a tool gave, as an object; what went wrong is its `error`."""
    if not step.ok:
        return {"error": step.text or step.code, "code": step.code}
    return step.value if is_object(step.value) else {"text": step.value if step.value is not None else step.text}


def short(text: str) -> str:
    """The beginning of a text on one line, without the signs of Markdown."""
    line = " ".join(_SIGNS.sub("", text).split())
    return line if len(line) <= SUMMARY else f"{line[: SUMMARY - 1].rstrip()}…"
