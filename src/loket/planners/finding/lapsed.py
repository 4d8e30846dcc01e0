"""What still waits for a word when somebody says something else: it is taken back, and not sent."""

from loket.core.actions import Cancel, Decision, Wait
from loket.core.events import Answered, SurfaceActed, UserSaid
from loket.core.planner import Situation
from loket.planners.finding.own import own_tool
from loket.planners.finding.query import query_of
from loket.planners.finding.trail import LAPSED, Trail
from loket.planners.finding.words import FindingWords


def lapsed(trail: Trail, situation: Situation, said: FindingWords) -> Decision | None:
    """Takes back what still waits for a word when somebody says something else; it is not sent. Words that ask for
    nothing leave it waiting."""
    held = tuple(one.held for one in situation.questions if one.held is not None and one.scope == situation.scope)
    if not held or not any(isinstance(record.event, UserSaid | SurfaceActed | Answered) for record in situation.woke):
        return None
    text = trail.message.last
    if text and not query_of(text, trail.agents, said).text and own_tool(trail, situation, said) is None:
        return Decision(reasoning=said.because("no_words"), action=Wait(why="for a yes or a no"), step="waiting")
    return Decision(reasoning=said.because("lapsed"), action=Cancel(calls=held), step=LAPSED)
