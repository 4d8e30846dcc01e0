"""Why a step was taken, in the language of the talk: a data file a language. What the words of a skill weighed in a
choice is told by the planner of skills, and in English."""

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files

from loket.language.tokens import LANGUAGES
from loket.planners.finding.words import FindingWords

PACKAGE = __name__.rpartition(".")[0]


def because(said: FindingWords, why: str, /, **told: str) -> str:
    """The sentence for a reason, with what is told in it."""
    return _reasons(said.code)[why].format(**told).strip()


@lru_cache(maxsize=len(LANGUAGES))
def _reasons(code: str) -> Mapping[str, str]:
    read: dict[str, str] = json.loads(files(PACKAGE).joinpath("reasons", f"{code}.json").read_text("utf-8"))
    return read
