"""What a skill that does something else can't answer: what something costs, and what is to be undone."""

from collections.abc import Mapping

from loket.language.anew import asks_anew
from loket.language.clauses import clauses
from loket.language.languages import themed
from loket.language.lexicon import asking
from loket.language.message import Message
from loket.language.profile import TAKING
from loket.language.skill import Skill
from loket.planners.finding.slots import profile_of
from loket.planners.finding.words import FindingWords

PRICE = "price"


def askable(skills: Mapping[str, Skill], text: str, said: FindingWords) -> Mapping[str, Skill]:
    """These skills, or where the text asks what something costs or wants something undone, those that speak of that or
    of something else that is asked there or to be done. A mere question is told to nobody as news."""
    message = said.read(text)
    skills = {key: one for key, one in skills.items() if not (_is_told(one, said) and _only_asks(message, one, said))}
    asked = {one.concept for one in message.meanings} & asking()
    wanted = asked if PRICE in asked else _undoing(message)
    if not wanted:
        return skills
    return {key: one for key, one in skills.items() if not wanted.isdisjoint(profile_of(one, said.code).concepts)}


def _is_told(skill: Skill, said: FindingWords) -> bool:
    """Whether a skill is told in words what is to be kept or done (`report an issue`)."""
    return skill.writes and any(one.kind == "text" and one.required for one in profile_of(skill, said.code).fields)


def _only_asks(message: Message, skill: Skill, said: FindingWords) -> bool:
    """Whether a message is nothing but a question, and does not name what the skill does."""
    acts = themed("acts").keys() & profile_of(skill, said.code).concepts.keys()
    names = any(one.concept in acts for one in message.meanings)
    return not names and asks_anew(message) and all(one.mood == "wonders" for one in clauses(message))


def undoes(text: str, said: FindingWords) -> bool:
    """Whether a text wants something undone."""
    return bool(_undoing(said.read(text)))


def _undoing(message: Message) -> frozenset[str]:
    """What a message that wants something undone asks for: that, and what its other clauses ask. Empty for any other
    message."""
    wanted: set[str] = set()
    undoes = False
    for clause in clauses(message):
        deeds = [one for one in message.meanings if one.start in clause.words and one.concept in asking()]
        first = min((one.start for one in deeds), default=-1)
        taking = {one.concept for one in deeds if one.start == first} & TAKING
        if taking and clause.mood == "asks":
            undoes, wanted = True, wanted | taking
        else:
            wanted |= {one.concept for one in deeds}
    return frozenset(wanted) if undoes else frozenset()
