"""What a message asks of the club that no skill gives, beside what one does or instead of it: it is refused by name."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from loket.language.births import births
from loket.language.clauses import ORDERED, Clause, clauses, questioned
from loket.language.languages import language, themed
from loket.language.lexicon import asking
from loket.language.message import Message
from loket.language.skill import Skill
from loket.language.tokens import fold, words
from loket.planners.finding.priced import PRICE
from loket.planners.finding.recalling import CONTACT
from loket.planners.finding.slots import profile_of

PARTED = 4
"""So many words may stand between the two of a phrase for a deed (`sign my son up`)."""
ORDERS = (ORDERED | {"register"}) - {"redirect", "send", "transfer"}
"""Concepts of what is done at somebody's word: none of the club's skills does any. An answer is sent, too."""
LIST = "wait_list"
"""The concept of a list of those who wait: an answer tells how many do, and the club puts nobody on it at a word."""
MANNER = frozenset({"duration", "how_to", "reason"})
"""Concepts of asking how something is done, why, or for how long."""
PARTICLES = frozenset({"down", "in", "off", "on", "out", "up"})
"""The second word of such a phrase."""


@dataclass(frozen=True, slots=True)
class RefusedPart:
    """A part of a message, as it is written, and whether something is to be done or told. `kept`: what it tells besides
    may be asked with."""

    part: str
    deed: bool = False
    kept: bool = False


def refused(message: Message, skills: Mapping[str, Skill]) -> Sequence[RefusedPart]:
    """The clauses that order what the club does not do at a word, ask what something costs or who somebody is, or how
    something is done, why, or for how long."""
    found: list[RefusedPart] = []
    known = {concept for one in skills.values() for concept in profile_of(one, "en").concepts}
    for clause in clauses(message):
        if _orders(message, clause):
            found.append(RefusedPart(written(message, clause), deed=True))
        elif _asks_persons(message, clause) or (PRICE not in known and _asks_price(message, clause)):
            found.append(RefusedPart(written(message, clause)))
        elif _asks_manner(message, clause, known):
            found.append(RefusedPart(written(message, clause), kept=True))
    return found


def without(message: Message, parts: Sequence[RefusedPart]) -> str:
    """The text of a message without the questions that are refused; who is to be put on a list is still told."""
    text = message.text
    for one in parts:
        text = text if one.deed or one.kept else text.replace(one.part, " ")
    return text


def unspoken(message: Message, skills: Mapping[str, Skill]) -> set[int]:
    """The words that carry a meaning and of which none of the skills speaks."""
    telling = (one for one in skills.values() if not one.writes)
    known = {concept for one in telling for concept in profile_of(one, "en").concepts} | CONTACT | {LIST}
    spoken = {at for one in message.meanings if one.concept in known for at in range(one.start, one.end)}
    spoken |= message.figures | {at for at, one in enumerate(message.folds) if one in message.tongue.people}
    return set(message.heavy) - spoken


def asks_another(message: Message, skills: Mapping[str, Skill]) -> bool:
    """Whether a message asks for something, or orders it, of which none of the skills speaks."""
    if not unspoken(message, skills):
        return False
    me = {fold(one) for one in message.tongue.data["me"]}
    every = clauses(message)
    # `Give me …`, `me dá …`
    wants = any(one.mood in ("asks", "wonders") or me & set(_first(message, one, 2)[-1:]) for one in every)
    return wants or bool(_deeds(message))


def asks_contact(message: Message) -> bool:
    """Whether a message asks whom to write to and for nothing else: what is told besides is what for."""
    every = clauses(message)
    asking = [one for one in every if one.mood in ("asks", "wonders") or questioned(message, one)]
    spoken = {at for one in message.meanings if one.concept in CONTACT for at in range(one.start, one.end)}
    asked = {at for one in asking for at in one.words if message.weights[at] == 1}
    return bool(asked) and asked <= spoken and any(one.mood == "wonders" for one in asking)


def _first(message: Message, clause: Clause, count: int) -> Sequence[str]:
    return message.folds[clause.words.start : clause.words.stop][:count]


def written(message: Message, clause: Clause) -> str:
    """A clause as it is written, without the word that joins it to the one before."""
    data = message.tongue.data
    joins = {fold(one) for one in (*data["ands"], *data["clauses"]["begins"])}
    first = next(at for at in clause.words if message.folds[at] not in joins or at == clause.words.stop - 1)
    return message.text[message.words[first].start : message.words[clause.words.stop - 1].end]


def _asks_price(message: Message, clause: Clause) -> bool:
    """Whether a clause asks what something costs; `a year` alone does not."""
    rated = frozenset(map(fold, message.tongue.data["ones"])).union(*message.tongue.units)
    priced = (one for one in message.meanings if one.concept == PRICE and one.start in clause.words)
    return any(not rated.issuperset(message.folds[one.start : one.end]) for one in priced)


def _asks_manner(message: Message, clause: Clause, known: Collection[str]) -> bool:
    """Whether a clause asks how something is done, why, or for how long, where no skill tells that; how many days
    something is, is none of it."""
    asked = _asked(message, clause)
    told = clause.mood in ("past", "reported", "supposed")
    return not told and bool(asked & MANNER - set(known)) and "amount" not in asked


def _asked(message: Message, clause: Clause) -> set[str]:
    return {one.concept for one in message.meanings if one.start in clause.words} & asking()


def _deeds(message: Message) -> set[int]:
    """The words that name what is done at a word, also those of a phrase that others part."""
    found = {one.start for one in message.meanings if one.concept in ORDERS and not one.part}
    for first, second in _pairs(message.tongue.code):
        for at, one in enumerate(message.folds):
            if one == first and second in message.folds[at + 2 : at + 2 + PARTED]:
                found.add(at)
    return found


def _orders(message: Message, clause: Clause) -> bool:
    """Whether a clause tells the club to do something: it is a wish of its own or begins with the deed, and no question
    whether somebody may."""
    if _to_be_listed(message, clause):
        return True
    inside = [at for at in clause.words if at in _deeds(message)]
    if not inside or clause.mood in ("past", "reported", "wonders", "supposed"):
        return False
    folds = message.folds[clause.words.start : clause.words.stop]
    if not message.tongue.negation.isdisjoint(folds):
        return False
    you = not {fold(one) for one in message.tongue.data["you"]}.isdisjoint(folds)
    if message.text[message.words[clause.words.stop - 1].end :].lstrip()[:1] == "?":
        return you
    data = message.tongue.data
    if _of_another(message, clause, inside[0]):
        return False
    before = {*data["ands"], *data["clauses"]["begins"], *(one for talk in message.tongue.small_talk for one in talk)}
    begins = {fold(one) for one in before}.issuperset(message.folds[clause.words.start : inside[0]])
    return clause.mood == "asks" or begins


def _to_be_listed(message: Message, clause: Clause) -> bool:
    """Whether somebody is to be put on the waiting list: it is spoken of as something to be done, by nobody who is
    named before."""
    tongue = message.tongue
    listed = next((one.start for one in message.meanings if one.concept == LIST and one.start in clause.words), None)
    if listed is None or clause.mood not in ("plain", "asks") or message.text.rstrip().endswith("?"):
        return False
    before = set(message.folds[clause.words.start : listed])
    subjects = tongue.somebody | {fold(one) for name in ("me", "being") for one in tongue.data[name]} | {"we", "us"}
    return clause.mood == "asks" or subjects.isdisjoint(before)


def _of_another(message: Message, clause: Clause, deed: int) -> bool:
    """Whether somebody else is to do it: before the deed stands a child, an age, or he or she, and nobody who speaks or
    is spoken to (`can she join`)."""
    tongue = message.tongue
    talking = {fold(one) for name in ("me", "you") for one in tongue.data[name]} | {"we", "us"}
    begin = clause.words.start
    if begin and message.folds[begin] in tongue.ands:
        begin = next(one.words.start for one in clauses(message) if one.words.stop == begin)
    before = set(message.folds[begin:deed])
    aged = any(begin <= message.at(one.start) < deed for one in (*message.ages, *births(message)))
    return talking.isdisjoint(before) and (aged or not tongue.somebody.isdisjoint(before))


def _asks_persons(message: Message, clause: Clause) -> bool:
    """Whether a clause asks who somebody is: `who scored`, `which boys are in the U10`; not `who do we play`."""
    if clause.mood != "wonders" or _asked(message, clause) & CONTACT:
        return False
    folds, tongue = message.folds[clause.words.start : clause.words.stop], message.tongue
    at = next((n for n, one in enumerate(folds) if one in _wonders(tongue.code)), 0)
    if folds[at] in tongue.world["who"]:
        spoken = {fold(one) for name in ("me", "you") for one in tongue.data[name]} | {"we", "they", "us"}
        return spoken.isdisjoint(folds) and folds[at + 1 : at + 2] not in (("do",), ("does",), ("did",))
    behind = folds[at + 1 : at + 3]
    group = len(behind) > 1 and message.weights[clause.words.start + at + 2] == 1
    return bool(behind) and behind[0] in tongue.people and not group


@lru_cache(maxsize=8)
def _wonders(code: str) -> frozenset[str]:
    return frozenset(fold(one) for one in language(code).data["clauses"]["wonders"])


@lru_cache(maxsize=8)
def _pairs(code: str) -> frozenset[tuple[str, str]]:
    """The phrases of two words for what is done at a word, that others part (`sign him up`)."""
    told = (
        phrase for concept, by in themed("acts").items() if concept in ORDERS for phrase in by.get(code, "").split(", ")
    )
    pairs = (tuple(word.fold for word in words(one)) for one in told)
    return frozenset((one[0], one[1]) for one in pairs if len(one) == 2 and one[1] in PARTICLES)
