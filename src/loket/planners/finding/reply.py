"""What a person answers to the question of an agent: it goes to that agent whole, since the question was shown as its
own and the person chose the words. Contact data and numbers of a person that it did not ask for are asked about
first."""

from dataclasses import replace

from loket.core.actions import Ask, Choice, Decision, Wants
from loket.core.shapes import object_at, text_at
from loket.planners.finding.asking import NO, YES, agreed
from loket.planners.finding.leaving import folds_of
from loket.planners.finding.pick import Errand
from loket.planners.finding.private import contact
from loket.planners.finding.query import addresses, covered, query_of
from loket.planners.finding.reasons import because
from loket.planners.finding.suits import NAMED
from loket.planners.finding.trail import Trail, about_agent
from loket.planners.finding.under_way import STEP as UNDER_WAY
from loket.planners.finding.usual import contact_words
from loket.planners.finding.words import FindingWords
from loket.planners.skills.tokens import parts

TELL, ANSWER = "tell", "answer"
"""The step that asks whether to tell what was not asked for, and under which its question keeps the words."""


def replied(trail: Trail, said: FindingWords) -> Trail:
    """The trail with the answer itself as its message, when the message only agrees to telling it or puts another one
    in its place; with a request of its own when it asks somebody else."""
    message = trail.message
    if message.step == "input" and not _answers(trail, said):
        return replace(trail, message=replace(message, text=message.last, wants=None, step=""))
    if message.step == UNDER_WAY:
        return replace(trail, message=replace(message, text=message.last, wants=None, step=""))
    if message.step != TELL or message.wants is None:
        return trail
    yes = agreed(message, said)
    if yes is False:
        return replace(trail, message=replace(message, choice=NO))
    answer = text_at(message.wants.slots, ANSWER) if yes else message.last
    choice = YES if yes else ""
    return replace(trail, message=replace(message, last=answer, text=answer, step="input", choice=choice))


def unasked(trail: Trail, errand: Errand, said: FindingWords) -> Decision | None:
    """The question whether to tell an agent what it did not ask for; None when there is no such thing."""
    message = trail.message
    if message.choice == YES or message.form or trail.waiting is None:
        return None
    question = text_at(trail.waiting[1], "text")
    wanted = folds_of(f"{question} {' '.join(map(parts, object_at(errand.offer.parameters, 'properties')))}")
    found = contact(message.last)
    strange = [one for kind, told in found.items() if not wanted & contact_words()[kind] for one in told]
    if not strange:
        return None
    text = said.tell.format(agent=errand.offer.agent.name, what=said.joined.join(strange))
    choices = (Choice(id=YES, label=said.confirm_yes), Choice(id=NO, label=said.confirm_no))
    ask = Ask(text=text, choices=choices, wants=Wants(skill="", slots={ANSWER: message.last}))
    reason = because(said, "not_asked_for", what=said.joined.join(strange))
    return Decision(reasoning=reason, action=ask, step=TELL)


def _answers(trail: Trail, said: FindingWords) -> bool:
    """Whether the message is an answer to the agent that asked, and not a question for somebody else."""
    text = trail.message.last
    if "?" not in text or trail.waiting is None:
        return True
    if addresses(text):
        return False
    named = query_of(text, (), said)
    base = text_at(trail.waiting[0], "task_base_url")
    about = " ".join(about_agent(agent) for agent in trail.agents if agent.base == base)
    return not named.named or covered(named.text, f"{about} {said.query}") >= NAMED
