"""What a person does on the pages of agents, without words: look who lives at an address, ask a skill by its form.

Whoever fills in a form and sends it has chosen: nothing is picked again, but what changes something is shown before it
is sent, and a doubtful card still is."""

from loket.core.actions import Decision, ToolCall
from loket.core.data import JsonObject
from loket.core.shapes import object_at, text_at
from loket.language.tokens import title_of
from loket.planners.dialogue.deciding import answer, carry_out
from loket.planners.finding.agents import DISCOVER, INVOKE, Agent
from loket.planners.finding.answer import NOT_CALLED, SILENT, listed, not_heard, site_name, why
from loket.planners.finding.asking import doubt_of, waits, why_held
from loket.planners.finding.offers import offers_of
from loket.planners.finding.skill_result import errand_of
from loket.planners.finding.trail import Trail
from loket.planners.finding.words import CONTEXT, FindingWords

SKILLS = 20
"""So many skills are named when an agent was found."""


def on_page(trail: Trail, said: FindingWords) -> Decision | None:
    """The next decision about what was done on a page; None when the ordinary way goes on, or it was no such page."""
    page, last = trail.message.page, trail.last
    if page is None:
        return None
    match page.name, "" if last is None else last.step:
        case "agent/connect", "":
            return _look(text_at(page.payload, "url"), said)
        case "agent/connect", "discover":
            return found_there(trail, said)
        case "agent/invoke", "":
            return _sent(page.payload, trail, said)
        case _:
            return None


def _look(url: str, said: FindingWords) -> Decision:
    if not url.strip():
        return answer(said.empty, said.because("no_address"))
    call = ToolCall(id="site1", tool=DISCOVER, args={"target_url": url.strip()[:2000], "fresh": True})
    reason = said.because("looked_at", site=site_name(url))
    return carry_out("discover", reason, call)


def found_there(trail: Trail, said: FindingWords) -> Decision:
    """Who lives at the address that was looked at last and what it offers, or why nobody can be asked there."""
    url, returned = trail.probed[-1]
    agent = next((one for one in trail.agents if one.site == url), None)
    if not returned.ok:
        told = why(returned, said)
        if returned.code in (NOT_CALLED, *SILENT):
            return answer(not_heard(url, returned, said).strip(), said.because("no_card"))
        text = said.no_card.format(site=site_name(url), why=told[:1].upper() + told[1:])
        return answer(text, said.because("no_card"))
    if agent is None:
        told = text_at(returned.value, "message")
        return answer(said.no_card.format(site=site_name(url), why=told).strip(), said.because("no_agent"))
    name, site = agent.name or site_name(url), site_name(url)
    text = said.connected.format(agent=name, site=site, skills=skills_of(agent, said))
    return answer(text, said.because("card_read"))


def skills_of(agent: Agent, said: FindingWords) -> str:
    """What an agent offers, a line each."""
    names = [title_of(text_at(skill, "name") or text_at(skill, "id")) for skill in agent.skills[:SKILLS]]
    return "\n".join(f"- {name}" for name in names) if names else said.no_skills


def _sent(payload: JsonObject, trail: Trail, said: FindingWords) -> Decision:
    """Only agents that were found here are asked: a page is no way around looking at the card first."""
    errand = errand_of(payload, offers_of(trail.agents, said))
    if errand is None:
        return answer(said.unknown_agent, said.because("unknown"))
    parameters, words = object_at(payload, "parameters"), text_at(payload, "text")
    skill = text_at(payload, "skill_name") or text_at(payload, "skill_id")
    asked = words or f"{skill}{listed(parameters, said)}"
    base = text_at(payload, "task_base_url")
    args: JsonObject = {
        "task_base_url": base,
        "site": next((agent.site for agent in trail.agents if agent.base == base), ""),
        "skill_id": text_at(payload, "skill_id"),
        "contextual_query_text": CONTEXT.format(text=asked)[:20_000],
    }
    if not words:
        args["parameters"] = parameters
    if errand.offer.agent.doubts:
        args["confirmed"] = errand.offer.agent.digest
    call = ToolCall(id="ask1", tool=INVOKE, args=args, doubt=doubt_of(errand))
    reason = why_held(errand, said) if waits(errand) else said.because("form")
    return carry_out("invoke", reason, call)
