"""What agents offer: their skills, as their cards tell them, each under a key of its own."""

from collections.abc import Iterable
from dataclasses import dataclass

from loket.core.data import JsonObject
from loket.core.shapes import object_at, text_at, texts_at
from loket.language import Skill
from loket.language.tokens import title_of
from loket.planners.finding.agents import Agent
from loket.planners.finding.deeds import changes_something
from loket.planners.finding.words import FindingWords


@dataclass(frozen=True)
class Offer:
    """A skill of an agent, under a key that is its own among all offers."""

    key: str
    agent: Agent
    id: str
    name: str
    parameters: JsonObject
    skill: Skill

    @property
    def label(self) -> str:
        """What it is called where a person reads it."""
        return title_of(self.name or self.id)

    def is_of(self, args: JsonObject) -> bool:
        """Whether an invocation with these arguments was of this skill of this agent."""
        return self.id == args.get("skill_id") and self.agent.base == args.get("task_base_url")


def offers_of(agents: Iterable[Agent], said: FindingWords) -> dict[str, Offer]:
    """Everything these agents offer, by key: the skill's id, and where two have the same the agent's site too."""
    offers: dict[str, Offer] = {}
    for agent in agents:
        for raw in agent.skills:
            key = text_at(raw, "id") if text_at(raw, "id") not in offers else f"{text_at(raw, 'id')} {agent.base}"
            offers[key] = _offer(key, agent, raw, said)
    return offers


def _offer(key: str, agent: Agent, raw: JsonObject, said: FindingWords) -> Offer:
    name, description = text_at(raw, "name")[:200], text_at(raw, "description")[:2000]
    parameters = object_at(raw, "parameters_schema")
    skill = Skill(
        key,
        name,
        description,
        texts_at(raw, "tags")[:30],
        texts_at(raw, "examples")[:30],
        parameters,
        changes_something(raw),
    )
    return Offer(key, agent, text_at(raw, "id"), name, parameters, skill)
