"""Whether a skill that the words of a message are near to is what it wants, and what else the club tells of itself."""

from collections.abc import Collection, Mapping

from loket.language.clauses import clauses, questioned
from loket.language.message import Message
from loket.language.skill import Skill
from loket.language.tokens import fold
from loket.planners.finding.slots import profile_of
from loket.planners.finding.words import finding_words
from loket_demos.urmston.club.beside import PARTICLES, unspoken
from loket_demos.urmston.club.children import born_on, children
from loket_demos.urmston.club.skills import AVAILABILITY, CODE, REPORT, SCHEDULE, TRAINING

REPORTING = frozenset({"complain", "report"})
WRONG = REPORTING | {"broken_act", "bullying", "damaged", "lose", "problem", "repair", "theft_act"}
"""Concepts of reporting something, and of what is reported."""
NO_MATTER = REPORTING | {"problem", "team"}
"""Concepts of a report that do not say what is wrong."""
AGE = "age"
GROUND = "pitch"
"""Every match and every training is told with where it is."""
SEVERAL = 2
"""So many strange words in what is told are of something else."""
ADDRESSED = ("which", "what")
"""The words of a question that name what is asked for behind them."""


def meant_instead(message: Message, skill: str, skills: Mapping[str, Skill]) -> str:
    """The skill that is wanted where the words are near to this one: itself mostly, none for a question that asks for
    something that no skill speaks of. A question reports nothing but what is wrong; whether somebody of some age may
    play is no question for the matches, and a day of birth alone is of a child."""
    asks = any(one.mood == "wonders" or questioned(message, one) for one in clauses(message))
    if skill == REPORT and ((asks and not reports(message)) or _asks_leave(message)):
        return ""
    if skill in (CODE, SCHEDULE, TRAINING) and born_on(message) and only_tells(message):
        return AVAILABILITY
    if skill == SCHEDULE and children(message) and not any(one.mood == "wonders" for one in clauses(message)):
        return AVAILABILITY
    if skill in (SCHEDULE, TRAINING) and (_asks_strange(message, skills) or _tells_strange(message, skills)):
        return ""
    return skill


def reports(message: Message, concepts: Collection[str] = WRONG) -> bool:
    """Whether something is wrong that a message speaks of. In a question a small word is no fault: `and down?`."""
    asked = {at for one in clauses(message) if questioned(message, one) for at in one.words}
    small = {at for at in asked if message.folds[at] in PARTICLES}
    return any(one.concept in concepts and one.start not in small for one in message.meanings)


def tells_what(message: Message) -> bool:
    """Whether a report says what is wrong, and not only that something is: a word that means something, but for those
    of reporting and for the club. In a wish to report it stands behind the first of them, and is more than what sort
    of problem there is (`a serious problem`)."""
    bare = {at for one in message.meanings if one.concept in NO_MATTER for at in range(one.start, one.end)}
    for clause in clauses(message):
        open_ = {at for at in message.heavy if at in clause.words} - bare
        if clause.mood == "asks" and (first := min(bare.intersection(clause.words), default=None)) is not None:
            open_ = {at for at in open_ if at > first and at + 1 not in bare}
        if open_:
            return True
    return False


def only_tells(message: Message) -> bool:
    """Whether a message asks and wishes nothing."""
    return all(one.mood in ("plain", "past") and not questioned(message, one) for one in clauses(message))


def asks_groups(message: Message) -> bool:
    """Whether it is asked which ages there are teams for, and no age is told."""
    wonders = {fold(one) for one in message.tongue.data["clauses"]["wonders"]}
    aged = (one.start for one in message.meanings if one.concept == AGE and one.start)
    return not (children(message) or born_on(message)) and any(message.folds[at - 1] in wonders for at in aged)


def _asks_leave(message: Message) -> bool:
    """Whether it is asked whether somebody may do something (`can she go down a year`): that tells of nothing wrong."""
    begins = finding_words(message.tongue.code).asks
    first = message.folds[:2]
    return len(first) > 1 and first[0] in begins and first[1] in message.tongue.somebody


def _tells_strange(message: Message, skills: Mapping[str, Skill]) -> bool:
    """Whether a message only tells something, with several words that no skill speaks of (`someone parked across my
    drive during the match`)."""
    spans = [(one.start, one.end) for one in (*message.dates, *message.times, *message.ages)]
    values = {at for start, end in spans for at in message.over(start, end)}
    strange = unspoken(message, skills) - values
    return only_tells(message) and len(strange) >= SEVERAL


def _asks_strange(message: Message, skills: Mapping[str, Skill]) -> bool:
    """Whether what stands behind the word of a question is a thing that no skill tells of: `which shirts`."""
    telling = (one for one in skills.values() if not one.writes)
    spoken = {concept for one in telling for concept in profile_of(one, "en").concepts} | {GROUND}
    for at, word in enumerate(message.folds):
        meant = {one.concept for one in message.meanings if one.start == at + 1}
        if word in ADDRESSED and meant and meant.isdisjoint(spoken):
            return True
    return False
