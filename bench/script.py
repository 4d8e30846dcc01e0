"""The scripted turn every contender runs, and the watcher that must have seen all of it.

Standard library only: it runs in every peer's environment.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

WORDS = [f"tok{i} " for i in range(200)]
RESULT = {"temp": 21, "city": "Torino", "detail": "x" * 100}
QUESTION = "Plan my day in Torino, please: weather, then calendar, then ask the specialist."
ROOT_PLAN = ("tool_a", "tool_b", "agent_c")
"""The calls of the root, one a step, before its last step says WORDS; tool_b is the one that is not read-only."""
SPECIALIST_PLAN = ("tool_c",)
SPECIALIST_SAYS = "specialist says yes"
ARGUMENTS = '{"q":"torino"}'
"""The arguments as a model would write them: JSON text that has to be read."""

Called = Callable[[str], None]
"""Told the name of a tool at the moment its body runs; the probe of bench/measure.py looks at the disk then."""


def text_of(words: list[str]) -> str:
    """The final answer as one string."""
    return "".join(words)


def next_call(plan: tuple[str, ...], done: int) -> str | None:
    """The tool a scripted model asks for after `done` results, or None when it is time to answer."""
    return plan[done] if done < len(plan) else None


def decided(plan: tuple[str, ...], done: int) -> dict[str, Any] | None:
    """The scripted planner's next call, as it is recorded."""
    name = next_call(plan, done)
    return None if name is None else {"reasoning": "needs " + name, "call": name, "args": ARGUMENTS}


@dataclass
class Watcher:
    """One live watcher of one turn: it keeps each frame as the bytes of a server-sent event, as the floor's does."""

    frames: list[bytes] = field(default_factory=list[bytes])
    texts: list[str] = field(default_factory=list[str])

    def delta(self, text: str) -> None:
        """A piece of the answer in the making."""
        self.texts.append(text)
        self.frames.append(b"data: %b\n\n" % json.dumps({"delta": text}).encode())

    def event(self, kind: str, body: object) -> None:
        """A step that is finished: a call, a result, an answer."""
        self.frames.append(b"data: %b\n\n" % json.dumps({"kind": kind, "body": body}, separators=(",", ":")).encode())

    def verify(self, answer: str) -> None:
        """Fails unless all words came one by one, in order, and the turn ended with them as its answer."""
        if self.texts != WORDS:
            raise RuntimeError(f"the watcher saw {len(self.texts)} deltas, not the {len(WORDS)} words of the script")
        if answer != text_of(WORDS):
            raise RuntimeError(f"the turn answered {answer[:40]!r}, not the words of the script")
        steps = len(self.frames) - len(self.texts)
        if steps < 2 * len(ROOT_PLAN):
            raise RuntimeError(f"the watcher saw {steps} finished steps, not every call and result of the root")
