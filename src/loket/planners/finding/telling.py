"""What a person is told of what agents answered, or asked back."""

from collections.abc import Sequence

from loket.core.actions import Ask, Decision, Say, Wants
from loket.planners.finding.asking import needs
from loket.planners.finding.files import MOST, files_in
from loket.planners.finding.pick import NONE, Errand
from loket.planners.finding.skill_result import SkillResult
from loket.planners.finding.told import asks, result_words
from loket.planners.finding.trail import Trail
from loket.planners.finding.under_way import offered
from loket.planners.finding.words import FindingWords

BY_A_PERSON = ("refused", "cancelled", "superseded", "user")
"""Codes of a held call that a person ended."""


def outcomes_told(trail: Trail, outcomes: Sequence[SkillResult], said: FindingWords) -> Decision:
    """All outcomes in one answer, with the files that came along."""
    text = "\n\n".join(_texts(trail, outcomes, outcomes, said))
    if (offer := offered(text, outcomes, trail, said)) is not None:
        return offer
    good = all(one.kind == "done" for one in outcomes)
    reason = said.because("answered") if good else said.because("partly")
    files = [file for one in outcomes if one.kind == "done" for file in files_in(one.value)]
    return Decision(reasoning=reason, action=Say(text=text, files=tuple(files[:MOST])), step="answer")


def asked_back(
    trail: Trail, outcomes: Sequence[SkillResult], open_: SkillResult, errand: Errand, said: FindingWords
) -> Decision:
    """The question of an agent, behind what became of the rest: an answer is never lost because another one asks."""
    done = "\n\n".join(_texts(trail, [one for one in outcomes if one is not open_], outcomes, said))
    if open_.kind == "missing":
        asked = needs(errand, open_.missing, NONE, said)
    else:
        ask = Ask(
            text=asks(errand.offer.agent, open_.text, said),
            wants=Wants(skill=errand.offer.key, slots=errand.parameters),
        )
        asked = Decision(reasoning=said.because("wants_more"), action=ask, step="input")
    if not done or not isinstance(asked.action, Ask):
        return asked
    return asked.model_copy(
        update={"action": asked.action.model_copy(update={"text": f"{done}\n\n{asked.action.text}"})}
    )


def _texts(trail: Trail, some: Sequence[SkillResult], every: Sequence[SkillResult], said: FindingWords) -> list[str]:
    """What became of some of these, each under what was asked where the same was asked more than once."""
    alike = len({one.errand.offer.key for one in every if one.errand}) < len(every)
    return [one.headed(result_words(one, trail.agents, said), alike) for one in some]
