"""What a set of skills lacks to be understood well."""

from collections.abc import Sequence

from loket.planners.skills.skill import Skill


def lint(skills: Sequence[Skill], locale: str = "en") -> list[str]:
    """Warnings in words, one for each shortcoming; empty when the skills are well described."""
    return [f"{skill.name or skill.id} has no example." for skill in skills if not skill.examples]
