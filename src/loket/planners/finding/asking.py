"""What a person is asked on the way: what is missing; and why they see what goes out before it does."""

from collections.abc import Sequence
from dataclasses import replace

from loket.core.actions import Ask, Decision, Doubt, Wants
from loket.core.shapes import list_at, object_at, text_at
from loket.planners.finding.answer import asked_for, listed
from loket.planners.finding.limits import limits_told
from loket.planners.finding.pick import Errand, Pick
from loket.planners.finding.skill_result import SkillResult
from loket.planners.finding.told import doubts
from loket.planners.finding.trail import LastMessage
from loket.planners.finding.words import FindingWords

YES, NO = "yes", "no"


def needs(errand: Errand, missing: Sequence[str], picked: Pick, said: FindingWords) -> Decision:
    """Asks for what a skill needs and nobody said."""
    names = asked_for(errand.offer.parameters, missing, said)
    text = said.needs.format(agent=errand.offer.agent.name, missing=names)
    if errand.beyond:
        named = {name: asked_for(errand.offer.parameters, [name], said) for name in errand.beyond}
        text = f"{limits_told(errand.beyond, errand.offer.parameters, named, said)} {text}"
    wants = Wants(skill=errand.offer.key, slots=errand.parameters, missing=tuple(missing))
    reason = f"{picked.reasoning} {errand.offer.label} needs {', '.join(missing)}, which was not said.".strip()
    return Decision(reasoning=reason, action=Ask(text=text, wants=wants), step="ask", considered=picked.considered)


def tells_value(picked: Pick, message: LastMessage) -> bool:
    """Whether the message tells a value for what was asked, and is not only taken for one as it stands."""
    wants, whole = message.wants, message.last.strip().strip(".!?")
    asked = [one for one in picked.errands if wants is not None and one.offer.key == wants.skill]
    return wants is not None and any(one.parameters.get(name) != whole for one in asked for name in wants.missing)


def waits(errand: Errand) -> bool:
    """Whether a person sees what goes out before it does."""
    return bool(errand.offer.skill.writes or errand.doubtful or errand.offer.agent.doubts)


def doubt_of(errand: Errand) -> Doubt:
    """Why the engine is to hold it, whatever the skill's tool says of itself."""
    if errand.doubtful:
        return "private"
    return "changes" if errand.offer.skill.writes or errand.offer.agent.doubts else ""


def why_held(errand: Errand, said: FindingWords) -> str:
    """The same for the person."""
    agent = errand.offer.agent
    if agent.doubts:
        return doubts(agent, None, said)
    sentence = said.confirm if errand.offer.skill.writes else said.show
    return sentence.format(agent=agent.name)


def doubted(outcome: SkillResult) -> Errand:
    """The errand of an agent whose card is not the one that was read: with the digest of the one that it shows now."""
    assert outcome.errand is not None
    details = object_at(object_at(outcome.value, "error"), "details")
    codes = tuple(str(one) for one in list_at(details, "reasons")) or ("changed_card",)
    offer = outcome.errand.offer
    agent = replace(offer.agent, doubts=codes, digest=text_at(details, "digest") or offer.agent.digest)
    return replace(outcome.errand, offer=replace(offer, agent=agent))


def about(sentence: str, errand: Errand, said: FindingWords) -> str:
    """A sentence of the words about an errand: whom, what, and with which parameters."""
    given = listed(errand.parameters, said)
    return sentence.format(agent=errand.offer.agent.name, skill=errand.offer.label, given=given)
