"""The agents that a conversation knows: those whose cards were read, and what their sites are called."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from loket.core.data import Json, JsonObject
from loket.core.shapes import is_object, list_at, object_at, text_at
from loket.planners.dialogue.trail import Taken

SEARCH, DISCOVER = "web_search_tool", "discover_a2a_agent_capabilities"
INVOKE, TRUST = "invoke_a2a_agent_skill", "trust_a2a_agent"
ALLOW = "allow_local_agent"
OUTSIDE = frozenset({SEARCH, DISCOVER, INVOKE, TRUST, ALLOW})
"""Tools that lead to other people's agents; the rest are the assistant's own."""


@dataclass(frozen=True)
class Agent:
    """An agent whose card was read. `base` is where its tasks go, `site` where it was found. `doubts`: a person has to
    agree to its card, whose digest this is, before it is asked. `title` is how its site is called elsewhere,
    `organisation` for whom it says that it speaks."""

    name: str
    description: str
    base: str
    site: str
    skills: tuple[JsonObject, ...]
    digest: str = ""
    doubts: tuple[str, ...] = ()
    title: str = ""
    organisation: str = ""


@dataclass(frozen=True)
class HeardAnswer:
    """An invocation that was answered: what went out, the data that came back, and the decision that made it."""

    args: JsonObject
    told: JsonObject
    seq: int


def went_well(step: Taken) -> list[HeardAnswer]:
    """The invocations of a step that were answered."""
    made = [(args, back) for args, back in step.made(INVOKE) if back is not None and back.ok and not args.get("cancel")]
    return [HeardAnswer(args, object_at(back.value, "result_data"), step.seq) for args, back in made]


def agent_of(site: str, found: Json) -> Agent | None:
    """The agent a discovery found; None when it found none that can be asked."""
    base = text_at(found, "tasking_base_url")
    if not is_object(found) or found.get("status") != "success" or not base:
        return None
    return Agent(
        name=text_at(found, "agent_name")[:200],
        description=text_at(found, "agent_description")[:2000],
        base=base,
        site=site,
        skills=tuple(
            skill for skill in list_at(found, "available_skills") if is_object(skill) and text_at(skill, "id")
        ),
        digest=text_at(found, "digest"),
        doubts=tuple(str(one) for one in list_at(found, "confirmation_needed")),
        organisation=text_at(found, "organisation"),
    )


def about_agent(agent: Agent) -> str:
    """Everything an agent says of itself, in which its names stand, and how its site is called."""
    skills = " ".join(f"{text_at(s, 'name')} {text_at(s, 'description')}" for s in agent.skills)
    return f"{agent.name} {agent.organisation} {agent.title} {agent.description} {agent.site} {skills}"


def known_agents(taken: Sequence[Taken], settings: JsonObject) -> tuple[Agent, ...]:
    """All agents found so far; a newer card takes the place of an older one."""
    found: dict[str, Agent] = {}
    agreed, titles = _agreed(taken), _titles(taken, settings)
    for one in taken:
        for args, returned in one.made(DISCOVER):
            if returned is not None and returned.ok:
                agent = agent_of(text_at(args, "target_url"), returned.value)
                if agent is not None:
                    found.pop(agent.base, None)
                    agent = replace(agent, title=titles.get(agent.site.rstrip("/"), ""))
                    found[agent.base] = replace(agent, doubts=()) if agent.digest in agreed else agent
    return tuple(found.values())


def _agreed(taken: Sequence[Taken]) -> set[str]:
    """The digests of the cards that a person agreed to in this conversation, by themselves or with a call."""
    told = [(text_at(args, "digest"), back) for one in taken for args, back in one.made(TRUST)]
    told += [(text_at(args, "confirmed"), back) for one in taken for args, back in one.made(INVOKE)]
    return {digest for digest, back in told if digest and back is not None and back.ok}


def _titles(taken: Sequence[Taken], settings: JsonObject) -> dict[str, str]:
    """What sites are called where they were found: by a search that led to the site itself and not to a page of it, or
    by the name that it is known by."""
    returns = [back.value for one in taken for _, back in one.made(SEARCH) if back is not None and back.ok]
    results = [one for value in returns for one in list_at(value, "results") if is_object(one)]
    titles = {text_at(one, "url").rstrip("/"): text_at(one, "title")[:200] for one in results}
    return titles | {url.rstrip("/"): name for name, url in known_sites(settings).items()}


def known_sites(settings: JsonObject) -> dict[str, str]:
    """The sites that are known by a name, by that name."""
    return {name: url for name, url in object_at(settings, "known_sites").items() if isinstance(url, str)}
