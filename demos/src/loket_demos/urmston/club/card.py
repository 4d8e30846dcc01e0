"""The card of the club's agent: who it is, where it is asked, and its skills."""

from loket.core.data import JsonObject
from loket_demos.urmston.club.skills import SKILLS, ClubSkill

SITE = "https://urmstontownjfc.co.uk"
"""The club's own address."""
NAME = "Urmston Town Juniors Orchestrator Agent"
ORGANISATION = "Urmston Town Juniors FC"
"""Whom it speaks for."""


def get_agent_card(base_url: str = SITE, *, protected: bool = False) -> JsonObject:
    """The card for an agent that is asked at `base_url`. `protected`: some of its skills want a key."""
    return {
        "id": "urn:urmstontown:agent:orchestrator",
        "name": NAME,
        "version": "1.0.1",
        "description": f"A2A Agent for {ORGANISATION} inquiries, including team availability.",
        "base_url": base_url.rstrip("/"),
        "authentication": {"type": "none"},
        "capabilities": {"streaming": False, "pushNotifications": False},
        "skills": [_skill(skill, protected) for skill in SKILLS],
    }


def _skill(skill: ClubSkill, protected: bool) -> JsonObject:
    shown: JsonObject = {
        "id": skill.id,
        "name": skill.name,
        "description": skill.description,
        "tags": list(skill.tags),
        "parameters": skill.parameters,
        "examples": list(skill.examples),
    }
    if skill.protected and protected:
        shown["authentication"] = {"type": "apiKey", "in": "header", "name": "X-API-Key"}
    return shown
