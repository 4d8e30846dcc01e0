"""How a flow goes on when a step failed, or the flow itself has changed: what is said, and what a person may choose."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from loket.core.actions import Ask, Choice, Decision, Done
from loket.core.events import Returned

FAILED, STOPPED = "failed", "stop"
"""Names of the decisions that tell of a failed step, and of a person who wants no further try."""

USELESS = ("invalid", "too_large", "no_secret")
"""Codes, by how they begin, of failures that another try can't mend: the person must change something first.

A tool that refuses its arguments for a reason no schema knows raises such a code, `invalid_words` for instance."""


@dataclass(frozen=True, slots=True)
class FlowWords:
    """What a flow says when a step fails; `{step}` and `{why}` are filled in."""

    failed: str = "This step did not work: {why} What came before is kept. Try again?"
    again: str = "Try again"
    stop: str = "Stop"
    stopped: str = "Stopped. What was found so far is kept."
    refused: str = "Not done, as you wished. What was found so far is kept."
    renewed: str = "This flow was changed in the meantime. Start again?"
    restart: str = "Start again"
    done: str = "Done."
    unknown: str = "I can help with the following."
    reasons: Mapping[str, str] = field(default_factory=dict)
    """A sentence by error code; the tool's own text is used for others."""


def stopped(words: FlowWords) -> Decision:
    """The end of a flow that a person wants no more of."""
    return Decision(reasoning=words.stopped, action=Done(outcome="failure", summary=words.stopped), step=STOPPED)


def renewed(words: FlowWords) -> Decision:
    """Tells that the flow is another one than the log was written with, and offers to begin again."""
    choices = (Choice(id="restart", label=words.restart), Choice(id="stop", label=words.stop))
    return Decision(reasoning=words.renewed, action=Ask(text=words.renewed, choices=choices), step="renewed")


def failing(step: str, bad: Returned, words: FlowWords, *, asks: bool = True) -> Decision:
    """What becomes of a flow when this step failed: another try when that is of use and somebody can be asked."""
    code = bad.code or ""
    if not asks:
        done = Done(outcome="failure", summary=bad.text, value={"code": bad.code, "text": bad.text})
        return Decision(reasoning=f"{step}: {bad.code}", action=done, step=FAILED)
    if code == "refused":
        done = Done(outcome="neutral", summary=words.refused)
        return Decision(reasoning=f"{step}: a person refused it.", action=done, step="refused")
    why = words.reasons.get(code) or bad.text or f"({code})."
    if code.startswith(USELESS):
        done = Done(outcome="failure", summary=why, value={"code": code, "text": why})
        return Decision(reasoning=f"{step}: {code}", action=done, step=FAILED)
    text = words.failed.format(step=step, why=why)
    choices = (Choice(id="again", label=words.again), Choice(id="stop", label=words.stop))
    return Decision(reasoning=f"{step}: {bad.code}", action=Ask(text=text, choices=choices), step=FAILED)
