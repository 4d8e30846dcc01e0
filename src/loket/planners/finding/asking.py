"""The questions a person is asked on the way: what is missing, whether to change something, whether to trust a card."""

from collections.abc import Mapping, Sequence

from loket.core.actions import Ask, Call, Choice, Decision, ToolCall, Wants
from loket.core.data import JsonObject
from loket.core.shapes import is_object, list_at, object_at, text_at
from loket.planners.finding.answer import asked_for, listed
from loket.planners.finding.dropping import small_words
from loket.planners.finding.limits import limits_told
from loket.planners.finding.names import words_of
from loket.planners.finding.pick import Errand, Offer, Pick
from loket.planners.finding.reasons import because
from loket.planners.finding.trail import TRUST, Message
from loket.planners.finding.words import FindingWords
from loket.planners.skills.tokens import fold

YES, NO = "yes", "no"
ERRANDS, PAGE = "errands", "page"
"""Under these a question keeps what goes out when the person agrees: several errands, or a form of a page."""


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


def confirmation(picked: Pick, said: FindingWords) -> Decision:
    """Asks before something is changed, or before words are sent that may be somebody's name: all that would go out is
    shown, and goes out together."""
    held = [errand for errand in picked.errands if errand.offer.skill.writes or errand.doubtful]
    writes = any(errand.offer.skill.writes for errand in held)
    choices = (Choice(id=YES, label=said.confirm_yes), Choice(id=NO, label=said.confirm_no))
    if len(picked.errands) == 1:
        wants = Wants(skill=held[0].offer.key, slots=held[0].parameters)
    else:
        sent = [{"skill": errand.offer.key, "parameters": errand.parameters} for errand in picked.errands]
        wants = Wants(skill="", slots={ERRANDS: sent})
    ask = Ask(text=_shown(said.confirm if writes else said.show, held, said), choices=choices, wants=wants)
    what = "It changes something" if writes else "What is sent may be somebody's name"
    reason = f"{picked.reasoning} {what}, so a person says yes first.".strip()
    return Decision(reasoning=reason, action=ask, step="confirm", considered=picked.considered)


def agreed_to(message: Message, offers: Mapping[str, Offer], said: FindingWords) -> Pick | None:
    """The errands that were shown together and that the person said yes to."""
    if message.step != "confirm" or message.wants is None or not agreed(message, said):
        return None
    told = [one for one in list_at(message.wants.slots, ERRANDS) if is_object(one) and text_at(one, "skill") in offers]
    errands = tuple(Errand(offers[text_at(one, "skill")], object_at(one, "parameters")) for one in told)
    return Pick("run", errands, reasoning="The person agreed.") if errands else None


def page_confirmation(errand: Errand, payload: JsonObject, said: FindingWords) -> Decision:
    """Asks before the form of a skill that changes something is sent, as it was filled in."""
    asked = confirmation(Pick("run", (errand,)), said)
    wants = Wants(skill="", slots={PAGE: payload})
    return asked.model_copy(update={"action": asked.action.model_copy(update={"wants": wants})})


def _shown(sentence: str, errands: Sequence[Errand], said: FindingWords) -> str:
    agents = list(dict.fromkeys(errand.offer.agent.name for errand in errands))
    skills = [f"{errand.offer.label}{listed(errand.parameters, said)}" for errand in errands]
    return sentence.format(agent=said.joined.join(agents), skill=said.joined.join(skills), given="")


def agreement(errand: Errand, why: str, held: bool, said: FindingWords) -> Decision:
    """Lets a person agree to an agent's card: by a call that is held for them, else by a question."""
    agent = errand.offer.agent
    reason = because(said, "agree")
    if held:
        args: JsonObject = {"task_base_url": agent.base, "site": agent.site, "digest": agent.digest}
        args["why"] = [said.agree.format(why=why)]
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
    told = [word.plain for word in words_of(message.last) if word.text[:1].isalnum()]
    if any(word in said.no for word in told[:3]):
        return False
    polite = said.yes | {word.plain for word in words_of(said.confirm_yes)}
    rest = [word for word in told if word not in polite and fold(word) not in small_words(said.code)]
    # `yes, but for 3 nights` is no yes to what was shown.
    return True if told and len(told) <= 4 and told[0] in said.yes and not rest else None
