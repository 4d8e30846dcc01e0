"""What became of an invocation, told to a person. Words of an agent are told as its words and never as ours: quoted,
bounded, and with no link that could be followed."""

import re
from collections.abc import Sequence
from urllib.parse import urlsplit

from loket.core.shapes import list_at, object_at, text_at
from loket.planners.finding.agents import Agent
from loket.planners.finding.answer import NOT_CALLED, answered, not_heard, site_name, why
from loket.planners.finding.skill_result import SkillResult
from loket.planners.finding.words import FindingWords

QUOTE, QUESTION = 300, 2000
"""Characters of an agent's own words in an answer of ours, and of a question of its own."""
WORDS = "agent_text"
"""Under this the error of an invocation holds the agent's own words."""

_LINK = re.compile(
    r"(?:[a-z][a-z0-9+.-]{1,20}:)?//[^\s<>\"'”»)\]]+|\bwww\.[^\s<>\"'”»)\]]+|\bjavascript:\S+", re.IGNORECASE
)


def result_words(outcome: SkillResult, agents: Sequence[Agent], said: FindingWords) -> str:
    """What an agent answered, or why there is no answer and what it says of that."""
    agent = next((one for one in agents if one.base == outcome.base), None)
    agent = agent or Agent(site_name(outcome.base), "", outcome.base, outcome.base, ())
    if outcome.kind == "done":
        return answered(agent, outcome.value, said)
    if outcome.kind in ("input", "missing"):
        return said.failed.format(agent=agent.name, why=quoted(outcome.text, said))
    words = text_at(object_at(outcome.value, "error"), WORDS)
    parts = [_unanswered(outcome, agent, said)]
    if words:
        parts.append(said.in_words.format(agent=agent.name, words=quoted(words, said)))
    return " ".join([*parts, said.try_other] if outcome.kind == "failed" else parts)


def _unanswered(outcome: SkillResult, agent: Agent, said: FindingWords) -> str:
    """Why there is no answer: it could not be had, or not yet, or nobody knows."""
    if outcome.returned.code == NOT_CALLED:
        return not_heard(outcome.base, outcome.returned, said).strip()
    if outcome.kind != "taken":
        sentence = said.unsure if outcome.kind == "unsure" else said.failed
        return sentence.format(agent=agent.name, why=why(outcome.returned, said))
    trouble = text_at(object_at(object_at(outcome.value, "error"), "details"), "trouble")
    told = said.problems.get(trouble) or f"({trouble})."
    return said.taken.format(agent=agent.name, why=told) if trouble else said.still.format(agent=agent.name)


def asks(agent: Agent, text: str, said: FindingWords) -> str:
    """A question of an agent, as its own."""
    cut = text if len(text) <= QUESTION else f"{text[: QUESTION - 1]}…"
    return said.asks_you.format(agent=agent.name, site=site_name(agent.base), text=unlinked(cut, said))


def doubts(agent: Agent, outcome: SkillResult | None, said: FindingWords) -> str:
    """Why a person has to agree to an agent, in sentences of their language."""
    details = object_at(object_at(outcome.value, "error"), "details") if outcome is not None else {}
    codes = [str(one) for one in list_at(details, "reasons")] or list(agent.doubts)
    name = agent.name or site_name(agent.base)
    return " ".join(said.doubts.get(code, code).format(agent=name) for code in codes)


def quoted(text: str, said: FindingWords) -> str:
    """Words of an agent as they stand in a sentence of ours: one line, not too long."""
    flat = " ".join(unlinked(text, said).split())
    return flat if len(flat) <= QUOTE else f"{flat[: QUOTE - 1].rstrip()}…"


def unlinked(text: str, said: FindingWords) -> str:
    """The text with the name of the site where a link is, so that nothing can be followed from it."""
    return _LINK.sub(lambda link: said.link.format(site=_site(link[0])), text)


def _site(link: str) -> str:
    try:
        host = urlsplit(link if "//" in link else f"//{link}").hostname or "?"
    except ValueError:
        return "?"
    return host.removeprefix("www.")[:100]
