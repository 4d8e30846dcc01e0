"""How far a run may go: at a limit that somebody set it ends, with a sentence, before the step that is too much."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from loket.core.actions import Call, Decision, Done
from loket.core.events import Decided, Progressed
from loket.core.planner import Situation
from loket.core.record import Record
from loket_demos.scenario.acts import Begun, act_of
from loket_demos.scenario.planner.sentences import sentence
from loket_demos.scenario.planner.standing import Standing
from loket_demos.scenario.run import SEND, RunLimits

REASON = "A limit of this run is reached."


def held_to(situation: Situation, stands: Standing, step: Decision | None) -> Decision | None:
    """The end of the run in place of this step, or of any step where none was thought of yet; None while no limit
    is reached. What the other side has in hand is waited for."""
    if stands.out or stands.over:
        return None
    over = over_limit(stands.run.limits, situation.history, situation.now, stands.sent, step)
    if over is None:
        return None
    key, most = over
    summary = sentence(key, stands.run.metadata.language, f"{most:g}")
    return Decision(reasoning=REASON, action=Done(outcome="failure", summary=summary))


def over_limit(
    limits: RunLimits, history: Sequence[Record], now: datetime, sent: int, step: Decision | None
) -> tuple[str, float] | None:
    """Which limit this step would be past, and how far it goes."""
    begun = [record.at for record in history if isinstance(act_of(record.event), Begun)]
    if limits.minutes and begun and now - begun[-1] >= timedelta(minutes=limits.minutes):
        return "minutes", limits.minutes
    if limits.dollars and _cost(history) >= limits.dollars:
        return "dollars", limits.dollars
    sends = step is not None and isinstance(step.action, Call) and any(c.tool == SEND for c in step.action.tools)
    return ("messages", limits.messages) if limits.messages and sends and sent >= limits.messages else None


def _cost(history: Sequence[Record]) -> float:
    """What models have cost, as far as their prices are known: those of the planner and of the tools."""
    spent = [record.event.usage for record in history if isinstance(record.event, Decided | Progressed)]
    return sum(usage.price or 0.0 for usage in spent if usage is not None)
