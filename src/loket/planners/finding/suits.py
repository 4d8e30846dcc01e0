"""Whether an agent is the one a message is about: by the organisations it names and the words it shares."""

from loket.core.shapes import list_at, text_at
from loket.language.tokens import fold, parts, stem
from loket.planners.finding.agents import Agent, about_agent
from loket.planners.finding.leaning import leans_on
from loket.planners.finding.leaving import card_words
from loket.planners.finding.names import likely_people, organisations, people, words_of
from loket.planners.finding.pick import Errand, Pick
from loket.planners.finding.query import covered
from loket.planners.finding.trail import Trail
from loket.planners.finding.words import FindingWords

NAMED = 0.6
"""From this part of its words on, an organisation that is named is taken for the agent's."""


def suits(trail: Trail, agent: Agent, picked: Pick, said: FindingWords) -> bool:
    """Whether the organisations that the message names are this agent's, or stand in what its skill needs."""
    sent = _sent if picked.follows else required
    about = f"{about_agent(agent)} {' '.join(sent(errand) for errand in picked.errands)}"
    named = organisations(trail.message.last, people(trail.message.last, said), said)
    known = not picked.strange and all(covered(phrase, about) >= NAMED for phrase in named)
    leans = picked.verdict in ("run", "clarify") and leans_on(trail, said) == agent
    return known and (leans or _speaks_of(trail, agent, about, said))


def takes_names(trail: Trail, picked: Pick, said: FindingWords) -> bool:
    """Whether everything the message names is sent to a skill, so that it may well be its own to know."""
    sent = " ".join(_sent(errand) for errand in picked.errands)
    named = organisations(trail.message.last, people(trail.message.last, said), said)
    return bool(named) and all(covered(phrase, sent) >= NAMED for phrase in named)


def known_after_all(trail: Trail, picked: Pick, said: FindingWords) -> bool:
    """Whether the search knows nobody of the name that was looked for, and an agent of this conversation may."""
    if trail.probed:
        return False
    named = organisations(trail.message.last, (), said)
    titles = [f"{text_at(one, 'title')} {text_at(one, 'url')}" for one in trail.results]
    found = any(covered(phrase, title) >= NAMED for phrase in named for title in titles)
    return not found and takes_names(trail, picked, said)


def found_again(trail: Trail, agent: Agent, said: FindingWords) -> bool:
    """Whether a search for another subject only led back to this agent, which was asked before."""
    before = {text_at(args, "task_base_url") for args in trail.asked}
    searched = bool(trail.taken("search") and trail.probed)
    return searched and agent.base in before and not _speaks_of(trail, agent, about_agent(agent), said)


def _sent(errand: Errand) -> str:
    return " ".join(str(value) for value in errand.parameters.values())


def required(errand: Errand) -> str:
    """The values of what the skill can't do without: what is named there is named for the skill."""
    names = list_at(errand.offer.parameters, "required")
    return " ".join(str(value) for name, value in errand.parameters.items() if name in names)


def _speaks_of(trail: Trail, agent: Agent, about: str, said: FindingWords) -> bool:
    """Whether the message names the agent, or more of its words that carry a meaning are known here than strange:
    a short one goes on from what was said before, another subject is a request of its own."""
    text = trail.message.last
    own = f"{agent.name} {agent.site}"
    if any(covered(phrase, own) >= NAMED for phrase in organisations(text, people(text, said), said)):
        return True
    hidden = said.small | said.kin | likely_people(text, said)
    meant = [word for word in words_of(text) if word.text[:1].isalpha() and word.plain not in hidden]
    known = {stem(fold(word.plain), "en") for word in words_of(f"{parts(about)} {card_words(agent)}")}
    there = [word for word in meant if stem(fold(word.plain), "en") in known]
    return not meant or 2 * len(there) > len(meant)
