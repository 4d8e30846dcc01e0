"""The questions a person is asked on the way: what is missing, whether to change something, whether to trust a card."""

from collections.abc import Sequence

from loket.core.actions import Ask, Call, Choice, Decision, ToolCall, Wants
from loket.planners.finding.answer import asked_for, listed
from loket.planners.finding.pick import Errand, Pick
from loket.planners.finding.trail import TRUST, Message
from loket.planners.finding.words import FindingWords

YES, NO = "yes", "no"


def needs(errand: Errand, missing: Sequence[str], picked: Pick, said: FindingWords) -> Decision:
    """Asks for what a skill needs and nobody said."""
    names = asked_for(errand.offer.parameters, missing, said)
    text = said.needs.format(agent=errand.offer.agent.name, missing=names)
    wants = Wants(skill=errand.offer.key, slots=errand.parameters, missing=tuple(missing))
    reason = f"{picked.reasoning} {errand.offer.label} needs {', '.join(missing)}, which was not said.".strip()
    return Decision(reasoning=reason, action=Ask(text=text, wants=wants), step="ask", considered=picked.considered)


def confirmation(errand: Errand, picked: Pick, said: FindingWords) -> Decision:
    """Asks before something is changed, or before words are sent that may be somebody's name."""
    choices = (Choice(id=YES, label=said.confirm_yes), Choice(id=NO, label=said.confirm_no))
    wants = Wants(skill=errand.offer.key, slots=errand.parameters)
    writes = errand.offer.skill.writes
    ask = Ask(text=about(said.confirm if writes else said.show, errand, said), choices=choices, wants=wants)
    what = "It changes something" if writes else "What is sent may be somebody's name"
    reason = f"{picked.reasoning} {what}, so a person says yes first.".strip()
    return Decision(reasoning=reason, action=ask, step="confirm", considered=picked.considered)


def agreement(errand: Errand, why: str, held: bool, said: FindingWords) -> Decision:
    """Lets a person agree to an agent's card: by a call that is held for them, else by a question."""
    agent = errand.offer.agent
    reason = "Its card names another site or has changed, so a person has to agree first."
    if held:
        args = {"task_base_url": agent.base, "digest": agent.digest, "why": [why]}
        call = ToolCall(id="a", tool=TRUST, args=args)
        return Decision(reasoning=reason, action=Call(calls=(call,)), step="trust")
    choices = (Choice(id=YES, label=said.agree_yes), Choice(id=NO, label=said.agree_no))
    wants = Wants(skill=errand.offer.key, slots=errand.parameters)
    ask = Ask(text=said.agree.format(why=why), choices=choices, wants=wants)
    return Decision(reasoning=reason, action=ask, step="trust")


def about(sentence: str, errand: Errand, said: FindingWords) -> str:
    """A sentence of the words about an errand: whom, what, and with which parameters."""
    given = listed(errand.parameters, said)
    return sentence.format(agent=errand.offer.agent.name, skill=errand.offer.label, given=given)


def agreed(message: Message, said: FindingWords) -> bool | None:
    """Whether the person said yes to what was asked; None when the message is about something else."""
    if message.choice:
        return message.choice == YES
    told = [word.strip(".,!").lower() for word in message.last.split()]
    if any(word in said.no for word in told[:3]):
        return False
    return True if told and len(told) <= 4 and told[0] in said.yes else None
