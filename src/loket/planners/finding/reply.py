"""What a person answers to the question of an agent: it goes to that agent whole, since the question was shown as its
own and the person chose the words. Contact data and numbers of a person that it did not ask for are asked about
first."""

from dataclasses import replace

from loket.core.data import Json, JsonObject
from loket.core.shapes import object_at, text_at
from loket.language.anew import asks_anew, orders
from loket.language.dates import ANY_DAY
from loket.language.message import Message
from loket.language.tokens import parts
from loket.planners.finding.agents import about_agent
from loket.planners.finding.leaning import parts_of
from loket.planners.finding.leaving import folds_of, labelled
from loket.planners.finding.offers import offers_of
from loket.planners.finding.pick import Errand
from loket.planners.finding.priced import askable
from loket.planners.finding.private import contact
from loket.planners.finding.query import addresses, covered, named_in, query_of
from loket.planners.finding.slots import filled, index_of, is_free, profile_of
from loket.planners.finding.suits import NAMED
from loket.planners.finding.trail import Trail
from loket.planners.finding.under_way import STEP as UNDER_WAY
from loket.planners.finding.usual import contact_words
from loket.planners.finding.words import FindingWords


def replied(trail: Trail, said: FindingWords) -> Trail:
    """The trail with a request of its own as its message, when it is no answer to what was asked."""
    message = trail.message
    alone = replace(trail, message=replace(message, text=message.last, wants=None, step=""))
    if (asked := _asked_instead(trail, said)) is not None:
        # It is still about the agent that was to be asked, as what follows an answer is.
        return replace(alone, latest=asked)
    if message.step == "input" and _asks_another(trail, said):
        return replace(alone, latest={})  # its values are of another skill, and none for the last one
    return alone if message.step == UNDER_WAY or (message.step == "input" and not _answers(trail, said)) else trail


def _asked_instead(trail: Trail, said: FindingWords) -> JsonObject | None:
    """What was to be asked when the message is a question or a wish of its own and none of the words that a skill
    lacks (`what does it cost then`); None where it may answer."""
    message, wants = trail.message, trail.message.wants
    offer = offers_of(trail.agents, said).get(wants.skill) if wants is not None else None
    if wants is None or offer is None or not wants.missing or message.form or message.choice:
        return None
    told, read_ = filled(offer.skill, message.last, ANY_DAY), said.read(message.last)
    kinds = {one.name: one.kind for one in profile_of(offer.skill, said.code).fields}
    longer = any(kinds.get(name) == "text" for name in wants.missing)  # what is wrong may be told as a wish
    asks = asks_anew(read_) or ((orders(read_) or _begins_with_deed(read_, said)) and not longer)
    about = offer.agent
    given = any(_tells(name, told.get(name), offer.parameters, _undated(read_)) for name in wants.missing)
    if not asks or (given and not _means_another(trail, about.base, offer.id, said)):
        return None
    return {"task_base_url": about.base, "site": about.site, "skill_id": offer.id, "parameters": wants.slots}


def _tells(name: str, value: Json, parameters: JsonObject, text: str) -> bool:
    """Whether a text tells a value: any words at all fill a free one, so that it needs a code as names of teams have
    it, or the words of the field beside it."""
    shape = object_at(object_at(parameters, "properties"), name)
    if value in (None, "") or not is_free(shape):
        return value not in (None, "")
    coded = any(sign.isdigit() and sign in text for sign in str(value))
    return coded or labelled(text, name, shape, str(value))


def _begins_with_deed(message: Message, said: FindingWords) -> bool:
    """Whether a message begins with what is to be done (`Book a trial for …`)."""
    return bool(message.heavy) and message.heavy[0] == 0 and message.folds[0] in said.writing


def _undated(message: Message) -> str:
    """The text without its days: their figures are no code of a team."""
    text = message.text
    for day in reversed(message.dates):
        text = f"{text[: day.start]} {text[day.end :]}"
    return text


def unasked(trail: Trail, errand: Errand, said: FindingWords) -> list[str]:
    """What an answer tells an agent that it did not ask for."""
    message = trail.message
    if message.form or trail.waiting is None:
        return []
    question = text_at(trail.waiting[1], "text")
    wanted = folds_of(f"{question} {' '.join(map(parts, object_at(errand.offer.parameters, 'properties')))}")
    found = contact(message.last)
    return [one for kind, told in found.items() if not wanted & contact_words()[kind] for one in told]


def _answers(trail: Trail, said: FindingWords) -> bool:
    """Whether the message is an answer to the agent that asked, and not a question for somebody else."""
    text = trail.message.last
    if "?" not in text or trail.waiting is None:
        return True
    if addresses(text):
        return False
    if not named_in(text, said):
        return True  # a team, which has a number, is no organisation
    named = query_of(text, (), said)
    base = text_at(trail.waiting[0], "task_base_url")
    about = " ".join(about_agent(agent) for agent in trail.agents if agent.base == base)
    return not named.named or covered(named.text, f"{about} {said.query}") >= NAMED


def _asks_another(trail: Trail, said: FindingWords) -> bool:
    """Whether the message asks for what another skill of the agent does: by a word for what is asked or done, so that a
    mere value (`U10 Lions`) stays an answer."""
    if trail.waiting is None or not parts_of(said.read(trail.message.last))[0]:
        return False
    base, skill = (text_at(trail.waiting[0], name) for name in ("task_base_url", "skill_id"))
    return _means_another(trail, base, skill, said)


def _means_another(trail: Trail, base: str, skill: str, said: FindingWords) -> bool:
    """Whether the message surely means another skill of the agent at this address."""
    text, offers = trail.message.last, offers_of([agent for agent in trail.agents if agent.base == base], said)
    skills = askable({key: one.skill for key, one in offers.items()}, text, said)
    understood = index_of(list(skills.values()), said.code).understand(text, ANY_DAY)
    surely = understood.decision in ("run", "clarify") and len(understood.skills) == 1
    return surely and offers[understood.skills[0]].id != skill
