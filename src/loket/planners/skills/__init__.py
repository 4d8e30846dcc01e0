"""The planner that matches messages to skills, without a language model. This is the package's face."""

from loket.planners.skills.indexes import skill_of
from loket.planners.skills.planner import SkillsPlanner

__all__ = ["SkillsPlanner", "skill_of"]
