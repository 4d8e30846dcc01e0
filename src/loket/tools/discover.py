"""The tool `discover_a2a_agent_capabilities`: is there an agent at a site, and what can it do?"""

from dataclasses import dataclass, field

import anyio.to_thread
import httpx

from loket.core.data import Json, JsonObject
from loket.core.ports import Book
from loket.core.tool import CallContext, Repeatable, ToolFailed, ToolSpec
from loket.tools.agents.alone import LOCAL, alone
from loket.tools.agents.card import AgentSkill
from loket.tools.agents.directory import AgentDirectory, KnownAgent
from loket.tools.agents.fetch import Missing
from loket.tools.agents.fit import fitting_skills
from loket.tools.agents.lint import Oddity, lint
from loket.tools.agents.local import opener
from loket.tools.agents.names import source_at
from loket.tools.agents.settings import AgentSettings
from loket.tools.agents.skill_tools import found_event

NAME = "discover_a2a_agent_capabilities"
MOST_ODD = 20
"""So many oddities of a card are told."""

_INPUT: JsonObject = {
    "type": "object",
    "examples": ["What can the agent of example.org do?"],
    "properties": {
        "target_url": {"type": "string", "minLength": 1, "maxLength": 2000, "description": "the site, or its card"},
        "fresh": {"type": "boolean", "description": "look again instead of remembering"},
    },
    "required": ["target_url"],
}
_OUTPUT: JsonObject = {
    "type": "object",
    "properties": {
        "status": {"enum": ["success", "not_found", "error"]},
        "agent_name": {"type": "string"},
        "agent_description": {"type": "string"},
        "tasking_base_url": {"type": "string"},
        "available_skills": {"type": "array", "items": {"type": "object"}},
    },
    "required": ["status", "agent_name", "agent_description", "tasking_base_url", "available_skills"],
}


async def discover_a2a_agent_capabilities(
    target_url: str,
    *,
    http: httpx.AsyncClient | None = None,
    book: Book | None = None,
    settings: AgentSettings | None = None,
    owner: str = LOCAL,
) -> JsonObject:
    """What the tool answers, as a plain function: with a guarded client made for the call and a memory that ends with
    it, unless others are given. Private addresses are called only when named in the settings, or by default in the
    variable `LOKET_ALLOW_PRIVATE`; `LOKET_TRUSTED` names origins to vouch for."""
    async with alone(http, book, settings) as directory:
        return await discovery(await directory.find(target_url, owner))


@dataclass(frozen=True, slots=True)
class DiscoverTool(Repeatable):
    """Reads the card of a site's agent, whose skills are tools of the conversation from then on. No card is an answer
    (`not_found`); what keeps us from knowing is a failure whose value is the result with `error`, and with
    `allowed_by` where the person may open the address by that tool."""

    directory: AgentDirectory
    spec: ToolSpec = field(
        init=False,
        default=ToolSpec(
            name=NAME,
            title="Look for an agent",
            description="Finds out whether a website has an agent that can be asked, and which skills it offers.",
            input=_INPUT,
            output=_OUTPUT,
            read_only=True,
            idempotent=True,
            kind="a2a",
        ),
    )

    async def call(self, args: JsonObject, context: CallContext) -> Json:
        found = await self.directory.find(str(args["target_url"]), context.owner, fresh=args.get("fresh") is True)
        result = await discovery(found)
        if isinstance(found, KnownAgent):
            settings = self.directory.settings
            context.learn(found_event(source_at(found.whose), found, settings.task_deadline, settings.changes))
        elif found.status == "error":
            failed = ToolFailed(found.code, found.text, result)
            raise ToolFailed(found.code, found.text, opener(failed, self.directory.settings) or result)
        return result


async def discovery(found: KnownAgent | Missing) -> JsonObject:
    """The result, made in a thread: a card may be so large that reading it all would hold up everybody else."""
    return await anyio.to_thread.run_sync(discovery_result, found)


def discovery_result(found: KnownAgent | Missing) -> JsonObject:
    """The result of the contract, and what else is good to know of an agent."""
    if isinstance(found, Missing):
        empty: JsonObject = {"agent_name": "", "agent_description": "", "tasking_base_url": "", "available_skills": []}
        return {"status": found.status, **empty, "message": found.text, "code": found.code, **found.value}
    card, odd = found.card, [*_instead(found), *lint(found.card)]
    listed = [_skill(skill) for skill in card.skills] or [_bare_skill(name) for name in card.capabilities]
    skills, left_out = fitting_skills(listed)
    result: JsonObject = {
        "status": "success",
        "agent_name": card.name,
        "agent_description": card.description,
        "organisation": card.organisation,
        "tasking_base_url": card.url,
        "available_skills": skills,
        "version": card.version,
        "card_url": found.url,
        "spoken": [str(way) for way in card.interfaces],
        "streaming": card.streaming,
        "login": list(card.schemes),
        "digest": found.digest,
        "pin": {"state": found.pin, "since": found.since, "agreed": found.agreed},
        "differences": [difference.model_dump() for difference in found.differences],
        "other_origin": found.elsewhere,
        "confirmation_needed": list(found.doubts()),
        "signature": found.signature.model_dump(mode="json"),
        "instead_of": found.instead_of,
        "warnings": [oddity.text for oddity in odd[:MOST_ODD]],
        "oddities": [{"code": one.code, "about": one.about, "other": one.other} for one in odd[:MOST_ODD]],
    }
    return result | ({"skills_left_out": left_out} if left_out else {})


def _instead(found: KnownAgent) -> list[Oddity]:
    """That nobody lives at the address that was given, when that is so."""
    if not found.instead_of:
        return []
    return [Oddity(code="not_there", text=found.instead, about=found.instead_of, other=found.whose)]


def _skill(skill: AgentSkill) -> JsonObject:
    told: JsonObject = {
        "id": skill.id,
        "name": skill.name,
        "description": skill.description,
        "parameters_schema": skill.parameters,
        "tags": list(skill.tags),
        "examples": list(skill.examples),
    }
    return told if skill.read_only is None else {**told, "read_only": skill.read_only}


def _bare_skill(name: str) -> JsonObject:
    return {"id": name, "name": name, "description": "", "parameters_schema": {}, "tags": [], "examples": []}
