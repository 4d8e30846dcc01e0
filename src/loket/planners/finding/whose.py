"""A question that does not say whose answer it wants: who is meant is asked. The name, the address or the choice that
comes goes on with it, and so does one after a request that nobody could be found for."""

from dataclasses import replace

from loket.core.actions import Ask, Choice, Decision, Wants
from loket.core.planner import Situation
from loket.core.shapes import text_at
from loket.language.consent import is_yes
from loket.language.languages import themed
from loket.language.lexicon import alien
from loket.language.memory import nth, turn_of
from loket.language.message import Message
from loket.planners.dialogue.deciding import answer
from loket.planners.finding.answer import site_name
from loket.planners.finding.dropping import drops
from loket.planners.finding.identity import is_named
from loket.planners.finding.leaning import nothing_own, parts_of
from loket.planners.finding.names import likely_people, words_of
from loket.planners.finding.own import own_tool
from loket.planners.finding.query import addresses, named_in, without_addresses
from loket.planners.finding.trail import WHOSE, Trail
from loket.planners.finding.usual import usual
from loket.planners.finding.words import FindingWords

MOST, LONGEST = 6, 80
"""So many agents are offered, and so long an address goes as the id of a choice."""
REQUEST = "request"
"""What the question keeps of the message that it is about."""


def whose(trail: Trail, said: FindingWords) -> Decision | None:
    """Asks who is meant before anything is searched; None when the message asks nothing, or has a subject to be
    searched for."""
    message = said.read(trail.message.last)
    asks = any(one.concept in themed("asks") for one in message.meanings) and len(message.words) > 1
    if not asks or _of_nobody(message) or not nothing_own(message):
        return None
    return _asked(trail, message.text, said.whose, said)


def or_whose(trail: Trail, text: str, said: FindingWords) -> Decision | None:
    """Asks the same after words that nobody was found; None when the message is no question about a thing that
    somebody has, or may name somebody."""
    message = said.read(trail.message.last)
    ordinary = usual(said.code)
    strange = any(not (ordinary.has(one) or one.isdigit()) for one in message.folds)
    large = not ordinary.large and any(word.large and not word.first for word in words_of(message.text))
    names = strange or large or named_in(message.text, said) or addresses(message.text)
    if names or _of_nobody(message) or not parts_of(message)[0]:
        return None
    return _asked(trail, message.text, f"{text} {said.or_whose}", said)


def _of_nobody(message: Message) -> bool:
    """Whether a message is small talk, or asks what everybody asks any assistant."""
    return turn_of(message).empty or any(alien(one.concept) for one in message.meanings)


def unanswered(trail: Trail, situation: Situation, said: FindingWords) -> Decision | None:
    """What an answer to that question comes to that names nobody: a no ends it, anything else that asks for nothing is
    met with the question once more."""
    message, wants = trail.message, trail.message.wants
    if trail.last is not None or message.step != WHOSE or wants is None or message.choice:
        return None
    if _asks(message.last, said) or own_tool(trail, situation, said) is not None:
        return None
    if _denies(message.last, said):
        return answer(said.dropped, said.because("no"))
    if _counted(trail, said) or _name_alone(message.last, said, loosely=True):
        return None
    return _asked(trail, text_at(wants.slots, REQUEST), said.whose, said)


def resumed(trail: Trail, said: FindingWords) -> Trail:
    """The trail with the earlier request as its message when this one only says who is meant; an answer that is a
    request of its own stands alone."""
    message, asks = trail.message, trail.message.step == WHOSE
    if message.page is not None or message.form or (message.wants is not None and not asks):
        return trail
    request = text_at(message.wants.slots, REQUEST) if message.wants is not None else _left(trail, said)
    who = (
        message.choice or (asks and _counted(trail, said)) or _site(_name_alone(message.last, said, asks), trail, said)
    )
    if not request or not (who or asks):
        return trail
    text = said.at_whom.format(text=request, name=who) if who else message.last
    return replace(trail, message=replace(message, text=text, last=text, wants=None, step="", choice=""))


def _asked(trail: Trail, request: str, text: str, said: FindingWords) -> Decision:
    choices = [Choice(id=site, label=name, detail=site_name(site)) for site, name in _offered(trail).items()]
    ask = Ask(text=text, choices=tuple(choices), wants=Wants(skill=WHOSE, slots={REQUEST: request}))
    return Decision(reasoning=said.because("whose"), action=ask, step=WHOSE)


def _offered(trail: Trail) -> dict[str, str]:
    """The names of the agents and sites that this conversation knows, of which one may be meant, by their addresses."""
    named = {url: name for name, url in trail.sites.items()} | {one.site: one.name for one in trail.agents if one.name}
    return dict([(site, name) for site, name in named.items() if len(site) <= LONGEST][:MOST])


def _counted(trail: Trail, said: FindingWords) -> str:
    """The site of the one that is counted out (`the second one`)."""
    return nth(said.read(trail.message.last), list(_offered(trail))) or ""


def _site(name: str, trail: Trail, said: FindingWords) -> str:
    """The site of the only agent here that is the organisation of this name; else the name itself."""
    sites = {one.site for one in trail.agents if name and is_named(one, [name], said, name)}
    return sites.pop() if len(sites) == 1 else name


def _left(trail: Trail, said: FindingWords) -> str:
    """The last request of those that nobody served, behind which nothing but names came."""
    for n, text in enumerate(trail.unserved, start=1):
        if drops(text):
            return ""
        if not _name_alone(text, said, loosely=n < len(trail.unserved)):
            return text
    return ""


def _name_alone(text: str, said: FindingWords, loosely: bool) -> str:
    """The organisation or the site that a text names, and nothing else; `loosely`: as an answer, words that
    are no ordinary ones and ask nothing do."""
    named = [*addresses(text), *named_in(text, said)]
    rest = without_addresses(text)
    for name in named:
        rest = rest.replace(name, " ")
    if named and not said.read(rest).heavy:
        return named[0]
    message, ordinary = said.read(text), usual(said.code)
    subjects = [message.words[at] for at in message.heavy]
    strange = [word for word in subjects if not ordinary.has(word.fold) and word.fold not in likely_people(text, said)]
    return text[subjects[0].start :] if loosely and strange and not (_asks(text, said) or _denies(text, said)) else ""


def _asks(text: str, said: FindingWords) -> bool:
    """Whether a text asks for something of its own."""
    return "?" in text or any(parts_of(said.read(text)))


def _denies(text: str, said: FindingWords) -> bool:
    """Whether a text says no, or that it is not known."""
    message = said.read(text)
    return is_yes(text) is False or not message.tongue.negation.isdisjoint(message.folds)
