"""What leaves for an agent: the skill, its parameters, and the request in words without the names of people; to its
own question, the person's answer as it is."""

from datetime import datetime

from loket.core.data import JsonObject
from loket.core.shapes import text_at
from loket.planners.finding.offers import offers_of
from loket.planners.finding.pick import QUERY, Errand
from loket.planners.finding.readable import Readable, readable
from loket.planners.finding.skill_result import errand_of
from loket.planners.finding.slots import bare_answer, filled
from loket.planners.finding.trail import Trail
from loket.planners.finding.words import CONTEXT, FindingWords

CONTEXT_CHARACTERS = 2000


def invocation(trail: Trail, errand: Errand, said: FindingWords) -> JsonObject:
    """The arguments of the tool that invokes. Of a doubtful card the digest goes along: who approves the call agrees
    to it."""
    agent = errand.offer.agent
    args: JsonObject = {
        "task_base_url": agent.base,
        "site": agent.site,
        "skill_id": errand.offer.id,
        "parameters": errand.parameters,
        QUERY: errand.words or context(trail, errand, said),
    }
    if agent.doubts and agent.digest:
        args["confirmed"] = agent.digest
    if trail.message.step == "input" and trail.waiting is not None:
        ids = {name: text_at(trail.waiting[1], name) for name in ("task_id", "context_id")}
        args |= {name: id for name, id in ids.items() if id}
    return args


def context(trail: Trail, errand: Errand, said: FindingWords) -> str:
    """The words that go out: a person's answer to the agent's question as it is, else the request as far as it may
    leave; the skill's own name when nothing of it may."""
    shown = leaving_words(trail, errand, said)
    if trail.message.step == "input" and shown.text:
        return shown.text[:CONTEXT_CHARACTERS]
    return CONTEXT.format(text=shown.text or errand.offer.name or errand.offer.id)[:CONTEXT_CHARACTERS]


def leaving_words(trail: Trail, errand: Errand, said: FindingWords) -> Readable:
    """The words that leave for the agent of an errand, and those that stay here. An answer to a question of the agent
    leaves whole: it was put as that agent's question, and the person chose what to say."""
    message = trail.message
    if message.step == "input":
        return Readable(message.last.strip())
    return readable(message.text, errand.offer.agent, errand.parameters, said)


def waiting_errand(trail: Trail, now: datetime, said: FindingWords) -> Errand | None:
    """The errand whose agent asked for more, with what the message answers; None when none waits."""
    if trail.waiting is None:
        return None
    errand = errand_of(trail.waiting[0], offers_of(trail.agents, said))
    if errand is None:
        return None
    text = trail.message.last
    found = trail.message.form or filled(errand.offer.skill, text, now)
    if not found:
        found = bare_answer(
            errand.offer.parameters, tuple(errand.offer.parameters.get("required", ())), said.read(text)
        )
    return Errand(errand.offer, {**errand.parameters, **found})
