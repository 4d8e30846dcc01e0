"""The plain steps of a talk: to say the last words about a request, and to have something called."""

from loket.core.actions import Call, Decision, Say, Task, ToolCall
from loket.planners.dialogue.trail import ANSWER


def answer(text: str, why: str) -> Decision:
    """Says what a request came to."""
    return Decision(reasoning=why, action=Say(text=text), step=ANSWER)


def carry_out(step: str, why: str, *calls: ToolCall | Task) -> Decision:
    """Has these called, side by side."""
    return Decision(reasoning=why, action=Call(calls=calls), step=step)
