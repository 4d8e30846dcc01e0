"""How far a run may go: at a limit that somebody set it ends, with a sentence, before the step that is too much."""

from datetime import datetime

from loket.core.actions import Call, Decision, Done
from loket_demos.scenario.planner.own_words import own_words
from loket_demos.scenario.planner.standing import Standing
from loket_demos.scenario.run import SEND, RunLimits
from loket_demos.scenario.whole import WholeRun

REASON = own_words("over.limit")


def held_to(whole: WholeRun, now: datetime, stands: Standing, step: Decision | None) -> Decision | None:
    """The end of the run in place of this step, or of any step where none was thought of yet; None while no limit
    is reached. What the other side has in hand is waited for."""
    if stands.out or stands.over:
        return None
    over = over_limit(stands.run.limits, whole, now, step)
    if over is None:
        return None
    key, most = over
    summary = own_words(f"limit.{key}", stands.run.metadata.language, most=f"{most:g}")
    return Decision(reasoning=REASON, action=Done(outcome="failure", summary=summary))


def over_limit(limits: RunLimits, whole: WholeRun, now: datetime, step: Decision | None) -> tuple[str, float] | None:
    """Which limit this step would be past, and how far it goes."""
    if limits.minutes and whole.begun is not None and (now - whole.begun).total_seconds() >= limits.minutes * 60:
        return "minutes", limits.minutes
    if limits.dollars and whole.spent.dollars >= limits.dollars:
        return "dollars", limits.dollars
    sends = step is not None and isinstance(step.action, Call) and any(c.tool == SEND for c in step.action.tools)
    return ("messages", limits.messages) if limits.messages and sends and whole.sent >= limits.messages else None
