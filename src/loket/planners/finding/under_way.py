"""Work that an agent took and has not ended: the person may ask how far it is, and nothing is sent again."""

from collections.abc import Sequence

from loket.core.actions import Ask, Choice, Decision, ToolCall, Wants
from loket.core.data import JsonObject
from loket.core.shapes import object_at, text_at
from loket.language.consent import agrees
from loket.planners.dialogue.deciding import answer, carry_out
from loket.planners.finding.agents import INVOKE
from loket.planners.finding.asking import NO, YES
from loket.planners.finding.skill_result import SkillResult
from loket.planners.finding.trail import Trail
from loket.planners.finding.words import FindingWords

STEP = "under_way"
"""The step that tells of such work; its question keeps what to look after it with."""
_SAME = ("task_base_url", "site", "skill_id", "parameters")


def offered(text: str, outcomes: Sequence[SkillResult], trail: Trail, said: FindingWords) -> Decision | None:
    """What is known of the work, with the offer to ask after it; None when it is not all there is to tell."""
    if len(outcomes) != 1 or outcomes[0].kind != "taken" or trail.last is None:
        return None
    id = text_at(object_at(object_at(outcomes[0].value, "error"), "details"), "id")
    sent = next((args for args, _ in trail.last.made(INVOKE)), {})
    look: JsonObject = {**{name: sent[name] for name in _SAME if name in sent}, "task_id": id, "look": True}
    choices = (Choice(id=YES, label=said.look_again), Choice(id=NO, label=said.confirm_no))
    ask = Ask(text=text, choices=choices, wants=Wants(skill="", slots=look))
    return Decision(reasoning=said.because("under_way"), action=ask, step=STEP)


def looked_again(trail: Trail, said: FindingWords) -> Decision | None:
    """What follows the answer to that offer; None when the message says something else."""
    message = trail.message
    if message.step != STEP or message.wants is None or trail.last is not None:
        return None
    match message.choice == YES if message.choice else agrees(message.last):
        case True:
            call = ToolCall(id="ask1", tool=INVOKE, args=message.wants.slots)
            return carry_out("invoke", said.because("look_again"), call)
        case False:
            return answer(said.dropped, said.because("no"))
        case None:
            return None
