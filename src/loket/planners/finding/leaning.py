"""A message that names nothing of its own leans on the last answer: it is for the agent that gave it, and nobody else
is looked for. What no skill of that agent serves is told with what it can do."""

from loket.core.actions import Decision
from loket.core.shapes import list_at, object_at, text_at
from loket.language.births import births
from loket.language.clauses import clauses, opens, questioned
from loket.language.languages import general
from loket.language.memory import turn_of
from loket.language.message import Message
from loket.language.tokens import fold
from loket.planners.dialogue.deciding import answer
from loket.planners.finding.agents import Agent
from loket.planners.finding.asking import needs
from loket.planners.finding.offers import offers_of
from loket.planners.finding.page import skills_of
from loket.planners.finding.pick import NONE, Errand
from loket.planners.finding.query import addresses, named_in
from loket.planners.finding.recalling import addresses_told, told_of_either
from loket.planners.finding.slots import is_age, profile_of
from loket.planners.finding.trail import Trail
from loket.planners.finding.usual import is_kind
from loket.planners.finding.words import FindingWords

EITHER = 2
"""A question for one of two has so many words that mean something."""
OWN = 1.0
"""What a skill is about weighs so much in its words."""


def leaning(trail: Trail, said: FindingWords) -> Decision | None:
    """What is asked or told of such a message that no skill serves; None when it is none."""
    agent = leans_on(trail, said)
    if agent is None:
        return None
    message = said.read(trail.message.last)
    if told := told_of_either(trail, _either(message)):
        return answer(told, said.because("remembered"))
    doing, values = parts_of(message)
    return (None if doing or not values else _asked_again(trail, agent, said)) or _offers(trail, agent, said)


def leans_on(trail: Trail, said: FindingWords) -> Agent | None:
    """The agent that the message leans on; None when it has a subject of its own, or nothing was answered right
    before."""
    text, agent = trail.message.last, _last_to_answer(trail, said)
    if agent is None:
        return None
    message = said.read(text)
    asks, turn = any(parts_of(message)) or "?" in text, turn_of(message)
    either = _either(message) and not _of_another(text, said)
    own = not nothing_own(message) and not either and not (turn.follows and _of_the_same(said.read(turn.body)))
    return None if own or not asks or turn.empty else agent


def fragment(text: str, said: FindingWords) -> bool:
    """Whether a text only goes on from something, or puts it right, and has no subject of its own: nobody can be looked
    for by it."""
    message = said.read(text)
    turn = turn_of(message)
    body = said.read(turn.body)
    return (
        (turn.follows or turn.corrects) and bool(body.words) and _of_the_same(body) and not opens(turn.body, said.code)
    )


def tells_of_somebody(text: str, said: FindingWords) -> bool:
    """Whether a text only tells something of somebody, asks for nothing and names no organisation."""
    message = said.read(text)
    tells = all(one.mood in ("plain", "past") and not questioned(message, one) for one in clauses(message))
    return tells and not message.tongue.somebody.isdisjoint(message.folds) and not _of_another(text, said)


def last_offers(trail: Trail, said: FindingWords) -> str:
    """What the agent of the last answer can do, for a question that nobody else serves either; empty when nothing was
    answered right before, or the message names where to ask."""
    agent = _last_to_answer(trail, said)
    text = trail.message.last
    return offers_of_agent(agent, "" if named_in(text, said) else text, said) if agent is not None else ""


def offers_of_agent(agent: Agent, text: str, said: FindingWords) -> str:
    """What an agent does, and that it is something else than is asked; where a skill of it speaks of the same, only
    that the request was not recognised there."""
    told = said.not_seen if _spoken_of(agent, said.read(text), said) else said.not_this
    return "\n\n" + told.format(agent=agent.name, skills=skills_of(agent, said))


def _spoken_of(agent: Agent, message: Message, said: FindingWords) -> bool:
    """Whether a skill of an agent speaks of what a message does, of each word for what may be asked of anything: of a
    thing, or of somebody's age."""
    profiles = [profile_of(one.skill, said.code) for one in offers_of([agent], said).values()]
    known = {concept for one in profiles for concept, weight in one.concepts.items() if weight >= OWN}
    of_word: dict[int, set[str]] = {}
    for one in message.meanings:
        for at in range(one.start, one.end):
            of_word.setdefault(at, set()).add(one.concept)
    if any(every & general() and known.isdisjoint(every) for every in of_word.values()):
        return False
    fields = [field for one in profiles for field in one.fields]
    aged = any(is_age(one.name) for one in fields) and (message.ages or message.grades or births(message))
    dated = any(one.kind == "date" for one in fields) and message.dates
    return bool(aged or dated) or any(not known.isdisjoint(every) for every in of_word.values())


def _last_to_answer(trail: Trail, said: FindingWords) -> Agent | None:
    """The agent of the last answer, also where questions came since that nobody served and that named nobody else."""
    last = trail.latest
    if not last and trail.unserved and trail.asked and not any(_of_another(one, said) for one in trail.unserved):
        last = trail.asked[-1]
    base = text_at(last, "task_base_url")
    agent = next((one for one in trail.agents if one.base == base), None)
    return None if trail.message.wants is not None or addresses(trail.message.last) else agent


def _of_another(text: str, said: FindingWords) -> bool:
    """Whether a text names an organisation or a kind of them."""
    return bool(named_in(text, said)) or any(map(is_kind, said.read(text).folds))


def _of_the_same(body: Message) -> bool:
    """Whether what a message goes on with may be of the one that answered (`the parking`): neither somebody's name nor
    any one of its kind (`a dentist`)."""
    large = body.tongue.code == "de" and body.weights[0] == 0
    values = parts_of(body)[1]
    named = any(word.text[:1].isupper() and at not in values for at, word in enumerate(body.words)) and not large
    return not named and body.folds[0] not in {fold(one) for one in body.tongue.data["ones"]}


def _either(message: Message) -> frozenset[str]:
    """The two words of a question that is no more than which of them it is (`home or away?`): nobody can be looked for
    by them."""
    ors = {fold(one) for one in message.tongue.data["ands"][1:]}
    joined = any(
        at - 1 in message.heavy and at + 1 in message.heavy for at, word in enumerate(message.folds) if word in ors
    )
    alone = joined and len(message.heavy) == EITHER and "?" in message.text and not parts_of(message)[1]
    return frozenset(message.folds[at] for at in message.heavy) if alone else frozenset()


def nothing_own(message: Message) -> bool:
    """Whether a message has no subject: all of its words may be asked of anything, or are values."""
    doing, values = parts_of(message)
    others = doing | values | _rated(message)
    return others.issuperset(message.heavy)


def _rated(message: Message) -> frozenset[int]:
    """The words for what a price is counted by (`per season`): that is no subject."""
    plainest = fold(message.tongue.data["rates"]["per"][0])
    return frozenset(at + 1 for at, word in enumerate(message.folds) if word == plainest)


def parts_of(message: Message) -> tuple[frozenset[int], frozenset[int]]:
    """The words for what may be asked of anything, and those that are numbers, groups or days."""
    common = general()
    doing = {at for one in message.meanings if one.concept in common for at in range(one.start, one.end)}
    spans = [(one.start, one.end) for one in (*message.ages, *message.dates)]
    within = {at for at, word in enumerate(message.words) if any(s <= word.start < e for s, e in spans)}
    return frozenset(doing), frozenset(within | message.figures)


def _asked_again(trail: Trail, agent: Agent, said: FindingWords) -> Decision | None:
    """What the last skill can't do without, when a value was told that it does not take as it is (`under 12`)."""
    asked = text_at(trail.latest, "skill_id")
    offer = next((one for one in offers_of([agent], said).values() if one.id == asked), None)
    required = [str(name) for name in list_at(offer.parameters, "required")] if offer is not None else []
    if offer is None or not required:
        return None
    kept = {name: value for name, value in object_at(trail.latest, "parameters").items() if name not in required}
    return needs(Errand(offer, kept, tuple(required)), required, NONE, said)


def _offers(trail: Trail, agent: Agent, said: FindingWords) -> Decision:
    """That the agent does something else, and what; and whom to write to, as it told right before."""
    text, told = offers_of_agent(agent, trail.message.last, said).strip(), addresses_told(trail, alone=True)
    else_ = said.told_before.format(told=told) if told else said.try_other
    return answer(f"{text}\n\n{else_}", said.because("leans"))
