"""The player of a side that nobody of ours plays: it sends what it is given, as it is, and ends when the task does."""

from loket.core.actions import Call, Decision, Done
from loket.core.data import JsonObject
from loket.core.planner import Situation
from loket_demos.scenario.acts import Handed, act_of
from loket_demos.scenario.events import ERROR
from loket_demos.scenario.planner.own_words import own_words
from loket_demos.scenario.planner.standing import Standing, ending, message, sleep

STEP = "hand "
"""How the step of a decision begins by which something was handed on; the seq of what was follows."""


def relayed(situation: Situation, stands: Standing) -> Decision:
    """The next step: the words that were handed to it, or its end."""
    if stands.trouble:
        return Decision(reasoning=own_words("sent.not_relayed"), action=Done(outcome="failure", summary=stands.trouble))
    if stands.over:
        outcome = "neutral" if stands.closed and stands.state == "canceled" else ending(stands)
        return Decision(reasoning=own_words("over.task"), action=Done(outcome=outcome, summary=stands.said[:500]))
    waiting = [
        (step, act)
        for record in situation.history
        if isinstance(act := act_of(record.event), Handed)
        and (step := f"{STEP}{record.seq}") not in stands.steps.values()
    ]
    if not waiting:
        return sleep(own_words("sent.nothing"))
    step, handed = waiting[0]
    if not stands.may_send:
        return sleep(own_words("waits.turn.held"), step=f"{ERROR}DISALLOWED_ACTION")
    args: JsonObject = {"text": handed.text, "finality": "conversation" if handed.last else "turn"}
    args |= {"attachments": [{"name": name} for name in handed.attachments]} if handed.attachments else {}
    return Decision(reasoning=own_words("sent.relayed"), action=Call(calls=(message(stands, args),)), step=step)
