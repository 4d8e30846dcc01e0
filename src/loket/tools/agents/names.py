"""What skills of other people's agents are called as tools."""

import re

FOUND = "agents"
"""Agents that are found in a conversation are sources of tools there, named `agents.SITE`."""


def tool_name(skill: str) -> str:
    """The id of a skill as a tool may be called."""
    return re.sub(r"[^A-Za-z0-9_-]+", "_", skill)[:64] or "skill"


def source_at(origin: str) -> str:
    """The source that the agent of this site is."""
    return f"{FOUND}.{re.sub(r'[^A-Za-z0-9]+', '_', origin.partition('://')[2])[:100]}"
