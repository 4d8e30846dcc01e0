"""What something costs is told by no answer to something else: which skills may be asked where a message asks it."""

from collections.abc import Mapping

from loket.language.lexicon import asking
from loket.language.skill import Skill
from loket.planners.finding.slots import profile_of
from loket.planners.finding.words import FindingWords

PRICE = "price"


def askable(skills: Mapping[str, Skill], text: str, said: FindingWords) -> Mapping[str, Skill]:
    """These skills, or where the text asks what something costs, those that speak of prices or of something else that
    is asked there or to be done."""
    asked = {one.concept for one in said.read(text).meanings} & asking()
    if PRICE not in asked:
        return skills
    return {key: one for key, one in skills.items() if not asked.isdisjoint(profile_of(one, said.code).concepts)}
