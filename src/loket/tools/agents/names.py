"""What skills of other people's agents are called as tools."""

import hashlib
import re
from collections.abc import Iterable

FOUND = "agents"
"""Agents that are found in a conversation are sources of tools there, named `agents.SITE`."""


def tool_name(skill: str) -> str:
    """The id of a skill as a tool may be called."""
    return re.sub(r"[^A-Za-z0-9_-]+", "_", skill)[:64] or "skill"


def source_at(origin: str) -> str:
    """The source that the agent of this site is. Other sites have other names: `my-shop.nl` is not `my.shop.nl`."""
    site = origin.partition("://")[2]
    plain = re.sub(r"[^A-Za-z0-9]+", "_", site)[:100]
    if re.fullmatch(r"[A-Za-z0-9.:]{1,100}", site):
        return f"{FOUND}.{plain}"
    return f"{FOUND}.{plain[:83]}_{hashlib.sha256(site.encode()).hexdigest()[:16]}"


def plain_names(names: Iterable[str]) -> dict[str, str]:
    """The names of tools by what they are listed as: models take letters, digits, `_` and `-`, at most 64. The name
    itself stays good for calling."""
    plain: dict[str, str] = {}
    for name in names:
        short, n = tool_name(name), 2
        while (listed_as := short if n == 2 else f"{short[:60]}_{n - 1}") in plain:
            n += 1
        plain[listed_as] = name
    return plain
