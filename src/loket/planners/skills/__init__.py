"""Finds the skill a message asks for, and what it needs, without a language model. This is the package's face."""

from loket.planners.skills.index import SkillIndex
from loket.planners.skills.indexes import skill_of
from loket.planners.skills.lexicon import FieldWords
from loket.planners.skills.lint import lint
from loket.planners.skills.planner import SkillsPlanner
from loket.planners.skills.skill import PendingRequest, Skill, Thresholds, Understanding, pending_of

__all__ = [
    "FieldWords",
    "PendingRequest",
    "Skill",
    "SkillIndex",
    "SkillsPlanner",
    "Thresholds",
    "Understanding",
    "lint",
    "pending_of",
    "skill_of",
]
