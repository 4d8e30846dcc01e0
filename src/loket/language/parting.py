"""Thanks and goodbyes: a message that only thanks or takes leave asks for nothing, whatever it praises on its way."""

from loket.language.clauses import clauses
from loket.language.lexicon import asking
from loket.language.memory import talk_at
from loket.language.message import Message
from loket.language.tokens import fold

PRAISE = frozenset({"praise", "thank_praise"})
FREE = 2
"""So many words of any other meaning may stand in what is said beside it."""


def parting(message: Message, strictly: bool = False) -> str:
    """The name of the sentence that meets a message which only thanks (`welcome`) or takes leave (`goodbye`); empty for
    any other. `strictly`: a question waits for an answer, and no word may be left that could be one."""
    if any(sign == "?" or sign.isdigit() for sign in message.text):
        return ""
    thanking, leaving = _thanking(message), _leaving(message) | (set() if strictly else _until_then(message))
    praised = {one.start for one in message.meanings if one.concept in PRAISE}
    if not thanking and not leaving and (strictly or not praised):
        return ""
    done = thanking | leaving | praised | _talk(message) | _days(message, leaving)
    left = [at for at in message.heavy if at not in done]
    if thanking and not strictly:  # what has no meaning that is known asks for nothing beside thanks
        known = {at for one in message.meanings for at in range(one.start, one.end)} | _large(message)
        left = [at for at in left if at in known]
    light = [at for at, weight in enumerate(message.weights) if 0 < weight < 1 and at not in done]
    if left and (strictly or not (thanking or leaving) or len(left) > FREE or not _only_tells(message, left)):
        return ""
    if light and not (thanking or leaving):
        return ""
    return "goodbye" if leaving else "welcome"


def _large(message: Message) -> set[int]:
    """The words written large within a sentence: names."""
    return {at for at, word in enumerate(message.words) if at and word.text[:1].isupper()}


def _thanking(message: Message) -> set[int]:
    """The words that thank, and in the same sentence what for."""
    thanks = {fold(one) for one in message.tongue.data["thanks"]}
    reasons = {fold(one) for one in message.tongue.data["thanks_for"]}
    found = {at for at, one in enumerate(message.folds) if one in thanks}
    every = set(found)
    for first in found:
        end = _sentence_end(message, first)
        reason = next((at for at in range(first + 1, end) if message.folds[at] in reasons), None)
        between = range(first + 1, reason or first + 1)
        if reason is not None and all(message.weights[at] < 1 for at in between):
            every |= set(range(first, end))
    return every


def _leaving(message: Message) -> set[int]:
    """The words that take leave, where a clause begins."""
    starts = {0, *(clause.words.start for clause in clauses(message))}
    found: set[int] = set()
    for phrase in message.tongue.phrases("farewells"):
        for at in range(len(message.folds) - len(phrase) + 1):
            begins = at in starts or not message.joined(at - 1, at) or message.weights[at - 1] < 1
            if begins and tuple(message.folds[at : at + len(phrase)]) == phrase:
                found |= set(range(at, at + len(phrase)))
    return found


def _until_then(message: Message) -> set[int]:
    """The words of a clause that says nothing but until when (`tot zaterdag`)."""
    data = message.tongue.data
    ends = {fold(pair[1]) for pair in data["from_to"]} - message.tongue.ands
    days = {at for day in message.dates for at in message.over(day.start, day.end)}
    every = (clause.words for clause in clauses(message))
    return {at for words in every if message.folds[words[0]] in ends and days >= set(words[1:]) for at in words[1:]}


def _days(message: Message, leaving: set[int]) -> set[int]:
    """The days and parts of a day for which leave is taken (`see you tomorrow`, `have a good evening`)."""
    days = {at for day in message.dates for at in message.over(day.start, day.end)}
    parts = {fold(word) for every in message.tongue.data["day_parts"].values() for word in every}
    parts |= {fold(word) for word in (*message.tongue.data["weekend"], *message.tongue.data["units"]["day"])}
    days |= {at for at, one in enumerate(message.folds) if one in parts}
    every = (set(clause.words) for clause in clauses(message))
    return {at for words in every if words & leaving for at in words & days}


def _talk(message: Message) -> set[int]:
    """The words of greetings and small talk."""
    return {at for begin in range(len(message.folds)) for at in range(begin, begin + talk_at(message, begin))}


def _only_tells(message: Message, left: list[int]) -> bool:
    """Whether these words ask for nothing, and speak of nothing that anybody is asked for: they name neither a deed nor
    anybody of the family."""
    asked = [clause for clause in clauses(message) if clause.mood in ("asks", "wonders")]
    if any(at in clause.words for at in left for clause in asked):
        return False
    deeds = {at for one in message.meanings if one.concept in asking() for at in range(one.start, one.end)}
    return not any(at in deeds or message.folds[at] in message.tongue.people for at in left)


def _sentence_end(message: Message, at: int) -> int:
    """Where the sentence of this word ends."""
    for next_ in range(at + 1, len(message.words)):
        if set(message.text[message.words[next_ - 1].end : message.words[next_].start]) & set(".!;\n"):
            return next_
    return len(message.words)
