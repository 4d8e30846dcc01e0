"""The plain steps of a talk: to say the last words about a request, to have something called, and to wait."""

from loket.core.actions import Call, Decision, Done, Say, Task, ToolCall, Wait
from loket.core.planner import Situation
from loket.planners.dialogue.trail import ANSWER


def answer(text: str, why: str) -> Decision:
    """Says what a request came to."""
    return Decision(reasoning=why, action=Say(text=text), step=ANSWER)


def carry_out(step: str, why: str, *calls: ToolCall | Task) -> Decision:
    """Has these called, side by side."""
    return Decision(reasoning=why, action=Call(calls=calls), step=step)


def end(situation: Situation, done: Done, why: str, step: str) -> Decision:
    """Ends a request: a task with what came of it, for whoever asked for it; in the root that is said."""
    action = done if situation.task is not None else Say(text=done.summary)
    return Decision(reasoning=why, action=action, step=step)


def rest(why: str = "There is nothing to do about this.") -> Decision:
    """Leaves it at that."""
    return Decision(reasoning=why, action=Wait(why="for the next message"))
