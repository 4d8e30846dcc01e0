"""Reads messages without a language model: which skill is meant, with which values, what is missing, yes or no."""

from loket.language.consent import is_yes
from loket.language.index import SkillIndex
from loket.language.message import read
from loket.language.skill import Skill
from loket.language.slots import fill, missing

__all__ = ["Skill", "SkillIndex", "fill", "is_yes", "missing", "read"]
